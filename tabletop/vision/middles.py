"""Medians and quantiles of the few numbers that one card has.

numpy's own take longer to look at their arguments than to sort a few hundred numbers, and a reading
asks for a thousand of them.
"""

from __future__ import annotations

import numpy as np
from numpy.typing import NDArray

Floats = NDArray[np.float32]


def medians(rows: Floats) -> Floats:
    """The median of each of ``rows`` (k, n), n at least 1: (k,)."""
    n = rows.shape[1]
    half = n // 2
    parts = rows.copy()
    if n % 2:
        parts.partition(half, axis=1)
        return parts[:, half]
    parts.partition((half - 1, half), axis=1)
    return (parts[:, half - 1] + parts[:, half]) * np.float32(0.5)


def ends(row: Floats, share: float) -> tuple[float, float]:
    """The quantiles ``share`` and 1 − ``share`` of ``row`` (n,), n at least 1."""
    ordered = np.sort(row)
    last = len(row) - 1
    at = share * last
    k = int(at)
    part, after = at - k, min(k + 1, last)
    low = (1 - part) * float(ordered[k]) + part * float(ordered[after])
    high = (1 - part) * float(ordered[last - k]) + part * float(ordered[last - after])
    return low, high
