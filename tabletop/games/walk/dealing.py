"""Setting a game up: the decks (MW-2), the forest and the deal (MW-3, R-1)."""

from __future__ import annotations

import random
from collections import Counter
from collections.abc import Sequence
from typing import Final

from tabletop.games.rulings import Breach
from tabletop.games.settings import Setting
from tabletop.games.walk.game import BASKET, DEALT, FOREST_SIZE, MOON, POISON, Game
from tabletop.games.walk.state import Player, State, sorted_kinds

DEAL_ORDER: Final = Setting(
    "deal-order",
    ("alternate", "in-threes"),
    "whether cards are dealt one at a time or three at once, the first player first (R-1)",
)


def deal(game: Game, cards: Sequence[str], night: Sequence[str], first: int = 0) -> State:
    """The state after set-up, from the shuffled forest deck and night pile, top first.

    Cards are kinds or faces. The first 8 make the forest, the next 6 are dealt, in the order that
    the setting ``deal-order`` names. Whether the decks are right is asked of ``deck_faults``.
    Raises ValueError for fewer than 14 cards or a text that is no card.
    """
    pile, nights = _kinds(game, cards), _kinds(game, night)
    if len(pile) < FOREST_SIZE + 2 * DEALT:
        raise ValueError(f"{len(pile)} cards are too few to set up: 8 forest cards and 6 to deal")
    forest, dealt, draw = pile[:8], pile[8:14], pile[14:]
    order = [first, 1 - first] * DEALT
    if game.settings.get(DEAL_ORDER.name) == "in-threes":
        order = [first] * DEALT + [1 - first] * DEALT
    hands, own_nights, baskets, discard = ["", ""], ["", ""], [0, 0], ""
    for who, kind in zip(order, dealt, strict=True):
        if kind == BASKET:
            baskets[who] += 1
        elif kind == MOON:
            discard += kind
            own_nights[who] += nights[:1]
            nights = nights[1:]
        elif kind == POISON:
            discard += kind
        else:
            hands[who] += kind
    pans = game.start_pans // 2
    players = [
        Player(sorted_kinds(hands[i]), sorted_kinds(own_nights[i]), baskets[i], pans)
        for i in (0, 1)
    ]
    return State(
        game,
        forest,
        draw,
        nights,
        discard=discard,
        players=(players[0], players[1]),
        to_move=first,
    )


def setup(game: Game, rng: random.Random, first: int = 0) -> State:
    """A freshly shuffled and dealt game, the shuffling done by ``rng``."""
    cards, night = list(game.forest_deck), list(game.night_deck)
    rng.shuffle(cards)
    rng.shuffle(night)
    return deal(game, cards, night, first)


def deck_faults(game: Game, cards: Sequence[str], night: Sequence[str]) -> list[Breach]:
    """What is wrong with a forest deck and a night pile (kinds or faces); empty if nothing is."""
    faults: list[Breach] = []
    for name, pile, deck in (
        ("forest deck", cards, game.forest_deck),
        ("night pile", night, game.night_deck),
    ):
        have, want = Counter(_kind(game, card) for card in pile), Counter(deck)
        for kind in sorted(have.keys() | want.keys()):
            if have[kind] != want[kind]:
                more = have[kind] - want[kind]
                facts = f"{have[kind]} {game.word(kind, 2)} in the {name} instead of {want[kind]}"
                cure = f"take out {more}" if more > 0 else f"add {-more}"
                faults += game.breaches("decks", facts, cure)
    return faults


def _kinds(game: Game, cards: Sequence[str]) -> str:
    known = game.kinds
    return "".join([card if card in known else _kind(game, card) for card in cards])


def _kind(game: Game, card: str) -> str:
    if len(card) == 1 and (card in game.kinds or card == "?"):
        return card
    return game.kind_of(card)
