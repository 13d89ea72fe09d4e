"""The dashboard's own words: what a card is good for, where the players sit, how things stand."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from dataclasses import dataclass
from functools import lru_cache
from typing import Final

from tabletop.dashboard.glyphs import STICK
from tabletop.games import GAMES, game_named
from tabletop.games.walk.game import (
    BASKET,
    BUTTER,
    BUTTER_POINTS,
    CIDER,
    CIDER_POINTS,
    MOON,
    PAN,
    POISON,
    POISONED_LIMIT,
    ROOM_OF_BASKET,
)
from tabletop.games.walk.sheet import PLAYERS as PLAYERS
from tabletop.games.walk.typing import spoken
from tabletop.language import SOFT_HYPHEN, Text, say, several, tr, translate
from tabletop.referee.events import Option
from tabletop.referee.view import Following, View


@dataclass(frozen=True, slots=True)
class Worth:
    """What a card is good for: ``long`` in lines of at most 11 columns, ``short`` in at most 7."""

    long: tuple[str, ...]
    short: str


def _plus(points: int) -> Text:
    return say("+{n} points", n=points)


def _short_plus(points: int) -> Text:
    return say("+{n} pt", n=points)


_ROOM: Final = say("hand +{n}", n=ROOM_OF_BASKET)
_LIMIT: Final = say("limit {n}", n=POISONED_LIMIT)

_OTHERS: Final = {
    BUTTER: Worth((_plus(BUTTER_POINTS),), _short_plus(BUTTER_POINTS)),
    CIDER: Worth((_plus(CIDER_POINTS),), _short_plus(CIDER_POINTS)),
    BASKET: Worth((_ROOM,), _ROOM),
    POISON: Worth((_LIMIT,), _LIMIT),
    MOON: Worth((say("night card"),), say("night", about="a night card, 7 columns")),
    PAN: Worth((say("to cook in"),), say("to cook", about="what a pan is for, 7 columns")),
}


@lru_cache(maxsize=8)
def _worths(game: str) -> dict[str, Worth]:
    """What each card of ``game`` is good for, by the card's name."""
    kinds = game_named(game if game in GAMES else GAMES[0]).kinds
    table = {kinds[kind].name: worth for kind, worth in _OTHERS.items() if kind in kinds}
    for info in kinds.values():
        if info.cook:
            short = say("{n}pt {sticks}{stick}", n=info.cook, sticks=info.sell, stick=STICK)
            table[info.name] = Worth(
                (several("{n} point", "{n} points", info.cook), say("sells {n}", n=info.sell)),
                short,
            )
    return table


def worth(name: str, game: str) -> Worth:
    """What the card called ``name`` is good for in ``game``, in the language in use; empty if the
    game has no such card."""
    found = _worths(game).get(name, Worth((), ""))
    return Worth(tuple(translate(text) for text in found.long), translate(found.short))


def called(name: str) -> str:
    """``name`` as it stands on a card, in the language in use: poison mushrooms are no mushrooms to
    cook. Soft hyphens say where it may be broken."""
    return tr("poison") if name == "poison mushroom" else translate(name, breaks=True)


def wrapped(name: str, width: int) -> list[str]:
    """``name`` in at most two lines of ``width`` columns; small words go where room is short. A
    first word, and parts of a long one, may take one column more: only then no letter is lost."""
    whole = name.replace(SOFT_HYPHEN, "")
    if len(whole) <= width:
        return [whole]
    for most in (width, width + 1):
        for head, tail in _broken(name):
            if len(head) <= most and len(tail) <= most:
                return [head, tail]
    name = whole
    words = [word for word in name.split() if word not in ("of", "the")]
    if len(words) == 1:
        cut = min(width - 1, (len(name) + 1) // 2)
        return [name[:cut] + "-", name[cut:][:width]]
    return [words[0][: width + 1], " ".join(words[1:])[:width]]


def _broken(name: str) -> Iterator[tuple[str, str]]:
    """``name`` broken at each soft hyphen, the last one first."""
    parts = name.split(SOFT_HYPHEN)
    for at in range(len(parts) - 1, 0, -1):
        yield "".join(parts[:at]) + "-", "".join(parts[at:])


def abbreviated(name: str, width: int) -> str:
    """``name`` in one line of ``width`` columns: its first word, or that cut at a full stop."""
    name = name.replace(SOFT_HYPHEN, "")
    first = name if len(name) <= width else name.split()[0]
    return first if len(first) <= width else first[: width - 1] + "."


@dataclass(frozen=True, slots=True)
class Status:
    """The state line: a sign, words, and the tone that colours them."""

    sign: str
    text: str
    tone: str


NOTHING_YET: Final = Status("○", "", "$quiet")
_FOLLOWING: Final = {
    Following.WAITING: Status("○", say("waiting for the table"), "$quiet"),
    Following.FOLLOWING: Status("●", say("following"), "$success"),
    Following.HAND: Status("▲", say("hand over table"), "$warning"),
    Following.MOVING: Status("▲", say("turn under way"), "$warning"),
    Following.UNSURE: Status("?", say("unsure"), "$warning"),
    Following.OUT_OF_STEP: Status("≠", say("out of step"), "$error"),
    Following.ENDED: Status("■", say("game over"), "$accent"),
}


def status(
    view: View | None, *, paused: bool, over: bool, failed: bool, lost: bool = False
) -> Status:
    """How things stand, the gravest first. ``over``: no more pictures come; ``failed``: following
    stopped with an error; ``lost``: the camera sends nothing."""
    if failed:
        return Status("≠", say("stopped by an error"), "$error")
    if view is not None and view.state is Following.ENDED:
        if not decided(view):
            return Status("■", say("source ended"), "$accent")
        return _FOLLOWING[Following.ENDED]
    if over:
        return Status("■", say("source ended"), "$accent")
    if lost:
        return Status("≠", say("camera lost"), "$error")
    if paused:
        return Status("▮▮", say("paused"), "$accent")
    if view is None:
        return Status("○", say("getting ready"), "$quiet")
    return _FOLLOWING[view.state]


def decided(view: View) -> bool:
    """Whether an ended game was played to its end, not left with the last picture."""
    return view.reason not in ("", "source ended")


def won(view: View, names: tuple[str, str]) -> str:
    """Who won an ended game."""
    a, b = view.players
    if view.winner is None:
        return tr("A draw")
    if a.score == b.score:
        return tr("{name} wins on the tie-break", name=names[view.winner])
    return tr("{name} wins", name=names[view.winner])


def clears_in(decay: int, width: int = 16) -> str:
    """When a decay pile of ``decay`` cards is cleared: a fifth card sends the four old ones to the
    discard pile (rule MW-6.1). Shorter in less than 17 columns."""
    left = 5 - decay
    if left > 1 and width >= 17:
        return tr("clears in {n} turns", n=left)
    if left > 1:
        return tr("clears in {n}", n=left)
    return tr("clears next turn") if width >= 16 else tr("clears next")


def no_table(view: View | None) -> bool:
    """Whether no picture has shown a game yet."""
    return view is None or (not view.forest and not view.turn)


NOT_SURE: Final = say("Not sure")
CAMERA_LOST: Final = say("Camera lost")
TURNS_UNSEEN: Final = say("Turns went unseen")
CAMERA_MOVED: Final = say("Camera moved")
STOPPED: Final = say("Following stopped:")


def to_put_right(rules: Sequence[str]) -> Text:
    """What stands over a gentle reminder."""
    return say("To put right{ids}", ids=f" ({', '.join(rules)})" if rules else "")


def against_the_rules(name: str, rules: Sequence[str]) -> str:
    """What is said of an act of ``name`` that breaks ``rules``."""
    cited = f" ({', '.join(rules)})" if rules else ""
    return say("{name}: against the rules{ids}", name=name, ids=cited)


def answers(options: Sequence[Option], keyed: bool) -> str:
    """The answers to a question, likeliest first; ``keyed``: each with its key."""
    texts = [
        f"{spoken(option.text)} ({tr('{n}%', n=f'{100 * option.p:.0f}')})" for option in options
    ]
    if not keyed:
        return ", ".join(texts)
    return "   ".join(f"[{n}] {text}" for n, text in enumerate(texts, 1))


def turn_words(view: View | None, names: tuple[str, str]) -> str:
    """Which turn it is, and whose; who won."""
    if view is None:
        return ""
    if view.state is Following.ENDED and decided(view):
        return won(view, names)
    if view.to_move is None or view.state is Following.ENDED:
        played = several("{n} turn played", "{n} turns played", view.turn)
        return translate(played) if view.turn else ""
    return tr("turn {n}: {name} to move", n=view.turn + 1, name=names[view.to_move])


def looking_back(now: Status, playing: bool) -> Status:
    """The state line while an earlier moment is shown; what must be known of now stays in it."""
    text = say("playing") if playing else say("looking back")
    if now.tone in ("$error", "$warning"):
        text = say("{state} · now: {now}", state=text, now=now.text)
    return Status("▶" if playing else "◀", text, "$accent")


def speed(factor: float) -> str:
    """How fast a recorded game plays."""
    return tr("speed {factor}×", factor=f"{factor:g}")
