"""What the user chose on the screen, as commands use it."""

from __future__ import annotations

from argparse import Namespace
from dataclasses import replace
from functools import lru_cache
from typing import Final

from tabletop.cli.streams import complain
from tabletop.language import tr, translate
from tabletop.preferences import Choices, PreferencesError, remembered

THEMES: Final = {"dark": "night-wood", "light": "day-wood", "clear": "clear"}
"""What the command line calls the colours of the dashboard."""


@lru_cache(maxsize=1)
def chosen() -> Choices:
    """What is remembered; where that can't be read it is said once, and nothing is."""
    try:
        return remembered()
    except PreferencesError as error:
        complain(tr("tabletop: {what}", what=translate(error.args[0])))
        return Choices()


def choices_from(arguments: Namespace) -> Choices:
    """What is remembered, but what the command line says counts more."""
    known = chosen()
    if arguments.theme is not None:
        known = replace(known, theme=THEMES[arguments.theme])
    if arguments.sounds is not None:
        known = replace(known, sounds=arguments.sounds == "on")
    if arguments.pixels is not None:
        known = replace(known, pixels=arguments.pixels)
    return known
