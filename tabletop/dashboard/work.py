"""What may take a while is done in a thread, so that no key waits for it."""

from __future__ import annotations

import asyncio
from collections.abc import Callable
from typing import TypeVar

from textual.dom import DOMNode

from tabletop.language import translate, words_of
from tabletop.referee.desk import CorrectionError

T = TypeVar("T")


class Works(DOMNode):
    """A screen or app that lets the desk work."""

    def work(self, do: Callable[[], T], then: Callable[[T], object]) -> None:
        """Lets ``do`` run in a thread; ``then`` gets what it returns. What can't be done is
        said."""

        async def run() -> None:
            try:
                done = await asyncio.to_thread(do)
            except CorrectionError as error:
                self.refused(translate(words_of(error)))
                return
            then(done)

        self.run_worker(run())

    def refused(self, why: str) -> None:
        """Says why something can't be done."""
        # Names and typed words may hold square brackets.
        self.app.notify(why, severity="warning", markup=False)
