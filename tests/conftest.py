"""Settings of the whole suite."""

from __future__ import annotations

import os
import tempfile
from pathlib import Path

from hypothesis import settings

# Time is measured by benchmarks, never by a test: a busy machine must not fail one.
settings.register_profile("untimed", deadline=None)
settings.load_profile("untimed")

# What is said must not depend on where the suite runs.
os.environ["TABLETOP_LANGUAGE"] = "en"
# Neither must what was remembered of the user who runs it: choices, enrolled decks.
os.environ["TABLETOP_DATA"] = str(Path(tempfile.gettempdir(), "tabletop-nobody"))
