"""The dashboard's own words: what a card is good for, where the players sit, how things stand."""

from __future__ import annotations

from collections.abc import Sequence
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
from tabletop.referee.events import Option
from tabletop.referee.view import Following, View

PLAYERS: Final = ("Player 1", "Player 2")
"""What the players are called where nobody gave names; player 0 of the output is Player 1."""


@dataclass(frozen=True, slots=True)
class Worth:
    """What a card is good for: ``long`` in lines of at most 11 columns, ``short`` in at most 7."""

    long: tuple[str, ...]
    short: str


_OTHERS: Final = {
    BUTTER: Worth((f"+{BUTTER_POINTS} points",), f"+{BUTTER_POINTS} pt"),
    CIDER: Worth((f"+{CIDER_POINTS} points",), f"+{CIDER_POINTS} pt"),
    BASKET: Worth((f"hand +{ROOM_OF_BASKET}",), f"hand +{ROOM_OF_BASKET}"),
    POISON: Worth((f"limit {POISONED_LIMIT}",), f"limit {POISONED_LIMIT}"),
    MOON: Worth(("night card",), "night"),
    PAN: Worth(("to cook in",), "to cook"),
}


@lru_cache(maxsize=8)
def _worths(game: str) -> dict[str, Worth]:
    """What each card of ``game`` is good for, by the card's name."""
    kinds = game_named(game if game in GAMES else GAMES[0]).kinds
    table = {kinds[kind].name: worth for kind, worth in _OTHERS.items() if kind in kinds}
    for info in kinds.values():
        if info.cook:
            points = f"{info.cook} point{'s' if info.cook != 1 else ''}"
            table[info.name] = Worth(
                (points, f"sells {info.sell}"), f"{info.cook}pt {info.sell}{STICK}"
            )
    return table


def worth(name: str, game: str) -> Worth:
    """What the card called ``name`` is good for in ``game``; empty if the game has no such card."""
    return _worths(game).get(name, Worth((), ""))


def called(name: str) -> str:
    """``name`` as it stands on a card: poison mushrooms are no mushrooms to cook."""
    return "poison" if name == "poison mushroom" else name


def wrapped(name: str, width: int) -> list[str]:
    """``name`` in at most two lines of ``width`` columns; small words go where room is short. A
    first word may take one column more: only then no letter is lost."""
    if len(name) <= width:
        return [name]
    words = [word for word in name.split() if word not in ("of", "the")]
    if len(words) == 1:
        cut = min(width - 1, (len(name) + 1) // 2)
        return [name[:cut] + "-", name[cut:][:width]]
    return [words[0][: width + 1], " ".join(words[1:])[:width]]


def abbreviated(name: str, width: int) -> str:
    """``name`` in one line of ``width`` columns: its first word, or that cut at a full stop."""
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
    Following.WAITING: Status("○", "waiting for the table", "$quiet"),
    Following.FOLLOWING: Status("●", "following", "$success"),
    Following.HAND: Status("▲", "hand over table", "$warning"),
    Following.MOVING: Status("▲", "turn under way", "$warning"),
    Following.UNSURE: Status("?", "unsure", "$warning"),
    Following.OUT_OF_STEP: Status("≠", "out of step", "$error"),
    Following.ENDED: Status("■", "game over", "$accent"),
}


def status(
    view: View | None, *, paused: bool, over: bool, failed: bool, lost: bool = False
) -> Status:
    """How things stand, the gravest first. ``over``: no more pictures come; ``failed``: following
    stopped with an error; ``lost``: the camera sends nothing."""
    if failed:
        return Status("≠", "stopped by an error", "$error")
    if view is not None and view.state is Following.ENDED:
        if not decided(view):
            return Status("■", "source ended", "$accent")
        return _FOLLOWING[Following.ENDED]
    if over:
        return Status("■", "source ended", "$accent")
    if lost:
        return Status("≠", "camera lost", "$error")
    if paused:
        return Status("▮▮", "paused", "$accent")
    if view is None:
        return Status("○", "getting ready", "$quiet")
    return _FOLLOWING[view.state]


def decided(view: View) -> bool:
    """Whether an ended game was played to its end, not left with the last picture."""
    return view.reason not in ("", "source ended")


def clears_in(decay: int, width: int = 16) -> str:
    """When a decay pile of ``decay`` cards is cleared: a fifth card sends the four old ones to the
    discard pile (rule MW-6.1). Shorter in less than 16 columns."""
    left = 5 - decay
    if left > 1:
        return f"clears in {left}"
    return "clears next turn" if width >= 16 else "clears next"


def no_table(view: View | None) -> bool:
    """Whether no picture has shown a game yet."""
    return view is None or (not view.forest and not view.turn)


NOT_SURE: Final = "Not sure"
TURNS_UNSEEN: Final = "Turns went unseen"
STOPPED: Final = "Following stopped:"


def against_the_rules(name: str, rules: Sequence[str]) -> str:
    """What is said of an act of ``name`` that breaks ``rules``."""
    cited = f" ({', '.join(rules)})" if rules else ""
    return f"{name}: against the rules{cited}"


def answers(options: Sequence[Option], keyed: bool) -> str:
    """The answers to a question, likeliest first; ``keyed``: each with its key."""
    texts = [f"{option.text} ({option.p:.0%})" for option in options]
    if not keyed:
        return ", ".join(texts)
    return "   ".join(f"[{n}] {text}" for n, text in enumerate(texts, 1))


def turn_words(view: View | None, names: tuple[str, str]) -> str:
    """Which turn it is, and whose."""
    if view is None:
        return ""
    if view.to_move is None or view.state is Following.ENDED:
        return f"{view.turn} turn{'s' if view.turn != 1 else ''} played" if view.turn else ""
    return f"turn {view.turn + 1}: {names[view.to_move]} to move"


def looking_back(now: Status, playing: bool) -> Status:
    """The state line while an earlier moment is shown; what must be known of now stays in it."""
    text = "playing" if playing else "looking back"
    grave = now.tone in ("$error", "$warning")
    return Status(
        "▶" if playing else "◀", f"{text} · now: {now.text}" if grave else text, "$accent"
    )


def speed(factor: float) -> str:
    """How fast a recorded game plays."""
    return f"speed {factor:g}×"
