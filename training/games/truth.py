"""What is true of a picture and of a game, as JSON: one object a picture, one a game."""

from __future__ import annotations

from dataclasses import asdict
from typing import TYPE_CHECKING, Any

from tabletop.faces import BACK
from tabletop.games import mushroom_walk as mw
from tabletop.games.mushroom_walk import Cook, Decay, Discards, Move, Sell, Take
from training.games.cards import Card, Seat

if TYPE_CHECKING:
    from training.games.camera import Camera
    from training.games.game import Moment, Options, Played
    from training.games.layout import Layout
    from training.games.picture import Shown
    from training.scenes.assets import Deck


def _faces(cards: list[Card]) -> list[str]:
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


def line(name: str, moment: Moment, shown: list[Shown]) -> dict[str, Any]:
    """The truth of the picture called ``name``."""
    state, scene = moment.state, moment.scene
    return {
        "frame": name,
        "busy": moment.reaching is not None,
        "half": moment.half,
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
        "counts": {"draw": scene.draw, "night": scene.night, "discard": scene.discard},
        "players": [
            _player(seat, player, mw.score(state, who))
            for who, (seat, player) in enumerate(
                zip(moment.piles.seats, state.players, strict=True)
            )
        ],
        "over": state.over,
    }


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


def game_line(
    options: Options, deck: Deck, played: Played, camera: Camera, lower: int, layout: Layout
) -> dict[str, Any]:
    """What game.json holds."""
    args = {k: str(v) if k == "hands" else v for k, v in asdict(options).items()}
    args["texture"] = options.texture.rpartition("/")[2]
    args.pop("hands")
    end = played[-1][0]
    return {
        "seed": options.seed,
        "moves": [[step[0], move_text(step[1])] for _, _, step in played if step is not None],
        "scores": list(mw.scores(end)),
        "reason": end.reason,
        "seat_at_lower_edge": lower,
        "deck": deck.name,
        "night_sideways": layout.night_turned,
        "args": args,
        "camera": {
            "K": camera.matrix.tolist(),
            "dist": [camera.k1, 0.01, 0.0, 0.0, 0.0],
            "width": camera.width,
            "height": camera.height,
        },
    }
