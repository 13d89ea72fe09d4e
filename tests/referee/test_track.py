"""Cards carried from place to place end where the rules' engine says."""

from __future__ import annotations

import random

import pytest

from tabletop.games import game_named
from tabletop.games import mushroom_walk as mw
from tabletop.referee.structure import PILE, PLAY, after, lane_of
from tabletop.referee.track import Choice, Side, Track, advance, state_of


def _choice(state: mw.State, track: Track, kinds: dict[int, str], move: mw.Move) -> Choice:
    """Which cards ``move`` concerns, any of the right kind."""
    me = track.sides[track.to_move]

    def pick(cards: tuple[int, ...], kind: str, number: int) -> tuple[int, ...]:
        return tuple(c for c in cards if kinds[c] == kind)[:number]

    if isinstance(move, mw.Take | mw.Decay):
        cards = track.decay
        if isinstance(move, mw.Take):
            cards = track.forest[move.position - 1 : move.position]
        gains = "".join(kinds[c] if kinds[c] in "KOP" else "H" for c in cards)
        moons = min(gains.count("O"), track.night)
        drawn = tuple(track.next_night - 1 - i for i in range(moons))
        for card, kind in zip(drawn, state.night, strict=False):
            kinds[card] = kind
        kept = tuple(c for c, g in zip(cards, gains, strict=True) if g == "H")
        pools = {"d": list(me.hand + kept), "n": list(me.night + drawn)}
        drop = []
        for pile, kind in move.discards:
            card = next(c for c in pools[pile] if kinds[c] == kind)
            pools[pile].remove(card)
            drop.append(card)
        return Choice(gains, tuple(drop))
    if isinstance(move, mw.PutPan):
        return Choice(pan=pick(me.hand, "N", 1)[0])
    day, night = pick(me.hand, move.mushroom, move.day), pick(me.night, move.mushroom, move.night)
    if isinstance(move, mw.Sell):
        return Choice(day=day, night=night)
    extra = pick(me.hand, "B", move.butter) + pick(me.hand, "C", move.cider)
    pan = pick(me.hand, "N", 1)[0] if move.pan == "hand" else me.pans[0]
    return Choice(day=day, night=night, extra=extra, pan=pan)


def _track_of(state: mw.State, kinds: dict[int, str]) -> Track:
    count = 0

    def number(text: str, night: bool = False) -> tuple[int, ...]:
        nonlocal count
        ids = []
        for kind in text:
            count += 1
            ids.append(-count if night else count)
            kinds[ids[-1]] = kind
        return tuple(ids)

    sides = [
        Side(number(p.hand), number(p.night, True), number("K" * p.baskets), number("N" * p.pans))
        for p in state.players
    ]
    forest = number(state.forest)
    batch = number(state.discard)
    return Track(
        forest,
        (),
        len(state.draw),
        len(state.night),
        (batch,) if batch else (),
        (sides[0], sides[1]),
        state.to_move,
        count + 1,
        -count - 1,
    )


@pytest.mark.parametrize("seed", range(25))
def test_tracks_follow_the_engine(seed: int) -> None:
    rng = random.Random(seed)
    game = game_named("mushroom-walk")
    state = mw.setup(game, rng, rng.randrange(2))
    kinds: dict[int, str] = {}
    track = _track_of(state, kinds)
    while not state.over:
        move = rng.choice(list(mw.legal_moves(state)))
        choice = _choice(state, track, kinds, move)
        step = PLAY
        if isinstance(move, mw.Take):
            step = move.position
        elif isinstance(move, mw.Decay):
            step = PILE
        lane = after(lane_of(track), step)
        done = advance(track, move, choice, game.sell)
        kinds.update(zip(done.refill, state.draw, strict=False))
        new = mw.play(state, move)
        track = done.track._replace(to_move=new.to_move)
        assert (track.forest, track.decay, track.draw) == lane[:3]
        mine = state_of(track, game, kinds.__getitem__)
        assert mine.forest == new.forest
        assert mine.decay == new.decay
        assert sorted(mine.discard) == sorted(new.discard)
        assert sorted(mine.spent) == sorted(new.spent)
        assert mine.players == new.players
        assert (len(mine.draw), len(mine.night)) == (len(new.draw), len(new.night))
        if track.reason:
            assert new.over
        state = new
