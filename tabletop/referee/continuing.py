"""The continuations of all hypotheses for one picture, each worked out once: of the sequences of
turns that are thought of many begin alike, and all are asked for again with longer ones."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from typing import Final

from tabletop.referee.beliefs import Belief
from tabletop.referee.demands import Demand
from tabletop.referee.drafts import Draft
from tabletop.referee.hypothesis import Hypothesis
from tabletop.referee.planning import prior
from tabletop.referee.propose import Proposer
from tabletop.referee.structure import Structure
from tabletop.referee.weigh import Weigher, Zoned
from tabletop.referee.weighed import Weighed, displayed, weigh

_BEGUN: Final = 24
"""Ways to begin a sequence of turns that are gone on with."""
_MANY: Final = 200
"""Ways to go through one sequence of turns from which no other way to begin it is tried."""

_Steps = tuple[int, ...]


class Effort:
    """How many continuations may still be weighed; shared by all that one picture is tried out
    with. Counted, never timed, so that the same pictures give the same events."""

    def __init__(self, left: int) -> None:
        self.left = left
        self.spent = 0

    @property
    def over(self) -> bool:
        """Nothing else should be tried."""
        return self.left <= 0

    def spend(self, number: int) -> None:
        """So many were weighed."""
        self.left -= number
        self.spent += number


class Continuations:
    """What the ``hypotheses`` can have gone on with, up to one picture. ``spread``: nats below the
    best found so far up to which a continuation is worth keeping."""

    def __init__(
        self,
        hypotheses: Sequence[Hypothesis],
        demands: Mapping[int, Demand],
        weigher: Weigher,
        fresh: Belief,
        frame: str,
        spread: float,
    ) -> None:
        self._hypotheses = hypotheses
        self._demands = demands
        self._weigher = weigher
        self._fresh = fresh
        self._frame = frame
        self._spread = spread
        self._top = -1e9
        self._proposers: dict[int, Proposer] = {}
        self._begun: dict[tuple[int, _Steps], list[tuple[Draft, float]]] = {}
        self._shown: dict[tuple[object, ...], tuple[Zoned, Draft]] = {}
        self._known: dict[tuple[int, _Steps], list[Weighed]] = {}
        self.weighed = 0
        """Continuations weighed so far."""

    def of(self, n: int, s: Structure, most: int) -> Sequence[Weighed]:
        """The ways, worth keeping, in which hypothesis ``n`` can have gone on with the steps of
        ``s``; from ``most`` on no other way to begin is tried."""
        key = n, s.steps
        if key not in self._known:
            h = self._hypotheses[n]
            base = h.logp + prior(s)
            drafts = self._drafts(n, s.steps, min(most, _MANY))
            worth = []
            for draft in drafts:
                w = weigh(h, draft, base, self._weigher, self._displays(h, draft))
                self._top = max(self._top, w.score)
                if w.score > self._top - self._spread:
                    worth.append(w)
            self.weighed += len(drafts)
            self._known[key] = worth
        return self._known[key]

    def _drafts(self, n: int, steps: _Steps, most: int = _MANY) -> list[Draft]:
        """``n`` after ``steps``; of ways to begin the likeliest first, until there are many."""
        if not steps:
            return [self._proposer(n).start()]
        demand = self._demands.get(len(self._hypotheses[n].history) + len(steps) - 1)
        proposer, step = self._proposer(n), steps[-1]
        found: list[Draft] = []
        begun = self._started(n, steps[:-1])
        for draft, score in begun:
            if score < begun[0][1] - self._spread:
                # The last turn is the other player's, and puts nothing right in this display.
                break
            if demand is None:
                found += proposer.expand(draft, step)
            else:
                found += proposer.demanded(draft, demand)
            if len(found) >= most:
                break
        return found

    def _started(self, n: int, steps: _Steps) -> list[tuple[Draft, float]]:
        """The likeliest ways to begin with ``steps``, and how likely they are."""
        key = n, steps
        if key not in self._begun:
            h = self._hypotheses[n]
            drafts = self._drafts(n, steps)
            scored = [
                (sum(z.score for z in self._displays(h, d)) + d.prior, -k)
                for k, d in enumerate(drafts)
            ]
            likely = sorted(scored, reverse=True)[:_BEGUN]
            self._begun[key] = [(drafts[-k], score) for score, k in likely]
        return self._begun[key]

    def _displays(self, h: Hypothesis, draft: Draft) -> list[Zoned]:
        """How well both displays fit; of dozens of continuations that differ in a hand alone they
        are the same."""
        changed = tuple((card, id(draft.beliefs[card])) for card in draft.moved)
        both = []
        for player, side in enumerate(draft.track.sides):
            lies = (side.night, side.baskets, side.poison, side.pans, side.dishes)
            key = (id(h), player, *lies, changed)
            if key not in self._shown:
                # With the draft, so that no other belief can take over an identity.
                self._shown[key] = displayed(h, draft, player, self._weigher), draft
            both.append(self._shown[key][0])
        return both

    def _proposer(self, n: int) -> Proposer:
        if n not in self._proposers:
            self._proposers[n] = Proposer(
                self._hypotheses[n], self._weigher, self._fresh, self._frame
            )
        return self._proposers[n]


def in_turn(likely: Mapping[int, Sequence[float]]) -> list[tuple[int, int]]:
    """Each hypothesis and the place of each of its sequences, whose log weights are ``likely``, in
    the order in which they are weighed: likeliest first, and of those as likely the first of each
    hypothesis, then the second. What is not weighed is lost: it must not be for coming later."""
    ranked = [(-w, k, n) for n, weights in likely.items() for k, w in enumerate(weights)]
    return [(n, k) for _, k, n in sorted(ranked)]
