"""What covers the table and is no hand: a sleeve of the cloth, a plate, whatever the reader takes
for an arm."""

from __future__ import annotations

from typing import Final, NamedTuple

import numpy as np
from numpy.typing import NDArray

PICTURES: Final = 8
"""From how many pictures on it is known what always lies there."""
_ALWAYS = 0.6
"""Share of the pictures in which the same part is covered."""


class Clutter(NamedTuple):
    """``pictures`` seen so far; ``covered``: how often each part of them was, shape (rows,
    columns), None before the first."""

    pictures: int = 0
    covered: NDArray[np.float64] | None = None

    def seen(self, hands: NDArray[np.bool_]) -> Clutter:
        """With one picture more, of which ``hands``, shape (rows, columns), were covered."""
        now = hands.astype(np.float64)
        pictures = self.pictures + 1
        if self.covered is None or self.covered.shape != now.shape:
            before = np.zeros_like(now)
        else:
            before = self.covered
        return Clutter(pictures, before + (now - before) / min(pictures, 2 * PICTURES))

    @property
    def known(self) -> bool:
        """Whether enough pictures were seen."""
        return self.pictures >= PICTURES

    @property
    def mask(self) -> NDArray[np.bool_] | None:
        """What covered the same part of most pictures so far; None where that isn't known yet."""
        if self.covered is None or not self.known:
            return None
        return self.covered > _ALWAYS
