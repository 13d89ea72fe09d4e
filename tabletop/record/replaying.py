"""Playing a record through: the state before and after every turn, and what was claimed."""

from __future__ import annotations

from collections.abc import Iterator
from contextlib import suppress
from dataclasses import dataclass

from tabletop.games.mushroom_walk import (
    Decay,
    Move,
    Ruling,
    State,
    Take,
    judge,
    play,
    reveal,
    skip_stuck,
    turned_up,
)
from tabletop.games.walk.game import ANY, MOON
from tabletop.record.cards import kinds_of
from tabletop.record.entries import Played
from tabletop.record.errors import ReplayError
from tabletop.record.laying import laid_out
from tabletop.record.record import Record
from tabletop.record.settling import Block, settled


@dataclass(frozen=True, slots=True)
class Step:
    """One turn: its number from 1, the line, the states before (with all that the turn turned up
    known) and after, and what the rules say of it."""

    turn: int
    played: Played
    before: State
    after: State
    ruling: Ruling


def positions(record: Record) -> Iterator[tuple[Step | None, State]]:
    """Every position of the game in order, corrections carried out, each with the turn that led to
    it: None for the first and where dealer lines lay out the table anew.

    An illegal turn is done as far as it can be. Raises ReplayError where dealer lines don't lay out
    a table or don't fit the turn they follow.
    """
    blocks = settled(record.entries)
    state = laid_out(record.game, blocks[0].dealt, _next_player(blocks, 0, 0))
    yield None, state
    turn = 0
    for i, block in enumerate(blocks[1:], start=1):
        if block.played is None:
            state = laid_out(record.game, block.dealt, _next_player(blocks, i, state.to_move))
            yield None, state
        else:
            turn += 1
            step = _step(turn, block.played, block, state)
            state = step.after
            yield step, state


def replay(record: Record) -> Iterator[Step]:
    """The turns among ``positions(record)``; raises as it does."""
    return (step for step, _ in positions(record) if step is not None)


def state_after(record: Record, turns: int | None = None) -> State:
    """The state after ``turns`` turns, or after all of them.

    Raises ReplayError as ``positions`` does, and where the record has fewer turns.
    """
    played = 0
    found: State | None = None
    for step, state in positions(record):
        played += step is not None
        if turns is not None and played > turns:
            break
        found = state
    if found is None or (turns is not None and played < turns):
        raise ReplayError(f"there is no turn {turns}: {played} were played")
    return found


def count_turns(record: Record) -> int:
    """Turns played, corrections carried out. Raises ReplayError as ``positions`` does."""
    return sum(block.played is not None for block in settled(record.entries))


def in_turn(state: State, player: int) -> State:
    """``state`` with ``player`` to move, the other one's turn passed on or not."""
    if player == state.to_move or state.over:
        return state
    with suppress(ValueError):
        state = skip_stuck(state)
    return state._replace(to_move=player)


def _next_player(blocks: list[Block], at: int, default: int) -> int:
    played = (block.played for block in blocks[at:])
    return next((turn.player for turn in played if turn is not None), default)


def _step(turn: int, played: Played, block: Block, before: State) -> Step:
    before = _revealed(turn, played, block, before)
    ruling = judge(before, played.move, played.player)
    before = in_turn(before, played.player)
    after = before
    if _can_be_done(before, played.move):
        after = play(before, played.move, strict=False)
    return Step(turn, played, before, after, ruling)


def _can_be_done(state: State, move: Move) -> bool:
    if state.over:
        return False
    return not isinstance(move, Take) or 1 <= move.position <= len(state.forest)


def _revealed(turn: int, played: Played, block: Block, before: State) -> State:
    """``before`` with what the turn turned up known."""
    game = before.game
    turned = night = ""
    for entry in block.dealt:
        if entry.verb == "turn":
            turned += kinds_of(entry.cards, game)
        elif entry.verb == "night" and entry.player == played.player:
            night += kinds_of(entry.cards, game)
        else:
            who = f"p{played.player + 1}"
            message = f"after turn {turn} the dealer does only 'turn' and 'night {who}'"
            raise ReplayError(message, entry.line)
    if not turned and not night:
        return before
    if night:
        before = _with_moons(before, played.move, len(night))
    line = block.dealt[-1].line
    most = turned_up(before, played.move) if _can_be_done(before, played.move) else (0, 0)
    if len(turned) > most[0] or len(night) > most[1]:
        message = f"turn {turn} turns up {most[0]} forest and {most[1]} night cards, not more"
        raise ReplayError(message, line)
    try:
        return reveal(before, draw=turned, night=night)
    except ValueError as error:
        raise ReplayError(f"turn {turn}: {error}", line) from None


def _with_moons(state: State, move: Move, nights: int) -> State:
    """``state`` with unknown cards that ``move`` takes known to be moons, where more night cards
    were drawn for it than moons were seen."""
    if isinstance(move, Take):
        at = move.position - 1
        if state.forest[at : at + 1] == ANY:
            state = state._replace(forest=state.forest[:at] + MOON + state.forest[at + 1 :])
    elif isinstance(move, Decay):
        lack = nights - state.decay.count(MOON)
        state = state._replace(decay=state.decay.replace(ANY, MOON, max(0, lack)))
    return state
