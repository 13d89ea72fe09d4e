"""Cards thrown away while nobody saw which: what may be said of them.

Histories are kept that differ in nothing else. A card is called by its kind where nearly all of
them agree; else it stays unknown (``?``) until a later turn or a count settles it.
"""

from __future__ import annotations

from collections import Counter, defaultdict
from collections.abc import Mapping, Sequence
from dataclasses import replace
from typing import Final

from tabletop.games.mushroom_walk import Decay, Discards, Move, Take
from tabletop.games.walk.game import ANY
from tabletop.referee.hands import Hands
from tabletop.referee.hypothesis import Hypothesis
from tabletop.referee.infer import Inference
from tabletop.referee.report import move_of

NAMED_FROM: Final = 0.9
"""Probability from which cards thrown away are named: below it, names were wrong as often as right
(benchmarks/results/games.md)."""
_KEPT_FROM: Final = 0.7
"""Probability down to which those named stay so: a word isn't taken back for a trifle."""
_HELD_FROM: Final = 0.95
"""Probability from which a card is known to be in a hand that others were thrown away from."""

Key = tuple[int, Move]
"""A turn: its player and move."""


def plain(move: Move) -> Move:
    """``move`` with every card that was thrown away unknown."""
    if isinstance(move, Take | Decay) and move.discards:
        return replace(move, discards=tuple((pile, ANY) for pile, _ in move.discards))
    return move


def thrown(move: Move) -> Discards:
    """What ``move`` throws away."""
    return move.discards if isinstance(move, Take | Decay) else ()


def agrees(told: Move, move: Move) -> bool:
    """Whether ``told``, which may leave cards open, says nothing else than ``move``."""
    return plain(told) == plain(move) and _known(thrown(told)) <= Counter(thrown(move))


def _known(discards: Discards) -> Counter[tuple[str, str]]:
    return Counter(card for card in discards if card[1] != ANY)


def named(ways: Sequence[tuple[Discards, float]], so_far: Discards = ()) -> Discards:
    """What is told of cards of which ``ways`` says what they may have been, with weights: as many
    of them named, likeliest first, as are right together nearly surely. ``so_far``: what was told
    of them before."""
    total = sum(weight for _, weight in ways)
    chance: dict[tuple[tuple[str, str], int], float] = defaultdict(float)
    for discards, weight in ways:
        for card, number in _known(discards).items():
            for n in range(1, number + 1):
                chance[card, n] += weight
    told: Counter[tuple[str, str]] = Counter()
    for card, _ in sorted(chance, key=lambda c: (-chance[c], c)):
        more = told + Counter([card])
        joint = sum(weight for discards, weight in ways if more <= Counter(discards))
        if joint >= (_KEPT_FROM if more <= _known(so_far) else NAMED_FROM) * total:
            told = more
    piles = Counter(pile for pile, _ in ways[0][0])
    piles.subtract(pile for pile, _ in told.elements())
    return tuple(sorted([*told.elements(), *((pile, ANY) for pile in piles.elements())]))


class Accounts:
    """Every turn in every history that ``inference`` keeps."""

    def __init__(self, inference: Inference) -> None:
        self.hypotheses = inference.hypotheses
        self._weights = inference.weights()
        self._turns = [[(p.player, move_of(h, p)) for p in h.history] for h in self.hypotheses]
        self.plain = [[(player, plain(move)) for player, move in turns] for turns in self._turns]

    def chances(self, n: int) -> dict[Key, float]:
        """How likely each turn is to have been turn ``n``, from 0."""
        found: dict[Key, float] = defaultdict(float)
        for turns, weight in zip(self._turns, self._weights, strict=True):
            if n < len(turns):
                found[turns[n]] += weight
        return found

    def alike(self) -> dict[tuple[int, Key], float]:
        """How likely each turn is to have been played, by number and whatever was thrown away."""
        found: dict[tuple[int, Key], float] = defaultdict(float)
        for turns, weight in zip(self.plain, self._weights, strict=True):
            for n, key in enumerate(turns):
                found[n, key] += weight
        return found

    def ways(self, n: int, player: int, hands: Hands | None = None) -> dict[Move, float]:
        """How likely each move is to have been turn ``n``, from 0, of ``player``. ``hands``: those
        of the history that is told, which know of ways to throw cards away that no history kept
        stands for; what those stand for, later pictures have been held against."""
        found = {move: w for (who, move), w in self.chances(n).items() if who == player}
        if hands is None or (move := hands.move(n)) is None:
            return found
        told, kept = (player, plain(move)), set()
        for h, turns in zip(self.hypotheses, self.plain, strict=True):
            if n < len(turns) and turns[n] == told:
                kept.add(tuple(sorted(h.history[n].choice.drop)))
        gone = [(other, p) for ids, other, p in hands.thrown(n) if ids not in kept]
        alike = {other: w for other, w in found.items() if plain(other) == plain(move)}
        mass = sum(alike.values())
        left = 1.0 - sum(p for _, p in gone)
        found |= {other: weight * left for other, weight in alike.items()}
        for other, p in gone:
            found[other] = found.get(other, 0.0) + mass * p
        return found


def told_as(ways: Mapping[Move, float], move: Move, so_far: Move | None = None) -> Move:
    """``move``, one of ``ways``, as it is told: cards thrown away are named as far as they are
    known. ``so_far``: what that turn was told to be before."""
    if not isinstance(move, Take | Decay) or not move.discards:
        return move
    alike = [(thrown(other), w) for other, w in ways.items() if plain(other) == plain(move)]
    before = thrown(so_far) if so_far is not None and plain(so_far) == plain(move) else ()
    return replace(move, discards=named(alike, before))


def share(ways: Mapping[Move, float], told: Move) -> float:
    """How likely it is that the turn was ``told``, which may leave cards open."""
    return sum(weight for move, weight in ways.items() if agrees(told, move))


def unsure(h: Hypothesis, moves: Sequence[Move], hands: Hands) -> frozenset[int]:
    """Cards that ``h``, whose turns are told as ``moves``, has thrown away or in a hand, and of
    which nobody knows which of the two."""
    found: set[int] = set()
    players: set[int] = set()
    for played, told in zip(h.history, moves, strict=True):
        left = _known(thrown(told))
        for card in played.choice.drop:
            name = ("n" if card < 0 else "d", h.kind(card))
            if left[name] > 0:
                left[name] -= 1
            else:
                found.add(card)
                players.add(played.player)
    for player in players:
        sure = hands.held(player, _HELD_FROM)
        for card in h.track.sides[player].hand:
            if sure[h.kind(card)] > 0:
                sure[h.kind(card)] -= 1
            else:
                found.add(card)
    return frozenset(found)
