"""Playing a record through: what is known before and after every turn, and the ruling on it."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from dataclasses import dataclass, field, replace
from functools import cached_property
from itertools import accumulate

from tabletop.games import Game
from tabletop.games.mushroom_walk import (
    Decay,
    IllegalMoveError,
    Move,
    Ruling,
    State,
    Take,
    judge,
    reveal,
    turned_up,
)
from tabletop.games.walk import Knowledge
from tabletop.games.walk.game import ANY, MOON
from tabletop.language import say
from tabletop.record.cards import kinds_of
from tabletop.record.entries import Dealt, Played
from tabletop.record.errors import ReplayError
from tabletop.record.laying import held, laid_out
from tabletop.record.record import Record
from tabletop.record.settling import Block, settled

Key = tuple[Played | None, tuple[Dealt, ...], int | None]
"""What a position comes from: the turn, its dealer lines, and who plays next."""


@dataclass(frozen=True, slots=True)
class Step:
    """One turn: its number from 1, the line, and what the rules say of it by what was known then,
    the night cards that it drew among it. ``before``: the table before it."""

    turn: int
    played: Played
    before: State
    ruling: Ruling


@dataclass(frozen=True)
class Position:
    """A moment of the game: everything known of it, and the turn that led to it; None for the first
    and where dealer lines lay out the table anew."""

    known: Knowledge
    step: Step | None
    key: Key = field(repr=False)

    @cached_property
    def state(self) -> State:
        """The table, with the cards in the hands that are certain and ``?`` for the others."""
        return self.known.state


def positions(record: Record, earlier: Sequence[Position] = ()) -> Iterator[Position]:
    """Every position of the game in order, corrections carried out.

    An illegal turn is done as far as it can be. ``earlier``: positions of a record that may begin
    alike, which then needn't be worked out again. Raises ReplayError where dealer lines don't lay
    out a table or don't fit the turn they follow.
    """
    blocks = settled(record.entries)
    position: Position | None = None
    turn, alike = 0, True
    for i, block in enumerate(blocks):
        turn += block.played is not None
        key = (block.played, tuple(block.dealt), _next_player(blocks[i:]))
        alike = alike and i < len(earlier) and earlier[i].key == key
        if alike:
            position = earlier[i]
        elif position is None or block.played is None:
            to_move = key[2]
            if to_move is None:
                to_move = 0 if position is None else position.known.to_move
            position = Position(laid_out(record.game, block.dealt, to_move), None, key)
        else:
            position = _after(position, turn, block.played, key)
        yield position


def replay(record: Record) -> Iterator[Step]:
    """The turns among ``positions(record)``; raises as it does."""
    return (position.step for position in positions(record) if position.step is not None)


def known_after(record: Record, turns: int | None = None) -> Knowledge:
    """What is known of the game after ``turns`` turns, or after all of them: by all that was seen
    until then, and later, as long as no turn was illegal and no table was laid out anew.

    Raises ReplayError as ``positions`` does, and where the record has fewer turns.
    """
    found = list(positions(record))
    played = list(accumulate(int(position.step is not None) for position in found))
    if turns is None:
        turns = played[-1]
    if turns not in played:
        raise ReplayError(
            say("there is no turn {turns}: {played} were played", turns=turns, played=played[-1])
        )
    here = last = len(played) - 1 - played[::-1].index(turns)
    for later in found[here + 1 :]:
        if later.step is None or later.step.ruling.breaches:
            break
        last += 1
    return found[last].known.at(found[here].known.turns)


def count_turns(record: Record) -> int:
    """Turns played, corrections carried out. Raises ReplayError as ``positions`` does."""
    return sum(block.played is not None for block in settled(record.entries))


def _next_player(blocks: list[Block]) -> int | None:
    played = (block.played for block in blocks)
    return next((turn.player for turn in played if turn is not None), None)


def _after(position: Position, turn: int, played: Played, key: Key) -> Position:
    known, before = position.known, position.state
    move, player = played.move, played.player
    refill, night, line = _turned(turn, played, key[1], known.game)
    try:
        known = _with_moons(known, before, move, len(night))
        doable = _can_be_done(before, move)
        most = turned_up(known.state, move) if doable else (0, 0)
        if len(refill) > most[0] or len(night) > most[1]:
            message = f"turn {turn} turns up {most[0]} forest and {most[1]} night cards, not more"
            raise ReplayError(message, line)
        ruling = judge(_with_night(known, night), move, player)
        if doable:
            known = known.play(move, player=player, refill=refill, night=night, strict=False)
    except (IllegalMoveError, ValueError) as error:
        if isinstance(error, ReplayError):
            raise
        raise ReplayError(
            say("turn {turn}: {error}", turn=turn, error=error), line or played.line
        ) from None
    return Position(known, Step(turn, played, before, ruling), key)


def _can_be_done(table: State, move: Move) -> bool:
    if table.over:
        return False
    return not isinstance(move, Take) or 1 <= move.position <= len(table.forest)


def _turned(turn: int, played: Played, dealt: Sequence[Dealt], game: Game) -> tuple[str, str, int]:
    """The kinds that a turn turned up in the forest and from the night pile, and the line of the
    last of them."""
    refill = night = ""
    line = 0
    for entry in dealt:
        line = entry.line
        if entry.verb == "turn":
            refill += kinds_of(entry.cards, game)
        elif entry.verb == "night" and entry.player == played.player:
            night += held(entry, game)
        else:
            who = f"p{played.player + 1}"
            message = f"after turn {turn} the dealer does only 'turn' and 'night {who}'"
            raise ReplayError(message, line)
    return refill, night, line


def _with_moons(known: Knowledge, table: State, move: Move, nights: int) -> Knowledge:
    """``known`` with unread cards that ``move`` takes known to be moons, where more night cards
    were drawn for it than moons were seen. Raises ValueError where they can't be."""
    forest, decay = table.forest, table.decay
    if isinstance(move, Take) and nights:
        at = move.position - 1
        if forest[at : at + 1] == ANY:
            return known.read(forest=forest[:at] + MOON + forest[at + 1 :])
    elif isinstance(move, Decay):
        lack = nights - decay.count(MOON)
        if lack > 0 and ANY in decay:
            return known.read(decay=decay.replace(ANY, MOON, lack))
    return known


def _with_night(known: Knowledge, night: str) -> Knowledge:
    """``known`` with the night cards that a turn draws seen: discards are chosen after (R-19)."""
    if not night:
        return known
    cases = (replace(case, state=reveal(case.state, night=night)) for case in known.cases)
    return Knowledge(tuple(cases))
