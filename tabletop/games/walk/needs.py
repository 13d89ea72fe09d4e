"""Cards that a move needs in the hand, and how a ruling speaks of them."""

from __future__ import annotations

from collections.abc import Sequence
from typing import NamedTuple

from tabletop.games.rulings import Breach, count, joined
from tabletop.games.walk.game import Game
from tabletop.games.walk.rules import Cited


class Need(NamedTuple):
    """``number`` cards of ``kind`` that a hand must hold, as night cards or day cards, and the rule
    that asks for them."""

    night: bool
    kind: str
    number: int
    rule: Cited

    def named(self, game: Game) -> str:
        """``"3 × night 9"``."""
        return f"{self.number} × {'night ' * self.night}{game.word(self.kind)}"

    def met(self, game: Game, holds: int) -> str:
        """The fact that it is met by a hand that holds at least so many."""
        return f"needs {self.named(game)}, holds {holds}"

    def unmet(self, game: Game, least: int, most: int, unseen: int) -> list[Breach]:
        """The breach by a hand that holds ``least`` to ``most`` of them; ``unseen`` of its cards
        are not certain."""
        if most >= self.number:
            known = f"is known to hold {least or 'none'}, up to {count(unseen, 'card')} unseen"
            return game.breaches(self.rule, f"needs {self.named(game)}, {known}", "show the cards")
        holds = (most or "none") if least == most else f"at most {most}"
        cure = f"get {self.number - most} more first, or use only cards that are held"
        return game.breaches(self.rule, f"needs {self.named(game)}, holds {holds}", cure)


def unmet_together(needs: Sequence[Need], game: Game, unseen: int) -> list[Breach]:
    """The breach by a hand that might meet each of ``needs``, but not all."""
    wanted = joined(need.named(game) for need in needs)
    facts = f"needs {wanted}, which can't be all of the {count(unseen, 'card')} unseen"
    cure = "use only cards that are held"
    rules = dict.fromkeys(need.rule for need in needs)
    return [b for rule in rules for b in game.breaches(rule, facts, cure)]
