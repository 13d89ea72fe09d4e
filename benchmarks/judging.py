"""What was told of a game held against the truth of it."""

from __future__ import annotations

import json
import time
from collections import Counter
from collections.abc import Callable, Iterable, Sequence
from dataclasses import dataclass
from difflib import SequenceMatcher
from pathlib import Path
from typing import Any

from tabletop.games import game_named
from tabletop.games.mushroom_walk import (
    Cook,
    Decay,
    Discards,
    Move,
    PutPan,
    Sell,
    Take,
    parse_move,
)
from tabletop.referee.events import (
    CookDetail,
    DecayDetail,
    End,
    Event,
    Gap,
    Illegal,
    PanDetail,
    Question,
    Revise,
    Score,
    SellDetail,
    TakeDetail,
    Turn,
    Undo,
    Unsure,
)
from tabletop.referee.session import Session
from tabletop.referee.thrown import agrees
from tabletop.referee.view import View
from tabletop.vision.sighting import Reading

Key = tuple[Any, ...]


@dataclass
class Result:
    """One run. ``right``: turns in the longest common run of turns; ``asked``: turns not told as
    they were of which it was asked what they were, the truth among the answers, or which were told
    rightly but for discards left open (``?``); ``false``: events that should
    not have been (illegal, undo, unsure, gap)."""

    name: str
    turns: int
    told: int
    right: int
    first_wrong: str
    revised: int
    questions: int
    false: dict[str, int]
    scores: tuple[int, int]
    truth: tuple[int, int]
    seconds: float
    slowest: float
    asked: int = 0
    pictures: int = 0

    @property
    def perfect(self) -> bool:
        """No turn is wrong: each is told as it was, or was left open by a question that names it;
        the final score is right, and nothing false was said."""
        whole = self.right + self.asked == self.turns == self.told
        return whole and self.scores == self.truth and not self.false

    @property
    def exact(self) -> bool:
        """Every turn and the final score are right and nothing false was said."""
        return self.right == self.turns == self.told and self.scores == self.truth


def discards_key(discards: Any) -> Key:
    """Discards to poison as a sorted tuple of ((pile, kind), number)."""
    return tuple(sorted(((d[0][0], d[0][1]), d[1]) for d in discards))


def truth_keys(game: dict[str, Any], lines: list[dict[str, Any]]) -> list[Key]:
    """Each turn of the truth in whole detail, faces included where a picture shows the table before
    it."""
    seat = game["seat_at_lower_edge"]
    whole = [line for line in lines if not line["half"] and not line.get("wrong")]
    before = {line["turns_played"]: line for line in whole}
    keys: list[Key] = []
    for n, (player, move) in enumerate(game["moves"]):
        who = player if seat == 0 else 1 - player
        table = _zones(before[n]) if n in before else {}
        if move[0] == "take":
            forest = table.get("forest", [])
            card = forest[move[1] - 1] if len(forest) >= move[1] else None
            keys.append((who, "take", move[1], max(0, move[1] - 2), discards_key(move[2]), card))
        elif move[0] == "decay":
            cards = tuple(table["decay"]) if "decay" in table else None
            keys.append((who, "decay", discards_key(move[1]), cards))
        elif move[0] == "cook":
            keys.append((who, *move))
        else:
            keys.append((who, *move))
    return keys


def _zones(line: dict[str, Any]) -> dict[str, list[str]]:
    zones: dict[str, list[str]] = {}
    for card in line["cards"]:
        zones.setdefault(card["zone"], []).append(card["face"])
    return zones


def told_key(event: Turn | Revise) -> Key:
    """A told turn in whole detail, as ``truth_keys`` writes it."""
    d = event.detail
    if isinstance(d, TakeDetail):
        return (event.player, "take", d.position, d.paid, discards_key(d.discards), d.card)
    if isinstance(d, DecayDetail):
        return (event.player, "decay", discards_key(d.discards), d.cards)
    if isinstance(d, CookDetail):
        return (event.player, "cook", d.mushroom, d.day, d.night, d.butter, d.cider, d.pan)
    if isinstance(d, SellDetail):
        return (event.player, "sell", d.mushroom, d.day, d.night)
    assert isinstance(d, PanDetail)
    return (event.player, "pan")


def same(truth: Key, told: Key | None) -> bool:
    """Whether a told turn is the true one; None in the truth stands for what no picture showed."""
    if told is None or len(truth) != len(told):
        return False
    return all(a is None or a == b for a, b in zip(truth, told, strict=True))


def load(folder: Path) -> tuple[dict[str, Any], list[dict[str, Any]]]:
    """The truth in ``folder``: what game.json holds, and each line of truth.jsonl."""
    lines = [json.loads(line) for line in (folder / "truth.jsonl").read_text().splitlines()]
    return json.loads((folder / "game.json").read_text()), lines


def judge(
    name: str,
    game: dict[str, Any],
    lines: list[dict[str, Any]],
    events: list[Event],
    seconds: list[float],
) -> Result:
    """Events held against the truth."""
    truth = truth_keys(game, lines)
    last: dict[int, Key] = {}
    scores = (0, 0)
    for event in events:
        if isinstance(event, Turn | Revise):
            last[event.n] = told_key(event)
        elif isinstance(event, Undo):
            last = {n: k for n, k in last.items() if n < event.n}
        elif isinstance(event, Score | End):
            scores = event.scores
    told: list[Key] = [last[n] for n in sorted(last)]
    matched = [t if i < len(told) and same(t, told[i]) else None for i, t in enumerate(truth)]
    # Turns told right but out of place still count in the longest common run.
    wild = [next((t for t in truth if same(t, k)), k) for k in told]
    blocks = SequenceMatcher(None, truth, wild, autojunk=False).get_matching_blocks()
    right = max(sum(b.size for b in blocks), sum(m is not None for m in matched))
    wrong = next((i for i, m in enumerate(matched) if m is None), None)
    text = ""
    if wrong is not None:
        got = told[wrong] if wrong < len(told) else None
        text = f"{wrong + 1}: {truth[wrong]} told {got}"
    want = tuple(game["scores"]) if game["seat_at_lower_edge"] == 0 else tuple(game["scores"])[::-1]
    false = {
        kind.__name__.lower(): sum(isinstance(e, kind) for e in events)
        for kind in (Illegal, Undo, Unsure, Gap)
    }
    return Result(
        name,
        len(truth),
        len(told),
        right,
        text,
        sum(isinstance(e, Revise) for e in events),
        sum(isinstance(e, Question) for e in events),
        {k: v for k, v in false.items() if v},
        scores,
        (int(want[0]), int(want[1])),
        sum(seconds),
        max(seconds, default=0.0),
        _asked(game["moves"], truth, matched, last, events),
        len(seconds),
    )


def _asked(
    moves: list[Any],
    truth: list[Key],
    matched: list[Key | None],
    last: dict[int, Key],
    events: list[Event],
) -> int:
    """Turns that weren't told as they were, and of which a question names the right move or what
    was told leaves open what it doesn't say."""
    options: dict[int, set[str]] = {}
    for event in events:
        if isinstance(event, Question):
            options.setdefault(event.n, set()).update(option.text for option in event.options)
    return sum(
        key is None
        and (
            any(agrees(parse_move(option), _move(move)) for option in options.get(n, ()))
            or left_open(truth[n - 1], last.get(n))
        )
        for n, (key, (_, move)) in enumerate(zip(matched, moves, strict=True), 1)
    )


def left_open(truth: Key, told: Key | None) -> bool:
    """Whether ``told`` is ``truth`` but for discards of which it says that nobody knows them."""
    at = {"take": 4, "decay": 2}.get(truth[1])
    if told is None or at is None or len(told) != len(truth):
        return False
    if not same((*truth[:at], None, *truth[at + 1 :]), told):
        return False
    want, got = _counted(truth[at]), _counted(told[at])
    unknown = sum(number for (_, kind), number in got.items() if kind == "?")
    known = Counter({card: n for card, n in got.items() if card[1] != "?"})
    return unknown > 0 and known <= want and want.total() == known.total() + unknown


def _counted(discards: Key) -> Counter[tuple[str, str]]:
    return Counter(dict(discards))


def _move(written: list[Any]) -> Move:
    """A move as ``game.json`` has it."""
    if written[0] == "take":
        return Take(written[1], _discards(written[2]))
    if written[0] == "decay":
        return Decay(_discards(written[1]))
    if written[0] == "cook":
        return Cook(*written[1:])
    return Sell(*written[1:]) if written[0] == "sell" else PutPan()


def _discards(written: list[Any]) -> Discards:
    return tuple((pile, kind) for (pile, kind), number in written for _ in range(number))


def run(
    readings: Iterable[tuple[str, Reading]],
    then: Callable[[Sequence[Event], View], None] | None = None,
) -> tuple[list[Event], list[float], Session]:
    """Follow readings by picture name; events, processor seconds for each picture, the session.
    ``then`` hears of the events of each picture and the view after it."""
    session = Session(game_named("mushroom-walk"))
    events: list[Event] = []
    seconds: list[float] = []
    for name, reading in readings:
        began = time.process_time()
        told = session.see(reading, name)
        seconds.append(time.process_time() - began)
        events += told
        if then is not None:
            then(told, session.view)
    events += session.end()
    return events, seconds, session
