"""The rules of Fungi in our own words.

Ids are section and point of its text, sections counted as its table of contents lists them:
1 Components, 2 Setup, 3 Flow of Play, 4 to 8 the actions A) to E), 9 After your turn, 10 End of
Game, 11 Alternate Way of Forming the Forest.
"""

from __future__ import annotations

from collections.abc import Mapping
from typing import Final

from tabletop.games.rules import Rule, read_rules
from tabletop.games.walk.rules import RULINGS, Citations

_RULES: Final = read_rules("""\
FU-1.1 | Mushrooms | Each kind of mushroom has its number of cards, its flavour points when cooked \
and its sticks when sold.
FU-1.2 | Other forest cards | With the mushrooms, 5 fly agarics, 3 butter, 3 cidre, 13 pans, \
5 baskets and 8 moons make 86 forest cards.
FU-1.3 | Night cards | There is one night card of each mushroom except the morel; it counts as two \
mushrooms, but as one card for the hand limit.
FU-1.4 | Sticks | Sticks are no hand cards and never count; when they run out any other marker \
will do.
FU-2.1 | Starting pans | Two pans are put aside before the forest cards are shuffled; each player \
starts with one of them in the display.
FU-2.2 | Forest | Eight forest cards lie face up in a line; the two farthest from the draw pile \
are in front of your feet, and the decay pile comes next to them.
FU-2.3 | Night pile and sticks | The shuffled night pile lies face down by the draw pile, and the \
sticks beside it.
FU-2.4 | The deal | Each player is dealt 3 forest cards: a basket goes into the display, a moon is \
swapped for a night card, a fly agaric is discarded; baskets and fly agarics are not replaced.
FU-2.5 | Who starts | Whoever had mushrooms for dinner last starts.
FU-3.1 | Goal | Whoever has the most flavour points at the end wins.
FU-3.2 | Decay pile | Cards on the decay pile can still be taken until they are discarded.
FU-3.3 | One action | Each turn is exactly one of the five actions; nobody may pass.
FU-3.4 | Stuck | A player who can't do any action waits while the other acts again and again.
FU-4.1 | A1) At your feet | One of the two forest cards in front of your feet is taken for nothing.
FU-4.2 | A2) Deep forest | The first card beyond your feet costs 1 stick, the next 2, up to 6 for \
the deepest.
FU-4.3 | Hand limit | A hand never holds more than 8 cards, and 2 more for each basket.
FU-4.4 | Basket | A basket that is taken goes into the display and makes room for 2 more hand \
cards.
FU-4.5 | Moon | A moon that is taken is discarded, and its taker draws a night card.
FU-4.6 | Fly agaric | A fly agaric goes into the display, and its taker at once trims the hand to \
4 cards, plus 2 for each basket; whoever holds no more than that discards nothing.
FU-4.7 | How long a fly agaric stays | The lower limit holds until the end of the player's next \
turn; then the fly agaric is discarded.
FU-5.1 | B) Decay pile | The decay pile is taken whole, its baskets, moons and fly agarics treated \
as if taken from the forest, and only if the rest fits.
FU-5.2 | Full hand and decay pile | Each basket in the decay pile makes room for 2 of its cards, \
even for a full hand.
FU-6.1 | C) Cooking | A dish is 3 or more mushrooms of one kind, a night card counting as 2.
FU-6.2 | Pan | A dish needs an empty pan in the display or one played together with it.
FU-6.3 | Dishes stay | One kind is cooked a turn; nothing is added to a dish later, and its pan is \
not used again.
FU-6.4 | Butter and cidre | Each butter needs 4 mushrooms of the dish and each cidre 5, and no \
mushroom counts for two of them.
FU-7.1 | D) Selling | At least 2 mushrooms of one kind are sold, one night card being enough; each \
brings its sticks.
FU-8.1 | E) Putting down a pan | A pan from the hand may be put empty into the display.
FU-9.1 | Decay | After every turn the forest card nearest the decay pile goes onto it; if 4 lie \
there already, they are discarded first.
FU-9.2 | Sliding | The forest cards slide towards the decay pile.
FU-9.3 | Refilling | The forest is filled up to 8 cards from the draw pile, as long as it lasts.
FU-10.1 | The end | The game ends at once when the last forest card has gone.
FU-10.2 | Scoring | Each cooked mushroom scores its flavour points, a night card double; butter 3, \
cidre 5; nothing else scores.
FU-10.3 | Ties | On a tie whoever cooked more mushrooms wins, night cards counting 2, butter and \
cidre not counting.
FU-11.1 | Moving the shoes | Instead of sliding the cards, the shoes may be moved along the \
forest; prices stay the same.
FU-R1 | Shared rulings | The rulings R-1 to R-23, R-25 and R-27 hold in Fungi too, as far as they \
speak of things it has.
FU-R2 | Hidden night cards | A night card is drawn unseen by the other player: that it is there is \
known, which one only when it is played.
FU-R3 | Last card decays | The game also ends when the last forest card goes to the decay pile.
FU-R4 | Room for the decay pile | Only cards for the hand need room: baskets and fly agarics take \
none.
FU-R5 | Draw | If points and mushrooms are equal it is a draw.
FU-R6 | Naming the starter | The players say who had mushrooms last; the record shows it.
FU-R7 | Pans | Of the 13 pans 2 are the starting pans, so that 84 cards with 11 pans make the draw \
pile.
FU-R8 | Names | A fly agaric is the poison mushroom, or Destroying Angel; cidre is cider; a birch \
bolete is the Fairy Ring; the display is the play area.
""")

# without what Fungi doesn't have (FU-R1).
_OWN_WORDS: Final = read_rules("""\
R-14 | Either pan | A pan from the hand and an empty pan laid out before will both do; the player \
chooses.
R-15 | Mixing day and night | Day and night cards of a kind may be cooked and sold together; a \
night card alone may be sold, but not cooked.
""")
_NOT_HERE: Final = ("R-24", "R-26")

RULES: Final[Mapping[str, Rule]] = {
    **_RULES,
    **{i: _OWN_WORDS.get(i, rule) for i, rule in RULINGS.items() if i not in _NOT_HERE},
}
"""Every rule and ruling of Fungi by its id, in the order of the text."""

CITES: Final[Citations] = {
    "decks": ("FU-R7",),
    "hand limit": ("FU-4.3",),
    "one action": ("FU-3.3",),
    "forest": ("FU-4.1",),
    "price": ("FU-4.2",),
    "decay pile": ("FU-5.1",),
    "pile with baskets": ("FU-5.2",),
    "pile with poison": ("R-3", "FU-R4"),
    "cook": ("FU-6.1",),
    "pan": ("FU-6.2",),
    "butter and cider": ("FU-6.4",),
    "sell": ("FU-7.1",),
    "dish": ("FU-6.3",),
    "put pan": ("FU-8.1",),
    "stuck": ("FU-3.4",),
    "poison": ("FU-4.6",),
    "end": ("FU-10.1",),
    "mushroom points": ("FU-10.2", "FU-1.1"),
    "night points": ("FU-10.2", "FU-1.3"),
    "butter and cider points": ("FU-10.2", "FU-6.4"),
    "points": ("FU-10.2",),
    "tie": ("FU-10.3",),
    "draw": ("FU-R5",),
}
"""What the shared code's names for rules are called here."""
