"""Settings of the whole suite."""

from __future__ import annotations

import os
import tempfile
from pathlib import Path

from hypothesis import settings

LONGEST_NAME = 80
"""Characters of a parameter that may stand in a test's name."""

# Time is measured by benchmarks, never by a test: a busy machine must not fail one.
settings.register_profile("untimed", deadline=None)
settings.load_profile("untimed")

# What is said must not depend on where the suite runs.
os.environ["TABLETOP_LANGUAGE"] = "en"
# Neither must what was remembered of the user who runs it: choices, enrolled decks.
os.environ["TABLETOP_DATA"] = str(Path(tempfile.gettempdir(), "tabletop-nobody"))


def pytest_make_parametrize_id(val: object, argname: str) -> str | None:
    """A long text or a file's whole bytes, 60 MB once, would be the test's name, kept and sent to
    every worker; its length names it as well."""
    if isinstance(val, str | bytes) and len(val) > LONGEST_NAME:
        return f"{argname}-of-{len(val)}"
    return None
