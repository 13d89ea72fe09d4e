"""Looking back: which moment of the game the screen shows, and playing on from there."""

from __future__ import annotations

from collections.abc import Sequence

from tabletop.referee.retelling import Moment


class Reel:
    """``moments``: the table after every turn; ``at``: the place of the one that is shown, None for
    now; ``playing``: whether it moves on by itself."""

    def __init__(self) -> None:
        self.moments: Sequence[Moment] = ()
        self.at: int | None = None
        self.playing = False

    @property
    def moment(self) -> Moment | None:
        """The moment that is shown; None for now."""
        if self.at is None or not self.moments:
            return None
        return self.moments[min(self.at, len(self.moments) - 1)]

    def go(self, by: int) -> None:
        """``by`` turns forward, or back where it is negative; past the last one is now."""
        last = len(self.moments) - 1
        if self.at is None and by > 0:
            return
        self._at((last if self.at is None else self.at) + by)

    def to(self, turn: int) -> None:
        """To the table after ``turn`` turns."""
        found = [n for n, moment in enumerate(self.moments) if moment.turn <= turn]
        self._at(found[-1] if found else 0)

    def now(self) -> None:
        """To now."""
        self.at, self.playing = None, False

    def _at(self, place: int) -> None:
        if place >= len(self.moments) - 1:
            self.now()
        else:
            self.at = max(0, place)
