"""Plays a game, lays it out and paints every moment of it."""

from __future__ import annotations

import json
import random
from collections.abc import Iterator
from dataclasses import dataclass, replace
from pathlib import Path
from typing import Any

import cv2
import numpy as np
from numpy.typing import NDArray

from tabletop.games import game_named
from tabletop.games import mushroom_walk as mw
from tabletop.games.mushroom_walk import Move, State
from training.games import truth
from training.games.arms import make_people
from training.games.camera import Camera, aim, make_sheet
from training.games.cards import Piles, follow, set_up
from training.games.lay import Laid, Scene, Table
from training.games.layout import Layout, Needs, make_layout
from training.games.light import make_light
from training.games.picture import Studio, paint_moment, table_picture
from training.games.players import play_out
from training.games.purse import purse_colour
from training.games.tops import DENSITY, TOPS
from training.scenes.assets import Deck, Image, picture
from training.scenes.camera import card_corners
from training.scenes.paint import Look


@dataclass(frozen=True)
class Options:
    """What the command line says; angles in degrees, ``focal`` in picture widths."""

    seed: int
    table: int
    width: int = 1280
    height: int = 720
    texture: str = "oak"
    light: str = "day"
    tilt: float = 12.0
    yaw: float = 0.0
    focal: float = 0.9
    k1: float = -0.05
    quality: int = 85
    grain: float = 0.008
    busy: float = 0.12
    half: float = 0.1
    night_sideways: bool | None = None
    aspect: float | None = None
    limit: int = 0
    hands: Path = Path("artwork/hands")


@dataclass(frozen=True)
class Moment:
    """A picture to be taken: the table of ``turns`` turns, or a glimpse within the next turn."""

    scene: Scene
    state: State
    piles: Piles
    turns: int
    half: bool = False
    reaching: tuple[int, tuple[float, float]] | None = None


Played = list[tuple[State, Piles, tuple[int, Move] | None]]


def play_game(seed: int) -> Played:
    """Every moment of a game: state, piles, and the move that follows (None at the end)."""
    rng = random.Random(seed)
    state, piles = set_up(game_named("mushroom-walk", []), rng, rng.randrange(2))
    moments: Played = []
    for who, move in play_out(state, random.Random(seed + 1)):
        moments.append((state, piles.copy(), (who, move)))
        after = mw.play(state, move)
        follow(piles, state, move, after, rng)
        state = after
    moments.append((state, piles.copy(), None))
    return moments


def _needs(played: Played, who: int) -> Needs:
    seats = [piles.seats[who] for _, piles, _ in played]
    most = {
        name: max(len(getattr(seat, name)) for seat in seats)
        for name in ("dishes", "pans", "night", "baskets", "poison")
    }
    cards = max((len(dish) for dish in seats[-1].dishes), default=4)
    return Needs(cards=cards, sticks=max(seat.sticks for seat in seats), **most)


def _half_done(before: Scene, after: Scene, move: Move, rng: random.Random) -> Scene | None:
    """The table within a turn: the card taken, the row not closed; or closed and not refilled."""
    if rng.random() < 0.6:
        if not isinstance(move, mw.Take):
            return None
        gone = [c for c in before.cards if not (c.zone == "forest" and c.slot == move.position)]
        return replace(before, cards=tuple(gone))
    slots = [c.slot for c in after.cards if c.zone == "forest"]
    known = {c.card.number for c in before.cards if c.zone == "forest"}
    new = [c for c in after.cards if c.zone == "forest" and c.card.number not in known]
    if not new or len(slots) < 8:
        return None
    pile = tuple(c for c in before.cards if c.zone == "draw")
    rest = tuple(c for c in after.cards if c not in new and c.zone != "draw")
    return replace(after, cards=pile + rest, draw=before.draw)


def _aimed_at(before: Scene, move: Move, who: int, rng: random.Random) -> tuple[float, float]:
    """Where the hand of a player about to do ``move`` is."""
    side = 1 if who == 0 else -1

    def at(zone: str, slot: int | None = None) -> list[Laid]:
        return [c for c in before.cards if c.zone.startswith(zone) and slot in (None, c.slot)]

    goal: list[Laid] = []
    if isinstance(move, mw.Take):
        goal = at("forest", move.position)
    elif isinstance(move, mw.Decay):
        goal = at("decay")
    elif isinstance(move, mw.Sell):
        goal = at("discard") or at("draw")
    elif rng.random() < 0.5:
        goal = at(f"pan{who}")
    if not goal:
        return rng.uniform(-3, 3), side * rng.uniform(1.5, 3)
    place = goal[-1].place
    return place.x + rng.gauss(0, 0.2), place.y + side * rng.uniform(-0.1, 0.4)


def moments(played: Played, scenes: list[Scene], options: Options) -> Iterator[Moment]:
    """Every picture of a game, in order."""
    rng = random.Random(f"{options.seed} {options.table}")
    for n, ((state, piles, step), scene) in enumerate(zip(played, scenes, strict=True)):
        yield Moment(scene, state, piles, n)
        if step is None:
            continue
        who, move = step
        half = _half_done(scene, scenes[n + 1], move, rng) if rng.random() < options.half else None
        if half is not None:
            yield Moment(half, state, piles, n, True)
        if rng.random() < options.busy:
            reaching = (who, _aimed_at(scene, move, who, rng))
            yield Moment(half or scene, state, piles, n, half is not None, reaching)


def _points(scenes: list[Scene], aspect: float) -> NDArray[np.float64]:
    corners = [
        card_corners(c.place.x, c.place.y, c.place.turn, aspect) for s in scenes for c in s.cards
    ]
    coins = [[[c.x - 0.25, c.y - 0.25], [c.x + 0.25, c.y + 0.25]] for s in scenes for c in s.coins]
    return np.unique(np.concatenate([*corners, *np.array(coins)]).round(3), axis=0)


def _table_top(
    rng: np.random.Generator, texture: str, points: NDArray[np.float64]
) -> tuple[Image, float]:
    """The picture of the table's top and its pixels per card width."""
    wide, high = np.ptp(points, axis=0) + [9, 7]
    if texture in TOPS:
        return TOPS[texture](rng, int(wide * DENSITY), int(high * DENSITY)), DENSITY
    image = picture(texture, 1400)
    span = float(rng.uniform(5, 12))
    return image, max(image.shape[:2]) / span


def seat_at_lower_edge(camera: Camera) -> int:
    """Which player sits at the picture's lower edge; if neither does, the one further left."""
    a, b = camera.project(np.array([[0.0, 3.0], [0.0, -3.0]]))
    if abs(a[1] - b[1]) < abs(a[0] - b[0]):
        return 0 if a[0] < b[0] else 1
    return 0 if a[1] > b[1] else 1


def paint_game(options: Options, deck: Deck, out: Path) -> dict[str, Any]:
    """Write the pictures, ``truth.jsonl`` and ``game.json`` of a game into ``out``; the latter's
    contents are returned."""
    played = play_game(options.seed)
    rng = np.random.default_rng([options.table, 50])
    needs = (_needs(played, 0), _needs(played, 1))
    aspect = options.aspect or deck.aspect
    layout: Layout = make_layout(rng, aspect, needs, options.night_sideways)
    table = Table(layout, rng)
    scenes = [table.scene(piles) for _, piles, _ in played]
    points = _points(scenes, aspect)
    size = (options.width, options.height)
    camera = aim(points, size, options.tilt, options.yaw, options.focal, options.k1, 0.03)
    sheet = make_sheet(camera, 1.5 if options.width < 1600 else 1.2)
    ends = camera.project(np.array([[-0.5, 0.0], [0.5, 0.0]]))
    card = float(np.hypot(*(ends[1] - ends[0]))) * sheet.scale
    top, density = _table_top(rng, options.texture, points)
    middle = (float(points[:, 0].mean()), float(points[:, 1].mean()))
    a, far = rng.uniform(0, 2 * np.pi), card * rng.uniform(0.012, 0.03)
    warm = np.array([rng.uniform(0.93, 1.0), rng.uniform(0.975, 1.0), 1.0], np.float32)
    look = Look(
        warm * np.float32(rng.uniform(0.9, 0.97)), 0.0,
        (far * np.cos(a), far * np.sin(a), card * 0.025 + 0.8, float(rng.uniform(0.28, 0.45))),
        0.22, float(rng.uniform(0.4, 0.9)), (0.985, 1.01),
    )  # fmt: skip
    backs = deck.backs or (str(deck.folder / "back.png"),)
    studio = Studio(
        options.seed, sheet, table_picture(top, density, sheet, middle), deck, aspect,
        backs[int(rng.integers(len(backs)))], float(rng.random()), look,
        make_light(rng, options.light, *size, options.grain, 250 * float(look.stock[2])),
        purse_colour(rng), make_people(rng), options.hands,
    )  # fmt: skip
    out.mkdir(parents=True, exist_ok=True)
    game = truth.game_line(options, deck, played, camera, seat_at_lower_edge(camera), layout)
    jpeg_options = [cv2.IMWRITE_JPEG_QUALITY, options.quality]
    jpeg_options += [cv2.IMWRITE_JPEG_OPTIMIZE, 1, cv2.IMWRITE_JPEG_PROGRESSIVE, 1]
    with (out / "truth.jsonl").open("w", encoding="utf-8") as lines:
        for number, moment in enumerate(moments(played, scenes, options)):
            if options.limit and number >= options.limit:
                break
            image, shown = paint_moment(studio, moment.scene, number, moment.reaching)
            name = f"{number:03d}.jpg"
            ok, jpeg = cv2.imencode(".jpg", image, jpeg_options)
            assert ok
            (out / name).write_bytes(jpeg.tobytes())
            lines.write(json.dumps(truth.line(name, moment, shown)) + "\n")
            lines.flush()
    (out / "game.json").write_text(json.dumps(game, indent=1) + "\n", encoding="utf-8")
    return game
