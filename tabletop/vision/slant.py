"""How the table slants, as the whole cards on it tell.

Seen at a slant, the upper edge of a card isn't square to its long one, and how long either is
hangs on how the card is turned. All cards lie in one plane and are of one size; so what whole
cards measure tells the shape of any other that is near them, once one of its edges is known.
"""

from __future__ import annotations

from collections.abc import Sequence

import numpy as np
from numpy.typing import NDArray

from tabletop.vision.found import Found, lying

Floats = NDArray[np.float32]

ASPECT = 1.4
"""Height over width of a card of poker size. It matters only where a card lies across to all that
were measured."""
NEARBY = 6.0
"""The weight of a whole card falls to a third over so many card heights."""
NOISE, SLOPE = 0.08, 0.1
"""How far one measured card is off, and how much the plane may change over a card's height, both
as logarithms of its matrix: cards nearer to the camera are larger, and some lie nearer than all
that were measured."""


class Slant:
    """For each place of the picture the matrix M (2, 2) of the plane: a vector d of the picture is
    as long as the root of d·M·d, in half card widths."""

    def __init__(self, whole: Sequence[Found]) -> None:
        """``whole``: at least one card, measured."""
        self._centre, u, v = lying(whole).astype(np.float64).transpose(1, 0, 2)
        back = np.linalg.inv(np.stack([u, v], axis=2))
        metric = back.transpose(0, 2, 1) @ np.diag([1.0, ASPECT**2]) @ back
        # The mean of positive matrices that favours neither length nor its inverse is that of their
        # logarithms (Arsigny et al., Log-Euclidean metrics, 2006).
        self._logs = _logarithm(metric)
        self._turn = doubled(v.astype(np.float32))
        self._height = float(np.median(np.hypot(*v.T))) * 2

    def shape(self, centre: Floats, turn: Floats) -> tuple[Floats, Floats]:
        """Half axes ``u`` and ``v``, each (n, 2), of cards with their middles at ``centre`` (n, 2)
        whose long edges run along ``turn`` (n, 2), doubled angles of length 1."""
        angle = np.arctan2(turn[:, 1], turn[:, 0]) / 2
        along = np.stack([np.cos(angle), np.sin(angle)], axis=1)
        m = _exponential(self._logs_at(centre, turn))
        # Both are right for u·M·v = 0, u·M·u = 1 and v·M·v = ASPECT².
        upright = np.einsum("nij,nj->ni", m, along)
        square = np.einsum("ni,ni->n", along, upright)
        v = along * (ASPECT / np.sqrt(square))[:, None]
        det = m[:, 0, 0] * m[:, 1, 1] - m[:, 0, 1] ** 2
        across = np.stack([upright[:, 1], -upright[:, 0]], axis=1)
        u = across / np.sqrt(det * square)[:, None]
        return u.astype(np.float32), v.astype(np.float32)

    def _logs_at(self, centre: Floats, turn: Floats) -> NDArray[np.float64]:
        """Logarithms of the plane's matrices at ``centre`` (n, 2), (n, 2, 2); of cards turned like
        ``turn`` (n, 2), which tell them best."""
        off = (self._centre - centre[:, None]) / self._height
        far = np.hypot(off[..., 0], off[..., 1])
        weight = np.exp(2 * (turn @ self._turn.T - 1) - far / NEARBY) + 1e-9
        # A plane through the logarithms, weighed, whose slope is held small (ridge regression): its
        # height over ``centre`` is what is asked for.
        known = np.concatenate([np.ones_like(off[..., :1]), off], axis=2)
        weighed = known * weight[..., None]
        normal = weighed.transpose(0, 2, 1) @ known
        normal += np.diag([0.0, 1.0, 1.0]) * (NOISE / SLOPE) ** 2
        right = weighed.transpose(0, 2, 1) @ self._logs.reshape(-1, 4)
        return np.asarray(np.linalg.solve(normal, right)[:, 0].reshape(-1, 2, 2))


def doubled(v: Floats) -> Floats:
    """The directions of ``v`` (n, 2) as doubled angles of length 1, (n, 2)."""
    angle = 2 * np.arctan2(v[:, 1], v[:, 0])
    return np.stack([np.cos(angle), np.sin(angle)], axis=1).astype(np.float32)


def _logarithm(m: NDArray[np.float64]) -> NDArray[np.float64]:
    """Of positive symmetric matrices (n, 2, 2)."""
    values, vectors = np.linalg.eigh(m)
    return np.asarray((vectors * np.log(values)[:, None, :]) @ vectors.transpose(0, 2, 1))


def _exponential(m: NDArray[np.float64]) -> NDArray[np.float64]:
    """Of symmetric matrices (n, 2, 2): they are many, and of two rows it has a closed form."""
    half = (m[:, 0, 0] + m[:, 1, 1]) / 2
    rest = m - half[:, None, None] * np.eye(2)
    size = np.maximum(np.hypot(rest[:, 0, 0], rest[:, 0, 1]), 1e-12)
    straight, bent = np.cosh(size), np.sinh(size) / size
    return np.exp(half)[:, None, None] * (
        straight[:, None, None] * np.eye(2) + bent[:, None, None] * rest
    )
