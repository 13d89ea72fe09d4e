"""Judging a move or a claim where hands are hidden: legal in all that may be, in some, in none."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from dataclasses import replace

from tabletop.games.rulings import Breach, Ruling
from tabletop.games.walk import claims
from tabletop.games.walk.checks import Checks
from tabletop.games.walk.game import ANY, BASKET, MOON, MUSHROOMS, PAN, POISON
from tabletop.games.walk.hidden.case import Case
from tabletop.games.walk.hidden.deals import Deals
from tabletop.games.walk.hidden.telling import Finding, Shortfall, told
from tabletop.games.walk.hidden.trail import Trail
from tabletop.games.walk.moves import Decay, Move, Stuck
from tabletop.games.walk.needs import unmet_together
from tabletop.games.walk.phrases import cards, has_ended, holds
from tabletop.games.walk.playing import discards_open, night_card_first
from tabletop.games.walk.state import BOTH_STUCK, State
from tabletop.language import say


def ruling(cases: Sequence[Case], move: Move | Stuck, who: int) -> Ruling:
    """The ruling on ``move`` by ``who``, over ``cases``, each of which is possible."""
    found = [finding for case in cases for finding in findings(case, move, who)]
    legal = [finding for finding in found if finding.fits is not None]
    broken = told(found, who)
    if not legal:
        return Ruling("illegal", broken)
    return Ruling("possible" if broken else "legal", (), broken, legal[0].facts)


def findings(case: Case, move: Move | Stuck, who: int) -> Iterator[Finding]:
    """A finding for each reading of the unread cards that ``move`` takes, at least one."""
    for turn in turns(case, who):
        if turn.fits is None:
            yield turn
            continue
        if isinstance(move, Stuck):
            found = stuck(turn.fits, who)
        else:
            found = (of_move(reading, move, who) for reading in readings(turn.fits, move, who))
        for finding in found:
            yield finding._replace(broken=turn.broken + finding.broken)


def readings(case: Case, move: Move, who: int) -> Iterator[Case]:
    """The readings of the unread cards that ``move`` takes which some deal allows."""
    for reading in case.readings(move):
        if reading is case or _gained(reading, move, who).possible:
            yield reading


def allowing(case: Case, move: Move, who: int) -> Iterator[tuple[Case, Case]]:
    """The readings of ``case`` that allow ``move``, each with itself narrowed to the deals that do
    and with the cards that the move brings."""
    for turn in turns(case, who):
        if turn.fits is not None:
            for reading in readings(turn.fits.apart(), move, who):
                fits = of_move(reading, move, who).fits
                if fits is not None and fits.possible:
                    yield reading, fits


def played(case: Case, move: Move, who: int) -> Iterator[Finding]:
    """The findings on a move that was done, unread cards being taken as hand cards; ``fits`` is the
    case before it."""
    for turn in turns(case, who):
        if turn.fits is None:
            yield turn
            continue
        finding = of_move(turn.fits, move, who)
        if finding.fits is None:
            yield finding
        elif isinstance(move, Decay) and not move.discards and discards_open(turn.fits.state):
            yield Finding(case, None, tuple(night_card_first(case.state.game)))
        else:
            yield turn


def turns(case: Case, who: int) -> Iterator[Finding]:
    """Whether ``who`` may have the turn: the other player then is stuck (MW-5.6). ``fits`` has
    ``who`` to move."""
    state = case.state
    if state.reason:
        ended = state.game.breaches("end", has_ended(state.reason))
        yield Finding(case, None, tuple(ended))
    elif who == state.to_move:
        yield Finding(case, case)
    else:
        for finding in stuck(case, state.to_move):
            told_ = [item for item in finding.broken if isinstance(item, Breach)]
            broken = claims.not_in_turn(state, told_, surely=finding.fits is None)
            fits = finding.fits
            if fits is not None:
                fits = replace(fits, state=fits.state._replace(to_move=who))
            yield Finding(finding.case, fits, broken)


def passed_on(case: Case) -> Case:
    """The case with the turn passed on where the player to move surely is stuck (MW-5.6, R-7)."""
    state = case.state
    if state.reason or not _surely_stuck(case, state.to_move):
        return case
    if _surely_stuck(case, 1 - state.to_move):
        return replace(case, state=state._replace(reason=BOTH_STUCK))
    return replace(case, state=state._replace(to_move=1 - state.to_move))


def of_move(case: Case, move: Move, who: int) -> Finding:
    """The finding on a move by the player to move; unread cards it takes are hand cards. Nothing
    is broken, but nothing fits either, in a case that isn't possible."""
    checks = Checks(case.state, explain=True)
    checks.check(move)
    if checks.found:
        return Finding(case, None, tuple(checks.found))
    fits = gained = _gained(case, move, who)
    if checks.needs and not gained.possible:
        return Finding(case, None)
    short: list[Shortfall] = []
    for need in checks.needs:
        trail = (gained.night if need.night else gained.day)[who]
        least = most = trail.size if need.kind == ANY else 0
        if need.kind in trail.ways:
            least, most = gained.deals[need.night].bounds(who, need.kind)
            fits = fits.at_least(who, need.kind, need.number, night=need.night)
        if least < need.number:
            short.append(Shortfall(need, least, most, gained.unsure(who, night=need.night)))
        else:
            checks.facts.append(need.met(case.state.game, least))
    surely = tuple(s for s in short if s.most < s.need.number)
    if surely:
        return Finding(case, None, surely)
    if short and not fits.possible:
        lacking = [s.need for s in short]
        unseen = max(s.unseen for s in short)
        return Finding(case, None, tuple(unmet_together(lacking, case.state.game, unseen)))
    return Finding(case, fits, tuple(short), tuple(checks.facts))


def _gained(case: Case, move: Move, who: int) -> Case:
    """The case with what ``move`` brings in the hand, the table being as it was: what is left of
    the decks is, too."""
    gained = case.gained(who, move)
    return case if gained is case else replace(gained, later=case.left)


def stuck(case: Case, who: int) -> Iterator[Finding]:
    """The findings on the claim of ``who`` that no action is possible (MW-5.6, R-21), one for each
    reading of the unread cards of the decay pile."""
    for reading in case.readings(Decay()):
        finding = _stuck_if(reading, who)
        if finding is not None:
            yield finding


def _surely_stuck(case: Case, who: int) -> bool:
    return all(finding.fits is not None and not finding.broken for finding in stuck(case, who))


def _stuck_if(case: Case, who: int) -> Finding | None:
    """The finding on the claim where the decay pile is read; None if it can't be so."""
    state = case.state._replace(to_move=who)
    me = state.mover
    came, reach = state.decay.count(ANY), state.forest[: me.sticks + 2].count(ANY)
    if came and not _beside(case, came).possible:
        return None
    can = [*claims.taking(state), *claims.decaying(state)]
    can += [say("a night card can be sold")] * bool(me.night)
    useless = case.useless(who)
    # Cards within reach that were not read must be hand cards or moons, or one could be taken.
    moons = min(reach, case.left_of(MOON)) if state.night else 0
    if can or not any(_beside(useless, came + reach - n).possible for n in range(moons + 1)):
        can = can or _playable(case, who)
        return Finding(case, None, tuple(claims.wrong(state.game, can)))
    doubts = claims.doubtful(state.game, _hopes(case, state, who, reach))
    return Finding(case, useless, tuple(doubts), (holds(me.held, me.limit),))


def _playable(case: Case, who: int) -> list[str]:
    """What a hand that surely isn't useless can play, in words."""
    deals, word = case.deals[0], case.state.game.word
    sure = {kind: deals.bounds(who, kind)[0] for kind in (*MUSHROOMS, PAN)}
    can = [claims.can_sell(n, word(k)) for k, n in sure.items() if n > 1 and k != PAN]
    can += [say("a pan can be put down")] * bool(sure[PAN])
    return can or [say("whatever the unseen cards are, two are of a kind or one is a pan")]


def _beside(case: Case, number: int) -> Deals:
    """The deals of the day cards where ``number`` unread cards on the table are hand cards too."""
    if not number:
        return case.deals[0]
    return Deals((*case.day, Trail.empty(case.day[0].limits).draw(number)), case.left[0])


def _hopes(case: Case, state: State, who: int, reach: int) -> Iterator[str]:
    """What the player may be able to do after all, in words."""
    deals, word = case.deals[0], state.game.word
    pairs = [word(kind) for kind in MUSHROOMS if deals.bounds(who, kind)[1] > 1]
    pan = deals.bounds(who, PAN)[1] > 0
    yield from claims.hoping(pairs, pan, case.unsure(who, night=False))
    free = BASKET + POISON + ("" if state.night else MOON)
    if reach and any(case.left_of(kind) for kind in free):
        yield say("{cards} within reach not read, which may need no room", cards=cards(reach))
