"""Whole games followed, and what must never happen whatever comes in."""

from __future__ import annotations

from collections import Counter
from dataclasses import replace
from itertools import islice

import msgspec
import numpy as np
import pytest

from benchmarks.judging import judge, run
from tabletop.games import game_named
from tabletop.games.mushroom_walk import scores
from tabletop.record import Dealt, Played, format_record, known_after, parse_record
from tabletop.record import replay as replayed
from tabletop.referee.events import End, Event, Illegal, Score, Start, Turn, Undo, to_json
from tabletop.referee.session import Session
from tabletop.referee.view import Following
from tabletop.vision.sighting import Coin, Reading, Sighting
from tests.referee.worlds import World, make_world, world_readings


@pytest.fixture(scope="module")
def world() -> World:
    return make_world(8)


@pytest.fixture(scope="module")
def clean(world: World) -> list[tuple[str, Reading]]:
    return list(world_readings(world, "clean", 8))


@pytest.fixture(scope="module")
def followed(
    clean: list[tuple[str, Reading]],
) -> tuple[list[Event], list[float], Session]:
    return run(iter(clean))


def test_every_turn_of_a_game_is_told(
    world: World, followed: tuple[list[Event], list[float], Session]
) -> None:
    events, seconds, session = followed
    result = judge("game", world.game, world.lines, events, seconds)
    assert result.exact, result.first_wrong
    assert isinstance(events[0], Start)
    assert isinstance(events[-1], End)
    assert events[-1].reason == "forest empty"
    kinds = Counter(type(e) for e in events)
    assert not kinds[Illegal]
    assert not kinds[Undo]
    assert kinds[Turn] == result.turns
    assert session.view.state is Following.ENDED
    assert [m.text for m in session.view.moves] == [
        e.move for e in sorted(_last(events).values(), key=lambda e: e.n)
    ]


def _last(events: list) -> dict[int, Turn]:
    return {e.n: e for e in events if hasattr(e, "detail")}


def test_the_record_replays_to_the_same_score(
    followed: tuple[list[Event], list[float], Session],
) -> None:
    _, _, session = followed
    record = parse_record(format_record(session.record))
    steps = list(replayed(record))
    assert len(steps) == len(session.view.moves)
    assert not any(step.ruling.breaches for step in steps)
    final = tuple(p.score for p in session.view.players)
    assert scores(known_after(record).state) == final


@pytest.mark.parametrize(
    "seen", [slice(24, 36), [*range(8), *range(34, 44)]], ids=["joined", "turns unseen"]
)
def test_the_record_of_part_of_a_game_replays_to_the_same_table(
    clean: list[tuple[str, Reading]], seen: slice | list[int]
) -> None:
    pictures = clean[seen] if isinstance(seen, slice) else [clean[n] for n in seen]
    events, _, session = run(iter(pictures))
    record = session.record
    assert parse_record(format_record(record)) == record
    last = known_after(record).state
    players = session.view.players
    assert scores(last) == tuple(p.score for p in players)
    assert [p.sticks for p in last.players] == [p.sticks for p in players]
    assert [p.held for p in last.players] == [p.held for p in players]
    assert len(last.forest) == len(session.view.forest)
    # A table laid out in mid-game says what lies there, and turns before a gap are kept.
    turns = sum(isinstance(e, Turn) for e in events) - sum(isinstance(e, Undo) for e in events)
    assert sum(isinstance(e, Played) for e in record.entries) == turns
    assert any(isinstance(e, Dealt) and e.verb == "hand" for e in record.entries)


def test_same_readings_same_events(world: World) -> None:
    once, again = (
        [to_json(e) for e in run(islice(world_readings(world, "usual", 3), 40))[0]]
        for _ in range(2)
    )
    assert once == again
    assert len(once) > 30


@pytest.mark.slow
@pytest.mark.parametrize("seed", [9, 10, 12, 13])
def test_games_are_followed_with_a_usual_reader(seed: int) -> None:
    world = make_world(seed)
    events, seconds, _ = run(world_readings(world, "usual", seed))
    result = judge("game", world.game, world.lines, events, seconds)
    # What the noise leaves open is asked, with the truth among the answers; all else is right.
    assert result.perfect, result.first_wrong
    assert result.asked <= 2


@pytest.mark.slow
def test_pictures_left_out_cost_no_points(world: World, clean: list[tuple[str, Reading]]) -> None:
    every_other = [item for n, item in enumerate(clean) if n % 4 != 2]
    events, seconds, _ = run(iter(every_other))
    result = judge("game", world.game, world.lines, events, seconds)
    assert result.scores == result.truth
    assert result.right >= 0.9 * result.turns


def test_hands_and_half_turns_are_no_turns(world: World, clean: list[tuple[str, Reading]]) -> None:
    session = Session(game_named("mushroom-walk"))
    for line, (name, picture) in zip(world.lines[:24], clean, strict=False):
        events = session.see(picture, name)
        if line["busy"] or line["half"]:
            assert not any(isinstance(e, Turn) for e in events)
        if line["busy"]:
            assert session.view.state is Following.HAND


def test_cards_put_back_undo_the_turn(world: World, clean: list[tuple[str, Reading]]) -> None:
    settled = [
        (line, item)
        for line, item in zip(world.lines, clean, strict=True)
        if not line["busy"] and not line["half"]
    ]
    session = Session(game_named("mushroom-walk"))
    for _, (name, picture) in settled[:6]:
        session.see(picture, name)
    turns = len(session.view.moves)
    events = session.see(settled[4][1][1], "back")
    assert [e.n for e in events if isinstance(e, Undo)] == [turns]
    assert len(session.view.moves) == turns - 1
    again = session.see(settled[5][1][1], "again")
    assert [e.n for e in again if isinstance(e, Turn)] == [turns]


def test_joining_in_mid_game(world: World, clean: list[tuple[str, Reading]]) -> None:
    start = next(n for n, line in enumerate(world.lines) if line["turns_played"] == 20)
    session = Session(game_named("mushroom-walk"))
    first = list(session.see(clean[start][1], clean[start][0]))
    assert isinstance(first[0], Start)
    assert first[0].joined
    line = world.lines[start]
    faces = [c["face"] for c in line["cards"] if c["zone"] == "forest"]
    assert list(first[0].forest) == faces
    lower = world.game["seat_at_lower_edge"]
    want = (line["players"][lower]["score"], line["players"][1 - lower]["score"])
    assert next(e.scores for e in first if isinstance(e, Score)) == want
    assert [c.price for c in session.view.forest] == [0, 0, 1, 2, 3, 4, 5, 6]


@pytest.mark.parametrize(("seed", "turns"), [(1, 34), (3, 19), (5, 16), (5, 34)])
def test_who_joins_in_mid_game_accuses_nobody_of_what_was_not_seen(seed: int, turns: int) -> None:
    world = make_world(seed)
    clean = list(world_readings(world, "clean", seed))
    start = next(n for n, line in enumerate(world.lines) if line["turns_played"] == turns)
    session = Session(game_named("mushroom-walk"))
    events = [
        event
        for name, reading in clean[start : start + 12]
        # Sticks lie in their owner's pocket: no picture tells how many there are.
        for event in session.see(replace(reading, coins=()), name)
    ]
    assert sum(isinstance(event, Turn) for event in events) >= 6
    assert [event for event in events if isinstance(event, Illegal)] == []


def _anything(rng: np.random.Generator) -> Reading:
    cards = []
    for _ in range(int(rng.integers(0, 40))):
        quad = rng.uniform(-200, 2000, (4, 2))
        if rng.random() < 0.5:
            x, y, w = rng.uniform(0, 1900), rng.uniform(0, 1000), rng.uniform(20, 200)
            quad = np.array([[x, y], [x + w, y], [x + w, y + 1.4 * w], [x, y + 1.4 * w]])
        up = bool(rng.random() < 0.8)
        p = rng.dirichlet(np.full(54, 0.1)) if up else np.zeros(54)
        cards.append(
            Sighting(
                tuple(map(tuple, quad.tolist())),
                up,
                p.astype(np.float32),
                float(rng.random()),
                float(rng.random()),
            )
        )
    coins = tuple(Coin(*rng.uniform(0, 1000, 2), 10.0) for _ in range(int(rng.integers(0, 30))))
    hands = rng.random((9, 16)) < 0.02 * rng.random()
    return Reading((1920, 1080), tuple(cards), coins, hands)


def test_nonsense_never_raises(clean: list[tuple[str, Reading]]) -> None:
    rng = np.random.default_rng(4)
    session = Session(game_named("mushroom-walk"))
    for n in range(30):
        session.see(_anything(rng), f"wild {n}")
        msgspec.json.encode(session.view)
    session = Session(game_named("mushroom-walk"))
    for n, (name, picture) in enumerate(clean[:25]):
        for event in session.see(picture, name):
            to_json(event)
        if n % 3 == 2:
            session.see(_anything(rng), f"wild {n}")
            session.see(replace(picture, cards=()), f"empty {n}")
    assert len(session.view.moves) > 10
    session.end()


def test_nothing_seen_nothing_said() -> None:
    session = Session(game_named("mushroom-walk"))
    assert list(session.see(Reading((640, 480)), "a")) == []
    assert session.view.state is Following.WAITING
    assert list(session.end()) == []
    assert session.record.entries == ()


def test_a_source_that_ends_early_ends_with_the_score_so_far(
    world: World, clean: list[tuple[str, Reading]]
) -> None:
    events, _, _ = run(iter(clean[:40]))
    assert isinstance(events[-1], End)
    assert events[-1].reason == "source ended"
    line = world.lines[39]
    lower = world.game["seat_at_lower_edge"]
    assert events[-1].scores[0] in (
        line["players"][lower]["score"],
        world.lines[38]["players"][lower]["score"],
    )
