"""What a session has told so far, and the events that bring it up to date."""

from __future__ import annotations

import copy
from collections.abc import Sequence

from tabletop.games.mushroom_walk import Move, scores, winner
from tabletop.language import say
from tabletop.referee.asking import ranked
from tabletop.referee.events import End, Event, Illegal, Question, Reminder, Score, Undo
from tabletop.referee.grounds import Grounds
from tabletop.referee.hands import Hands
from tabletop.referee.hypothesis import Hypothesis
from tabletop.referee.infer import Inference
from tabletop.referee.report import (
    Told,
    cure_text,
    revise_event,
    told,
    turn_event,
)
from tabletop.referee.thrown import Accounts, Key, plain, share, told_as, unsure
from tabletop.referee.view import QuestionView

KEEP_TOLD = 0.2
"""How much likelier a turn must be before it takes the place of the one told."""

_REACH = 4.0
"""How much less likely than the likeliest, in nats, the history that is told may be."""
_ASK_BELOW = 0.75
_WARN_FROM = 0.6
_ACCUSE_FROM = 0.9
"""Probability that a turn broke a rule from which a second picture makes the word about it an
accusation."""
_COUNT_FROM = 0.35
"""Probability of too full a hand from which players are asked to count it."""
_NEEDS_THE_PAST = frozenset({"MW-4.1", "MW-5.1", "MW-5.2", "MW-7.1", "R-2", "R-3", "R-4"})
"""Rules that rest on sticks and hands, which a table met in mid-game doesn't show."""

Wrong = tuple[int, int, tuple[str, ...]]
"""A turn, from 0, its player, and the rules it breaks."""


class Teller:
    """Turns hypotheses into events, each thing told once and put right when it proves wrong."""

    def __init__(self) -> None:
        self.turns: list[tuple[Told, float]] = []
        self.earlier: list[tuple[Told, float]] = []
        self.ended = False
        self.past_known = True
        """Whether every turn was followed, so that sticks and hands are known."""
        self.questions: dict[str, QuestionView] = {}
        self._asked: set[str] = set()
        self._said: set[Wrong] = set()
        self._warned: dict[Wrong, str] = {}
        self._grounds = Grounds()
        self._score: tuple[int, int] | None = None
        self.moves: tuple[Move, ...] = ()
        """The moves of ``turns`` as they are told, cards open in them unknown."""
        self._keys: tuple[Key, ...] = ()
        self._accounts: Accounts | None = None
        self._hands: Hands | None = None
        self._led: tuple[Sequence[Hypothesis], Hypothesis] | None = None

    @property
    def offset(self) -> int:
        """Turns told before the last gap; those after it are numbered on."""
        return len(self.earlier)

    def copy(self) -> Teller:
        """The same things told, to tell other things from here on."""
        twin = copy.copy(self)
        twin.turns, twin.earlier = list(self.turns), list(self.earlier)
        twin._asked, twin._said = set(self._asked), set(self._said)
        twin._warned = dict(self._warned)
        twin._grounds = self._grounds.copy()
        twin._accounts = None
        return twin

    def leader(self, inference: Inference) -> Hypothesis:
        """The hypothesis that is told: the one whose turns are likeliest, each by itself, since the
        likeliest whole history may have a turn that most others tell otherwise. What was told
        stays until another turn is clearly likelier."""
        hypotheses = inference.hypotheses
        if self._led is not None and self._led[0] == hypotheses:
            return self._led[1]
        accounts = self._of(inference)
        keys, chance = accounts.plain, accounts.alike()

        def value(turns: Sequence[Key]) -> float:
            same = sum(a == b for a, b in zip(turns, self._keys, strict=False))
            # Half a turn off for each, so that a turn more is told only where it is likely.
            return sum(chance[n, key] - 0.5 for n, key in enumerate(turns)) + KEEP_TOLD * same

        top = inference.best.logp
        near = [n for n, h in enumerate(hypotheses) if h.logp > top - _REACH]
        h = hypotheses[max(near, key=lambda n: value(keys[n]))]
        self._led = hypotheses, h
        return h

    def _of(self, inference: Inference) -> Accounts:
        if self._accounts is None or self._accounts.hypotheses != inference.hypotheses:
            self._accounts = Accounts(inference)
        return self._accounts

    def start_afresh(self) -> None:
        """Turns told so far stand; those that come are numbered on."""
        self.earlier += self.turns
        self.turns = []
        self.questions = {}
        self._said = set()
        self._warned = {}
        self._grounds = Grounds()
        self._keys = self.moves = ()
        self._hands = None

    def update(
        self, h: Hypothesis, inference: Inference, coins: Sequence[int | None], frame: str
    ) -> list[Event]:
        """Everything that is new in ``h`` after picture ``frame``; ``coins``: those it shows before
        each player, None where they can't be seen."""
        events = self._turns(h, inference, frame)
        self._keys = tuple(
            (p.player, plain(move)) for p, move in zip(h.history, self.moves, strict=True)
        )
        self._grounds.note(h, coins)
        events += self._questions(inference, frame)
        events += self.score(h, frame)
        events += self._end(h, frame)
        return events

    def _turns(self, h: Hypothesis, inference: Inference, frame: str) -> list[Event]:
        accounts = self._of(inference)
        hands = self._hands = Hands(h)
        ways = [accounts.ways(n, p.player, hands) for n, p in enumerate(h.history)]
        before = dict(enumerate(self.moves))
        self.moves = tuple(told_as(ways[n], p.move, before.get(n)) for n, p in enumerate(h.history))
        now = [told(h, p, move) for p, move in zip(h.history, self.moves, strict=True)]
        events: list[Event] = self._accusations(h, inference, frame)
        if len(now) < len(self.turns):
            events.append(Undo(self.offset + len(now) + 1, frame))
            del self.turns[len(now) :]
            self._grounds.undone(len(now))
        for n, turn in enumerate(now):
            number = self.offset + n + 1
            if n >= len(self.turns):
                p = share(ways[n], self.moves[n])
                self.turns.append((turn, p))
                self._grounds.told(n, p)
                events.append(turn_event(number, turn, p, frame))
                events += self._broken(h, n, inference, frame)
            elif turn != self.turns[n][0]:
                p = share(ways[n], self.moves[n])
                self.turns[n] = (turn, p)
                self._grounds.told(n, p)
                events.append(revise_event(number, turn, p, frame))
                events += self._broken(h, n, inference, frame)
        return events

    def _broken(self, h: Hypothesis, n: int, inference: Inference, frame: str) -> list[Event]:
        """What is said of the rules that turn ``n`` breaks, when it is told."""
        played = h.history[n]
        broken = [b for b in played.broken if self.past_known or b.rule not in _NEEDS_THE_PAST]
        rules = tuple(dict.fromkeys(b.rule for b in broken))
        limit = h.game.ids("hand limit")
        if not broken and self.past_known:
            # Told as a fair turn, yet the hand may well have been too full for it.
            rules = limit
        wrong = (n, played.player, rules)
        if wrong in self._said:
            return []
        p = _share_that_breaks(inference, n, rules)
        if not rules or p < (_COUNT_FROM if set(rules) & set(limit) else _WARN_FROM):
            return []
        self._said.add(wrong)
        count = self._grounds.wanting(h, n, rules, sure=bool(broken) and p >= _WARN_FROM)
        if count is not None:
            return [Reminder(played.player, rules, count, frame)]
        text = cure_text(broken[0])
        if n in inference.demands:
            return [self._illegal(wrong, text, p, frame)]
        self._warned[wrong] = text
        return [Reminder(played.player, rules, text, frame)]

    def _accusations(self, h: Hypothesis, inference: Inference, frame: str) -> list[Event]:
        """What was said gently of turns in the last picture, where this one leaves no doubt of
        it."""
        warned, self._warned = self._warned, {}
        events: list[Event] = []
        for wrong, text in warned.items():
            n, player, rules = wrong
            if n >= len(h.history) or h.history[n].player != player:
                continue
            if not set(rules) <= {b.rule for b in h.history[n].broken}:
                continue
            p = _share_that_breaks(inference, n, rules)
            if p >= _ACCUSE_FROM and self._grounds.wanting(h, n, rules) is None:
                events.append(self._illegal(wrong, text, p, frame))
        return events

    def _illegal(self, wrong: Wrong, text: str, p: float, frame: str) -> Illegal:
        n, player, rules = wrong
        return Illegal(player, rules, text, self.offset + n + 1, round(p, 3), frame)

    def _questions(self, inference: Inference, frame: str) -> list[Event]:
        events: list[Event] = []
        still: dict[str, QuestionView] = {}
        for n in range(len(self.turns)):
            chances = self._alike(inference, n)
            total = sum(chances.values())
            # Cards that nobody saw thrown away change nothing that is told: nobody is asked.
            if len(chances) < 2 or chances.get(self.moves[n], 0.0) >= _ASK_BELOW * total:
                continue
            number = self.offset + n + 1
            options = tuple(ranked(chances)[:4])
            text = say("What was turn {n}?", n=number)
            view = QuestionView(f"turn-{number}", text, options)
            still[view.id] = view
            if view.id not in self._asked:
                self._asked.add(view.id)
                events.append(Question(view.id, view.text, options, number, frame))
        self.questions = still
        return events

    def _alike(self, inference: Inference, n: int) -> dict[Move, float]:
        """As ``chances``, moves that differ in what was thrown away taken together."""
        chances = self.chances(inference, n)
        together: dict[Move, float] = {}
        for move, weight in chances.items():
            together[plain(move)] = together.get(plain(move), 0.0) + weight
        so_far = self.moves[n]
        return {told_as(chances, move, so_far): weight for move, weight in together.items()}

    def chances(self, inference: Inference, n: int) -> dict[Move, float]:
        """How likely each move is to have been turn ``n`` (from 0, since the last gap) of the
        player who is told to have made it."""
        return self._of(inference).ways(n, self.turns[n][0].player, self._hands)

    def unsure(self, h: Hypothesis) -> frozenset[int]:
        """Cards of ``h``, which is told, that are in a hand or thrown away, nobody knows which."""
        return frozenset() if self._hands is None else unsure(h, self.moves, self._hands)

    def score(self, h: Hypothesis, frame: str) -> list[Event]:
        """The score, if it has changed."""
        now = scores(h.state())
        if now == self._score:
            return []
        self._score = now
        return [Score(now, frame)]

    def _end(self, h: Hypothesis, frame: str) -> list[Event]:
        reason = h.track.reason
        if not reason or self.ended:
            self.ended = bool(reason)
            return []
        self.ended = True
        totals = scores(h.state())
        if reason == "both stuck":
            return [End(totals, winner(h.state()), "both stuck", frame)]
        return [End(totals, winner(h.state()), "forest empty", frame)]


def _share_that_breaks(inference: Inference, n: int, rules: tuple[str, ...]) -> float:
    """Probability that turn ``n`` (from 0) breaks ``rules``, whoever played it: who began may be
    open for a while, and the act is wrong all the same."""
    return sum(
        w
        for h, w in zip(inference.hypotheses, inference.weights(), strict=True)
        if n < len(h.history) and set(rules) <= {b.rule for b in h.history[n].broken}
    )
