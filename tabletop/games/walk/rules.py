"""Every rule and ruling a judgment of Mushroom Walk can cite, in our own words."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass
from typing import Final


@dataclass(frozen=True, slots=True)
class Rule:
    """A rule (``MW-…``) or a ruling where the rules are silent (``R-…``)."""

    id: str
    title: str
    text: str


_TEXTS: Final = """\
MW-2.1 | Mushrooms | Ranks 2 to 10 are the mushrooms; each kind has its number of cards, its \
points when cooked and its sticks when sold.
MW-2.2 | Other cards | Red Queens are butter, red Kings cider, black Queens baskets, black Kings \
poison mushrooms, Jacks and jokers pans, Aces moons.
MW-2.3 | The decks | The forest deck has 81 cards; the night pile has one card of each rank from \
2 to 9; two spare cards are the starting pans.
MW-3.1 | Starting pan | Each player starts with one spare card face down: an empty pan.
MW-3.2 | Forest | Eight cards from the draw pile lie face up in a line, with the decay pile at \
the far end.
MW-3.3 | At your feet | The two forest cards next to the decay pile are at your feet, the others \
are deep.
MW-3.4 | Night pile and sticks | The night pile lies face down and the walking sticks in the \
middle.
MW-3.5 | The deal | Each player is dealt 3 cards: a basket goes into the display, a moon is \
swapped for the top night card, a poison mushroom is discarded; baskets and poison are not \
replaced.
MW-3.6 | Who starts | The players decide who starts.
MW-4.1 | Hand limit | A hand holds at most 8 cards, and 2 more for each basket; what doesn't fit \
can't be taken.
MW-4.2 | Night cards | A night card counts as two mushrooms of its kind, and as one hand card.
MW-4.3 | What doesn't count | Baskets, poison mushrooms and walking sticks are no hand cards.
MW-5.0 | One action | Each turn is exactly one of the five actions; nobody may pass.
MW-5.1 | Taking from the forest | The first two forest cards are free; the third costs 1 walking \
stick, the next 2, up to 6 for the eighth.
MW-5.1a | Basket | A basket that is taken goes into the display and makes room for 2 more hand \
cards.
MW-5.1b | Moon | A moon that is taken is discarded, and its taker gets the top night card.
MW-5.1c | Poison mushroom | A poison mushroom that is taken goes into the display.
MW-5.2 | Taking the decay pile | The decay pile is taken whole, and only if everything fits; its \
baskets count first.
MW-5.3 | Cooking | A dish is 3 or more mushrooms of one kind, a night card counting as 2.
MW-5.3a | Pan | A dish needs an empty pan in the display or a pan played from the hand with it.
MW-5.3b | Butter and cider | Each butter needs 4 mushrooms of the dish and each cider 5, and no \
mushroom counts for two of them.
MW-5.3c | Dishes stay | Nothing is added to a dish later, and its pan is not used again.
MW-5.4 | Selling | At least 2 mushrooms of one kind are sold, one night card being enough; each \
brings its sell value in sticks.
MW-5.5 | Putting down a pan | A pan from the hand may be put empty into the display.
MW-5.6 | Stuck | A player who can't do any action waits while the other takes turns.
MW-6.1 | Decay | After every turn the first forest card drops onto the decay pile; if 4 lie there \
already, they are discarded first.
MW-6.2 | Sliding | The forest cards move up towards the decay pile.
MW-6.3 | Refilling | The forest is filled up to 8 cards from the draw pile, as long as it lasts.
MW-7.1 | Poison | Whoever takes a poison mushroom at once discards down to 4 hand cards, plus 2 \
for each basket; whoever holds no more than that discards nothing.
MW-7.2 | How long poison lasts | The lower limit holds until the end of the player's next turn; \
then the poison mushroom is discarded.
MW-8.1 | The end | The game ends at once when the forest is empty.
MW-8.2 | Scoring | Each cooked mushroom scores its points, a night card double; butter 3, cider \
5; nothing else scores.
MW-8.3 | Ties | On a tie whoever cooked more mushrooms wins; if that is equal too, it is a draw.
MW-10.1 | Original numbers | With a third deck the forest deck has 84 cards: ten 2s, eight 3s, 3 \
butter, 3 cider, 5 baskets, 5 poison mushrooms, 11 pans.
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
"""


def _table() -> dict[str, Rule]:
    rows = (line.split(" | ") for line in _TEXTS.strip().splitlines())
    return {id_: Rule(id_, title, text) for id_, title, text in rows}


RULES: Final[Mapping[str, Rule]] = _table()
"""Every rule by its id, in the order of the text."""
