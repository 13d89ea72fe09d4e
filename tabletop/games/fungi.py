"""Fungi, the original (also sold as Morels): its cards, names and settings.

It has cards of its own. All cards of a kind look alike, so a card's face is its kind: a record
names cards by their kinds. Kinds have the codes of Mushroom Walk: ``2`` honey fungus, ``3`` tree
ear, ``4`` lawyer's wig, ``5`` shiitake, ``6`` hen of the woods, ``7`` birch bolete, ``8`` porcini,
``9`` chanterelle, ``T`` morel, ``B`` butter, ``C`` cidre, ``K`` basket, ``P`` fly agaric, ``N``
pan, ``O`` moon.

The functions of every walk game can be imported from here; ``tabletop.games`` explains them.
"""

from __future__ import annotations

from collections.abc import Iterable
from typing import Final

from tabletop.games import walk
from tabletop.games.fungi_rules import CITES, RULES
from tabletop.games.settings import read_settings
from tabletop.games.walk import *  # noqa: F403 - the functions of every walk game
from tabletop.games.walk.dealing import DEAL_ORDER
from tabletop.games.walk.game import Game, KindInfo, with_unknown_faces

NAME: Final = "fungi"

SETTINGS: Final = (DEAL_ORDER,)

# FU-1.1 and FU-1.2; two of the 13 pans are the starting pans (FU-R7).
KINDS: Final = (
    KindInfo("2", "honey fungus", 10, 1, 1, 1, words="honey fungi"),
    KindInfo("3", "tree ear", 8, 1, 1, 2),
    KindInfo("4", "lawyer's wig", 6, 1, 2, 1),
    KindInfo("5", "shiitake", 5, 1, 2, 2, words="shiitake"),
    KindInfo("6", "hen of the woods", 5, 1, 3, 1, words="hens of the woods"),
    KindInfo("7", "birch bolete", 4, 1, 3, 2),
    KindInfo("8", "porcini", 4, 1, 3, 3, words="porcini"),
    KindInfo("9", "chanterelle", 4, 1, 4, 2),
    KindInfo("T", "morel", 3, 0, 6, 4),
    KindInfo("B", "butter", 3, words="butter"),
    KindInfo("C", "cidre", 3, words="cidre"),
    KindInfo("K", "basket", 5),
    KindInfo("P", "fly agaric", 5),
    KindInfo("N", "pan", 11),
    KindInfo("O", "moon", 8),
)

_made: dict[tuple[str, ...], Game] = {}


def game(settings: Iterable[str] = ()) -> Game:
    """Fungi with ``settings`` such as ``"deal-order=in-threes"``.

    Raises SettingError for a setting or value that doesn't exist.
    """
    values = read_settings(settings, SETTINGS)
    key = tuple(values.values())
    if key not in _made:
        _made[key] = Game(
            NAME,
            "Fungi",
            {info.kind: info for info in KINDS},
            with_unknown_faces({info.kind: info.kind for info in KINDS}),
            RULES,
            CITES,
            values,
            playing_cards=False,
            open_nights=False,
        )
    return _made[key]


__all__ = ["NAME", "RULES", "SETTINGS", "game"]
__all__ += walk.__all__
