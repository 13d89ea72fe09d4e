"""A hypothesis: one history of the game that may be the true one, and what it says of every
card."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass, field, replace
from typing import NamedTuple

import numpy as np

from tabletop.games.mushroom_walk import Breach, Discards, Game, Move, State
from tabletop.referee.beliefs import Belief, Faces, faces_of, settle
from tabletop.referee.items import Item, Place, Spots
from tabletop.referee.observe import Observation
from tabletop.referee.track import Choice, Ids, Track, state_of


class Thrown(NamedTuple):
    """Cards thrown away, by number: ``cards`` by what is known of them once they lie there,
    ``held`` by what was known of them in the hand."""

    ids: Ids
    cards: Discards
    held: Discards


class Played(NamedTuple):
    """One turn of a history. ``taken``, ``drawn``, ``refill``: cards taken, drawn from the night
    pile and turned up to the forest, by number; ``paid``: sticks; ``broken``: rules it breaks;
    ``frame``: the picture that showed it."""

    player: int
    move: Move
    choice: Choice
    taken: Ids
    drawn: Ids
    refill: Ids
    paid: int
    broken: tuple[Breach, ...]
    frame: str


@dataclass(frozen=True, eq=False)
class Hypothesis:
    """``beliefs``: for each card by number what it may be; ``places``: where each open card was
    seen last; ``looks``: how often each card was looked at; ``logp``: log probability up to a
    constant common to all; ``backs``: cards known to lie face down; ``past``: the tracks before
    each turn; ``thrown``: for each turn, from 0, that threw cards away what they may have been,
    with weights, by what was known then."""

    game: Game
    track: Track
    beliefs: Mapping[int, Belief]
    places: Mapping[int, Place]
    looks: Mapping[int, int]
    backs: frozenset[int]
    logp: float = 0.0
    history: tuple[Played, ...] = ()
    past: tuple[Track, ...] = ()
    thrown: Mapping[int, Mapping[Thrown, float]] = field(default_factory=dict)
    missed: frozenset[int] = frozenset()
    ghosts: tuple[Spots, Spots] = ((), ())
    misfit: float = field(default=0.0)

    @property
    def faces(self) -> Faces:
        """The game's faces as arrays."""
        return faces_of(self.game)

    def kind(self, card: int) -> str:
        """The kind of ``card``, ``"?"`` where not known."""
        if card in self.backs:
            return "N"
        return self.faces.kind_of(self.beliefs[card])

    def state(self) -> State:
        """The engine's state of this moment."""
        return state_of(self.track, self.game, self.kind)

    def expected(self) -> Belief:
        """What the next card from the draw pile may be: the deck less all faces already seen."""
        seen = np.zeros(54)
        for card, belief in self.beliefs.items():
            if card not in self.backs and float(belief.max()) > 0.5:
                seen += belief
        return self.faces.unseen(seen, self.faces.deck)


def items_of(
    track: Track,
    player: int,
    beliefs: Mapping[int, Belief],
    places: Mapping[int, Place],
    backs: frozenset[int],
    moved: frozenset[int] = frozenset(),
    missed: frozenset[int] = frozenset(),
) -> tuple[Item, ...]:
    """What lies open before ``player``; ``moved``: cards that were moved or laid just now."""
    side = track.sides[player]

    def item(card: int, dish: int, pan: bool) -> Item:
        return Item(
            card,
            None if card in backs else beliefs[card],
            None if card in moved else places.get(card),
            dish,
            pan,
            card in moved,
            card in missed,
        )

    apart = [item(c, -1, False) for c in side.night + side.baskets + side.poison]
    apart += [item(c, -1, True) for c in side.pans]
    dishes = [item(c, n, c == dish.pan) for n, dish in enumerate(side.dishes) for c in dish.cards]
    return (*apart, *dishes)


class Learner:
    """Sharpens beliefs by the sightings of one picture; equal inputs give the same array, so that
    hypotheses that agree go on sharing it."""

    def __init__(self, observation: Observation) -> None:
        self._seen = {c.at: c for c in observation.seen}
        self._displays = observation.displays
        self._hidden = observation.hidden
        self._known: dict[tuple[int, int, float], Belief] = {}
        self._kept: list[Belief] = []

    def learn(
        self,
        h: Hypothesis,
        pairs: tuple[tuple[int, int], ...],
        moved: frozenset[int] = frozenset(),
    ) -> Hypothesis:
        """``h`` after its cards were seen as ``pairs`` of card number and sighting say; ``moved``:
        cards that don't lie where they lay."""
        beliefs, places, looks = dict(h.beliefs), dict(h.places), dict(h.looks)
        named = {at for _, at in pairs}
        for card in moved:
            places.pop(card, None)
        open_cards = {c for side in h.track.sides for c in side.shown}
        missed = frozenset(open_cards - {c for c, _ in pairs} - self._unseen(h, places))
        first, second = (
            tuple((c.x, c.y) for c in cards if c.at not in named) for cards in self._displays
        )
        for card, at in pairs:
            seen = self._seen[at]
            before = places.get(card)
            places[card] = Place(seen.x, seen.y, seen.visible, seen.angle)
            if card in h.backs or seen.look is None:
                continue
            count = looks.get(card, 0)
            looks[card] = count + 1
            still = before is not None and abs(before.x - seen.x) + abs(before.y - seen.y) < 0.3
            # The same card in the same place gives nearly the same picture: little is new in it.
            weight = 1.0 if not count else 0.1 if still else 0.5
            beliefs[card] = self._sharper(beliefs[card], at, weight)
        return replace(
            h,
            beliefs=beliefs,
            places=places,
            looks=looks,
            missed=missed,
            ghosts=(first, second),
        )

    def _unseen(self, h: Hypothesis, places: Mapping[int, Place]) -> set[int]:
        """Cards that lie open where something covers them."""
        if not any(self._hidden.sides):
            return set()
        return {
            card
            for hidden, side in zip(self._hidden.sides, h.track.sides, strict=True)
            for card in side.shown
            if ((at := places.get(card)) is None and hidden)
            or (at is not None and self._hidden.over(at.x, at.y))
        }

    def _sharper(self, belief: Belief, at: int, weight: float) -> Belief:
        key = (id(belief), at, weight)
        known = self._known.get(key)
        if known is None:
            self._kept.append(belief)
            look = self._seen[at].look
            assert look is not None
            known = self._known[key] = settle(np.maximum(belief, 1e-9) * look**weight)
        return known
