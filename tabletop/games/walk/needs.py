"""Cards that a move needs in the hand, and how a ruling speaks of them."""

from __future__ import annotations

from collections.abc import Sequence
from typing import NamedTuple

from tabletop.games.rulings import Breach
from tabletop.games.walk import phrases
from tabletop.games.walk.game import Game
from tabletop.games.walk.rules import Cited
from tabletop.language import listed, say


class Need(NamedTuple):
    """``number`` cards of ``kind`` that a hand must hold, as night cards or day cards, and the rule
    that asks for them."""

    night: bool
    kind: str
    number: int
    rule: Cited

    def named(self, game: Game) -> str:
        """``"3 × night 9"``."""
        times = phrases.times_night if self.night else phrases.times
        return times(self.number, game.word(self.kind))

    def met(self, game: Game, holds: int) -> str:
        """The fact that it is met by a hand that holds at least so many."""
        return say("needs {cards}, holds {n}", cards=self.named(game), n=holds)

    def unmet(self, game: Game, least: int, most: int, unseen: int) -> list[Breach]:
        """The breach by a hand that holds ``least`` to ``most`` of them; ``unseen`` of its cards
        are not certain."""
        if most >= self.number:
            facts = say(
                "needs {cards}, is known to hold {n}, up to {unseen} unseen",
                cards=self.named(game),
                n=least or say("none"),
                unseen=phrases.cards(unseen),
            )
            return game.breaches(self.rule, facts, say("show the cards"))
        holds = (most or say("none")) if least == most else say("at most {n}", n=most)
        facts = say("needs {cards}, holds {n}", cards=self.named(game), n=holds)
        cure = say("get {n} more first, or use only cards that are held", n=self.number - most)
        return game.breaches(self.rule, facts, cure)


def unmet_together(needs: Sequence[Need], game: Game, unseen: int) -> list[Breach]:
    """The breach by a hand that might meet each of ``needs``, but not all."""
    facts = say(
        "needs {cards}, which can't be all of the {unseen} unseen",
        cards=listed(need.named(game) for need in needs),
        unseen=phrases.cards(unseen),
    )
    cure = say("use only cards that are held")
    rules = dict.fromkeys(need.rule for need in needs)
    return [b for rule in rules for b in game.breaches(rule, facts, cure)]
