"""A record told again as views: the table after every turn, as it is now taken to have been."""

from __future__ import annotations

from collections.abc import Sequence
from typing import NamedTuple

from tabletop.games.mushroom_walk import (
    Game,
    Player,
    State,
    describe,
    dish_points,
    format_move,
    price,
    winner,
)
from tabletop.games.walk.game import ANY
from tabletop.record import Position, Record, positions
from tabletop.referee.lying import Faces, Lying, laid, moved
from tabletop.referee.report import kind_of_move
from tabletop.referee.view import (
    CardView,
    DishView,
    Following,
    ForestCard,
    MoveView,
    PlayerView,
    View,
)
from tabletop.referee.viewing import SHOWN_DISCARDS, hand_warning, kind_name


class Moment(NamedTuple):
    """The game after ``turn`` turns: what is known then, the table as it is shown, the faces on it.
    Where turns went unseen the same turn has two moments; the later one counts."""

    turn: int
    position: Position
    lying: Lying
    view: View


def retell(record: Record, earlier: Sequence[Moment] = ()) -> list[Moment]:
    """Every moment of the game in ``record``. ``earlier``: moments of a record that may begin
    alike, which then needn't be worked out again. Raises ReplayError as ``positions`` does."""
    told: list[Moment] = []
    turn = 0
    for place, position in enumerate(positions(record, [m.position for m in earlier])):
        turn += position.step is not None
        if place < len(earlier) and earlier[place].position is position:
            told.append(earlier[place])
            continue
        state, (played, dealt, _) = position.state, position.key
        if played is None:
            lying = laid(record.game, dealt, state)
        else:
            lying = moved(told[-1].lying, played.move, played.player, dealt, state)
        moves = told[-1].view.moves if told else ()
        if position.step is not None:
            moves = (*moves, _move(turn, position))
        told.append(Moment(turn, position, lying, _view(state, turn, moves, lying)))
    return told


def _move(turn: int, position: Position) -> MoveView:
    assert position.step is not None
    played, before = position.step.played, position.step.before
    if before.to_move != played.player:
        before = before._replace(to_move=played.player)
    move = played.move
    words = describe(move, before)
    return MoveView(turn, played.player, kind_of_move(move), format_move(move), words, 1.0)


def _view(state: State, turn: int, moves: tuple[MoveView, ...], lying: Lying) -> View:
    game, sticks = state.game, state.mover.sticks
    forest = tuple(
        ForestCard(n, face, kind_name(game, kind), price(n), price(n) <= sticks)
        for n, (face, kind) in enumerate(zip(lying.forest, state.forest, strict=False), 1)
    )
    return View(
        Following.ENDED if state.over else Following.FOLLOWING,
        "",
        game.name,
        turn,
        None if state.over else state.to_move,
        forest,
        _cards(game, lying.decay, state.decay),
        len(state.draw),
        len(state.night),
        tuple(CardView(face, "") for face in lying.discard[-SHOWN_DISCARDS:]),
        (_side(state, 0, lying), _side(state, 1, lying)),
        moves,
        (),
        (),
        (),
        (),
        1.0,
        winner(state),
        state.reason,
    )


def _side(state: State, who: int, lying: Lying) -> PlayerView:
    me, game = state.players[who], state.game
    hand = [(f, k) for f, k in zip(lying.hands[who], _seen_first(me.hand), strict=False)]
    known = tuple(CardView(f, kind_name(game, k)) for f, k in hand if k != ANY)
    dishes = tuple(
        _dish(game, me, n, lying.dishes[who][n] if n < len(lying.dishes[who]) else ())
        for n in range(len(me.dishes))
    )
    return PlayerView(
        me.held,
        me.limit,
        hand_warning(me.held, me.limit),
        known,
        me.hand.count(ANY),
        _cards(game, lying.nights[who], _seen_first(me.night)),
        me.baskets,
        me.pans,
        max(me.poison, default=0),
        me.sticks,
        None,
        dishes,
        sum(d.points for d in dishes),
        sum(d.mushrooms for d in dishes),
    )


def _dish(game: Game, me: Player, place: int, faces: Faces) -> DishView:
    dish = me.dishes[place]
    cards = faces[1:] or (dish.mushroom,) * (dish.day + dish.night)
    return DishView(
        faces[0] if faces else "N",
        dish.mushroom,
        kind_name(game, dish.mushroom),
        cards,
        cards[: dish.night],
        dish.butter,
        dish.cider,
        dish.mushrooms,
        dish_points(game, dish),
    )


def _cards(game: Game, faces: Faces, kinds: str) -> tuple[CardView, ...]:
    return tuple(CardView(f, kind_name(game, k)) for f, k in zip(faces, kinds, strict=False))


def _seen_first(kinds: str) -> str:
    """``kinds`` in the order of ``lying``: unknown cards last."""
    return kinds.replace(ANY, "") + ANY * kinds.count(ANY)
