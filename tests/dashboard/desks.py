"""Desks to ask: a record that was written by hand, and a session that is kept in a folder."""

from __future__ import annotations

from pathlib import Path

import cv2
from tables import Picture, Step, picture

from tabletop.games import game_named
from tabletop.record import parse_record
from tabletop.referee.desk import Desk, ToldRecord
from tabletop.referee.kept import KeptSession
from tests.referee.worlds import make_world, world_readings

RECORD = """\
tabletop record 1
game: mushroom-walk
player 1: Anna
player 2: Ben

dealer forest 9D 9S 9H XR XB 2C KS KD
dealer deal p1 5C 5D ??
dealer deal p2 ?? ?? AC
dealer night p2 8D
1. p1 take 2
dealer turn 9C JS
2. p2 decay
dealer turn 6S
3. p1 sell 5 5
dealer turn 2H
4. p2 take 4
dealer turn 3H 7C
5. p1 take 1
dealer turn 4S 4D
6. p2 sell 8*
dealer turn 3S
"""
"""Turn 4 is against the rules: the fourth card costs two sticks."""


def record_desk(text: str = RECORD) -> Desk:
    """A desk at which a record is looked at."""
    return Desk(ToldRecord(parse_record(text)))


def record_step(desk: Desk) -> Step:
    """The whole of a recorded game."""
    return Step(desk.moments()[-1].view, frame=None, reading=None)


def kept_desk(path: Path, pictures: int = 10) -> tuple[Desk, list[Step]]:
    """A desk at which a session in the folder ``path`` is followed, and its steps so far."""
    game = game_named("mushroom-walk")
    desk = Desk(KeptSession.create(path, game), lambda: KeptSession.create(Path(f"{path}-2"), game))
    jpeg = cv2.imencode(".jpg", picture())[1].tobytes()
    steps = []
    for name, reading in list(world_readings(make_world(8), "clean", 8))[:pictures]:
        desk.hold(jpeg)
        events = tuple(desk.see(reading, name))
        steps.append(Step(desk.view, events, Picture(picture())))
    return desk, steps
