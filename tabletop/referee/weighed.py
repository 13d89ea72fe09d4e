"""One continuation of one hypothesis weighed against a picture, with all its details."""

from __future__ import annotations

from collections.abc import Iterable, Mapping, Sequence
from dataclasses import dataclass, replace
from math import exp

from tabletop.games.mushroom_walk import Cook, Decay, Move, Take
from tabletop.referee.beliefs import settle
from tabletop.referee.drafts import Draft
from tabletop.referee.hypothesis import Hypothesis, Thrown, items_of
from tabletop.referee.observe import Observation, Seen
from tabletop.referee.track import Ids, Track
from tabletop.referee.weigh import Weigher, Zoned

_RECENT = 10
"""Turns that are compared one by one."""

TIDY = 0.8
"""Faults up to which an explanation leaves nothing to look for."""


@dataclass(frozen=True, eq=False)
class Weighed:
    """``draft``, a continuation of ``h``: its log ``score`` and ``faults``, of which ``lane`` in
    forest and decay pile; ``pairs`` of card number and sighting."""

    h: Hypothesis
    draft: Draft
    score: float
    faults: float
    pairs: tuple[tuple[int, int], ...]
    lane: float


def believed(w: Weighed, observation: Observation) -> bool:
    """Whether an explanation is taken: where forest and decay pile are whole and just as they
    should be the turn is over, and more in the displays may be misread."""
    limit = fault_limit(observation)
    return w.faults <= limit or (w.lane < 0.5 and w.faults <= 1.8 * limit)


def odd(w: Weighed, most: float) -> bool:
    """Whether an explanation leaves more than ``most`` faults, or needs a rule to be broken."""
    return w.faults > most or any(p.broken for p in w.draft.plays)


def looks_wrong(w: Weighed) -> bool:
    """Whether an explanation leaves enough unexplained to think of a slip."""
    if odd(w, TIDY) or w.lane > 0.3:
        return True
    seen = {card for card, _ in w.pairs}
    cooked = [p.choice for p in w.draft.plays if type(p.move) is Cook]
    return any({c.pan, *c.day, *c.night, *c.extra} - seen for c in cooked)


def fault_limit(observation: Observation) -> float:
    """Faults up to which an explanation is believed."""
    return 1.6 + 0.04 * len(observation.seen)


def displayed(h: Hypothesis, draft: Draft, player: int, weigher: Weigher) -> Zoned:
    """How well ``draft`` fits what lies open before ``player``."""
    items = items_of(draft.track, player, draft.beliefs, h.places, h.backs, draft.moved, h.missed)
    return weigher.display(player, items, h.ghosts[player])


def weigh(
    h: Hypothesis,
    draft: Draft,
    base: float,
    weigher: Weigher,
    displays: Iterable[Zoned] | None = None,
) -> Weighed:
    """``base`` holds the lane's score, whose faults are counted again with the narrowed beliefs;
    ``displays``: how well both players' fit, where that is known already."""
    if displays is None:
        displays = [displayed(h, draft, player, weigher) for player in (0, 1)]
    track: Track = draft.track
    forest = weigher.forest(track.forest, draft.beliefs)
    decay = weigher.decay(track.decay, draft.beliefs)
    new = len(track.discard) - len(h.track.discard)
    parts = [forest, decay, weigher.discard(track.discard, draft.beliefs, new), *displays]
    sticks = (h.track.sides[0].sticks, h.track.sides[1].sticks)
    score, faults = weigher.piles(track)
    score += base + draft.prior + weigher.coins(track, sticks) + sum(p.score for p in parts[2:])
    faults += sum(p.faults for p in parts)
    pairs = tuple(pair for p in parts for pair in p.pairs)
    return Weighed(h, draft, score, faults, pairs, forest.faults + decay.faults)


def signature(w: Weighed) -> tuple[object, ...]:
    """What makes two continuations the same."""
    t = w.draft.track
    moves = tuple((p.player, p.move, p.choice.gains) for p in w.h.history + w.draft.plays)
    return (t.forest, t.decay, t.sides, t.to_move, t.reason, moves)


def crowd(w: Weighed) -> tuple[object, ...]:
    """What continuations have in common that differ only in what was thrown away, of which there
    can be dozens: they must not push out what differs in more."""
    t = w.draft.track
    sides = tuple(
        (s.sticks, len(s.hand), len(s.night), tuple(d[:1] + d[5:] for d in s.dishes))
        for s in t.sides
    )
    plays = (w.h.history + w.draft.plays)[-_RECENT:]
    moves = tuple((p.player, _plain(p.move)) for p in plays)
    return t.forest, t.to_move, t.reason, sides, moves


def _plain(move: Move) -> Move:
    return replace(move, discards=()) if isinstance(move, Take | Decay) else move


_Thrown = Mapping[tuple[object, ...], Mapping[int, Mapping[Thrown, float]]]


def ways_to_throw(found: Sequence[Weighed], observation: Observation) -> _Thrown:
    """What new turns of ``found``, continuations of any history, may have thrown away, with
    weights: for continuations that are alike but for that, for each turn that throws, from 0.
    ``observation``: what they were weighed against."""
    ways: dict[tuple[object, ...], dict[int, dict[Thrown, float]]] = {}
    seen = {c.at: c for c in observation.seen}
    for w in found:
        for n, played in enumerate(w.draft.plays, len(w.h.history)):
            if played.choice.drop:
                turn = ways.setdefault(crowd(w), {}).setdefault(n, {})
                way = _thrown(w, played.choice.drop, seen)
                turn[way] = turn.get(way, 0.0) + exp(w.score - found[0].score)
    return ways


def _thrown(w: Weighed, drop: Ids, seen: Mapping[int, Seen]) -> Thrown:
    """The cards ``drop`` by their kinds: one that nobody knew may show on the pile."""
    shown = {card: seen[at].look for card, at in w.pairs if card in drop}
    kind_of = w.h.faces.kind_of
    cards, held = [], []
    for card in drop:
        pile, belief, look = "n" if card < 0 else "d", w.draft.beliefs[card], shown.get(card)
        held.append((pile, kind_of(belief)))
        cards.append((pile, kind_of(belief if look is None else settle(belief * look))))
    return Thrown(tuple(sorted(drop)), tuple(sorted(cards)), tuple(sorted(held)))


def with_thrown(w: Weighed, thrown: _Thrown) -> Mapping[int, Mapping[Thrown, float]]:
    """What the turns of ``w`` may have thrown away, where ``thrown`` says it of the new ones."""
    new = thrown.get(crowd(w)) if w.draft.plays else None
    return w.h.thrown if new is None else {**w.h.thrown, **new}
