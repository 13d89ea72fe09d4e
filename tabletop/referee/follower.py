"""Following: pictures' readings in, events out, and a view of the game at any moment."""

from __future__ import annotations

import copy
from collections.abc import Mapping, Sequence
from dataclasses import replace

from tabletop.games.mushroom_walk import Game, scores
from tabletop.language import say
from tabletop.record import Entry, Record, Remark, Result
from tabletop.referee.asking import candidates
from tabletop.referee.begin import at_start, is_start, joined
from tabletop.referee.bump import bumped
from tabletop.referee.clutter import PICTURES, Clutter
from tabletop.referee.continuing import Effort
from tabletop.referee.cover import PRIOR, Cover, suspected
from tabletop.referee.demands import Demand
from tabletop.referee.events import FORMAT, End, Event, Gap, Moved, Option, Start, Unsure
from tabletop.referee.hypothesis import Hypothesis
from tabletop.referee.infer import PICTURE, USUAL, WIDE, Inference, Outcome, Width
from tabletop.referee.labelling import labels_of, notes_on
from tabletop.referee.layout import Layout, find_layout
from tabletop.referee.observe import Observation, observe
from tabletop.referee.recording import lines_of
from tabletop.referee.reminders import Reminders
from tabletop.referee.report import Told, faces
from tabletop.referee.setup import Setup, fitting_layout
from tabletop.referee.telling import Teller
from tabletop.referee.tracking import (
    follow_layout,
    open_heaps,
    same_table,
    with_dealt_discards,
)
from tabletop.referee.trials import looked_afresh, with_likely_discard
from tabletop.referee.view import Following, QuestionView, View
from tabletop.referee.viewing import make_view, waiting_view, zone_views
from tabletop.referee.weighed import TIDY, fault_limit
from tabletop.vision.sighting import Reading

HAND_SHARE = 0.004
"""Share of the picture from which a hand keeps it from being read."""

_LOST_AFTER = 4


class Follower:
    """Follows one game. Feed it each settled picture's reading with ``see``; say ``end`` when no
    more come. Deterministic: the same readings and demands give the same events. ``setup``: where
    everything lay when the camera was set up; looked for afresh where that no longer fits."""

    def __init__(self, game: Game, setup: Setup | None = None) -> None:
        self.game = game
        self._setup = setup
        self._layout: Layout | None = None
        self._inference: Inference | None = None
        self._observation: Observation | None = None
        self._teller = Teller()
        self._reminders = Reminders()
        self._over = False
        self._state = Following.WAITING
        self._frame = ""
        self._unfit = 0
        self._clutter = Clutter()
        self._put_off: tuple[tuple[Reading, str, int], ...] = ()
        self._cover = Cover()
        self._joined = False
        self._moved_after = -2
        self._lost: tuple[Entry, ...] = ()
        self._demands: Mapping[int, Demand] = {}
        self._width = USUAL
        self._past_evidence = 0.0
        self._discard: tuple[float, float] | None = None

    def copy(self) -> Follower:
        """The same game at the same moment, to go on from it in another way."""
        twin = copy.copy(self)
        twin._teller = self._teller.copy()
        twin._reminders = self._reminders.copy()
        twin._inference = None if self._inference is None else self._inference.copy()
        return twin

    # What goes in

    def take_for_discard(self, place: tuple[float, float]) -> None:
        """Before the first picture: the discard pile lies at ``place`` on the table."""
        self._discard = place

    def widen(self) -> None:
        """Think of much more from now on."""
        self._set_width(WIDE)

    def narrow(self) -> None:
        """Think of as much as usual again."""
        self._set_width(USUAL)

    def _set_width(self, width: Width) -> None:
        self._width = width
        if self._inference is not None:
            self._inference.width = width

    def demand(self, demands: Mapping[int, Demand]) -> None:
        """From now on turns with these numbers are what players say they were."""
        self._demands = demands
        self._pass_on_demands()

    def _pass_on_demands(self) -> None:
        if self._inference is not None:
            first = self._teller.offset + 1
            self._inference.demands = {n - first: d for n, d in self._demands.items() if n >= first}

    def see(
        self, reading: Reading, frame: str, reach: int = 0, effort: Effort | None = None
    ) -> Sequence[Event]:
        """Take in the reading of one settled picture called ``frame``; what it brought. ``reach``:
        turns that have been played by then whatever the picture shows; ``effort``: what may be
        weighed for it, if not as much as usual."""
        self._frame = frame
        if self._inference is not None:
            self._inference.effort = effort or Effort(PICTURE)
        self._clutter = self._clutter.seen(reading.hands)
        if self._inference is None:
            return self._first_seen(reading, frame, reach)
        return self._see(self._clutter.cleared(reading), frame, reach)

    def _see(self, reading: Reading, frame: str, reach: int) -> Sequence[Event]:
        assert self._layout is not None
        observation = observe(reading, self._layout)
        if observation.hand_share > HAND_SHARE:
            self._state = Following.HAND
            return ()
        pushed = self._pushed(reading)
        if pushed:
            observation = observe(reading, self._layout)
        return (*pushed, *self._feed(reading, observation, frame, reach))

    def _pushed(self, reading: Reading) -> Sequence[Event]:
        """Whether the camera was pushed; from now on the table is where it is seen now."""
        assert self._layout is not None
        layout = bumped(self._layout, reading, self._leader())
        if layout is None:
            return ()
        self._layout = layout
        return (self._moved(),)

    def _moved(self) -> Moved:
        self._moved_after = len(self.told)
        text = say("The camera was moved; following goes on from where it stands now.")
        return Moved(text, self._frame)

    def _feed(
        self,
        reading: Reading,
        observation: Observation,
        frame: str,
        reach: int,
    ) -> Sequence[Event]:
        assert self._layout is not None
        assert self._inference is not None
        if self._layout.discard is None:
            observation = with_likely_discard(self._inference, reading, observation, frame)
            self._layout = observation.layout
        due = max(0, reach - self._teller.offset)
        outcome, observation = self._weighed(observation, frame, due)
        if outcome.kind == "unfit" and not self._inference.effort.over:
            moved = looked_afresh(self._inference, self._layout, reading, frame)
            if moved is not None:
                self._inference, outcome, observation = moved
                self._layout = observation.layout
                return (self._moved(), *self._understood(observation, frame))
        if outcome.kind == "slip":
            return self._slipped(observation, frame)
        if outcome.kind in ("unfit", "half"):
            return self._not_understood(outcome, observation, frame)
        return self._understood(observation, frame)

    def _weighed(
        self, observation: Observation, frame: str, due: int
    ) -> tuple[Outcome, Observation]:
        """What ``observation`` is: where cards that lay together are gone, either as it is or with
        something lying over them, whichever accounts for it better."""
        assert self._inference is not None
        self._cover = self._cover.seen(observation)
        plain = self._cover.over(observation)
        before = self._inference.copy()
        outcome = self._inference.feed(plain, frame, due)
        if outcome.kind in ("stay", "turn") and outcome.faults <= TIDY:
            return outcome, plain
        cover = suspected(self._cover, before.best, plain)
        if cover is None or before.effort.over:
            return outcome, plain
        covered = cover.over(observation)
        result = before.feed(covered, frame, due)
        if result.kind not in ("stay", "turn"):
            return outcome, plain
        before.evidence += PRIOR * (len(cover.patches) - len(self._cover.patches))
        if outcome.kind in ("stay", "turn") and before.evidence < self._inference.evidence:
            return outcome, plain
        self._inference, self._cover = before, cover
        return result, covered

    def set_up_again(self, reading: Reading, frame: str) -> Sequence[Event] | None:
        """Look for the table afresh in the last picture, whatever was thought of it; None, and no
        change, where it shows no row of cards."""
        fresh = find_layout(reading)
        if fresh is None:
            return None
        if self._layout is None or self._inference is None:
            return self.see(reading, frame)
        layout = same_table(self._layout, fresh)
        if layout is None:
            layout = with_dealt_discards(observe(reading, fresh), self.game)
        observation = observe(reading, layout)
        if len(observation.forest) < 2:
            return None
        self._layout, self._frame = layout, frame
        trial = self._inference.copy()
        if trial.feed(observation, frame).kind in ("unfit", "half"):
            return self._anchor_again(observation, frame)
        self._inference = trial
        return self._understood(observation, frame)

    def end(self) -> Sequence[Event]:
        """No more pictures come; the last events."""
        if self._inference is None or self._over or self._teller.ended:
            return ()
        events = list(self._last_look())
        if any(isinstance(event, End) for event in events):
            return events
        self._over = True
        self._state = Following.ENDED
        events.append(End(scores(self._leader().state()), None, "source ended", self._frame))
        return events

    def _last_look(self) -> Sequence[Event]:
        """The last picture, if it was not understood, as the best that can be made of it."""
        if not self._unfit or self._observation is None or self._inference is None:
            return ()
        forced = self._inference.copy()
        result = forced.force(self._observation, self._frame)
        if result.faults > 2 * fault_limit(self._observation):
            return ()
        self._inference = forced
        return self._understood(self._observation, self._frame)

    # What can be asked

    @property
    def told(self) -> Sequence[tuple[Told, float]]:
        """Every turn told so far, with its probability."""
        return (*self._teller.earlier, *self._teller.turns)

    @property
    def totals(self) -> tuple[int, int] | None:
        """Both scores as they stand; None before a table was found."""
        return None if self._inference is None else scores(self._leader().state())

    @property
    def evidence(self) -> float:
        """Log likelihood of all pictures so far, up to a constant that depends on them alone."""
        return self._past_evidence + (0.0 if self._inference is None else self._inference.evidence)

    @property
    def heaps(self) -> tuple[int, Sequence[tuple[float, float]]]:
        """While nobody knows where the discard pile is: how often cards were thrown away, and where
        heaps lie that it may be."""
        if self._layout is None or self._layout.discard is not None or self._observation is None:
            return 0, ()
        assert self._inference is not None
        return len(self._inference.best.track.discard), open_heaps(self._observation)

    @property
    def ended(self) -> bool:
        """The game, or what could be seen of it, is over."""
        return self._over or self._teller.ended

    @property
    def deepest(self) -> int:
        """Turns that the longest history still thought of has."""
        if self._inference is None:
            return 0
        longest = max(len(h.history) for h in self._inference.hypotheses)
        return self._teller.offset + longest

    def candidates(self, turn: int) -> Sequence[Option]:
        """What turn ``turn``, from 1, may have been: what the pictures make likely, with its
        probability, then what the rules would have allowed. Nothing of turns before a gap."""
        n = turn - 1 - self._teller.offset
        if self._inference is None or n < 0:
            return ()
        h = self._leader()
        if n >= len(h.history):
            return ()
        told = self._teller.moves[n]
        return candidates(h, n, told, self._teller.chances(self._inference, n))

    @property
    def questions(self) -> Sequence[QuestionView]:
        """The questions that are open."""
        return tuple(self._teller.questions.values())

    @property
    def view(self) -> View:
        """The game as it stands after the last picture."""
        if self._inference is None:
            return waiting_view(self.game, self._frame, self._state)
        h = self._leader()
        share = self._agreement(h)
        return make_view(
            h,
            self._teller.moves,
            self._teller.unsure(h),
            self._state,
            self._frame,
            self.told,
            tuple(self._teller.questions.values()),
            notes_on(h, self._observation, len(self.told) - self._moved_after <= 1),
            self._observation,
            labels_of(h, self._observation),
            share,
            self._first_known(),
        )

    @property
    def record(self) -> Record:
        """The game so far as a record: what is now taken to be the truth of every turn."""
        record = Record(self.game.name, tuple(f"{k}={v}" for k, v in self.game.settings.items()))
        if self._inference is None:
            return record
        h = self._leader()
        lines = self._lost + lines_of(h, self._teller.moves, joined=self._joined)
        if self.ended:
            lines += (Result(scores(h.state()), h.track.reason or "source ended"),)
        return replace(record, entries=lines)

    # The first picture

    def _first_seen(self, reading: Reading, frame: str, reach: int) -> Sequence[Event]:
        """A picture while the game has not begun: it begins with one that nothing covers, and goes
        on with those after it, also where only now it is known that no hand covered them."""
        self._put_off = (*self._put_off, (reading, frame, reach))[-PICTURES:]
        events: list[Event] = []
        for seen, name, turns in self._put_off:
            clear = self._clutter.cleared(seen)
            self._frame = name
            if self._inference is not None:
                events += self._see(clear, name, turns)
            elif clear.hand_share > HAND_SHARE:
                self._state = Following.HAND
            else:
                events += self._begin(clear, name)
        if self._inference is not None or self._state is not Following.HAND:
            self._put_off = ()
        return events

    def _begin(self, reading: Reading, frame: str) -> Sequence[Event]:
        layout = None if self._setup is None else fitting_layout(self._setup, reading)
        layout = layout or find_layout(reading)
        if layout is None:
            self._state = Following.WAITING
            return ()
        if self._discard is not None:
            layout = replace(layout, discard=self._discard)
        layout = with_dealt_discards(observe(reading, layout), self.game)
        observation = observe(reading, layout)
        if len(observation.forest) < 3:
            return ()
        start = is_start(observation, self.game)
        found = at_start(self.game, observation) if start else joined(self.game, observation)
        self._layout, self._observation = layout, observation
        self._joined = not start
        self._teller.past_known = start
        self._inference = Inference(found, self._width)
        self._pass_on_demands()
        self._state = Following.FOLLOWING
        h = self._inference.best
        zones = {z.name: z.outline for z in zone_views(layout)}
        first: list[Event] = [
            Start(
                FORMAT,
                self.game.name,
                dict(self.game.settings),
                zones,
                faces(h, h.track.forest),
                not start,
                frame,
            )
        ]
        return (*first, *self._teller.score(h, frame))

    # Pictures that were understood, and those that were not

    def _understood(self, observation: Observation, frame: str) -> Sequence[Event]:
        assert self._layout is not None
        assert self._inference is not None
        self._unfit = 0
        self._observation = observation
        leader = self._leader()
        self._layout = follow_layout(self._layout, observation, leader)
        self._cover = self._cover.noted(observation)
        events = self._teller.update(leader, self._inference, observation.coins, frame)
        turns = len(self.told)
        trust = self._inference.coin_trust
        events += self._reminders.understood(leader, observation, trust, turns, frame)
        self._state = Following.ENDED if self._teller.ended else Following.FOLLOWING
        return events

    def _slipped(self, observation: Observation, frame: str) -> Sequence[Event]:
        """Something was done wrong: the game waits where it was until it is put right."""
        assert self._inference is not None
        assert self._inference.slip is not None
        self._observation = observation
        self._unfit = 0
        self._state = Following.OUT_OF_STEP
        return self._reminders.slip(self._inference.slip, len(self.told) + 1, frame)

    def _not_understood(
        self, outcome: Outcome, observation: Observation, frame: str
    ) -> Sequence[Event]:
        assert self._inference is not None
        self._observation = observation
        if outcome.kind == "half":
            self._state = Following.MOVING
            turn = len(self.told) + 1
            return self._reminders.unfilled(self._inference.unfilled, turn, frame)
        self._unfit += 1
        self._state = Following.MOVING if self._unfit < 2 else Following.UNSURE
        if self._unfit == _LOST_AFTER - 1:
            text = say("The table doesn't fit the game as followed so far; it is watched on.")
            return (Unsure(text, frame),)
        if self._unfit < _LOST_AFTER:
            return ()
        forced = self._inference.copy()
        result = forced.force(observation, frame)
        if result.faults <= 2.5 * fault_limit(observation):
            self._inference = forced
            return self._understood(observation, frame)
        return self._anchor_again(observation, frame)

    def _anchor_again(self, observation: Observation, frame: str) -> Sequence[Event]:
        """Turns went unseen: go on from the table as it lies."""
        if len(observation.forest) < 2:
            return ()
        h = self._leader()
        lost = lines_of(h, self._teller.moves, joined=self._joined)
        self._lost += (*lost, Remark("Some turns were not seen."))
        self._joined = True
        self._teller.past_known = False
        self._past_evidence = self.evidence
        self._inference = Inference(joined(self.game, observation, h), self._width)
        self._teller.start_afresh()
        self._pass_on_demands()
        self._unfit = 0
        self._state = Following.OUT_OF_STEP
        text = say("Some turns were not seen; following goes on from the table as it lies now.")
        gap = Gap(self._teller.offset, text, frame)
        return (gap, *self._teller.score(self._leader(), frame))

    # Inner workings

    def _leader(self) -> Hypothesis:
        assert self._inference is not None
        return self._teller.leader(self._inference)

    def _agreement(self, h: Hypothesis) -> float:
        """Probability of the table as told: of all hypotheses with the same scores and last
        turn."""
        assert self._inference is not None
        last = h.history[-1].move if h.history else None
        return sum(
            w
            for other, w in zip(self._inference.hypotheses, self._inference.weights(), strict=True)
            if (other.history[-1].move if other.history else None) == last
        )

    def _first_known(self) -> bool:
        assert self._inference is not None
        return len({h.track.to_move for h in self._inference.hypotheses}) == 1


__all__ = ["Follower"]
