"""Tools to drive the dashboard in a test."""

from __future__ import annotations

from collections.abc import Awaitable, Callable
from typing import Any

from tables import Step, feeding
from textual.pilot import Pilot

from tabletop.dashboard.app import Dashboard


def dashboard(*steps: Step, error: Exception | None = None, **options: Any) -> Dashboard:
    """A dashboard over a source that gives ``steps``."""
    return Dashboard(feeding(*steps, error=error), title="sample game", **options)


async def until(pilot: Pilot[Any], holds: Callable[[], bool], tries: int = 1500) -> None:
    """Waits until ``holds()``, thirty seconds at most: the machine may be busy."""
    for _ in range(tries):
        if holds():
            await pilot.pause()
            return
        await pilot.pause(0.02)
    raise AssertionError("waited in vain")


def screen_text(app: Dashboard) -> str:
    """What the screen shows, as lines of text."""
    width, height = app.size
    strips = app.screen._compositor.render_strips()
    return "\n".join(strip.text[:width] for strip in strips[:height])


def ready(*keys: str) -> Callable[[Pilot[Any]], Awaitable[None]]:
    """Waits until the worker has handed over everything, then presses ``keys``."""

    async def run(pilot: Pilot[Any]) -> None:
        app = pilot.app
        assert isinstance(app, Dashboard)
        await until(pilot, lambda: app._feed.over and app._view is not None)
        await pilot.pause(0.05)
        for key in keys:
            await pilot.press(key)
            await at_rest(pilot)
        await at_rest(pilot)

    return run


async def at_rest(pilot: Pilot[Any]) -> None:
    """Waits until the desk has answered everything."""
    await pilot.app.workers.wait_for_complete()
    await pilot.pause()
    await pilot.app.workers.wait_for_complete()
    await pilot.pause(0.05)
