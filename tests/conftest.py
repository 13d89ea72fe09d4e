"""Settings of the whole suite."""

from __future__ import annotations

from hypothesis import settings

# Time is measured by benchmarks, never by a test: a busy machine must not fail one.
settings.register_profile("untimed", deadline=None)
settings.load_profile("untimed")
