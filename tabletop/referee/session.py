"""A session: pictures' readings in, events out, and a view of the game at any moment."""

from __future__ import annotations

from collections.abc import Sequence

import numpy as np
from numpy.typing import NDArray

from tabletop.games.mushroom_walk import Game, Move, format_move, scores, winner
from tabletop.record import Record, Result
from tabletop.referee.begin import at_start, is_start, joined
from tabletop.referee.events import (
    FORMAT,
    End,
    Event,
    Gap,
    Illegal,
    Option,
    Question,
    Score,
    Start,
    Undo,
    Unsure,
)
from tabletop.referee.hypothesis import Hypothesis
from tabletop.referee.infer import Inference, Outcome, fault_limit
from tabletop.referee.layout import Layout, find_layout
from tabletop.referee.observe import Observation, observe
from tabletop.referee.report import (
    Told,
    faces,
    move_key,
    move_of,
    record_of,
    revise_event,
    told,
    turn_event,
)
from tabletop.referee.tracking import follow_layout, same_table
from tabletop.referee.view import Following, QuestionView, View
from tabletop.referee.viewing import make_view, waiting_view, zone_views
from tabletop.vision.sighting import Reading

HAND_SHARE = 0.004
"""Share of the picture from which a hand keeps it from being read."""

_CLUTTER_FRAMES = 8
_LOST_AFTER = 4
_KEEP_TOLD = 0.7
_ASK_BELOW = 0.75


class Session:
    """Follows one game. Feed it each settled picture's reading with ``see``; say ``end`` when no more
    come. Deterministic: the same readings give the same events."""

    def __init__(self, game: Game) -> None:
        self.game = game
        self._layout: Layout | None = None
        self._inference: Inference | None = None
        self._observation: Observation | None = None
        self._told: list[tuple[Told, float, str]] = []
        self._before: list[tuple[Told, float, str]] = []
        self._offset = 0
        self._base_scores = (0, 0)
        self._score: tuple[int, int] | None = None
        self._ended = False
        self._state = Following.WAITING
        self._frame = ""
        self._unfit = 0
        self._questions: dict[str, QuestionView] = {}
        self._asked: set[str] = set()
        self._warned: set[int] = set()
        self._covered: NDArray[np.float64] | None = None
        self._pictures = 0

    # What goes in

    def see(self, reading: Reading, frame: str) -> Sequence[Event]:
        """Take in the reading of one settled picture called ``frame``; what it brought."""
        self._frame = frame
        self._pictures += 1
        clutter = self._clutter(reading)
        if self._layout is None or self._inference is None:
            return self._begin(reading, frame)
        observation = observe(reading, self._layout, clutter)
        if observation.hand_share > HAND_SHARE:
            self._state = Following.HAND
            return ()
        outcome = self._inference.feed(observation, frame)
        if outcome.kind == "unfit":
            moved = self._moved_camera(reading, clutter, frame)
            if moved is not None:
                outcome, observation = moved
        if outcome.kind in ("unfit", "half"):
            return self._not_understood(outcome, observation, frame)
        return self._understood(observation, frame)

    def end(self) -> Sequence[Event]:
        """No more pictures come; the last events."""
        if self._inference is None or self._ended:
            return ()
        self._ended = True
        self._state = Following.ENDED
        totals = self._scores(self._leader())
        return (End(totals, None, "source ended", self._frame),)

    # What can be asked

    @property
    def view(self) -> View:
        """The game as it stands after the last picture."""
        if self._inference is None:
            return waiting_view(self.game, self._frame, self._state)
        h = self._leader()
        share = self._agreement(h)
        return make_view(
            h,
            self._state,
            self._frame,
            [(t, p) for t, p, _ in self._told],
            tuple(self._questions.values()),
            self._notes(h),
            self._observation,
            self._labels(h),
            share,
            self._first_known(),
        )

    @property
    def record(self) -> Record:
        """The game so far as a record."""
        settings = [f"{k}={v}" for k, v in self.game.settings.items()]
        if self._inference is None:
            return Record(self.game.name, tuple(settings))
        h = self._leader()
        result = None
        if self._ended:
            totals = self._scores(h)
            result = Result(totals, h.track.reason or "source ended")
        return record_of(h, settings, result)

    # The first picture

    def _begin(self, reading: Reading, frame: str) -> Sequence[Event]:
        if reading.hand_share > HAND_SHARE and self._pictures < _CLUTTER_FRAMES:
            self._state = Following.HAND
            return ()
        layout = find_layout(reading)
        if layout is None:
            self._state = Following.WAITING
            return ()
        observation = observe(reading, layout)
        if len(observation.forest) < 3:
            return ()
        start = is_start(observation, self.game)
        found = at_start(self.game, observation) if start else joined(self.game, observation)
        self._layout, self._observation = layout, observation
        self._inference = Inference(found)
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
        return (*first, *self._score_events(frame))

    # Pictures that were understood, and those that were not

    def _understood(self, observation: Observation, frame: str) -> Sequence[Event]:
        assert self._layout is not None
        self._unfit = 0
        self._observation = observation
        leader = self._leader()
        self._layout = follow_layout(self._layout, observation, leader)
        events: list[Event] = [*self._turn_events(leader, frame)]
        events += self._score_events(frame)
        events += self._end_events(leader, frame)
        self._state = Following.ENDED if self._ended else Following.FOLLOWING
        return events

    def _not_understood(
        self, outcome: Outcome, observation: Observation, frame: str
    ) -> Sequence[Event]:
        assert self._inference is not None
        self._observation = observation
        if outcome.kind == "half":
            self._state = Following.MOVING
            return ()
        self._unfit += 1
        self._state = Following.MOVING if self._unfit < 2 else Following.UNSURE
        if self._unfit == _LOST_AFTER - 1:
            text = "The table doesn't fit the game as followed so far; it is watched on."
            return (Unsure(text, frame),)
        if self._unfit < _LOST_AFTER:
            return ()
        forced = Inference(list(self._inference.hypotheses))
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
        self._inference = Inference(joined(self.game, observation, h))
        self._before += self._told
        self._offset += len(self._told)
        self._told = []
        self._unfit = 0
        self._warned.clear()
        self._state = Following.OUT_OF_STEP
        text = "Some turns were not seen; following goes on from the table as it lies now."
        return (Gap(self._offset, text, frame), *self._score_events(frame))

    def _moved_camera(
        self, reading: Reading, clutter: NDArray[np.bool_] | None, frame: str
    ) -> tuple[Outcome, Observation] | None:
        """Whether the picture makes sense once the table is looked for afresh: a bumped camera."""
        assert self._inference is not None and self._layout is not None
        fresh = find_layout(reading)
        if fresh is None:
            return None
        layout = same_table(self._layout, fresh)
        if layout is None:
            return None
        observation = observe(reading, layout, clutter)
        trial = Inference(list(self._inference.hypotheses))
        trial.coin_trust = self._inference.coin_trust
        outcome = trial.feed(observation, frame)
        if outcome.kind in ("unfit", "half"):
            return None
        self._inference, self._layout = trial, layout
        return outcome, observation

    # Events

    def _turn_events(self, h: Hypothesis, frame: str) -> list[Event]:
        now = [told(h, p) for p in h.history]
        events: list[Event] = []
        common = min(len(now), len(self._told))
        if len(now) < len(self._told):
            events.append(Undo(self._offset + len(now) + 1, frame))
            del self._told[len(now) :]
        for n in range(common):
            if now[n] != self._told[n][0]:
                p = self._share(n, now[n])
                self._told[n] = (now[n], p, frame)
                events.append(revise_event(self._offset + n + 1, now[n], p, frame))
        for n in range(common, len(now)):
            p = self._share(n, now[n])
            self._told.append((now[n], p, frame))
            events.append(turn_event(self._offset + n + 1, now[n], p, frame))
            events += self._illegal_events(h, n, p, frame)
        events += self._question_events(h, frame)
        return events

    def _illegal_events(self, h: Hypothesis, n: int, p: float, frame: str) -> list[Event]:
        played = h.history[n]
        if not played.broken or n in self._warned or p < 0.6:
            return []
        self._warned.add(n)
        rules = tuple(dict.fromkeys(b.rule for b in played.broken))
        first = played.broken[0]
        text = first.facts or first.sentence
        if first.cure:
            text = f"{text}: {first.cure}"
        return [Illegal(played.player, rules, text, self._offset + n + 1, round(p, 3), frame)]

    def _question_events(self, h: Hypothesis, frame: str) -> list[Event]:
        assert self._inference is not None
        events: list[Event] = []
        open_now: dict[str, QuestionView] = {}
        weights = self._inference.weights()
        for n, (turn, _, _) in enumerate(self._told):
            chances: dict[str, float] = {}
            keys: dict[tuple[int, Move], float] = {}
            for other, w in zip(self._inference.hypotheses, weights, strict=True):
                if n < len(other.history):
                    key = move_key(other, other.history[n])
                    keys[key] = keys.get(key, 0.0) + w
            for (player, move), w in keys.items():
                if player == turn.player:
                    text = format_move(move)
                    chances[text] = chances.get(text, 0.0) + w
            total = sum(chances.values())
            if not total or chances.get(turn.move, 0.0) / total >= _ASK_BELOW:
                continue
            ranked = sorted(chances.items(), key=lambda c: (-c[1], c[0]))[:4]
            if len(ranked) < 2:
                continue
            options = tuple(Option(text, round(c / total, 3)) for text, c in ranked)
            at = self._offset + n + 1
            id_ = f"turn-{at}"
            text = f"What was turn {at}?"
            open_now[id_] = QuestionView(id_, text, options)
            if id_ not in self._asked and n == len(self._told) - 1:
                self._asked.add(id_)
                events.append(Question(id_, text, options, at, frame))
        self._questions = open_now
        return events

    def _score_events(self, frame: str) -> list[Event]:
        now = self._scores(self._leader())
        if now == self._score:
            return []
        self._score = now
        return [Score(now, frame)]

    def _end_events(self, h: Hypothesis, frame: str) -> list[Event]:
        reason = h.track.reason
        if not reason:
            self._ended = False
            return []
        if self._ended:
            return []
        self._ended = True
        why = "both stuck" if reason == "both stuck" else "forest empty"
        return [End(self._scores(h), winner(h.state()), why, frame)]  # type: ignore[arg-type]

    # Inner workings

    def _leader(self) -> Hypothesis:
        """The hypothesis that is told: the likeliest, but what was told stays until another is
        clearly likelier."""
        assert self._inference is not None
        told_so_far = [t for t, _, _ in self._told]

        def value(h: Hypothesis) -> float:
            agrees = len(h.history) >= len(told_so_far) and all(
                told(h, p) == t for p, t in zip(h.history, told_so_far, strict=False)
            )
            return h.logp + (_KEEP_TOLD if agrees and told_so_far else 0.0)

        top = self._inference.best.logp
        near = [h for h in self._inference.hypotheses if h.logp > top - _KEEP_TOLD]
        return max(near, key=value)

    def _share(self, n: int, turn: Told) -> float:
        """Probability that turn ``n`` was ``turn``."""
        assert self._inference is not None
        return sum(
            w
            for h, w in zip(self._inference.hypotheses, self._inference.weights(), strict=True)
            if n < len(h.history)
            and h.history[n].player == turn.player
            and format_move(move_of(h, h.history[n])) == turn.move
        )

    def _agreement(self, h: Hypothesis) -> float:
        """Probability of the table as told: of all hypotheses with the same scores and last turn."""
        assert self._inference is not None
        last = h.history[-1].move if h.history else None
        return sum(
            w
            for other, w in zip(
                self._inference.hypotheses, self._inference.weights(), strict=True
            )
            if (other.history[-1].move if other.history else None) == last
        )

    def _first_known(self) -> bool:
        assert self._inference is not None
        return len({h.track.to_move for h in self._inference.hypotheses}) == 1

    def _scores(self, h: Hypothesis) -> tuple[int, int]:
        return scores(h.state())

    def _notes(self, h: Hypothesis) -> tuple[str, ...]:
        if self._observation is None:
            return ()
        notes = []
        for player, (side, seen) in enumerate(
            zip(h.track.sides, self._observation.coins, strict=True)
        ):
            if seen is not None and abs(seen - side.sticks) > 1:
                notes.append(
                    f"Player {player + 1}'s stash shows {seen}, the game says {side.sticks}."
                )
        return tuple(notes)

    def _labels(self, h: Hypothesis) -> tuple[str, ...]:
        o = self._observation
        if o is None:
            return ()
        labels = list(o.zones)
        for n, seen in enumerate(o.forest):
            labels[seen.at] = f"forest {n + 1}"
        for player in (0, 1):
            side = h.track.sides[player]
            owners = {c: f"dish {player}.{n}" for n, d in enumerate(side.dishes) for c in d.cards}
            for name, cards in (
                ("pan", side.pans),
                ("basket", side.baskets),
                ("night", side.night),
                ("poison", side.poison),
            ):
                owners |= dict.fromkeys(cards, f"{name} {player}")
            for seen in o.displays[player]:
                near = [
                    ((place.x - seen.x) ** 2 + (place.y - seen.y) ** 2, label)
                    for card, label in owners.items()
                    if (place := h.places.get(card)) is not None
                ]
                if near and min(near)[0] < 0.1:
                    labels[seen.at] = min(near)[1]
        return tuple(labels)

    def _clutter(self, reading: Reading) -> NDArray[np.bool_] | None:
        """What has covered the same part of most pictures so far and so is no hand."""
        hands = reading.hands.astype(np.float64)
        if self._covered is None or self._covered.shape != hands.shape:
            self._covered = np.zeros_like(hands)
        rate = 1.0 / min(self._pictures, 2 * _CLUTTER_FRAMES)
        self._covered += rate * (hands - self._covered)
        if self._pictures < _CLUTTER_FRAMES:
            return None
        clutter: NDArray[np.bool_] = self._covered > 0.6
        return clutter


__all__ = ["Session"]
