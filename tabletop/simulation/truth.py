"""What is true of a picture and of a game, as JSON: one object a picture, one a game."""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from dataclasses import dataclass
from typing import Any

import numpy as np
from numpy.typing import NDArray

from tabletop.faces import BACK
from tabletop.games import mushroom_walk as mw
from tabletop.games.mushroom_walk import Cook, Decay, Discards, Move, Sell, Take
from tabletop.simulation.camera import K2, Camera
from tabletop.simulation.moments import Moment
from tabletop.simulation.stage import Stage
from tabletop.simulation.table.cards import Card, Seat
from tabletop.simulation.table.lay import Laid

COIN_RADIUS = 0.185
"""Of every coin, card widths."""


@dataclass(frozen=True)
class Shown:
    """A card in a picture: ``quad`` (4, 2) pixels from the top left of its upright index;
    ``visible``: the share of its area that shows."""

    laid: Laid
    quad: NDArray[np.float64]
    visible: float


def _faces(cards: Iterable[Card]) -> list[str]:
    return [BACK if card.spare else card.face for card in cards]


def _player(seat: Seat, player: mw.Player, points: int) -> dict[str, Any]:
    return {
        "hand": sorted(_faces(seat.hand)),
        "night": _faces(seat.night),
        "pans": _faces(seat.pans),
        "baskets": _faces(seat.baskets),
        "poison": _faces(seat.poison),
        "sticks": seat.sticks,
        "limit": player.limit,
        "held": player.held,
        "score": points,
        "dishes": [
            {
                "pan": _faces(dish[:1])[0],
                "cards": _faces(dish[1:]),
                "night": _faces([card for card in dish[1:] if card.night]),
            }
            for dish in seat.dishes
        ],
    }


def picture_line(
    name: str, moment: Moment, shown: Sequence[Shown], camera: Camera
) -> dict[str, Any]:
    """The truth of the picture called ``name``, as truth.jsonl holds it."""
    state, scene = moment.state, moment.scene
    slip = moment.slip
    return {
        "frame": name,
        "busy": moment.reaching is not None,
        "half": moment.half,
        "wrong": None
        if slip is None
        else {"act": slip.act, "rule": slip.rule, "player": slip.player},
        "bumps": moment.camera,
        "turns_played": moment.turns,
        "to_move": state.to_move,
        "cards": [
            {
                "face": s.laid.card.face if s.laid.place.up else BACK,
                "zone": s.laid.zone,
                "slot": s.laid.slot,
                "night": s.laid.card.night,
                "quad": [[round(float(v), 1) for v in point] for point in s.quad],
                "visible": round(s.visible, 3),
            }
            for s in shown
        ],
        "coins": _coins(moment, camera),
        "counts": {"draw": scene.draw, "night": scene.night, "discard": scene.discard},
        "players": [
            _player(seat, player, mw.score(state, who))
            for who, (seat, player) in enumerate(
                zip(moment.piles.seats, state.players, strict=True)
            )
        ],
        "over": state.over,
    }


def _coins(moment: Moment, camera: Camera) -> list[list[float]]:
    """Each coin's middle and radius, pixels."""
    if not moment.scene.coins:
        return []
    at = np.array([[coin.x, coin.y] for coin in moment.scene.coins])
    middle, edge = camera.project(at), camera.project(at + [COIN_RADIUS, 0.0])
    radius = np.hypot(*(edge - middle).T)
    return [[round(float(v), 1) for v in (*m, r)] for m, r in zip(middle, radius, strict=True)]


def _thrown(discards: Discards) -> list[list[Any]]:
    return [[list(pair), discards.count(pair)] for pair in sorted(set(discards))]


def move_text(move: Move) -> list[Any]:
    """``move`` as game.json has it."""
    if isinstance(move, Take):
        return ["take", move.position, _thrown(move.discards)]
    if isinstance(move, Decay):
        return ["decay", _thrown(move.discards)]
    if isinstance(move, Cook):
        return ["cook", move.mushroom, move.day, move.night, move.butter, move.cider, move.pan]
    if isinstance(move, Sell):
        return ["sell", move.mushroom, move.day, move.night]
    return ["pan"]


def game_line(stage: Stage, deck: str, cloth: str) -> dict[str, Any]:
    """What game.json holds: the moves of the turns that are shown, the scores after them."""
    options, end = stage.options, stage.played[-1].state
    camera = stage.cameras[0]
    return {
        "seed": options.seed,
        "game": stage.game.name,
        "settings": dict(stage.game.settings),
        "moves": [
            [state.to_move, move_text(move)] for state, _, move in stage.played if move is not None
        ],
        "scores": list(mw.scores(end)),
        "reason": end.reason,
        "seat_at_lower_edge": stage.seat_at_lower_edge,
        "deck": deck,
        "cloth": cloth,
        "night_sideways": options.night_sideways,
        "players": list(options.players),
        "light": options.light,
        "tilt": round(options.tilt, 1),
        "yaw": round(options.yaw, 1),
        "camera": {
            "K": camera.matrix.tolist(),
            "dist": [camera.k1, K2, 0.0, 0.0, 0.0],
            "width": camera.width,
            "height": camera.height,
        },
    }
