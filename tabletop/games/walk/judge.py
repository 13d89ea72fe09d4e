"""Judging a given move: every rule it breaks, or whether unknown cards leave that open."""

from __future__ import annotations

from collections.abc import Iterator
from itertools import chain
from typing import Final, Protocol

from tabletop.games.rulings import Breach, Ruling, fewest, ruling
from tabletop.games.walk import claims
from tabletop.games.walk.checks import Checks
from tabletop.games.walk.game import ANY, Game
from tabletop.games.walk.moves import Cook, Decay, Move, PutPan, Sell, Stuck, Take
from tabletop.games.walk.needs import Need, unmet_together
from tabletop.games.walk.phrases import has_ended
from tabletop.games.walk.rules import RuleName
from tabletop.games.walk.state import State
from tabletop.games.walk.unread import readings, taken
from tabletop.games.walk.unseen import unseen

_ALLOWED_BY: Final[dict[type[Move | Stuck], RuleName]] = {
    Take: "forest",
    Decay: "decay pile",
    Cook: "cook",
    Sell: "sell",
    PutPan: "put pan",
    Stuck: "stuck",
}


def allowed_by(move: Move | Stuck, game: Game) -> tuple[str, ...]:
    """The ids of the rules that allow ``move`` where nothing speaks against it."""
    return game.ids(_ALLOWED_BY[type(move)])


class Knows(Protocol):
    """What is known of a game with hidden hands: ``knowledge.Knowledge``."""

    def ruling(self, move: Move | Stuck, player: int | None) -> Ruling:
        """The ruling on ``move``."""


def judge(seen: State | Knows, move: Move | Stuck, player: int | None = None) -> Ruling:
    """The ruling on ``move``, or on the claim ``Stuck()``, made by ``player`` (the one to move).

    Never raises, whatever the move holds. Where ``seen`` is a state with unknown cards (``?``), or
    the ``Knowledge`` of a whole game so far, the verdict is ``"possible"`` if some cards that they
    can be allow the move and others don't.
    """
    if not isinstance(seen, State):
        return seen.ruling(move, player)
    state = seen
    if state.reason:
        return ruling(state.game.breaches("end", has_ended(state.reason)))
    doubts: tuple[Breach, ...] = ()
    if player is not None and player != state.to_move:
        waits = claims.stuck(state)
        doubts = claims.not_in_turn(
            state, waits.breaches or waits.doubts, surely=bool(waits.breaches)
        )
        if waits.breaches:
            return ruling(doubts)
        state = state._replace(to_move=1 - state.to_move)
    if isinstance(move, Stuck):
        said = claims.stuck(state)
        return ruling(said.breaches, (*doubts, *said.doubts), said.facts)
    broken: list[list[Breach]] = []
    facts: list[str] | None = None
    for reading in _readings(state, move):
        found, checks = _found(reading, move, explain=True)
        if not found:
            facts = facts or checks.facts
            found = _unmet(checks, hopeful=False)
        broken.append(found)
    if facts is None:
        return ruling(fewest(broken))
    return ruling([], dict.fromkeys(chain(doubts, *broken)), facts)


def breaches(state: State, move: object) -> list[Breach]:
    """Every rule that ``move`` breaks whatever the unknown cards are; never raises.

    The quick half of ``judge``, for the engine itself.
    """
    if state.reason:
        return state.game.breaches("end", has_ended(state.reason))
    if ANY in taken(state, move):
        return fewest(_found(reading, move)[0] for reading in _readings(state, move))
    checks = Checks(state)
    checks.check(move)
    return checks.found if checks.met else checks.found + _unmet(checks, hopeful=True)


def _readings(state: State, move: object) -> Iterator[State]:
    left = unseen(state).day if ANY in taken(state, move) else None
    return (reading for reading, _ in readings(state, move, left))


def _found(state: State, move: object, *, explain: bool = False) -> tuple[list[Breach], Checks]:
    checks = Checks(state, explain=explain)
    checks.check(move)
    return checks.found + _unmet(checks, hopeful=True), checks


def _unmet(checks: Checks, *, hopeful: bool) -> list[Breach]:
    """What is needed and not held; of unknown cards in the hand the kindest case counts where
    ``hopeful``, else the worst."""
    found: list[Breach] = []
    every = checks.needs
    for night, have in ((False, checks.hand), (True, checks.nights)):
        needs = [need for need in every if need.night is night]
        if needs:
            found += _unmet_in(have, needs, checks, hopeful=hopeful)
    return found


def _unmet_in(have: str, needs: list[Need], checks: Checks, *, hopeful: bool) -> list[Breach]:
    spare = have.count(ANY)
    left = unseen(checks.state) if spare else None
    found: list[Breach] = []
    lacking: list[Need] = []
    used = 0
    for need in needs:
        held, least, most = have.count(need.kind), 0, 0
        if need.kind == ANY:
            used += need.number
        elif held < need.number:
            used += need.number - held
            lacking.append(need)
            if left is not None:
                least, most = left.range(need.kind, spare, night=need.night)
        if need.number > held + (most if hopeful else least):
            found += need.unmet(checks.game, held + least, held + most, spare)
        elif checks.explain and hopeful and held >= need.number:
            checks.facts.append(need.met(checks.game, held))
    if hopeful and used > spare and not found:
        found += unmet_together(lacking, checks.game, spare)
    return found
