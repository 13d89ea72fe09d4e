"""A moment of a game, in lines and as JSON."""

from __future__ import annotations

from collections.abc import Iterator
from typing import Any

from tabletop.games.mushroom_walk import Dish, Game, Player, State, dish_points, price, scores
from tabletop.games.rulings import count
from tabletop.games.walk.game import ANY
from tabletop.record import Record


def position_lines(state: State, record: Record) -> Iterator[str]:
    """The table in four lines: the forest with its prices, the piles, what each player has."""
    game = state.game
    forest = [
        f"{_word(game, kind)} ({price(i) or 'free'})" for i, kind in enumerate(state.forest, 1)
    ]
    yield f"Forest: {', '.join(forest) or 'empty'}"
    decay = ", ".join(_word(game, kind) for kind in state.decay)
    piles = f"draw pile: {len(state.draw)}; night pile: {len(state.night)}"
    yield f"Decay pile: {decay or 'empty'}; {piles}"
    for i, player in enumerate(state.players):
        turn = "to move; " if i == state.to_move and not state.over else ""
        yield f"{record.name(i)}: {turn}{_player(game, player, scores(state)[i])}"


def _player(game: Game, me: Player, points: int) -> str:
    parts = [count(points, "point"), f"holds {me.held} of {me.limit}{_hand(game, me)}"]
    parts += [count(me.sticks, "stick"), count(me.pans, "empty pan")]
    if me.baskets:
        parts.append(count(me.baskets, "basket"))
    if me.poison:
        parts.append(f"poisoned for {count(max(me.poison), 'turn')}")
    parts += [_dish(game, dish) for dish in me.dishes]
    return "; ".join(parts)


def _hand(game: Game, me: Player) -> str:
    cards = [_counted(game, kind, me.hand.count(kind)) for kind in dict.fromkeys(me.hand)]
    cards += [f"night {_word(game, kind)}" for kind in me.night]
    return f" ({', '.join(cards)})" if cards else ""


def _counted(game: Game, kind: str, number: int) -> str:
    return _word(game, kind) if number == 1 else f"{number} × {_word(game, kind)}"


def _dish(game: Game, dish: Dish) -> str:
    parts = [_counted(game, dish.mushroom, dish.day)] if dish.day else []
    if dish.night:
        parts.append(f"night {_word(game, dish.mushroom)}")
    for name, number in (("butter", dish.butter), ("cider", dish.cider)):
        if number:
            parts.append(name if number == 1 else f"{number} {name}")
    return f"dish {' + '.join(parts)} = {dish_points(game, dish)}"


def _word(game: Game, kind: str) -> str:
    return "?" if kind == ANY else game.word(kind)


def position_json(state: State) -> dict[str, Any]:
    """The table for a program: cards as kinds, numbers for what is counted."""
    return {
        "to_move": None if state.over else state.to_move,
        "over": state.reason or None,
        "scores": list(scores(state)),
        "forest": [{"kind": kind, "price": price(i)} for i, kind in enumerate(state.forest, 1)],
        "decay": list(state.decay),
        "discard": list(state.discard),
        "draw": len(state.draw),
        "night": len(state.night),
        "players": [_player_json(state.game, player) for player in state.players],
    }


def _player_json(game: Game, me: Player) -> dict[str, Any]:
    return {
        "hand": list(me.hand),
        "night": list(me.night),
        "held": me.held,
        "limit": me.limit,
        "sticks": me.sticks,
        "pans": me.pans,
        "baskets": me.baskets,
        "poison": list(me.poison),
        "dishes": [{**dish._asdict(), "points": dish_points(game, dish)} for dish in me.dishes],
    }
