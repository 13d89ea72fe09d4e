"""Random games written down as a session would, with the dealt cards unknown, and any records."""

from __future__ import annotations

import random
from itertools import accumulate

from hypothesis import strategies as st

from tabletop.games import game_named
from tabletop.games.mushroom_walk import (
    Cook,
    Decay,
    Move,
    PutPan,
    Sell,
    State,
    Stuck,
    Take,
    legal_moves,
    play,
    scores,
    setup,
    turned_up,
)
from tabletop.record import (
    Claimed,
    Corrected,
    Dealt,
    Entry,
    Played,
    Position,
    Record,
    Remark,
    Result,
    Ruled,
    Undone,
    positions,
)
from tabletop.record.entries import DEALER

HEAD = "tabletop record 1\ngame: mushroom-walk\n"
FOREST = "dealer forest 5D 6S 9H XR XB 2C KS KD\n"


def recorded(seed: int, game_name: str = "mushroom-walk") -> tuple[Record, State]:
    """A random game's record and its last state."""
    rng = random.Random(seed)
    players = ("Anna", "Ben: the 2nd #1")
    settings = () if game_name == "fungi" else ("moon=jack",)
    record = Record(game_name, settings, players, "club", "2031-05-17")
    state = setup(game_named(record.game_name, record.settings), rng, rng.randrange(2))
    record += Dealt("forest", tuple(state.forest))
    for i, player in enumerate(state.players):
        cards = ["??"] * len(player.hand) + ["K"] * player.baskets + ["O"] * len(player.night)
        record += Dealt("deal", (*cards, *["P"] * (3 - len(cards))), i)
        if player.night:
            record += Dealt("night", tuple(player.night), i)
    while not state.over:
        move = rng.choice(list(legal_moves(state)))
        forest, night = turned_up(state, move)
        comment = rng.choice(["", "", "", "good for Anna", "a # in it: odd"])
        record += Played(state.to_move, move, comment)
        if night:
            record += Dealt("night", tuple(state.night[:night]), state.to_move)
        if forest:
            record += Dealt("turn", tuple(state.draw[:forest]))
        if rng.random() < 0.1:
            record += Remark(rng.choice(["", "tea break", "who: me?"]))
        state = play(state, move)
    return record + Result(scores(state), state.reason), state


def played(record: Record) -> list[Position]:
    """The positions after each turn."""
    return [position for position in positions(record) if position.step is not None]


def state_after(record: Record, turns: int | None = None) -> State:
    """The table after so many turns, or all, by what was seen until then."""
    found = list(positions(record))
    counts = list(accumulate(int(position.step is not None) for position in found))
    at = max(i for i, n in enumerate(counts) if turns is None or n == turns)
    return found[at].state


def rules(position: Position) -> list[str]:
    """The ids of the rules that the turn broke."""
    assert position.step is not None
    return [breach.rule for breach in position.step.ruling.breaches]


WORDS = st.text(max_size=20)
CARDS = st.sampled_from(["TH", "QS", "XR", "X?", "??", "?", "back", "T", "N", "2C", "O"])
PLAYERS = st.integers(0, 1)
DISCARDS = st.lists(st.sampled_from([("d", "9"), ("n", "4"), ("d", "?")]), max_size=3).map(tuple)
MOVES: st.SearchStrategy[Move] = st.one_of(
    st.builds(Take, st.integers(0, 99), DISCARDS),
    st.builds(Decay, DISCARDS),
    st.builds(
        Cook,
        st.sampled_from("29"),
        st.integers(1, 9),
        st.integers(0, 1),
        st.integers(0, 2),
        st.integers(0, 2),
        st.sampled_from(["hand", "display"]),
    ),
    st.builds(Sell, st.sampled_from("29"), st.integers(1, 9), st.integers(0, 1)),
    st.just(PutPan()),
)
RULES = st.lists(st.sampled_from(["MW-5.1", "MW-5.1a", "R-12", "FU-R3"]), max_size=3).map(tuple)


@st.composite
def dealt(draw: st.DrawFn) -> Dealt:
    """Any dealer line."""
    verb = draw(st.sampled_from(sorted(DEALER)))
    shape = DEALER[verb]
    cards = draw(st.lists(CARDS, min_size=shape.least, max_size=min(shape.most, 9)))
    if verb == "dish":
        cards = [card + draw(st.sampled_from(["", "*"])) for card in cards]
    player = draw(PLAYERS) if shape.player else None
    number = draw(st.integers(0, 999)) if shape.number else None
    return Dealt(verb, tuple(cards), player, number, draw(WORDS))


@st.composite
def records(draw: st.DrawFn) -> Record:
    """Any record that can be written, whether its lines fit together or not."""
    entries: list[Entry] = []
    turns = 0
    for _ in range(draw(st.integers(0, 12))):
        kinds = ["dealt", "played", "claimed", "remark"]
        if turns:
            kinds += ["claimed turn", "ruled", "corrected", "undone"]
        kind = draw(st.sampled_from(kinds))
        comment = draw(WORDS)
        player, turn = draw(PLAYERS), draw(st.integers(1, max(1, turns)))
        if kind == "dealt":
            entries.append(draw(dealt()))
        elif kind == "played":
            turns += 1
            entries.append(Played(player, draw(MOVES), comment))
        elif kind == "claimed":
            says = draw(MOVES | st.just(Stuck()))
            entries.append(Claimed(player, says, draw(st.none() | PLAYERS), comment))
        elif kind == "claimed turn":
            entries.append(Claimed(player, turn, None, comment))
        elif kind == "ruled":
            verdict = draw(st.sampled_from(["legal", "possible", "illegal"]))
            entries.append(Ruled(verdict, draw(RULES), comment))
        elif kind == "corrected":
            played = Played(player, draw(MOVES), draw(WORDS)) if draw(st.booleans()) else None
            entries.append(Corrected(turn if played else 0, played, comment))
        elif kind == "undone":
            turns = turn - 1
            entries.append(Undone(turn, comment))
        else:
            entries.append(Remark(comment))
    if draw(st.booleans()):
        entries.append(Result((3, draw(st.integers(0, 9999))), draw(WORDS), draw(WORDS)))
    date = draw(st.sampled_from(["", "2031-05-17"]))
    players = (draw(WORDS), draw(WORDS))
    return Record(players=players, event=draw(WORDS), date=date, entries=tuple(entries))
