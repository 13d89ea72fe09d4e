"""A session: a game being followed, what was seen of it, and what players put right by hand."""

from __future__ import annotations

from collections.abc import Sequence
from typing import NamedTuple

from tabletop.games.mushroom_walk import Game, Move, Ruling, format_move, parse_move
from tabletop.games.walk.sheet import PLAYERS
from tabletop.language import say, several
from tabletop.record import Claimed, Record
from tabletop.referee.continuing import Effort
from tabletop.referee.correcting import CorrectionError, Fix, changes, demands_of
from tabletop.referee.demands import Demand
from tabletop.referee.disputing import Said, ruled, ruling_on, with_claims
from tabletop.referee.events import Event, Moved, Option, Reminder, Unsure
from tabletop.referee.follower import Follower
from tabletop.referee.infer import PICTURE
from tabletop.referee.marks import MARK_EVERY, Mark, SeenPicture, meets
from tabletop.referee.second_look import LOOK, Look, SecondLook, better, hopeless
from tabletop.referee.setup import Setup
from tabletop.referee.view import View
from tabletop.vision.sighting import Reading

MOST_FIXES = 200
"""Corrections that may stand at a time: each one is heeded with every picture that is judged again.
"""


class Evidence(NamedTuple):
    """The pictures, by number from 1, that show the table before a turn and after it."""

    before: int
    after: int


class Session:
    """Follows one game. Feed it each settled picture's reading with ``see``; say ``end`` when no
    more come. Deterministic: the same readings and corrections in the same order give the same
    events. ``setup``: where everything lay when the camera was set up."""

    def __init__(self, game: Game, setup: Setup | None = None) -> None:
        self.game = game
        self._follower = Follower(game, setup)
        self._seen: list[SeenPicture] = []
        self._marks = [Mark(0, 0, self._follower.copy(), SecondLook())]
        self._fixes: tuple[Fix, ...] = ()
        self._claims: tuple[Said, ...] = ()
        self._second = SecondLook()
        self._over = False
        self._first = 0
        self.weighed: list[int] = []
        """For each picture how many continuations were weighed, second looks among them."""

    def see(self, reading: Reading, frame: str) -> Sequence[Event]:
        """Take in the reading of one settled picture called ``frame``; what it brought."""
        return self._see(reading, frame)

    def _see(self, reading: Reading, frame: str, reach: int = 0) -> Sequence[Event]:
        before = self._follower.copy()
        effort = Effort(PICTURE)
        events = self._follower.see(reading, frame, reach, effort)
        self.weighed.append(effort.spent)
        self._note(reading, frame)
        best: tuple[Session, Sequence[Event], Sequence[Event]] | None = None
        for look in self._second.wanted(self._follower, events):
            trial, heard, last = self._looked(look)
            self.weighed[-1] += sum(trial.weighed)
            if better(self._follower if best is None else best[0]._follower, trial._follower):
                best = trial, heard, last
        if best is None:
            return events
        trial, heard, last = best
        self._follower, self._seen, self._marks = trial._follower, trial._seen, trial._marks
        self._second.helped()
        rest = [e for e in last if isinstance(e, Moved | Reminder | Unsure)]
        return (*changes(before, self._follower, heard, frame), *rest)

    def _looked(self, look: Look) -> tuple[Session, Sequence[Event], Sequence[Event]]:
        """All pictures judged again as ``look`` says; what was heard on the way, and of that what
        the last picture brought."""
        told = len(self._follower.told)
        deepest = 0 if look.back is None else max(0, told - look.back)
        kept = [m for n, m in enumerate(self._marks) if n == 0 or m.deepest <= deepest]
        if look.back is None:
            kept = kept[:1]
        trial = self._from([*kept], self._fixes)
        if look.discard is not None:
            trial._follower.take_for_discard(look.discard)
            trial._marks[0] = trial._marks[0]._replace(follower=trial._follower.copy())
        else:
            trial._follower.widen()
        heard, last = trial._catch_up(self._seen, again=False, effort=LOOK)
        trial._follower.narrow()
        return trial, heard, last

    def set_up_again(self) -> Sequence[Event]:
        """Look for the table afresh in the last picture and go on from how it lies there; what that
        brought. Raises ``CorrectionError``, and changes nothing, where that isn't possible."""
        if not self._seen:
            raise CorrectionError(say("No picture has been seen yet."))
        last = self._seen[-1]
        events = self._follower.set_up_again(last.reading, last.frame)
        if events is None:
            raise CorrectionError(
                say("The last picture shows no row of cards: clear the view of it.")
            )
        self._note(last.reading, last.frame, afresh=True)
        return events

    def end(self) -> Sequence[Event]:
        """No more pictures come; the last events."""
        self._over = True
        return self._follower.end()

    def fix(self, turn: int, move: Move, player: int | None = None) -> Sequence[Event]:
        """Turn ``turn``, from 1, was ``move``, made by ``player`` if given: every picture since is
        judged again. Returns what that changes. The move may be illegal: players err. Raises
        ``CorrectionError``, and changes nothing, where the turn was not told or the table and the
        cards leave no way to make that move."""
        told = len(self._follower.told)
        if not 1 <= turn <= told:
            if told:
                have = several("there is {n} turn so far", "there are {n} turns so far", told)
            else:
                have = say("no turn has been played yet")
            raise CorrectionError(say("There is no turn {n}: {have}.", n=turn, have=have))
        if len(self._fixes) >= MOST_FIXES:
            raise CorrectionError(
                say(
                    "{n} corrections stand already, more than any game needs: withdraw one first.",
                    n=len(self._fixes),
                )
            )
        fixes = (*self._fixes, Fix(turn, Demand(move, player), *self._shown(turn)))
        events = self._judge_again(fixes, turn)
        if events is None:
            said = format_move(move)
            if player is not None:
                said = say("{move} by {name}", move=said, name=PLAYERS[player])
            raise CorrectionError(
                say(
                    "Turn {n} can't have been '{move}': "
                    "the cards on the table and in the hand don't allow it.",
                    n=turn,
                    move=said,
                )
            )
        return events

    def undo(self) -> Sequence[Event]:
        """Withdraw the last correction; what that changes. Raises ``CorrectionError`` if there is
        none."""
        if not self._fixes:
            raise CorrectionError(say("Nothing was corrected by hand."))
        events = self._judge_again(self._fixes[:-1], self._fixes[-1].turn)
        assert events is not None
        return events

    def answer(self, question: str, option: str) -> Sequence[Event]:
        """Answer an open question by its id with the text of one of its options; what that
        changes. Raises ``CorrectionError`` where there is no such question or option."""
        found = next((q for q in self._follower.questions if q.id == question), None)
        if found is None:
            raise CorrectionError(say("There is no open question {id!r}.", id=question))
        if option not in [o.text for o in found.options]:
            options = ", ".join(repr(o.text) for o in found.options)
            raise CorrectionError(
                say(
                    "{answer!r} is no answer to {id}: choose from {answers}.",
                    answer=option,
                    id=question,
                    answers=options,
                )
            )
        turn = int(question.rpartition("-")[2])
        return self.fix(turn, parse_move(option), self._follower.told[turn - 1][0].player)

    def claim(self, claim: Claimed, turns: int | None = None) -> Ruling:
        """What the rules say of ``claim``, made after ``turns`` turns, or now; from now on the
        record has both. Raises ``CorrectionError`` where there is no such turn or no table yet."""
        played = len(self._follower.told)
        turns = played if turns is None else turns
        ruling = ruling_on(self.record, claim, turns)
        self._claims = (*self._claims, Said(turns, claim, ruled(ruling)))
        return ruling

    @property
    def claims(self) -> Sequence[Said]:
        """The claims that were made, oldest first."""
        return self._claims

    def candidates(self, turn: int) -> Sequence[Option]:
        """As ``Follower.candidates``."""
        return self._follower.candidates(turn)

    def evidence(self, turn: int) -> Evidence | None:
        """The pictures that show ``turn``, from 1; None for a turn that was not told."""
        if not 1 <= turn <= len(self._follower.told):
            return None
        at = self._shown(turn)[0]
        before = self._first if turn == 1 else self._shown(turn - 1)[0]
        return Evidence(self._number(min(before, at)), self._number(at))

    def reading(self, number: int) -> Reading:
        """The reading of picture ``number``, from 1."""
        return [seen.reading for seen in self._seen if not seen.afresh][number - 1]

    def _number(self, at: int) -> int:
        """The number, from 1, of the picture at ``at``; looks at one again don't count."""
        return sum(not seen.afresh for seen in self._seen[: at + 1])

    @property
    def fixes(self) -> Sequence[Fix]:
        """The corrections that stand, oldest first."""
        return self._fixes

    @property
    def view(self) -> View:
        """The game as it stands after the last picture."""
        return self._follower.view

    @property
    def record(self) -> Record:
        """The game so far as a record, what was claimed among it."""
        return with_claims(self._follower.record, self._claims)

    def _note(self, reading: Reading, frame: str, afresh: bool = False) -> None:
        if self._follower.totals is None:
            self._first = len(self._seen) + 1
        follower = self._follower
        self._seen.append(
            SeenPicture(reading, frame, len(follower.told), afresh, follower.evidence)
        )
        deepest = self._follower.deepest
        if deepest >= self._marks[-1].deepest + MARK_EVERY:
            mark = Mark(len(self._seen), deepest, self._follower.copy(), self._second.copy())
            self._marks.append(mark)

    def _shown(self, turn: int) -> tuple[int, int]:
        """The picture that showed ``turn``, the first of those since which it has been told, and
        the first one after another turn of that number was taken back."""
        at = len(self._seen)
        while at and self._seen[at - 1].turns >= turn:
            at -= 1
        since = at
        while since and self._seen[since - 1].turns < turn:
            since -= 1
        return min(at, len(self._seen) - 1), since + 1 if since else 0

    def _judge_again(self, fixes: tuple[Fix, ...], turn: int) -> Sequence[Event] | None:
        """Everything from ``turn`` on with ``fixes``; None, and no change, where a demanded turn
        can't have been played."""
        kept = [m for n, m in enumerate(self._marks) if n == 0 or m.deepest < turn]
        trial = self._from(kept, fixes)
        heard = [*trial._catch_up(self._seen, again=True)[0]]
        if self._over:
            heard += trial._follower.end()
        told = trial._follower.told
        if len(told) < min(turn, len(self._follower.told)):
            return None
        demands = demands_of(fixes, len(self._seen))
        if any(not meets(told[n - 1][0], d) for n, d in demands.items() if n <= len(told)):
            return None
        frame = self._seen[-1].frame
        events = changes(self._follower, trial._follower, heard, frame)
        self._follower, self._fixes = trial._follower, trial._fixes
        self._seen, self._marks, self._second = trial._seen, trial._marks, trial._second
        return events

    def _from(self, marks: list[Mark], fixes: tuple[Fix, ...]) -> Session:
        """The session as it was at the last of ``marks``, with ``fixes``."""
        trial = Session(self.game)
        trial._marks, trial._fixes, trial._over = marks, fixes, self._over
        trial._seen = self._seen[: marks[-1].at]
        trial._follower, trial._second = marks[-1].follower.copy(), marks[-1].second.copy()
        trial._follower.demand(demands_of(fixes, len(trial._seen)))
        return trial

    def _catch_up(
        self, pictures: Sequence[SeenPicture], again: bool, effort: int = 0
    ) -> tuple[Sequence[Event], Sequence[Event]]:
        """Take in those of ``pictures`` that came since; what that brought, and what the last one
        did. ``again``: whether to look again on the way; if not, no more than ``effort`` is
        weighed."""
        due = {f.at: max(g.turn for g in self._fixes if g.at == f.at) for f in self._fixes}
        heard: list[Event] = []
        last: Sequence[Event] = ()
        for at, seen in enumerate(pictures[len(self._seen) :], len(self._seen)):
            if any(f.since == at for f in self._fixes):
                self._follower.demand(demands_of(self._fixes, at))
            if seen.afresh:
                last = self._follower.set_up_again(seen.reading, seen.frame) or ()
                self._note(seen.reading, seen.frame, seen.afresh)
            elif again:
                last = self._see(seen.reading, seen.frame, due.get(at, 0))
            else:
                # A third of what is left at most: the last pictures, for which all this is done,
                # must have their share.
                share = Effort(min(PICTURE, effort // 3))
                last = self._follower.see(seen.reading, seen.frame, due.get(at, 0), share)
                effort -= share.spent
                self.weighed.append(share.spent)
                self._note(seen.reading, seen.frame)
                if hopeless(self._follower.evidence, seen.evidence):
                    break
            heard += last
        return heard, last


__all__ = ["CorrectionError", "Evidence", "Session"]
