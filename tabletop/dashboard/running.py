"""Running the dashboard in a terminal."""

from __future__ import annotations

import sys
from collections.abc import Callable, Sequence
from typing import TYPE_CHECKING

from tabletop.dashboard import words
from tabletop.dashboard.app import Dashboard
from tabletop.dashboard.ending import Ending
from tabletop.dashboard.feed import Source
from tabletop.dashboard.glyphs import speaks_unicode
from tabletop.language import translate, words_of
from tabletop.preferences import NO_CHOICES, Choices
from tabletop.referee.view import View

if TYPE_CHECKING:
    from tabletop.referee.desk import Desk

HANDOVER_S = 0.0005
"""Seconds until a thread that works gives way to another: reading and judging must not make keys
wait."""


def run(
    source: Source,
    *,
    title: str = "",
    pace: float | None = None,
    names: tuple[str, str] = words.PLAYERS,
    desk: Desk | None = None,
    from_start: bool = False,
    choices: Choices = NO_CHOICES,
    keep: Callable[..., object] = lambda **_: None,
    save: Callable[[View], Sequence[str]] | None = None,
) -> int:
    """Shows the game that ``source`` follows until the players quit; returns the exit code.

    ``source`` is called in a worker thread and gives its steps one after another; each has
    ``frame.image`` (BGR), ``reading``, ``events``, ``view`` and ``lost``. ``pace``: seconds from
    one step to the next for recorded games, None for live ones. ``names``: of players 0 and 1.
    ``desk``, ``from_start``, ``choices``, ``keep`` and ``save``: as ``Dashboard`` has them. An
    error in ``source`` is shown on the screen, and printed once it has closed; the code is then 1.
    """
    app = Dashboard(
        source,
        title=title,
        pace=pace,
        names=names,
        ascii_only=not speaks_unicode(getattr(sys.__stderr__, "encoding", None)),
        desk=desk,
        from_start=from_start,
        choices=choices,
        keep=keep,
        save=save,
    )
    switching = sys.getswitchinterval()
    sys.setswitchinterval(HANDOVER_S)
    with Ending(app.end, lambda: give_back(app)) as app.ending:
        code = app.run()
        sys.setswitchinterval(switching)
        # The terminal is the players' again; whoever opened the source may close it after this.
        app.leave(wait=0.5 if app.ending.outside else 5.0)
    error = app.error
    if error is not None:
        said = translate(words_of(error)) or type(error).__name__
        print(f"tabletop: {said}", file=sys.stderr)
    return code if code is not None else app.return_code or 0


def give_back(app: Dashboard) -> None:
    """Gives the terminal back where the app itself can't any more."""
    # Not every system has such terminals, nor a browser.
    give = getattr(app._driver, "give_back", None)
    if give is not None:
        give()
