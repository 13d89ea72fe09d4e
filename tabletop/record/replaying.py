"""Playing a record through: the state before and after every turn."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from dataclasses import dataclass

from tabletop.games import Game
from tabletop.games.mushroom_walk import (
    RULES,
    Breach,
    State,
    Stuck,
    Take,
    judge,
    play,
    reveal,
    skip_stuck,
    turned_up,
    unknown_state,
)
from tabletop.games.walk.game import ANY, BASKET, MOON, POISON
from tabletop.record.entries import Dealt, Entry, Played, Record


class ReplayError(ValueError):
    """A record whose lines don't fit together; ``entry`` counts its entries from 0."""

    def __init__(self, message: str, entry: int) -> None:
        super().__init__(message)
        self.entry = entry


@dataclass(frozen=True, slots=True)
class Step:
    """One turn: its number from 1, the line, the states before and after, every rule it broke."""

    turn: int
    played: Played
    before: State
    after: State
    broken: tuple[Breach, ...]


def first_state(record: Record) -> State:
    """The state before the first turn, as the record's dealer lines tell it.

    Raises ReplayError where they don't lay a forest of 8, or deal a player more than 3 cards.
    """
    state, _ = _set_up(record)
    return state


def replay(record: Record) -> Iterator[Step]:
    """Every turn of the record in order. An illegal one is done as far as it can be.

    Raises ReplayError where dealer lines don't fit the turn they follow.
    """
    state, at = _set_up(record)
    turn = 0
    while at < len(record.entries):
        entry = record.entries[at]
        if isinstance(entry, Dealt):
            raise ReplayError(f"'dealer {entry.verb}' doesn't follow a turn", at)
        if isinstance(entry, Played):
            turn += 1
            end = at + 1
            while end < len(record.entries) and not isinstance(record.entries[end], Played):
                end += 1
            step = _step(turn, entry, state, record.entries[at + 1 : end], at)
            yield step
            state = step.after
            at = end
        else:
            at += 1


def _set_up(record: Record) -> tuple[State, int]:
    game = record.game
    end = next((i for i, e in enumerate(record.entries) if isinstance(e, Played)), None)
    first = record.entries[end] if end is not None else None
    end = len(record.entries) if end is None else end
    forest: str | None = None
    hands, nights, baskets, discard = ["", ""], ["", ""], [0, 0], ""
    dealt = [0, 0]
    for i, entry in enumerate(record.entries[:end]):
        if not isinstance(entry, Dealt):
            continue
        kinds = _kinds(game, entry.cards)
        if entry.verb == "forest" and forest is None and len(kinds) == 8:
            forest = kinds
        elif entry.player is not None and entry.verb == "night":
            nights[entry.player] += kinds
        elif entry.player is not None and entry.verb == "deal":
            dealt[entry.player] += len(kinds)
            baskets[entry.player] += kinds.count(BASKET)
            discard += "".join(k for k in kinds if k in (MOON, POISON))
            hands[entry.player] += "".join(k for k in kinds if k not in (MOON, POISON, BASKET))
            if dealt[entry.player] > 3:
                raise ReplayError("each player is dealt 3 cards (MW-3.5)", i)
        else:
            raise ReplayError("the dealer lays 8 forest cards once, before the first turn", i)
    if forest is None:
        raise ReplayError("no forest is laid: write 'dealer forest' and 8 cards", 0)
    hands = [hand + ANY * (3 - dealt[i]) for i, hand in enumerate(hands)]
    state = unknown_state(
        game,
        forest,
        hands=hands,
        nights=nights,
        baskets=baskets,
        discard=discard,
        to_move=first.player if isinstance(first, Played) else 0,
    )
    return state, end


def _step(turn: int, played: Played, before: State, following: Sequence[Entry], at: int) -> Step:
    broken: list[Breach] = []
    if played.player != before.to_move and not before.over:
        if judge(before, Stuck()).verdict == "illegal":
            facts = f"it is player {before.to_move}'s turn, who can act"
            broken.append(Breach("R-21", RULES["R-21"].text, facts))
        else:
            before = skip_stuck(before)
        before = before._replace(to_move=played.player)
    lines = [entry for entry in following if isinstance(entry, Dealt)]
    game = before.game
    refill = "".join(_kinds(game, entry.cards) for entry in lines if entry.verb == "turn")
    night = "".join(_kinds(game, entry.cards) for entry in lines if entry.verb == "night")
    if any(entry.verb not in ("turn", "night") for entry in lines):
        raise ReplayError("after a turn the dealer does only 'turn' and 'night'", at)
    move = played.move
    if isinstance(move, Take) and not 1 <= move.position <= len(before.forest):
        raise ReplayError(f"turn {turn} takes card {move.position}, which isn't there", at)
    most = turned_up(before, move)
    if len(refill) > most[0] or len(night) > most[1]:
        raise ReplayError(
            f"turn {turn} turns up {most[0]} forest and {most[1]} night cards, not more", at
        )
    try:
        before = reveal(before, draw=refill, night=night)
    except ValueError as error:
        raise ReplayError(f"turn {turn}: {error}", at) from None
    broken += judge(before, move).breaches
    return Step(turn, played, before, play(before, move, strict=False), tuple(broken))


def _kinds(game: Game, cards: Sequence[str]) -> str:
    return "".join(card if len(card) == 1 else game.kind_of(card) for card in cards)
