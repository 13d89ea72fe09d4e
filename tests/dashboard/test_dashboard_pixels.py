"""Pictures pixel by pixel: what terminals are asked and sent, decoded again."""

from __future__ import annotations

import re
from collections.abc import AsyncIterator, Iterator
from contextlib import asynccontextmanager, contextmanager

import numpy as np
import pytest
from driving import dashboard, until
from hypothesis import given, settings
from hypothesis import strategies as st
from pictured import Kitty, close, desixeled
from tables import Step, picture, view
from textual.pilot import Pilot
from textual.widgets._toast import Toast

from tabletop.dashboard import kitty
from tabletop.dashboard.app import Dashboard
from tabletop.dashboard.picture import Picture, Scene
from tabletop.dashboard.pixels import Answers, Pixels, worth_asking
from tabletop.dashboard.sixel import reduced, sixels

KITTY = "\x1b_Gi=4171;OK\x1b\\"
KITTY_NAME = "\x1bP>|kitty(0.35.2)\x1b\\"
CELL = "\x1b[6;21;10t"
SIXEL = "\x1b[?62;4;22c"
PLAIN = "\x1b[?62;c"


def heard(*answers: str, wished: str = "auto") -> Pixels | None:
    ears = Answers()
    assert ears.sift("".join(answers)) == ""
    return ears.pixels(wished, None)


def test_kitty_shows_pictures_in_the_place_of_signs() -> None:
    assert heard(KITTY_NAME, KITTY, CELL, SIXEL) == Pixels("kitty", (10, 21))
    assert heard("\x1bP>|ghostty 1.0.1\x1b\\", KITTY, CELL, PLAIN) == Pixels("kitty", (10, 21))


@pytest.mark.parametrize(
    "name", ["kitty(0.27.1)", "WezTerm 20240203-110809-5046fc22", "Konsole 24", ""]
)
def test_others_that_know_kittys_pictures_would_show_the_signs(name: str) -> None:
    said = f"\x1bP>|{name}\x1b\\"
    assert heard(said, KITTY, CELL, SIXEL) == Pixels("sixel", (10, 21))
    assert heard(said, KITTY, CELL, PLAIN) is None


def test_sixel_has_as_many_colours_and_pixels_as_the_terminal() -> None:
    told = heard("\x1b[?1;0;16S", "\x1b[?2;0;1000;800S", CELL, SIXEL)
    assert told == Pixels("sixel", (10, 21), 16, (1000, 800))
    assert heard("\x1b[?1;3;0S", "\x1b[?2;3;0S", CELL, SIXEL) == Pixels("sixel", (10, 21))


def test_without_the_size_of_a_cell_no_sixel_is_drawn() -> None:
    assert heard(SIXEL) is None
    assert heard(CELL) is None
    assert heard(PLAIN, CELL) is None
    assert heard() is None


def test_what_is_wished_for_counts_more_than_answers() -> None:
    assert heard(wished="kitty") == Pixels("kitty", (10, 20))
    assert heard(KITTY_NAME, KITTY, CELL, SIXEL, wished="sixel") == Pixels("sixel", (10, 21))
    assert heard(KITTY_NAME, KITTY, CELL, SIXEL, wished="off") is None


@settings(max_examples=200, deadline=None)
@given(st.data())
def test_answers_never_become_keys_wherever_they_are_cut(data: st.DataObject) -> None:
    keys = ["q", "\x1b[A", "\x1b[6;5~", "\x1b", "ü", "\x1b[?2026;2$y", "\x1b[?7u", "\x1bOP", "[6;"]
    parts = data.draw(st.lists(st.sampled_from([*keys, KITTY, KITTY_NAME, CELL]), max_size=8))
    text = "".join(parts)
    typed = "".join(part for part in parts if part in keys)
    cuts = sorted(data.draw(st.sets(st.integers(0, len(text)), max_size=6)))
    ears, passed = Answers(), ""
    for first, last in zip([0, *cuts], [*cuts, len(text)], strict=True):
        passed += ears.sift(text[first:last])
    assert passed + ears.release() == typed


def test_a_lone_escape_is_not_held_back() -> None:
    assert Answers(asked=False).sift("\x1b") == "\x1b"
    ears = Answers()
    assert ears.sift(f"{PLAIN}\x1b") == "\x1b"
    assert ears.sift("\x1b[6") == ""
    assert ears.release() == "\x1b[6"


@pytest.mark.parametrize("begun", ["\x1b_Gi=4171;O", "\x1bP>|kitty(0.3"])
def test_an_answer_without_an_end_is_no_keys_and_holds_none_back(begun: str) -> None:
    ears = Answers()
    assert ears.sift(begun) == ""
    assert ears.release() == ""
    assert ears.sift("q") == "q"
    assert ears.sift(f"1{PLAIN}") == "1"


def test_an_answer_that_comes_in_two_parts_is_heard() -> None:
    ears = Answers()
    assert ears.sift(KITTY_NAME + KITTY[:9]) == ""
    assert ears.release() == ""
    assert ears.sift(KITTY[9:] + CELL + SIXEL) == ""
    assert ears.pixels("auto", None) == Pixels("kitty", (10, 21))


@pytest.mark.parametrize(
    ("environment", "asks"),
    [
        ({"TERM": "xterm-kitty"}, True),
        ({"TERM": "xterm-256color"}, True),
        ({"TERM": "foot"}, True),
        ({"TERM": "tmux-256color"}, False),
        ({"TERM": "screen"}, False),
        ({"TERM": "xterm-256color", "TMUX": "default,1,0"}, False),
        ({"TERM": "xterm", "STY": "1.pts"}, False),
        ({"TERM": "linux"}, False),
        ({"TERM": "dumb"}, False),
        ({}, False),
        ({"TERM": "xterm-256color", "TERM_PROGRAM": "Apple_Terminal"}, False),
    ],
)
def test_terminals_that_are_asked(environment: dict[str, str], asks: bool) -> None:
    assert worth_asking(environment) is asks


# Sixel


@settings(max_examples=60, deadline=None)
@given(st.integers(1, 40), st.integers(1, 25), st.integers(1, 9), st.integers(0, 2**32 - 1))
def test_few_colours_come_back_as_they_were(w: int, h: int, n: int, seed: int) -> None:
    rng = np.random.default_rng(seed)
    # Of the middle of cells of the colour cube, well apart: dithering must leave them alone.
    shades = rng.permutation(512)[:n]
    cube = np.stack(np.unravel_index(shades, (8, 8, 8)), axis=1) * 32 + 20
    image = cube[rng.integers(0, n, (h, w))].astype(np.uint8)
    back = desixeled(sixels(image))
    assert back.shape == image.shape
    assert np.abs(back.astype(int) - image).max() <= 6


@pytest.mark.parametrize(("colours", "differs"), [(256, 1.5), (16, 1.5), (4, 8.0), (2, 45.0)])
def test_a_table_is_told_again_from_its_sixels(colours: int, differs: float) -> None:
    image = picture()
    text = sixels(image, colours)
    assert len(set(re.findall(r"#(\d+);2", text))) <= colours
    assert close(desixeled(text), image) < differs


def test_sixels_do_not_scroll() -> None:
    text = sixels(picture()[:37, :50])
    assert "-\x1b\\" not in text
    assert text.count("-") == 6


def test_smooth_colours_have_no_steps() -> None:
    ramp = np.linspace(0, 255, 512).astype(np.uint8)
    image = np.broadcast_to(ramp[None, :, None], (96, 512, 3)).copy()
    numbers, shades = reduced(image, 8)
    assert len(shades) <= 8
    assert close(shades[numbers][..., ::-1], image) < 14


# Kitty


@pytest.mark.parametrize("shape", [(1, 1), (48, 64), (300, 400)])
def test_kitty_has_the_very_picture(shape: tuple[int, int]) -> None:
    image = np.random.default_rng(3).integers(0, 256, (*shape, 3), np.uint8)
    terminal = Kitty()
    terminal.take(kitty.sent(image, 70_000, 12, 7))
    assert (terminal.images[70_000] == image).all()
    assert terminal.cells == {70_000: (12, 7)}
    terminal.take(kitty.forgotten(70_000))
    assert terminal.images == {}


def test_marks_are_those_of_the_protocol() -> None:
    import unicodedata

    assert len(kitty.MARKS) == len(set(kitty.MARKS)) == 297
    assert list(kitty.MARKS) == sorted(kitty.MARKS)
    assert all(unicodedata.combining(mark) == 230 for mark in kitty.MARKS)
    assert not any(unicodedata.decomposition(mark) for mark in kitty.MARKS)
    # Those that the protocol's own example and its list name.
    assert [ord(kitty.MARKS[n]) for n in (0, 1, 2, 296)] == [0x305, 0x30D, 0x30E, 0x1D244]


# The dashboard


@contextmanager
def terminal(app: Dashboard) -> Iterator[list[str]]:
    """What the dashboard writes past Textual, as it would reach the terminal."""
    written: list[str] = []
    driver = app._driver
    assert driver is not None
    usual = driver.write
    driver.write = written.append  # type: ignore[method-assign]
    try:
        yield written
    finally:
        driver.write = usual  # type: ignore[method-assign]


def signs(app: Dashboard) -> dict[tuple[int, int], tuple[int, int, int]]:
    """Of each cell of the screen that shows part of kitty's picture: the picture's number, and the
    row and column in it."""
    found = {}
    for y, strip in enumerate(app.screen._compositor.render_strips()):
        x = 0
        for segment in strip:
            if "\U0010eeee" in segment.text:
                assert segment.style is not None
                assert segment.style.color is not None
                assert segment.style.color.triplet is not None
                red, green, blue = segment.style.color.triplet
                for row, column in re.findall("\U0010eeee(.)(.)", segment.text):
                    place = kitty.MARKS.index(row), kitty.MARKS.index(column)
                    found[x, y] = (red << 16 | green << 8 | blue, *place)
                    x += 1
            else:
                x += segment.cell_length
    return found


def large(app: Dashboard) -> Picture:
    return app.query_one("#picture-large", Picture)


@asynccontextmanager
async def full_picture(
    size: tuple[int, int] = (100, 30), *, notifications: bool = False
) -> AsyncIterator[tuple[Dashboard, Pilot[int]]]:
    """A dashboard that follows a game and shows nothing but its picture."""
    app = dashboard(Step(view()))
    async with app.run_test(size=size, notifications=notifications) as pilot:
        await until(pilot, lambda: app._view is not None)
        await pilot.press("f")
        yield app, pilot


async def settled(pilot: Pilot[int]) -> None:
    await pilot.app.workers.wait_for_complete()
    await pilot.pause(0.05)


async def test_kitty_shows_the_table_where_its_signs_stand() -> None:
    app = dashboard(Step(view()))
    async with app.run_test(size=(100, 30)) as pilot:
        await until(pilot, lambda: app._view is not None)
        await pilot.press("f", "o")
        with terminal(app) as written:
            app.can_show(Pixels("kitty", (8, 16)))
            await until(pilot, lambda: large(app).sharp.number > 0)
            held = Kitty()
            held.take("".join(written))
        ((number, image),) = held.images.items()
        columns, rows = held.cells[number]
        assert (columns, rows) == large(app).place[2:]
        shown = signs(app)
        assert {place[0] for place in shown.values()} == {number}
        corner = min(y for _, y in shown), min(x for x, _ in shown)
        assert all((y - corner[0], x - corner[1]) == place[1:] for (x, y), place in shown.items())
        assert len(shown) == columns * rows
        expected = picture()
        assert abs(image.shape[1] / image.shape[0] - columns * 8 / (rows * 16)) < 0.02
        import cv2

        assert close(cv2.resize(image, expected.shape[1::-1]), expected) < 8


async def test_names_of_cards_stand_on_kittys_picture() -> None:
    async with full_picture() as (app, pilot):
        app.can_show(Pixels("kitty", (8, 16)))
        await until(pilot, lambda: large(app).sharp.number > 0)
        _, _, columns, rows = large(app).place
        assert 0 < columns * rows - len(signs(app)) < 200


async def test_a_new_picture_takes_the_place_of_the_last_one() -> None:
    async with full_picture() as (app, pilot):
        with terminal(app) as written:
            app.can_show(Pixels("kitty", (8, 16)))
            await until(pilot, lambda: large(app).sharp.number > 0)
            first = large(app).sharp.number
            large(app).show(Scene(255 - picture()))
            await until(pilot, lambda: large(app).sharp.number not in (0, first))
            await pilot.pause(0.1)
            held = Kitty()
            held.take("".join(written))
            assert set(held.images) == {large(app).sharp.number}
            assert {place[0] for place in signs(app).values()} == {large(app).sharp.number}
            del written[:]
            held.take(app.last_words())
            assert held.images == {}


async def test_a_table_at_rest_is_sent_once() -> None:
    async with full_picture() as (app, pilot):
        app.can_show(Pixels("kitty", (8, 16)))
        await until(pilot, lambda: large(app).sharp.number > 0)
        noise = np.random.default_rng(1).integers(0, 3, picture().shape, np.uint8)
        large(app).show(Scene(picture()))
        await pilot.pause(0.7)
        await settled(pilot)
        with terminal(app) as written:
            large(app).show(Scene(np.minimum(picture(), 250) + noise))
            await pilot.pause(0.7)
            await settled(pilot)
        assert "\x1b_G" not in "".join(written)


@pytest.mark.parametrize("way", ["kitty", "sixel"])
async def test_under_a_window_and_after_it_there_are_half_blocks(way: str) -> None:
    async with full_picture() as (app, pilot):
        app.can_show(Pixels(way, (8, 16)))
        sharp = large(app).sharp
        await until(pilot, lambda: bool(sharp.number or sharp.painted))
        from tabletop.dashboard.jump import Jump

        app.push_screen(Jump())
        # A headless app displays nothing, which is where screens are seen to change.
        await until(pilot, lambda: isinstance(app.screen, Jump))
        app.noticed()
        await until(pilot, lambda: not sharp.number and not sharp.painted)
        assert signs(app) == {}
        await pilot.press("escape")
        app.noticed()
        await until(pilot, lambda: bool(sharp.number or sharp.painted))


async def test_sixels_are_painted_where_the_picture_is() -> None:
    app = dashboard(Step(view()))
    async with app.run_test(size=(100, 30)) as pilot:
        await until(pilot, lambda: app._view is not None)
        await pilot.press("f", "o")
        with terminal(app) as written:
            app.can_show(Pixels("sixel", (8, 16), 256))
            await until(pilot, lambda: bool(large(app).sharp.painted))
        text = "".join(written)
        found = re.search(r"\x1b7\x1b\[(\d+);(\d+)H(\x1bP.*?\x1b\\)(.*)\x1b8", text, re.DOTALL)
        assert found is not None
        left, above, columns, rows = large(app).place
        region = large(app).region
        assert (int(found[1]), int(found[2])) == (region.y + above + 1, region.x + left + 1)
        image = desixeled(found[3])
        assert image.shape[:2] == (rows * 16, columns * 8)
        import cv2

        assert close(cv2.resize(image, picture().shape[1::-1]), picture()) < 8


async def test_sixels_are_no_larger_than_the_terminal_takes() -> None:
    async with full_picture(size=(200, 60)) as (app, pilot):
        app.can_show(Pixels("sixel", (8, 16), 16, (400, 300)))
        await until(pilot, lambda: bool(large(app).sharp.painted))
        image = desixeled(large(app).sharp.painted)
        assert image.shape[1] <= 400
        assert image.shape[0] <= 300


async def test_sixels_go_where_a_notice_lies_over_them() -> None:
    async with full_picture(notifications=True) as (app, pilot):
        app.can_show(Pixels("sixel", (8, 16)))
        await until(pilot, lambda: bool(large(app).sharp.painted))
        app.notify("something")
        await until(pilot, lambda: bool(app.screen.query(Toast)))
        await pilot.pause(0.1)
        app.paint_over(large(app))
        assert large(app).sharp.painted == ""


@pytest.mark.parametrize("wished", ["auto", "off", "kitty", "sixel"])
async def test_terminals_without_signs_or_colours_are_not_asked(wished: str) -> None:
    from tabletop.preferences import Choices

    assert dashboard(Step(view()), choices=Choices(pixels=wished)).wished == wished
    plain = dashboard(Step(view()), choices=Choices(pixels=wished), ascii_only=True)
    assert plain.wished == "off"
