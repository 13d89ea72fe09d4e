"""A moment of a game, in lines and as JSON."""

from __future__ import annotations

from collections.abc import Iterator
from typing import Any

from tabletop.games.mushroom_walk import Dish, Game, Player, State, dish_points, price, scores
from tabletop.games.walk import phrases
from tabletop.games.walk.game import ANY, BASKET, BUTTER, CIDER
from tabletop.language import several, tr, translate
from tabletop.record import Record


def position_lines(state: State, record: Record) -> Iterator[str]:
    """The table in four lines: the forest with its prices, the piles, what each player has."""
    game = state.game
    forest = [
        f"{_word(game, kind)} ({price(i) or tr('free')})" for i, kind in enumerate(state.forest, 1)
    ]
    empty = tr("empty")
    yield tr("Forest: {cards}", cards=", ".join(forest) or empty)
    yield tr(
        "Decay pile: {cards}; draw pile: {draw}; night pile: {night}",
        cards=", ".join(_word(game, kind) for kind in state.decay) or empty,
        draw=len(state.draw),
        night=len(state.night),
    )
    for i, player in enumerate(state.players):
        parts = [tr("to move")] if i == state.to_move and not state.over else []
        parts += _player(game, player, scores(state)[i])
        yield f"{translate(record.name(i))}: {'; '.join(parts)}"


def _player(game: Game, me: Player, points: int) -> list[str]:
    held = translate(phrases.holds(me.held, me.limit)) + _hand(game, me)
    parts = [translate(phrases.points(points)), held]
    parts += [translate(phrases.sticks(me.sticks)), translate(phrases.empty_pans(me.pans))]
    if me.baskets:
        parts.append(translate(phrases.some(me.baskets, game.word(BASKET, me.baskets))))
    if me.poison:
        turns = several("poisoned for {n} turn", "poisoned for {n} turns", max(me.poison))
        parts.append(translate(turns))
    return parts + [_dish(game, dish) for dish in me.dishes]


def _hand(game: Game, me: Player) -> str:
    cards = [_counted(game, kind, me.hand.count(kind)) for kind in dict.fromkeys(me.hand)]
    cards += [tr("night {card}", card=_word(game, kind)) for kind in me.night]
    return f" ({', '.join(cards)})" if cards else ""


def _counted(game: Game, kind: str, number: int) -> str:
    return _word(game, kind) if number == 1 else f"{number} × {_word(game, kind)}"


def _dish(game: Game, dish: Dish) -> str:
    parts = [_counted(game, dish.mushroom, dish.day)] if dish.day else []
    if dish.night:
        parts.append(tr("night {card}", card=_word(game, dish.mushroom)))
    for kind, number in ((BUTTER, dish.butter), (CIDER, dish.cider)):
        if number:
            word = translate(game.word(kind, number))
            parts.append(word if number == 1 else f"{number} {word}")
    return tr("dish {cards} = {n}", cards=" + ".join(parts), n=dish_points(game, dish))


def _word(game: Game, kind: str) -> str:
    return "?" if kind == ANY else translate(game.word(kind))


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
