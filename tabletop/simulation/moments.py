"""When pictures are taken: after each turn, in the middle of some, and with an arm over the
table."""

from __future__ import annotations

import random
from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass, replace

from tabletop.games import mushroom_walk as mw
from tabletop.games.mushroom_walk import Move, State
from tabletop.simulation.playing import Played
from tabletop.simulation.table.cards import Piles
from tabletop.simulation.table.lay import Laid, Scene
from tabletop.simulation.table.slips import Slip


@dataclass(frozen=True)
class Moment:
    """A picture to be taken: the table of ``turns`` turns, or a glimpse within the next turn.

    ``half``: a turn half done; ``reaching``: the player whose arm lies over the table, and where
    its fingers are, card widths; ``slip``: a wrong act that the table shows; ``camera``: the
    number of the camera's place, more after each bump.
    """

    scene: Scene
    state: State
    piles: Piles
    turns: int
    half: bool = False
    reaching: tuple[int, tuple[float, float]] | None = None
    slip: Slip | None = None
    camera: int = 0


@dataclass(frozen=True)
class Habits:
    """Shares of turns that are seen with an arm (``busy``) or half done (``half``)."""

    busy: float
    half: float


def moments(
    played: Sequence[Played],
    scenes: Sequence[Scene],
    habits: Habits,
    slips: Mapping[int, tuple[Slip, Scene]],
    rng: random.Random,
) -> Iterator[Moment]:
    """Every picture of a game, in order. ``slips``: wrong acts by the turn (from 0) in which they
    are made, each with the table it leaves."""
    for n, ((state, piles, move), scene) in enumerate(zip(played, scenes, strict=True)):
        yield Moment(scene, state, piles, n)
        if move is None or n + 1 >= len(scenes):
            continue
        if n in slips:
            slip, wrong = slips[n]
            for _ in range(2):
                yield Moment(wrong, state, slip.piles, n, slip=slip)
            if slip.undone:
                yield Moment(scene, state, piles, n)
            continue
        who = state.to_move
        half = _half_done(scene, scenes[n + 1], move, rng) if rng.random() < habits.half else None
        if half is not None:
            yield Moment(half, state, piles, n, True)
        if rng.random() < habits.busy:
            reaching = (who, _aimed_at(scene, move, who, rng))
            yield Moment(half or scene, state, piles, n, half is not None, reaching)


def _half_done(before: Scene, after: Scene, move: Move, rng: random.Random) -> Scene | None:
    """The table within a turn: the card taken, the row not closed; or closed and not refilled."""
    if rng.random() < 0.6:
        if not isinstance(move, mw.Take):
            return None
        gone = [c for c in before.cards if not (c.zone == "forest" and c.slot == move.position)]
        return replace(before, cards=tuple(gone))
    slots = [c.slot for c in after.cards if c.zone == "forest"]
    known = {c.card.number for c in before.cards if c.zone == "forest"}
    new = [c for c in after.cards if c.zone == "forest" and c.card.number not in known]
    if not new or len(slots) < 8:
        return None
    pile = tuple(c for c in before.cards if c.zone == "draw")
    rest = tuple(c for c in after.cards if c not in new and c.zone != "draw")
    return replace(after, cards=pile + rest, draw=before.draw)


def _aimed_at(before: Scene, move: Move, who: int, rng: random.Random) -> tuple[float, float]:
    """Where the hand of a player about to do ``move`` is."""
    side = 1 if who == 0 else -1

    def at(zone: str, slot: int | None = None) -> list[Laid]:
        return [c for c in before.cards if c.zone.startswith(zone) and slot in (None, c.slot)]

    goal: list[Laid] = []
    if isinstance(move, mw.Take):
        goal = at("forest", move.position)
    elif isinstance(move, mw.Decay):
        goal = at("decay")
    elif isinstance(move, mw.Sell):
        goal = at("discard") or at("draw")
    elif rng.random() < 0.5:
        goal = at(f"pan{who}")
    if not goal:
        return rng.uniform(-3, 3), side * rng.uniform(1.5, 3)
    place = goal[-1].place
    return place.x + rng.gauss(0, 0.2), place.y + side * rng.uniform(-0.1, 0.4)
