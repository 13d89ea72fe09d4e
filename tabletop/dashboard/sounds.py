"""What can be heard: the terminal's bell, once for a turn, more often for what is graver."""

from __future__ import annotations

from collections.abc import Callable, Iterable
from enum import IntEnum

from tabletop.referee import events

GAP_S = 0.25
"""Seconds between two rings of the bell: terminals drop those that come closer."""


class Sound(IntEnum):
    """What is to be heard, the number being how often the bell rings for it."""

    TURN = 1
    WARNING = 2
    ILLEGAL = 3


def sound_of(told: Iterable[events.Event]) -> Sound | None:
    """The sound for what was told at once, the gravest of all; None where nothing calls for one."""
    heard = [_sound(event) for event in told]
    return max((sound for sound in heard if sound is not None), default=None)


def _sound(event: events.Event) -> Sound | None:
    match event:
        case events.Illegal():
            return Sound.ILLEGAL
        case events.Question() | events.Unsure() | events.Gap():
            return Sound.WARNING
        case events.Turn() | events.Revise():
            return Sound.TURN
        case _:
            return None


class Sounds:
    """Plays what is told with ``play`` while ``on``."""

    def __init__(self, play: Callable[[Sound], None]) -> None:
        self._play = play
        self.on = False

    def hear(self, told: Iterable[events.Event]) -> None:
        """Plays the sound for ``told``, if it calls for one."""
        sound = sound_of(told) if self.on else None
        if sound is not None:
            self._play(sound)


def bells(
    bell: Callable[[], None], later: Callable[[float, Callable[[], None]], object]
) -> Callable[[Sound], None]:
    """A player that rings ``bell``; ``later`` calls something after so many seconds."""

    def play(sound: Sound) -> None:
        bell()
        for ring in range(1, sound):
            later(ring * GAP_S, bell)

    return play
