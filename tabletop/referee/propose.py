"""Every way in which a step (card taken, pile taken, cards played) may have been done in detail."""

from __future__ import annotations

from tabletop.referee.demands import Demanding
from tabletop.referee.drafts import Draft
from tabletop.referee.structure import PLAY


class Proposer(Demanding):
    """Proposes the details of steps for one hypothesis and one picture."""

    def expand(self, draft: Draft, step: int) -> list[Draft]:
        """``draft`` after one more turn, in every way that ``step`` allows."""
        if draft.track.reason:
            return []
        if step == PLAY:
            return [*self.cooks(draft), *self.sales(draft), *self.pans(draft)]
        return list(self.gains(draft, step))
