"""Where every card of a game comes to lie, turn after turn: once laid, a card stays put."""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import dataclass, replace

import numpy as np
from numpy.random import Generator

from tabletop.simulation.table.cards import Card, Piles
from tabletop.simulation.table.layout import Layout
from tabletop.simulation.table.places import Place

SHOWN_DISCARDS = 6


@dataclass(frozen=True)
class Laid:
    """A card on the table. ``level``: how many cards lie under it in its pile."""

    card: Card
    zone: str
    slot: int
    place: Place
    level: int = 0


@dataclass(frozen=True)
class Coin:
    """A coin at ``x``, ``y``; ``number`` tells coins of different looks apart."""

    number: int
    x: float
    y: float


@dataclass(frozen=True)
class Scene:
    """What lies on the table at one moment, bottom to top."""

    cards: tuple[Laid, ...]
    coins: tuple[Coin, ...]
    draw: int
    night: int
    discard: int


class Table:
    """Remembers where each card was laid, so that it lies there in the next picture too."""

    def __init__(self, layout: Layout, rng: Generator) -> None:
        self.layout = layout
        self._rng = rng
        self._places: dict[tuple[int, str], tuple[int, Place]] = {}
        self._spots: dict[str, dict[int, int]] = {}
        self._coins: dict[str, Coin] = {}
        self._decay_spots: dict[int, int] = {}

    def scene(self, piles: Piles) -> Scene:
        """The table as ``piles`` are now."""
        laid = [self._forest(card, i + 1) for i, card in enumerate(piles.forest)]
        laid += self._decay_pile(piles.decay)
        for zone, pile, at in (
            ("draw", piles.draw, self.layout.draw),
            ("night", piles.night, self.layout.night),
        ):
            if pile:
                place = self._settled(pile[-1], zone, Place(*at, 0.0), 0.4)
                # The pile is the same whatever card is on top: its lowest card says how it lies.
                laid.append(Laid(pile[0], zone, len(pile), replace(place, up=False), len(pile)))
        under = max(0, len(piles.discard) - SHOWN_DISCARDS)
        for i, card in enumerate(piles.discard[under:]):
            place = self._settled(
                card, "discard", Place(*self.layout.discard, 0.0), 3.5, tossed=True
            )
            laid.append(Laid(card, "discard", i, place, under + i))
        for who in (0, 1):
            laid += self._display(piles, who)
        return Scene(
            tuple(laid),
            tuple(self._money(piles)),
            len(piles.draw),
            len(piles.night),
            len(piles.discard),
        )

    def _settled(
        self, card: Card, zone: str, ideal: Place, slop: float, tossed: bool = False
    ) -> Place:
        """Where ``card`` was laid in ``zone``; near ``ideal`` when it is new there."""
        key = (card.number, zone)
        if key not in self._places:
            rng, messy = self._rng, self.layout.messy * slop
            turn = ideal.turn + (rng.normal(0, 0.3) if tossed else rng.normal(0, 0.025 * messy))
            flip = np.pi * (rng.random() < 0.35)
            self._places[key] = (
                0,
                replace(
                    ideal,
                    x=ideal.x + float(np.clip(rng.normal(0, 0.022 * messy), -0.15, 0.15)),
                    y=ideal.y + float(np.clip(rng.normal(0, 0.022 * messy), -0.15, 0.15)),
                    turn=float(turn + flip),
                ),
            )
        return self._places[key][1]

    def _forest(self, card: Card, slot: int) -> Laid:
        """A forest card keeps its turn roughly when it slides on to the next slot."""
        key = (card.number, "forest")
        x, y = self.layout.forest_spot(slot)
        rng, messy = self._rng, self.layout.messy
        before = self._places.get(key)
        if before is None or before[0] != slot:
            turn = rng.normal(0, 0.03 * messy) + np.pi * (rng.random() < 0.5)
            if before is not None:
                bent = (before[1].turn + np.pi / 2) % np.pi - np.pi / 2
                turn = before[1].turn - 0.25 * bent + rng.normal(0, 0.008 * messy)
            place = Place(
                x + float(np.clip(rng.normal(0, 0.02 * messy), -0.04, 0.04)),
                y + float(rng.normal(0, 0.05 * messy)),
                float(turn),
            )
            self._places[key] = slot, place
        return Laid(card, "forest", slot, self._places[key][1])

    def _decay_pile(self, pile: list[Card]) -> Iterator[Laid]:
        """Each card beside the one that came before it, also where one is missing between."""
        spot = 0
        for level, card in enumerate(pile):
            spot = self._decay_spots.setdefault(card.number, spot + 1)
            yield self._decay(card, level + 1, spot)

    def _decay(self, card: Card, slot: int, spot: int) -> Laid:
        x, y = self.layout.decay_spot(spot)
        key = (card.number, "forest")
        turn = self._places[key][1].turn if key in self._places else 0.0
        place = self._settled(card, "decay", Place(x, y, 0.0), 1.2)
        key = (card.number, "decay")
        if self._places[key][0] == 0:
            place = replace(place, turn=turn + float(self._rng.normal(0, 0.03 * self.layout.messy)))
            self._places[key] = 1, place
        return Laid(card, "decay", slot, place, slot - 1)

    def _spot(self, zone: str, cards: list[Card]) -> list[tuple[int, Card]]:
        """``cards`` with the spot of each: the first free one when it came."""
        taken = self._spots.setdefault(zone, {})
        here = {card.number for card in cards}
        for number in [n for n in taken if n not in here]:
            del taken[number]
        for card in cards:
            if card.number not in taken:
                taken[card.number] = min(set(range(len(taken) + 1)) - set(taken.values()))
        return sorted(((taken[card.number], card) for card in cards), key=lambda pair: pair[0])

    def _display(self, piles: Piles, who: int) -> Iterator[Laid]:
        seat, layout = piles.seats[who], self.layout
        for d, dish in enumerate(seat.dishes):
            zone = f"dish{who}.{d}"
            for i, card in enumerate(dish):
                sideways = card.night and i > 0 and layout.night_turned
                ideal = layout.dish_spot(who, d, i, sideways)
                place = self._settled(card, zone, ideal, 1.0)
                yield Laid(card, zone, i, replace(place, up=not card.spare), i)
        for name, zone, cards in (
            ("pans", "pan", seat.pans), ("night", "night", seat.night),
            ("baskets", "basket", seat.baskets), ("poison", "poison", seat.poison),
        ):  # fmt: skip
            for i, (spot, card) in enumerate(self._spot(f"{zone}{who}", cards)):
                place = self._settled(card, f"{zone}{who}", layout.group_spot(who, name, spot), 1.2)
                yield Laid(card, f"{zone}{who}", i, replace(place, up=not card.spare), i)

    def _money(self, piles: Piles) -> Iterator[Coin]:
        spent = 0
        for who, seat in enumerate(piles.seats):
            spent += seat.sticks
            for i in range(seat.sticks):
                yield self._coin(f"{who}-{i}", 100 * (who + 1) + i, self.layout.coin_spot(who, i))
        for i in range(max(0, 30 - spent)):
            key = f"s-{i}"
            yield self._coins.get(key) or self._coin(key, i, self.layout.supply_spot(i, self._rng))

    def _coin(self, key: str, number: int, at: tuple[float, float]) -> Coin:
        if key not in self._coins:
            dx, dy = self._rng.normal(0, 0.02 * self.layout.messy, 2)
            self._coins[key] = Coin(number, at[0] + float(dx), at[1] + float(dy))
        return self._coins[key]
