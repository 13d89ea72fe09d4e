"""What is heard, and colours that everybody can tell apart."""

from __future__ import annotations

import pytest
from driving import dashboard, until
from tables import Step, asked, asking, view
from textual.color import Color

from tabletop.dashboard import theme
from tabletop.dashboard.sounds import GAP_S, Sound, Sounds, bells, sound_of
from tabletop.referee.events import Gap, Illegal, PanDetail, Score, Turn, Unsure

TURN = Turn(1, 0, "pan", "pan", PanDetail(), 1.0, "1")
ILLEGAL = Illegal(0, ("MW-5.1",), "costs 3 sticks, has 2", 1, 0.9, "1")


def test_the_gravest_of_what_was_told_is_heard() -> None:
    assert sound_of([TURN, Score((0, 0), "1")]) is Sound.TURN
    assert sound_of([TURN, Unsure("?", "1")]) is Sound.WARNING
    assert sound_of([ILLEGAL, TURN, Gap(1, "unseen", "1")]) is Sound.ILLEGAL
    assert sound_of([Score((0, 0), "1")]) is None


def test_nothing_is_heard_until_sounds_are_on() -> None:
    played: list[Sound] = []
    sounds = Sounds(played.append)
    sounds.hear([TURN])
    sounds.on = True
    sounds.hear([ILLEGAL])
    sounds.hear([])
    assert played == [Sound.ILLEGAL]


def test_the_bell_rings_once_more_for_each_step_of_gravity() -> None:
    rung: list[float] = []
    play = bells(lambda: rung.append(0.0), lambda after, _: rung.append(after))
    play(Sound.TURN)
    assert rung == [0.0]
    play(Sound.ILLEGAL)
    assert rung == [0.0, 0.0, GAP_S, 2 * GAP_S]


async def test_a_key_turns_sounds_on(monkeypatch: pytest.MonkeyPatch) -> None:
    shown = asking()
    app = dashboard(Step(view()), Step(shown, asked(shown)), pace=3600.0)
    rung: list[int] = []
    monkeypatch.setattr(app, "bell", lambda: rung.append(1))
    async with app.run_test(size=(80, 24)) as pilot:
        await until(pilot, lambda: app._view is not None)
        played: list[Sound] = []
        app.sounds._play = played.append
        await pilot.press("s")
        assert len(rung) == 1
        await pilot.press("n")
        await until(pilot, lambda: played == [Sound.WARNING])
        await pilot.press("s")
        assert not app.sounds.on
        assert len(rung) == 1


# How a colour looks without one kind of cone, in linear light (Machado, Oliveira and Fernandes,
# 2009, severity 1).
BLINDNESS = {
    "protanopia": (
        (0.152286, 1.052583, -0.204868),
        (0.114503, 0.786281, 0.099216),
        (-0.003882, -0.048116, 1.051998),
    ),
    "deuteranopia": (
        (0.367322, 0.860646, -0.227968),
        (0.280085, 0.672501, 0.047413),
        (-0.011820, 0.042940, 0.968881),
    ),
    "tritanopia": (
        (1.255528, -0.076749, -0.178779),
        (-0.078411, 0.930809, 0.147602),
        (0.004733, 0.691367, 0.303900),
    ),
}


def seen(colour: str, kind: str) -> Color:
    linear = [(channel / 255) ** 2.2 for channel in Color.parse(colour).rgb]
    rows = [sum(a * b for a, b in zip(row, linear, strict=True)) for row in BLINDNESS[kind]]
    return Color(*(round(255 * min(1.0, max(0.0, value)) ** (1 / 2.2)) for value in rows))


def apart(one: str, other: str, kind: str) -> float:
    """How far apart two colours look, 0 to 1."""
    a, b = seen(one, kind), seen(other, kind)
    weights = (0.3, 0.59, 0.11)
    squares = zip(weights, a.rgb, b.rgb, strict=True)
    return sum(w * ((x - y) / 255) ** 2 for w, x, y in squares) ** 0.5


@pytest.mark.parametrize("kind", BLINDNESS)
def test_the_clear_look_is_told_apart_with_every_colour_vision(kind: str) -> None:
    look = theme.CLEAR
    words = look.variables
    pairs = (
        (look.success, look.error),
        (look.primary, look.secondary),
        (words["face-black"], words["face-red"]),
        (words["card-black"], words["card-red"]),
        (words["alert"], words["ask"]),
    )
    for one, other in pairs:
        assert one is not None
        assert other is not None
        assert apart(one, other, kind) > 0.12, (one, other)


@pytest.mark.parametrize("look", theme.LOOKS, ids=lambda look: look.name)
def test_text_stands_out_in_every_look(look: theme.Theme) -> None:
    words = look.variables
    pairs = (
        (look.foreground, look.background),
        (words["quiet"], look.background),
        (words["card-black"], words["card"]),
        (words["card-red"], words["card"]),
        (words["alert-text"], words["alert"]),
        (words["ask-text"], words["ask"]),
        (words["chip-text"], words["chip"]),
    )
    for ink, paper in pairs:
        ratio = contrast(Color.parse(ink or ""), Color.parse(paper or ""))
        assert ratio > 4.5, (ink, paper, ratio)


def contrast(one: Color, other: Color) -> float:
    """The contrast ratio of two colours as WCAG 2 defines it."""

    def light(colour: Color) -> float:
        linear = [
            c / 12.92 if c <= 0.03928 else ((c + 0.055) / 1.055) ** 2.4 for c in colour.normalized
        ]
        return 0.2126 * linear[0] + 0.7152 * linear[1] + 0.0722 * linear[2]

    dark, bright = sorted((light(one), light(other)))
    return (bright + 0.05) / (dark + 0.05)
