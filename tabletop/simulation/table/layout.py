"""Where players lay things: the zones of one table, in card widths, fixed for a whole game.

x runs along the forest, y from the row towards player 0; player 1's side is the same turned about.
"""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass

import numpy as np
from numpy.random import Generator

from tabletop.games.walk.game import FOREST_SIZE
from tabletop.simulation.table.places import Place


@dataclass(frozen=True)
class Needs:
    """The most that one player lays out at once in a game: what room the display must have."""

    dishes: int
    cards: int
    """Cards in the largest dish, its pan included."""
    pans: int
    night: int
    baskets: int
    poison: int
    sticks: int


@dataclass(frozen=True)
class Habits:
    """How one player lays a display out; ``at`` is the left edge of each group, card widths."""

    at: Mapping[str, float]
    dish_sideways: bool
    dish_step: float
    dish_pitch: float
    pans_overlap: float
    night_step: tuple[float, float]
    basket_step: tuple[float, float]
    coin_columns: int


@dataclass(frozen=True)
class Layout:
    """The zones of a table. ``feet``: the decay pile is at player 0's left (-1) or right (1)."""

    aspect: float
    feet: int
    pitch: float
    slide: float
    decay_step: tuple[float, float]
    decay_gap: float
    row_gap: float
    """Free space between the forest and a display."""
    draw: tuple[float, float]
    night: tuple[float, float]
    discard: tuple[float, float]
    supply: tuple[float, float]
    supply_columns: int
    supply_heap: bool
    night_turned: bool
    messy: float
    seats: tuple[Habits, Habits]

    def forest_spot(self, slot: float) -> tuple[float, float]:
        """Middle of forest ``slot``, 1 being nearest the decay pile; a ninth card, laid by mistake,
        finds half the room."""
        slot = min(slot, FOREST_SIZE + 0.55)
        return self.feet * (4.5 - slot) * self.pitch - self.feet * self.slide, 0.0

    def decay_spot(self, slot: int) -> tuple[float, float]:
        """Middle of the decay pile's card ``slot``, 1 being the oldest."""
        x = self.forest_spot(1)[0] + self.feet * (1 + self.decay_gap)
        dx, dy = self.decay_step
        return x + self.feet * dx * (slot - 1), dy * (slot - 1) - 1.5 * dy

    def _local(self, seat: int, u: float, v: float, turn: float = 0.0) -> Place:
        side = 1 if seat == 0 else -1
        return Place(side * u, side * v, turn + (0 if seat == 0 else np.pi))

    @property
    def top(self) -> float:
        """v of the middle of a display's first row of cards."""
        return 1 / self.aspect + self.row_gap

    def dish_spot(self, seat: int, dish: int, slot: int, sideways: bool) -> Place:
        """Place of card ``slot`` (0 = pan) in a dish; ``sideways``: a night card lying turned."""
        habits = self.seats[seat]
        u = habits.at["dishes"] + habits.dish_pitch * dish
        u += 0.5 if habits.dish_sideways else habits.dish_pitch / 2
        v = self.top
        if habits.dish_sideways:
            u += habits.dish_step * slot
        else:
            v += habits.dish_step * slot
        return self._local(seat, u, v, np.pi / 2 if sideways else 0.0)

    def group_spot(self, seat: int, group: str, slot: int) -> Place:
        """Place of an empty pan, a night card, a basket or a poison mushroom."""
        habits = self.seats[seat]
        u, v = habits.at[group] + 0.5, self.top
        if group == "pans":
            v += habits.pans_overlap * slot
        elif group == "night":
            u += habits.night_step[0] * slot
            v += habits.night_step[1] * slot
        elif group == "baskets":
            u += habits.basket_step[0] * slot
            v += habits.basket_step[1] * slot
        else:
            v += 0.5 * slot
        return self._local(seat, u, v)

    def coin_spot(self, seat: int, number: int) -> tuple[float, float]:
        """Middle of a player's coin ``number``."""
        habits = self.seats[seat]
        u = habits.at["coins"] + 0.25 + 0.43 * (number % habits.coin_columns)
        v = self.top - 0.2 + 0.43 * (number // habits.coin_columns)
        side = 1 if seat == 0 else -1
        return side * u, side * v

    def supply_spot(self, number: int, rng: Generator) -> tuple[float, float]:
        """Middle of the supply's coin ``number``."""
        x, y = self.supply
        if self.supply_heap:
            heap = [float(v) for v in np.clip(rng.normal(0, 0.33, 2), -0.65, 0.65)]
            return x + heap[0], y + heap[1]
        rows = -(-30 // self.supply_columns)
        column, row = number % self.supply_columns, number // self.supply_columns
        dx = (column - (self.supply_columns - 1) / 2) * 0.43
        return x + dx, y + (row - (rows - 1) / 2) * 0.43


def _habits(rng: Generator, needs: Needs, low: float, high: float, turned: bool) -> Habits:
    room = high - low
    dish_step = float(rng.uniform(0.3, 0.37))
    wide_dish = (1.55 if turned else 1.25) + dish_step * (needs.cards - 1)
    columns = int(rng.integers(2, 5))
    night_step = (0.0, float(rng.uniform(0.42, 0.6))) if needs.night > 1 else (1.12, 0.0)
    down = bool(rng.random() < 0.5)
    basket_step = (
        (0.0, float(rng.uniform(0.35, 0.5))) if down else (float(rng.uniform(0.3, 0.42)), 0.0)
    )
    widths = {
        "dishes": 1.15 * max(needs.dishes, 1),
        "pans": 1.0,
        "night": 1.0 if needs.night else 0.0,
        "baskets": 1.0 + basket_step[0] * (needs.baskets - 1) if needs.baskets else 0.0,
        "poison": 1.0 if needs.poison else 0.0,
        "coins": 0.43 * columns,
    }
    free = room - sum(widths.values()) - 0.2 * len(widths)
    pitch = 1.15
    sideways = False
    if needs.dishes:
        # Dishes lie as far apart as there is room: night cards lying turned need more of it.
        pitch += min(free / needs.dishes, (0.42 if turned else 0.0) + float(rng.uniform(0, 0.2)))
        sideways = bool(rng.random() < 0.25) and needs.dishes * (wide_dish - 1.15) < free
        if sideways:
            pitch = wide_dish
        pitch = max(pitch, 1.08)
        widths["dishes"] = pitch * needs.dishes
        free = room - sum(widths.values()) - 0.2 * len(widths)
    # Pans lie beside the dishes they become, as most people lay them; the rest as it comes.
    order = [["dishes", "pans"] if rng.random() < 0.5 else ["pans", "dishes"]]
    order += [[name] for name in ("night", "baskets", "poison", "coins")]
    names = [name for i in rng.permutation(len(order)) for name in order[int(i)]]
    shares = rng.dirichlet(np.full(len(names) + 1, 1.5)) * max(free, 0.0)
    at: dict[str, float] = {}
    u = low + shares[0]
    for name, share in zip(names, shares[1:], strict=True):
        at[name] = float(u)
        u += widths[name] + 0.2 + share
    return Habits(
        at,
        sideways,
        dish_step,
        pitch,
        float(rng.uniform(0.45, 0.7)),
        night_step,
        basket_step,
        columns,
    )


def make_layout(
    rng: Generator,
    aspect: float,
    needs: tuple[Needs, Needs],
    night_turned: bool | None = None,
    messy: float | None = None,
) -> Layout:
    """A random way to lay the table; ``night_turned``: night cards lie sideways in dishes;
    ``messy``: 1 is how neatly most people lay cards, 2 twice as sloppy."""
    feet = int(rng.choice([-1, 1]))
    pitch = float(rng.uniform(1.08, 1.2))
    slide = float(rng.uniform(0.4, 0.8))
    height = 1 / aspect
    end = -feet * (3.5 * pitch + slide)
    away = bool(rng.random() < 0.65)
    decay_step = (float(rng.uniform(0.3, 0.42)), 0.0)
    if not away:
        decay_step = (0.0, float(rng.choice([-1, 1]) * rng.uniform(0.26, 0.33)))
    step = -feet * float(rng.uniform(1.12, 1.3))
    gap = -feet * float(rng.uniform(0.1, 0.3))
    side = float(rng.choice([-1, 1]))
    columns = int(rng.integers(4, 7))
    coins = 0.43 * -(-30 // columns) / 2 + 0.15
    if rng.random() < 0.5:
        draw = (end + step + gap, 0.0)
        night = (end + 2 * step + gap, 0.0)
        discard = (end + 2 * step + gap, side * (height + 0.35))
        supply = (end + 2 * step + gap, -side * (0.5 * height + 0.1 + coins))
    else:
        draw = (end + step + gap, 0.0)
        night = (end + 2 * step + gap, -side * (0.5 * height + 0.14))
        discard = (end + 2 * step + gap, side * (0.5 * height + 0.32))
        supply = (end + 2 * step + gap, -side * (height + 0.16 + coins))
    # A display may reach as far as the decay pile does, and to the piles at the other end.
    low, high = -(4 * pitch + 0.9), 4 * pitch + 2.0
    if feet < 0:
        low, high = -high, -low
    turned = bool(rng.random() < 0.5) if night_turned is None else night_turned
    neat = float(rng.uniform(0.5, 1.3))
    return Layout(
        aspect, feet, pitch, slide, decay_step, float(rng.uniform(0.12, 0.4)),
        float(rng.uniform(0.4, 0.65)) + (0.0 if away else 0.2), draw, night, discard, supply,
        columns, bool(rng.random() < 0.35), turned, neat if messy is None else messy,
        (_habits(rng, needs[0], low, high, turned), _habits(rng, needs[1], -high, -low, turned)),
    )  # fmt: skip
