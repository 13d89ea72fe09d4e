"""Medians and quantiles are numpy's."""

from __future__ import annotations

import numpy as np
import pytest

from tabletop.vision.middles import ends, medians


@pytest.mark.parametrize("count", [1, 2, 3, 4, 51, 52])
def test_they_are_numpys(count: int) -> None:
    rows = np.random.default_rng(count).normal(size=(3, count)).astype(np.float32)
    assert medians(rows) == pytest.approx(np.median(rows, axis=1), abs=1e-6)
    for share in (0.02, 0.03, 0.25):
        wanted = np.quantile(rows[0], (share, 1 - share))
        assert ends(rows[0], share) == pytest.approx(wanted, abs=1e-6)
