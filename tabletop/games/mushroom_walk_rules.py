"""The rules of Mushroom Walk in our own words; ids are section and point of its text."""

from __future__ import annotations

from collections.abc import Mapping
from typing import Final

from tabletop.games.rules import Rule, read_rules
from tabletop.games.walk.rules import RULINGS, Citations

_RULES: Final = read_rules("""\
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
""")

RULES: Final[Mapping[str, Rule]] = {**_RULES, **RULINGS}
"""Every rule and ruling of Mushroom Walk by its id, in the order of the text."""

CITES: Final[Citations] = {
    "decks": ("MW-2.3",),
    "hand limit": ("MW-4.1",),
    "one action": ("MW-5.0",),
    "forest": ("MW-5.1",),
    "price": ("MW-5.1",),
    "decay pile": ("MW-5.2",),
    "pile with baskets": (),
    "pile with poison": ("R-3",),
    "cook": ("MW-5.3",),
    "pan": ("MW-5.3a",),
    "butter and cider": ("MW-5.3b",),
    "sell": ("MW-5.4",),
    "dish": ("MW-5.3c",),
    "put pan": ("MW-5.5",),
    "stuck": ("MW-5.6",),
    "poison": ("MW-7.1",),
    "end": ("MW-8.1",),
    "mushroom points": ("MW-8.2", "MW-2.1"),
    "night points": ("MW-8.2", "MW-4.2"),
    "butter and cider points": ("MW-8.2", "MW-5.3b"),
    "points": ("MW-8.2",),
    "tie": ("MW-8.3",),
    "draw": ("MW-8.3",),
}
"""What the shared code's names for rules are called here."""
