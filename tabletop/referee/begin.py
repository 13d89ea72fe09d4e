"""The first hypotheses: what a table says of a game that begins, or is under way."""

from __future__ import annotations

from collections.abc import Mapping
from itertools import product

from tabletop.games.mushroom_walk import Game
from tabletop.games.walk.game import DEALT, FOREST_SIZE, MOON, POISON
from tabletop.referee.beliefs import Belief, faces_of, settle
from tabletop.referee.dishes import Groups, SeenDish, sort_display
from tabletop.referee.hypothesis import Hypothesis
from tabletop.referee.items import Place
from tabletop.referee.observe import Observation, Seen
from tabletop.referee.track import DishIds, Ids, Side, Track

_HIDDEN_POISON = -3.0
"""Log probability that a dealt poison mushroom lies wholly under another discarded card."""

_JOINED_HAND = 5
"""Cards a hand is taken to hold where nothing is known of it."""


def is_start(observation: Observation, game: Game) -> bool:
    """Whether the table looks like one just set up: a forest of eight, of which a card or two may
    be overlooked, nothing decayed, no dish."""
    seen = sum(card is not None for card in by_slot(observation))
    if seen < FOREST_SIZE - 2 or not observation.draw:
        return False
    if sum(card.score for card in observation.decay) > 0.8:
        return False
    faces = faces_of(game)
    height = observation.layout.plane.card_height
    for cards in observation.displays:
        groups = sort_display([c for c in cards if c.score > 0.5], faces, height)
        if groups.dishes or len(groups.pans) > 1 or len(groups.baskets + groups.nights) > DEALT:
            return False
    # Every turn leaves a card on the decay pile: where none lies, none was played.
    return len(observation.discard) <= 2 * DEALT


def by_slot(observation: Observation) -> list[Seen | None]:
    """The forest's eight places with the card seen at each."""
    step = observation.layout.step
    places: list[Seen | None] = [None] * FOREST_SIZE
    for seen in sorted(observation.forest, key=lambda c: c.score * c.visible):
        slot = round(seen.x / step)
        if 0 <= slot < FOREST_SIZE:
            places[slot] = seen
    return places


def at_start(game: Game, observation: Observation) -> list[Hypothesis]:
    """Hypotheses for a table just set up: either player may start, and where a poison mushroom was
    dealt (it lies on the discard pile) either may have had it (R-16)."""
    table = _Table(game)
    forest = tuple(
        table.hidden() if seen is None else table.add(seen, False) for seen in by_slot(observation)
    )
    # Nothing else is thrown away before the first turn (MW-3.5).
    thrown = table.faces.mask[MOON] + table.faces.mask[POISON]
    discard = tuple(table.add(seen, False, thrown) for seen in observation.discard if seen.up)
    shown = [table.side(cards, start=True) for cards in observation.displays]
    poison = sum(table.faces.mass(table.beliefs[c], "P") > 0.5 for c in discard)
    draw = len(game.forest_deck) - FOREST_SIZE - 2 * DEALT
    night = len(game.night_deck) - sum(len(side.night) for side in shown)
    hands = [tuple(table.unseen() for _ in range(DEALT)) for _ in (0, 1)]
    found = []
    ways = [(owners, 0.0) for owners in product((0, 1), repeat=poison)]
    if discard:
        # Under the cards that show another poison mushroom may lie, out of sight.
        ways += [(owners, _HIDDEN_POISON) for owners in product((0, 1), repeat=poison + 1)]
    for owners, weight in {tuple(sorted(o)): (o, w) for o, w in ways}.values():
        sides = []
        for player in (0, 1):
            side = shown[player]
            size = DEALT - len(side.baskets) - len(side.night) - owners.count(player)
            sides.append(side._replace(hand=hands[player][: max(0, size)]))
        for first in (0, 1):
            track = table.track(forest, (), draw, night, discard, (sides[0], sides[1]), first)
            found.append(table.hypothesis(game, track, weight - 0.02 * first))
    return sorted(found, key=lambda h: -h.logp)


def joined(
    game: Game, observation: Observation, before: Hypothesis | None = None
) -> list[Hypothesis]:
    """Hypotheses for a table in mid-game. Hands are unknown; ``before``: what was known before the
    thread was lost, whose dishes, sticks and hands go on as far as the table doesn't contradict."""
    table = _Table(game)
    forest = tuple(table.add(seen, False) for seen in observation.forest[:FOREST_SIZE])
    decay = tuple(table.add(seen, False) for seen in observation.decay[-4:])
    discard = tuple(table.add(seen, False) for seen in observation.discard if seen.up)
    sides = []
    for player in (0, 1):
        side = table.side(
            observation.displays[player],
            start=False,
            sideways=game.settings.get("night-sideways", "unknown") != "no",
            height=observation.layout.plane.card_height,
        )
        held = _JOINED_HAND
        sticks = observation.coins[player] or 0
        if before is not None:
            old = before.track.sides[player]
            held = len(old.hand)
            sticks = old.sticks if observation.coins[player] is None else sticks
        hand = tuple(table.unseen() for _ in range(held))
        sides.append(side._replace(hand=hand, sticks=sticks))
    draw = (
        before.track.draw
        if before is not None
        # As many as there can be: a pile that is seen to be there must not run out too early.
        else len(game.forest_deck) - FOREST_SIZE - 2 * DEALT
    )
    if not observation.draw and len(forest) < FOREST_SIZE:
        draw = 0
    elif observation.draw:
        draw = max(draw, 2)
    seen_nights = sum(len(s.night) + sum(len(d.night) for d in s.dishes) for s in sides)
    night = (len(game.night_deck) - seen_nights) if observation.night else 0
    found = []
    for first in (0, 1):
        track = table.track(forest, decay, draw, night, discard, (sides[0], sides[1]), first)
        if before is not None:
            track = track._replace(turn=before.track.turn)
        found.append(table.hypothesis(game, track, -0.02 * first))
    return found


class _Table:
    """Numbers for the cards of a first picture."""

    def __init__(self, game: Game) -> None:
        self.faces = faces_of(game)
        self.beliefs: dict[int, Belief] = {}
        self.places: dict[int, Place] = {}
        self.backs: set[int] = set()
        self.next_id = 0
        self.next_night = 0

    def add(self, seen: Seen, night: bool, only: Belief | None = None) -> int:
        """A number for a card that is seen; ``only``: weights of what it can be."""
        if night:
            self.next_night -= 1
            card = self.next_night
        else:
            card = self.next_id
            self.next_id += 1
        prior = self.faces.night_deck if night else self.faces.deck
        prior = prior if only is None else settle(prior * only)
        self.beliefs[card] = prior if seen.look is None else settle(prior * seen.look + 1e-9)
        self.places[card] = Place(seen.x, seen.y, seen.visible, seen.angle)
        if not seen.up:
            self.backs.add(card)
        return card

    def hidden(self) -> int:
        """A number for a forest card that was overlooked."""
        card = self.next_id
        self.next_id += 1
        self.beliefs[card] = self.faces.deck
        return card

    def unseen(self) -> int:
        """A number for a hand card that nobody showed."""
        card = self.next_id
        self.next_id += 1
        self.beliefs[card] = self.faces.dealt
        return card

    def side(
        self,
        cards: tuple[Seen, ...],
        *,
        start: bool,
        sideways: bool = True,
        height: float = 1.4,
    ) -> Side:
        """Open cards before a player; at the start at most one pan is theirs."""
        good = [c for c in cards if c.score > 0.5]
        groups: Groups = sort_display(good, self.faces, height)
        pans = tuple(self.add(c, False) for c in groups.pans)
        baskets = tuple(self.add(c, False) for c in groups.baskets)
        nights = tuple(self.add(c, True) for c in groups.nights)
        poison = tuple(self.add(c, False) for c in groups.poison)
        dishes = tuple(self._dish(d, sideways) for d in groups.dishes)
        if start:
            return Side((), nights, baskets, pans[:1] or (self._unseen_back(),))
        return Side((), nights, baskets, pans, poison, tuple(1 for _ in poison), dishes)

    def _dish(self, dish: SeenDish, sideways: bool) -> DishIds:
        """Night cards in it: the turned one, or one where too few cards show for a dish (R-26)."""
        night = list(dish.turned) if sideways else []
        fits = dish.rank in self.faces.game.night_deck
        needs = max(3, 4 * len(dish.butter) + 5 * len(dish.cider))
        if not night and fits and dish.mushrooms and len(dish.mushrooms) < needs:
            night = [dish.mushrooms[0]]
        day = [c for c in dish.mushrooms if c not in night]
        pan = self.add(dish.pan, False) if dish.pan is not None else self._hidden_pan()
        return DishIds(
            dish.rank,
            pan,
            tuple(self.add(c, False) for c in day),
            tuple(self.add(c, True) for c in night),
            tuple(self.add(c, False) for c in dish.butter + dish.cider),
            len(dish.butter),
            len(dish.cider),
        )

    def _unseen_back(self) -> int:
        """The starting pan where it was overlooked: everybody has one (MW-3.1)."""
        card = self._hidden_pan()
        self.backs.add(card)
        return card

    def _hidden_pan(self) -> int:
        card = self.next_id
        self.next_id += 1
        self.beliefs[card] = settle(self.faces.mask["N"])
        return card

    def track(
        self,
        forest: Ids,
        decay: Ids,
        draw: int,
        night: int,
        discard: Ids,
        sides: tuple[Side, Side],
        first: int,
    ) -> Track:
        """A track of numbered cards with ``first`` to move."""
        batches = (discard,) if discard else ()
        return Track(
            forest, decay, draw, night, batches, sides, first, self.next_id, self.next_night
        )

    def hypothesis(self, game: Game, track: Track, logp: float) -> Hypothesis:
        """A hypothesis that knows every numbered card."""
        beliefs: Mapping[int, Belief] = dict(self.beliefs)
        track = track._replace(next_id=self.next_id, next_night=self.next_night)
        looks = dict.fromkeys(self.places, 1)
        return Hypothesis(
            game, track, beliefs, dict(self.places), looks, frozenset(self.backs), logp
        )
