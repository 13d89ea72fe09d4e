"""The first hypotheses: what a table says of a game that is about to begin."""

from __future__ import annotations

from itertools import product

from tabletop.games.mushroom_walk import Game
from tabletop.games.walk.game import DEALT, FOREST_SIZE
from tabletop.referee.beliefs import Belief, faces_of, settle
from tabletop.referee.hypothesis import Hypothesis
from tabletop.referee.observe import Observation, Seen
from tabletop.referee.track import Ids, Side, Track
from tabletop.referee.weigh import Place


def at_start(game: Game, observation: Observation) -> list[Hypothesis]:
    """Hypotheses for a table just set up: either player may start, and where a poison mushroom was
    dealt (it lies on the discard pile) either may have had it (R-16)."""
    table = _Table(game)
    forest = tuple(table.add(seen, False) for seen in observation.forest)
    decay = tuple(table.add(seen, False) for seen in observation.decay)
    discard = tuple(table.add(seen, False) for seen in observation.discard if seen.up)
    shown = [table.display(cards) for cards in observation.displays]
    poison = sum(table.faces.mass(table.beliefs[c], "P") > 0.5 for c in discard)
    draw = len(game.forest_deck) - FOREST_SIZE - 2 * DEALT
    night = len(game.night_deck) - sum(len(side.night) for side in shown)
    found = []
    for owners in set(product((0, 1), repeat=poison)):
        hands: list[Ids] = []
        for player in (0, 1):
            side = shown[player]
            size = DEALT - len(side.baskets) - len(side.night) - owners.count(player)
            hands.append(tuple(table.unseen() for _ in range(max(0, size))))
        sides = (
            shown[0]._replace(hand=hands[0]),
            shown[1]._replace(hand=hands[1]),
        )
        for first in (0, 1):
            track = Track(
                forest,
                decay,
                draw,
                night,
                (discard,) if discard else (),
                sides,
                first,
                table.next_id,
                table.next_night,
            )
            found.append(
                Hypothesis(
                    game,
                    track,
                    dict(table.beliefs),
                    dict(table.places),
                    dict.fromkeys(table.places, 1),
                    frozenset(table.backs),
                    logp=-0.02 * first,
                )
            )
    # Cards numbered for one hypothesis are known to all: none may lack a belief.
    return [_complete(h, table.beliefs, table.next_id) for h in found]


def _complete(h: Hypothesis, beliefs: dict[int, Belief], next_id: int) -> Hypothesis:
    return Hypothesis(
        h.game,
        h.track._replace(next_id=next_id),
        dict(beliefs),
        h.places,
        h.looks,
        h.backs,
        h.logp,
    )


class _Table:
    """Numbers for the cards of a first picture."""

    def __init__(self, game: Game) -> None:
        self.faces = faces_of(game)
        self.beliefs: dict[int, Belief] = {}
        self.places: dict[int, Place] = {}
        self.backs: set[int] = set()
        self.next_id = 0
        self.next_night = 0

    def add(self, seen: Seen, night: bool) -> int:
        """A number for a card that is seen."""
        if night:
            self.next_night -= 1
            card = self.next_night
        else:
            card = self.next_id
            self.next_id += 1
        prior = self.faces.night_deck if night else self.faces.deck
        self.beliefs[card] = prior if seen.look is None else settle(prior * seen.look + 1e-9)
        self.places[card] = Place(seen.x, seen.y, seen.visible)
        if not seen.up:
            self.backs.add(card)
        return card

    def unseen(self) -> int:
        """A number for a dealt card that nobody showed."""
        card = self.next_id
        self.next_id += 1
        self.beliefs[card] = self.faces.dealt
        return card

    def display(self, cards: tuple[Seen, ...]) -> Side:
        """Open cards before a player at the start: a pan, dealt baskets, night cards."""
        pans: Ids = ()
        baskets: Ids = ()
        nights: Ids = ()
        for seen in cards:
            if seen.look is None:
                pans += (self.add(seen, False),)
                continue
            share = settle(seen.look)
            if seen.score < 0.5:
                continue
            if self.faces.mass(share, "K") > 0.5:
                baskets += (self.add(seen, False),)
            elif sum(self.faces.mass(share, k) for k in "23456789") > 0.5:
                nights += (self.add(seen, True),)
            elif self.faces.mass(share, "N") > 0.5:
                pans += (self.add(seen, False),)
        return Side((), nights, baskets, pans[:1])
