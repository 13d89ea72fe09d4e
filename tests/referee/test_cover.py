"""Something laid over a part of the table: what lies there is unknown, not gone."""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import replace

import numpy as np
import pytest

from benchmarks.judging import judge, run
from tabletop.games import game_named
from tabletop.referee.cover import Cover, Spot
from tabletop.referee.events import Gap, Illegal, Undo, Unsure
from tabletop.referee.layout import find_layout
from tabletop.referee.observe import Observation, observe
from tabletop.referee.session import Session
from tabletop.vision.sighting import Reading
from tests.referee import simulate
from tests.referee.worlds import World, make_world, world_readings

TURNS = 10


@pytest.fixture(scope="module")
def world() -> World:
    return make_world(8)


@pytest.fixture(scope="module")
def last(world: World) -> Observation:
    """A table with dishes, seen clearly."""
    table = [t for line, t in zip(world.lines, world.tables, strict=True) if not line["half"]][-4]
    reading = simulate.reading(table, simulate.CLEAN, np.random.default_rng(1))
    layout = find_layout(reading)
    assert layout is not None
    return observe(reading, layout)


def covered(world: World, seat: int, first: int) -> Iterator[tuple[str, Reading]]:
    """The game's pictures, of which in ``TURNS`` turns from ``first`` neither cards nor coins show
    where dishes of ``seat`` ever lie."""
    cards = [
        c for line in world.lines for c in line["cards"] if c["zone"].startswith(f"dish{seat}")
    ]
    corners = np.concatenate([np.array(c["quad"]) for c in cards])
    low, high = corners.min(axis=0), corners.max(axis=0)
    rng = np.random.default_rng(3)
    for line, table in zip(world.lines, world.tables, strict=True):
        seen = table
        if line["turns_played"] in range(first, first + TURNS):
            cards_left = [
                c
                for c in table.cards
                if not ((c.quad.mean(0) >= low) & (c.quad.mean(0) <= high)).all()
            ]
            coins = [
                c
                for c in table.coins
                if not (low[0] <= c[0] <= high[0] and low[1] <= c[1] <= high[1])
            ]
            seen = replace(table, cards=cards_left, coins=coins)
        yield line["frame"], simulate.reading(seen, simulate.LIGHT, rng)


@pytest.mark.parametrize("seat", [0, 1])
def test_a_display_covered_for_ten_turns_costs_no_point(world: World, seat: int) -> None:
    laid = [
        line["turns_played"]
        for line in world.lines
        if any(c["zone"].startswith(f"dish{seat}") for c in line["cards"])
    ]
    # From before the first dish, which is cooked unseen.
    first = max(2, laid[0] - TURNS // 2)
    events, seconds, _ = run(covered(world, seat, first))
    result = judge("covered", world.game, world.lines, events, seconds)
    assert result.scores == result.truth
    assert not [e for e in events if isinstance(e, Illegal | Undo | Unsure | Gap)]


def test_dishes_that_vanish_at_once_are_covered_and_nothing_was_played(world: World) -> None:
    readings = list(world_readings(world, "clean", 8))
    session = Session(game_named("mushroom-walk"))
    for frame, reading in readings[:-4]:
        session.see(reading, frame)
    told, score = len(session.view.moves), [p.score for p in session.view.players]
    assert any(score)
    frame, reading = readings[-5]
    rows = [c for c, name in zip(reading.cards, session.view.labels, strict=True) if _stays(name)]
    for n in range(6):
        events = session.see(replace(reading, cards=tuple(rows)), f"{frame} {n}")
        assert not [e for e in events if isinstance(e, Illegal | Undo | Unsure | Gap)]
    session.see(reading, f"{frame} again")
    assert len(session.view.moves) == told
    assert [p.score for p in session.view.players] == score


def _stays(label: str) -> bool:
    return not label.startswith("dish")


def test_what_is_covered_is_hidden_until_it_is_seen_again(last: Observation) -> None:
    card = next(c for c in last.displays[0] if c.up)
    away = Spot(40.0, 9.0, "display 0")
    near = Spot(card.x, card.y, "display 0")
    cover = Cover(((away, away._replace(x=41.0)),))
    hidden = cover.over(last).hidden
    assert hidden.over(40.1, 9.0)
    assert not hidden.over(card.x, card.y)
    assert hidden.sides == (True, False)
    assert cover.seen(last).patches == cover.patches
    assert not Cover(((near, away),)).seen(last).patches


def test_coins_under_a_cover_are_not_counted(last: Observation) -> None:
    purse = ((3.0, 4.0), (3.4, 4.1))
    seen = replace(last, coins=(0, 2), stashes=((), purse))
    patch = (Spot(3.2, 3.8, "display 0"), Spot(4.2, 4.3, "display 0"))
    cover = Cover((patch,), (purse, purse))
    assert cover.over(seen).coins == (None, 2)
    assert Cover((patch,), (((12.0, 4.0),), purse)).over(seen).coins == (0, 2)
    # Where none were seen before, those that a sale brings may be laid under it.
    assert Cover((patch,)).over(seen).coins == (None, 2)
    assert Cover((patch,)).over(replace(seen, coins=(1, 2))).coins == (1, 2)


def test_a_pile_that_is_covered_is_not_used_up(last: Observation) -> None:
    patch = (Spot(11.0, 0.0, "draw"), Spot(11.0, 1.6, "night"))
    assert Cover((patch,)).over(last).hidden.piles == {"draw", "night"}
