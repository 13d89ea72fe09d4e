"""Pairing what is predicted with what is seen, against trying everything."""

from __future__ import annotations

from itertools import combinations, permutations

import numpy as np
import pytest

from tabletop.referee.match import any_order, in_order


def _brute(gain: list, miss: list, extra: list, ordered: bool) -> float:
    n, m = len(miss), len(extra)
    best = sum(miss) + sum(extra)
    for k in range(1, min(n, m) + 1):
        for left in combinations(range(n), k):
            rights = combinations(range(m), k) if ordered else permutations(range(m), k)
            for right in rights:
                value = sum(gain[i][j] for i, j in zip(left, right, strict=True))
                value += sum(c for i, c in enumerate(miss) if i not in left)
                value += sum(c for j, c in enumerate(extra) if j not in right)
                best = max(best, value)
    return best


@pytest.mark.parametrize("seed", range(12))
def test_both_find_the_best_pairing(seed: int) -> None:
    rng = np.random.default_rng(seed)
    n, m = int(rng.integers(0, 5)), int(rng.integers(0, 5))
    gain = rng.normal(0, 4, (n, m)).tolist()
    miss, extra = (-rng.uniform(0, 6, n)).tolist(), (-rng.uniform(0, 6, m)).tolist()
    for ordered, way in ((True, in_order), (False, any_order)):
        fit = way(gain, miss, extra)
        assert fit.score == pytest.approx(_brute(gain, miss, extra, ordered))
        paid = sum(gain[i][j] for i, j in fit.pairs)
        paid += sum(c for i, c in enumerate(miss) if i not in {p[0] for p in fit.pairs})
        paid += sum(c for j, c in enumerate(extra) if j not in {p[1] for p in fit.pairs})
        assert fit.score == pytest.approx(paid)
        if ordered:
            assert list(fit.pairs) == sorted(fit.pairs, key=lambda p: p[1])
