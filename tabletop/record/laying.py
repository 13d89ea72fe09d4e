"""The table as dealer lines lay it out: at the start of a game, or in its middle."""

from __future__ import annotations

from collections.abc import Sequence

from tabletop.games import Game
from tabletop.games.mushroom_walk import Dish, Player, State
from tabletop.games.walk import Knowledge
from tabletop.games.walk.game import (
    ANY,
    BASKET,
    BUTTER,
    CIDER,
    DEALT,
    FOREST_SIZE,
    HAND_KINDS,
    MOON,
    POISON,
)
from tabletop.games.walk.state import sorted_kinds
from tabletop.games.walk.text import NIGHT_MARK
from tabletop.language import say, words_of
from tabletop.record.cards import kinds_of
from tabletop.record.entries import SEATS, Dealt
from tabletop.record.errors import ReplayError

_AT_THE_START = ("forest", "deal", "night", "start", "discard-pile")
_OFTEN = ("deal", "night", "dish", "poison", "discard-pile")


def laid_out(game: Game, dealt: Sequence[Dealt], to_move: int) -> Knowledge:
    """What is known of the table that ``dealt`` lays out, ``to_move`` to move where no line says
    who starts.

    What isn't said is as at the start of a game. Raises ReplayError where lines contradict each
    other, or leave out a hand in mid-game.
    """
    return _Table(game, dealt).known(to_move)


def held(entry: Dealt, game: Game) -> str:
    """The kinds of the cards that a line puts in a hand or among a player's night cards.

    Raises ReplayError for one that can't be there.
    """
    night = entry.verb == "night"
    kinds = kinds_of(entry.cards, game)
    for card, kind in zip(entry.cards, kinds, strict=True):
        if kind != ANY and kind not in (game.night_deck if night else HAND_KINDS):
            what = "is no night card" if night else "is never in a hand"
            raise ReplayError(
                say("{card} {what}: it is a {kind}", card=card, what=what, kind=game.word(kind)),
                entry.line,
            )
    return kinds


class _Table:
    def __init__(self, game: Game, dealt: Sequence[Dealt]) -> None:
        self.game = game
        self.lines = dealt
        self.line = dealt[-1].line if dealt else 0
        seen = set()
        for entry in dealt:
            key = (entry.verb, entry.player)
            if entry.verb == "turn":
                raise ReplayError(
                    say("'dealer turn' follows a turn; none was played yet"), entry.line
                )
            if entry.verb not in _OFTEN and key in seen:
                raise ReplayError(
                    say("'dealer {verb}' is there twice", verb=entry.verb), entry.line
                )
            seen.add(key)

        self.mid_game = any(entry.verb not in _AT_THE_START for entry in dealt)

    def known(self, to_move: int) -> Knowledge:
        forest = self.cards("forest")
        if not forest:
            message = f"no forest is laid: write 'dealer forest' and {FOREST_SIZE} cards"
            raise ReplayError(message, self.line)
        if len(forest) != FOREST_SIZE and not self.mid_game:
            line = next(entry.line for entry in self.lines if entry.verb == "forest")
            raise ReplayError(
                say(
                    "the dealer lays {forest_size} forest cards at the start",
                    forest_size=FOREST_SIZE,
                ),
                line,
            )
        starts = [entry.player for entry in self.lines if entry.verb == "start"]
        players = tuple(self.player(i) for i in range(SEATS))
        dealt = "".join(self.cards("deal", i) for i in range(SEATS))
        discard, poisons, moons = self.discard("".join(k for k in dealt if k in (MOON, POISON)))
        state = State(
            self.game,
            forest,
            draw="",
            night="",
            decay=self.cards("decay-pile"),
            discard=discard,
            players=(players[0], players[1]),
            to_move=to_move if not starts or starts[0] is None else starts[0],
        )
        try:
            return Knowledge.of(self.with_piles(state), poisons=poisons, moons=moons)
        except ValueError as error:
            raise ReplayError(words_of(error), self.line) from None

    def discard(self, dealt: str) -> tuple[str, int, int]:
        """The discard pile, and how many poison mushrooms and moons on it at the start were dealt
        to nobody knows whom (R-16); those are not in it. ``dealt``: those whose deal is known."""
        pile = self.cards("discard-pile")
        if self.mid_game:
            return pile + dealt, 0, 0
        poisons, moons = (max(0, pile.count(k) - dealt.count(k)) for k in (POISON, MOON))
        return dealt, poisons, 0 if self.game.open_nights else moons

    def cards(self, verb: str, player: int | None = None) -> str:
        return "".join(kinds_of(entry.cards, self.game) for entry in self.of(verb, player))

    def of(self, verb: str, player: int | None = None) -> list[Dealt]:
        return [entry for entry in self.lines if (entry.verb, entry.player) == (verb, player)]

    def number(self, verb: str, player: int | None, default: int) -> int:
        lines = self.of(verb, player)
        return sum(entry.number or 0 for entry in lines) if lines else default

    def player(self, i: int) -> Player:
        given, dealt = self.of("hand", i), self.cards("deal", i)
        hand = "".join(held(entry, self.game) for entry in given)
        night = "".join(held(entry, self.game) for entry in self.of("night", i))
        if given and dealt:
            both = say("p{number} has both a deal and a hand", number=i + 1)
            raise ReplayError(both, given[0].line)
        if not given:
            if self.mid_game and not self.of("deal", i):
                message = f"in mid-game write 'dealer hand p{i + 1}' too, ?? for each unknown card"
                raise ReplayError(message, self.line)
            if len(dealt) > DEALT:
                raise ReplayError(
                    say("each player is dealt {dealt} cards (MW-3.5)", dealt=DEALT), self.line
                )
            hand = "".join(kind for kind in dealt if kind not in (BASKET, MOON, POISON))
            hand += ANY * (DEALT - len(dealt))
            night += ANY * (dealt.count(MOON) - len(night))
        return Player(
            sorted_kinds(hand),
            sorted_kinds(night),
            self.number("baskets", i, 0) + dealt.count(BASKET),
            self.number("pans", i, self.game.start_pans // SEATS),
            self.number("sticks", i, 0),
            tuple(sorted(map(self.turns_left, self.of("poison", i)))),
            tuple(self.dish(entry) for entry in self.of("dish", i)),
        )

    def turns_left(self, entry: Dealt) -> int:
        if entry.number not in (1, 2):
            message = "poison lasts for 2 more turns of its player, or 1 (MW-7.2)"
            raise ReplayError(message, entry.line)
        return entry.number

    def dish(self, entry: Dealt) -> Dish:
        nights = kinds_of(tuple(c for c in entry.cards if c.endswith(NIGHT_MARK)), self.game)
        days = kinds_of(tuple(c for c in entry.cards if not c.endswith(NIGHT_MARK)), self.game)
        butter, cider = days.count(BUTTER), days.count(CIDER)
        mushrooms = days.replace(BUTTER, "").replace(CIDER, "")
        kinds = set(mushrooms + nights)
        if len(kinds) != 1 or not kinds <= set(self.game.cook):
            raise ReplayError(
                say("a dish is mushrooms of one kind, with butter B, cider C"), entry.line
            )
        return Dish(kinds.pop(), len(mushrooms), len(nights), butter, cider)

    def with_piles(self, state: State) -> State:
        """The piles as deep as is said, else as deep as what lies elsewhere leaves them."""
        day = len(state.forest + state.decay + state.discard) - self.game.start_pans
        night = 0
        for player in state.players:
            day += len(player.hand) + player.baskets + player.pans + len(player.poison)
            night += len(player.night)
            for dish in player.dishes:
                day += 1 + dish.day + dish.butter + dish.cider
                night += dish.night
        draw = self.number("draw-pile", None, max(0, len(self.game.forest_deck) - day))
        pile = self.number("night-pile", None, max(0, len(self.game.night_deck) - night))
        return state._replace(draw=ANY * draw, night=ANY * pile)
