"""What the walk games' judgments cite: the shared rulings, and names for each game's own rules."""

from __future__ import annotations

from collections.abc import Mapping
from typing import Final, Literal

from tabletop.games.rules import Rule, read_rules

RuleName = Literal[
    "decks",
    "hand limit",
    "one action",
    "forest",
    "price",
    "decay pile",
    "pile with baskets",
    "pile with poison",
    "cook",
    "pan",
    "butter and cider",
    "sell",
    "dish",
    "put pan",
    "stuck",
    "poison",
    "end",
    "mushroom points",
    "night points",
    "butter and cider points",
    "points",
    "tie",
    "draw",
]
"""The rules that shared code speaks of. Each game says under which ids its text has them."""

Citations = Mapping[str, tuple[str, ...]]
"""For every rule name the ids that a game's text has for it."""

RulingId = Literal["R-2", "R-4", "R-5", "R-7", "R-12", "R-13", "R-15", "R-19", "R-21"]
"""The rulings that shared code cites: they hold in every walk game (FU-R1)."""

Cited = RuleName | RulingId
"""What shared code cites."""

RULINGS: Final[Mapping[str, Rule]] = read_rules("""\
R-1 | Order of the deal | Cards are dealt one at a time, first to the player who will act first.
R-2 | Moon needs room | A moon needs room for one card, as its night card is a hand card.
R-3 | Poison in the decay pile | The pile must first fit the limit in force before the poison, \
baskets counted; then the discards follow.
R-4 | Poisoned limit | While poisoned, the lower limit is the limit for everything, taking \
included.
R-5 | What is discarded | The player chooses what to discard to poison among all hand cards, \
those just taken and night cards included.
R-6 | Poison counts own turns | Being stuck is no turn, so the poison stays; a second poison \
counts its own turns, and the limit is lowered only once.
R-7 | Both stuck | When neither player can act the game ends at once and is scored as it stands.
R-8 | Asking again | After each turn of a stuck player's opponent it is seen again who can act.
R-9 | Short forest | Prices count from the feet however short the forest is: the first two cards \
are free.
R-10 | Last card taken | Taking the last forest card ends the game at once; nothing drops.
R-11 | Enough sticks | Walking sticks never run out.
R-12 | First turn | On the first turn the decay pile is empty and can't be taken.
R-13 | Butter and cider together | Four mushrooms for each butter and five for each cider, night \
cards counting 2, may not be more than the dish has.
R-14 | Either pan | A pan from the hand and an empty pan in the display will both do; the player \
chooses. The face-down starting card is a pan.
R-15 | Mixing day and night | Day and night cards of a kind may be cooked and sold together; a \
night card alone may be sold, but not cooked.
R-16 | Size of a dealt hand | A hand starts with 3 cards less its own dealt baskets and poison \
mushrooms; a dealt poison mushroom lowers no limit.
R-17 | Empty night pile | If the night pile is empty a moon is discarded, nothing is drawn and no \
room is needed.
R-18 | Poison leaves last | The poison mushroom is discarded after the forest was refilled; a \
moment earlier does no harm.
R-19 | Night card first | What comes from the night pile is seen first, then the discards are \
chosen.
R-20 | Paying | The exact price is paid before the card is touched.
R-21 | No stuck by choice | While any action is possible one must be done.
R-22 | The last card in full | The last card's night card and discards are still dealt with, then \
the game is over; turns may be unequal.
R-23 | Pans are alike | Which of several empty pans is used makes no difference.
R-24 | Original numbers, faces | Any faces of the right kind will do, a face may be there three \
times, and spare cards are not restricted.
R-25 | Discard pile | The discard pile is face up; nobody has to show it again.
R-26 | Reading dishes | There is one night card of each rank from 2 to 9 and none of 10, and a \
dish has at least 3 mushrooms: two visible cards must hold the night card.
R-27 | Counting moves | A game that has ended is one leaf at any depth; day and night cards \
differ in discards.
""")
"""Where Mushroom Walk is silent; the other walk games share most of these (FU-R1)."""
