"""What a simulated game should be like, as ``sim:seed=7,difficulty=normal,…`` says it."""

from __future__ import annotations

from collections.abc import Callable, Mapping
from dataclasses import dataclass, fields
from pathlib import Path
from typing import Any, Final

from tabletop.games.players import PLAYERS
from tabletop.language import say
from tabletop.simulation.levels import LEVELS
from tabletop.simulation.painting.light import LIGHTS
from tabletop.simulation.painting.tops import TOPS
from tabletop.simulation.table.slips import ACTS
from tabletop.vision.errors import SourceError

PREFIX: Final = "sim:"


@dataclass(frozen=True)
class Wishes:
    """None is left to the level and the seed.

    ``seed``: number of the game and of its table; ``turns``: stop after so many; ``tilt``: degrees
    from straight above; ``yaw``: degrees, 180 = player 1 at the lower edge; ``focal``: in picture
    widths; ``busy``, ``half``, ``missing``, ``bumps``, ``messy`` as in ``Level``; ``night``:
    whether night cards lie sideways in dishes; ``wrong``: names of wrong acts (``ACTS``), of which
    ``slips`` are made; ``deck``: folder of a deck; ``cloth``: name or picture of the table's top.
    """

    seed: int = 1
    difficulty: str = "normal"
    turns: int | None = None
    players: tuple[str, str] | None = None
    size: tuple[int, int] | None = None
    light: str | None = None
    tilt: float | None = None
    yaw: float | None = None
    focal: float | None = None
    busy: float | None = None
    half: float | None = None
    missing: float | None = None
    bumps: int | None = None
    messy: float | None = None
    night: bool | None = None
    wrong: tuple[str, ...] = ()
    slips: int | None = None
    deck: Path | None = None
    cloth: str | None = None


def is_simulated(spec: str) -> bool:
    """Whether ``spec`` names a simulated camera."""
    return spec == PREFIX[:-1] or spec.startswith(PREFIX)


def parse_wishes(spec: str) -> Wishes:
    """The wishes in ``spec``, such as ``"sim:seed=7,tilt=30,wrong=MW-5.1+pair"``. Raises
    ``SourceError`` that names the key and what is allowed."""
    values: dict[str, Any] = {}
    for part in filter(None, spec[len(PREFIX) :].split(",")):
        name, equals, text = (piece.strip() for piece in part.partition("="))
        if name not in _READERS:
            known = ", ".join(field.name for field in fields(Wishes))
            raise SourceError(
                say("sim: {name!r} isn't known; use {known}.", name=name, known=known)
            )
        if not equals or not text:
            raise SourceError(say("sim: write {name}=VALUE.", name=name))
        try:
            values[name] = _READERS[name](text)
        except ValueError as error:
            raise SourceError(
                say("sim: {name}={text}: {error}.", name=name, text=text, error=error)
            ) from None
    return Wishes(**values)


def _number(low: float, high: float) -> Callable[[str], float]:
    def read(text: str) -> float:
        try:
            value = float(text)
        except ValueError:
            value = float("nan")
        if not low <= value <= high:
            raise ValueError(say("write a number from {low:g} to {high:g}", low=low, high=high))
        return value

    return read


def _whole(low: int, high: int) -> Callable[[str], int]:
    def read(text: str) -> int:
        if not (text.isascii() and text.isdigit() and low <= int(text) <= high):
            raise ValueError(say("write a whole number from {low} to {high}", low=low, high=high))
        return int(text)

    return read


def _one_of(*names: str) -> Callable[[str], str]:
    def read(text: str) -> str:
        if text not in names:
            raise ValueError(
                say("use {these} or {last}", these=", ".join(names[:-1]), last=names[-1])
            )
        return text

    return read


def _size(text: str) -> tuple[int, int]:
    width, _, height = text.partition("x")
    if not (width.isdigit() and height.isdigit() and 320 <= int(width) <= 3840):
        raise ValueError(say("write WIDTHxHEIGHT, for example 1280x720"))
    if not 240 <= int(height) <= 2160:
        raise ValueError(say("write WIDTHxHEIGHT, for example 1280x720"))
    return int(width), int(height)


def _players(text: str) -> tuple[str, str]:
    names = text.split("+")
    known = _one_of(*PLAYERS)
    if len(names) == 1:
        names *= 2
    if len(names) != 2:
        raise ValueError(say("name one player or two, such as greedy+expert"))
    return known(names[0]), known(names[1])


def _yes_no(text: str) -> bool:
    return _one_of("yes", "no")(text) == "yes"


def _wrong(text: str) -> tuple[str, ...]:
    acts: list[str] = []
    for name in text.split("+"):
        found = [
            act for act, info in ACTS.items() if name in ("all", act) or name.upper() == info.rule
        ]
        if not found:
            rules = sorted({info.rule for info in ACTS.values()})
            raise ValueError(
                say(
                    "use all, a rule ({rules}) or an act ({acts})",
                    rules=", ".join(rules),
                    acts=", ".join(ACTS),
                )
            )
        acts += found
    return tuple(dict.fromkeys(acts))


def _cloth(text: str) -> str:
    if text not in TOPS and not Path(text).is_file():
        raise ValueError(say("use {tops} or the name of a picture", tops=", ".join(TOPS)))
    return text


_READERS: Final[Mapping[str, Callable[[str], Any]]] = {
    "seed": _whole(0, 10**9),
    "difficulty": _one_of(*LEVELS),
    "turns": _whole(1, 200),
    "players": _players,
    "size": _size,
    "light": _one_of(*LIGHTS),
    "tilt": _number(0, 50),
    "yaw": _number(-360, 360),
    "focal": _number(0.5, 2),
    "busy": _number(0, 1),
    "half": _number(0, 1),
    "missing": _number(0, 0.9),
    "bumps": _whole(0, 9),
    "messy": _number(0, 3),
    "night": _yes_no,
    "wrong": _wrong,
    "slips": _whole(0, 20),
    "deck": Path,
    "cloth": _cloth,
}
