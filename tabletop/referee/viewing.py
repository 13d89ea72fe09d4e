"""Making a ``View`` of what the referee takes the table to be."""

from __future__ import annotations

from collections.abc import Sequence, Set
from typing import Literal

from tabletop.faces import UNKNOWN
from tabletop.games.mushroom_walk import (
    Dish,
    Game,
    Move,
    describe,
    dish_points,
    price,
    winner,
)
from tabletop.referee.hypothesis import Hypothesis
from tabletop.referee.layout import FOREST, Layout
from tabletop.referee.observe import Observation
from tabletop.referee.report import Told, face
from tabletop.referee.track import DishIds, Ids, state_of
from tabletop.referee.view import (
    CardView,
    DishView,
    Following,
    ForestCard,
    MoveView,
    PlayerView,
    QuestionView,
    View,
    ZoneView,
)

SHOWN_DISCARDS = 6
"""So many cards of the discard pile are shown, the last ones."""
_UNSEEN = CardView(UNKNOWN, "unknown", 0.0)
_EMPTY = PlayerView(0, 8, "", (), 0, (), 0, 0, 0, 0, None, (), 0, 0)


def waiting_view(game: Game, frame: str, state: Following) -> View:
    """The view before a table was found."""
    return View(
        state,
        frame,
        game.name,
        0,
        None,
        (),
        (),
        0,
        0,
        (),
        (_EMPTY, _EMPTY),
        (),
        (),
        (),
        (),
        (),
        0.0,
    )


def card_view(h: Hypothesis, card: int) -> CardView:
    """One card as it is shown."""
    name = face(h, card)
    kind = h.kind(card)
    p = 1.0 if card in h.backs else float(h.beliefs[card].max())
    return CardView(name, kind_name(h.game, kind), round(p, 3))


def kind_name(game: Game, kind: str) -> str:
    """What a kind is called; ``"unknown"`` for one not known."""
    return game.kinds[kind].name if kind in game.kinds else "unknown"


def hand_warning(held: int, limit: int) -> Literal["", "near", "full", "over"]:
    """How near a hand of ``held`` cards is to ``limit``."""
    if held > limit:
        return "over"
    if held == limit:
        return "full"
    return "near" if held == limit - 1 else ""


def make_view(
    h: Hypothesis,
    told: Sequence[Move],
    unsure: Set[int],
    state: Following,
    frame: str,
    turns: Sequence[tuple[Told, float]],
    questions: Sequence[QuestionView],
    notes: Sequence[str],
    observation: Observation | None,
    labels: Sequence[str],
    p: float,
    first_known: bool,
) -> View:
    """The view of ``h``, whose turns are told as ``told``, after picture ``frame``. ``unsure``:
    cards that it has in a hand or thrown away, without knowing which. ``turns``: the turns as told,
    with probabilities."""
    track = h.track
    now = h.state()
    over = bool(track.reason)
    mover = None if over or (not first_known and not h.history) else track.to_move
    sticks = max(s.sticks for s in track.sides) if mover is None else track.sides[mover].sticks
    forest = tuple(
        ForestCard(
            n + 1,
            face(h, card),
            kind_name(h.game, h.kind(card)),
            price(n + 1),
            price(n + 1) <= sticks,
            round(float(h.beliefs[card].max()), 3),
        )
        for n, card in enumerate(track.forest)
    )
    discard = [c for batch in track.discard for c in batch][-SHOWN_DISCARDS:]
    return View(
        state,
        frame,
        h.game.name,
        track.turn,
        mover,
        forest,
        tuple(card_view(h, c) for c in track.decay),
        track.draw,
        track.night,
        tuple(_UNSEEN if c in unsure else card_view(h, c) for c in discard),
        (_player(h, 0, observation, unsure), _player(h, 1, observation, unsure)),
        _moves(h, told, turns),
        tuple(questions),
        tuple(notes),
        () if observation is None else zone_views(observation.layout),
        tuple(labels),
        round(p, 3),
        winner(now) if over else None,
        track.reason,
    )


def _moves(
    h: Hypothesis, told: Sequence[Move], turns: Sequence[tuple[Told, float]]
) -> tuple[MoveView, ...]:
    """The turns as told, numbered from 1; those before a gap are no longer in ``h``."""
    moves = []
    earlier = h.past[0].turn if h.past else h.track.turn
    for n, (turn, p) in enumerate(turns):
        words: str = turn.move
        at = n - earlier
        if 0 <= at < len(h.history):
            before = state_of(h.past[at], h.game, h.kind)
            words = describe(told[at], before)
        moves.append(MoveView(n + 1, turn.player, turn.kind, turn.move, words, round(p, 3)))
    return tuple(moves)


def _player(
    h: Hypothesis, player: int, observation: Observation | None, unsure: Set[int]
) -> PlayerView:
    side = h.track.sides[player]
    now = h.state().players[player]
    known = [c for c in side.hand if h.kind(c) != "?" and c not in unsure]
    known.sort(key=lambda c: ("23456789TNBC".find(h.kind(c)), face(h, c)))
    dishes = tuple(_dish(h, d) for d in side.dishes)
    return PlayerView(
        now.held,
        now.limit,
        hand_warning(now.held, now.limit),
        tuple(card_view(h, c) for c in known),
        len(side.hand) - len(known),
        tuple(card_view(h, c) for c in side.night),
        len(side.baskets),
        len(side.pans),
        max(side.turns, default=0),
        side.sticks,
        None if observation is None else observation.coins[player],
        dishes,
        sum(d.points for d in dishes),
        sum(d.mushrooms for d in dishes),
    )


def _dish(h: Hypothesis, dish: DishIds) -> DishView:
    value = Dish(dish.mushroom, len(dish.day), len(dish.night), dish.butter, dish.cider)
    cards: Ids = dish.night + dish.day + dish.extra
    return DishView(
        face(h, dish.pan),
        dish.mushroom,
        kind_name(h.game, dish.mushroom),
        tuple(face(h, c) for c in cards),
        tuple(face(h, c) for c in dish.night),
        dish.butter,
        dish.cider,
        value.mushrooms,
        dish_points(h.game, value),
    )


def zone_views(layout: Layout) -> tuple[ZoneView, ...]:
    """Outlines of the zones in pixels."""
    h = layout.plane.card_height
    last = (FOREST - 1) * layout.step
    boxes = {"forest": (-0.55, -0.55 * h, last + 0.55, 0.55 * h)}
    decay = layout.decay or (-1.6, 0.0)
    boxes["decay pile"] = (decay[0] - 0.9, decay[1] - 0.6 * h, decay[0] + 0.9, decay[1] + 0.6 * h)
    for name, place in (
        ("draw pile", layout.draw),
        ("night pile", layout.night),
        ("discard pile", layout.discard),
    ):
        if place is not None:
            x, y = place
            boxes[name] = (x - 0.55, y - 0.55 * h, x + 0.55, y + 0.55 * h)
    for player in (0, 1):
        sign = layout.lower if player == 0 else -layout.lower
        near, far = sorted((sign * 0.75 * h, sign * 3.4 * h))
        boxes[f"display {player}"] = (-1.5, near, last + 2.0, far)
    return tuple(ZoneView(name, _outline(layout, box)) for name, box in boxes.items())


def _outline(
    layout: Layout, box: tuple[float, float, float, float]
) -> tuple[tuple[float, float], ...]:
    import numpy as np

    x0, y0, x1, y1 = box
    corners = np.array([[x0, y0], [x1, y0], [x1, y1], [x0, y1]])
    points = layout.plane.to_picture(corners)
    return tuple((round(float(x), 1), round(float(y), 1)) for x, y in points)
