"""The plane of the table: from pixels to card widths, found from the cards themselves.

All cards are equal rectangles, so a camera's tilt follows from how their pictures differ. The model
is a pinhole camera with square pixels, its axis through the picture's middle, and one term of
radial distortion: few enough unknowns that noisy corners of a dozen cards settle them.
"""

from __future__ import annotations

from dataclasses import dataclass

import numpy as np
from numpy.typing import NDArray

Floats = NDArray[np.float64]

CARD_HEIGHT = 1.4
"""Height of a poker card in card widths (63 × 88 mm); bridge cards are 1.55."""

_HUBER = 0.06
_MIN_CARDS = 4
_SLACK = 0.08


@dataclass(frozen=True, slots=True, eq=False)
class Plane:
    """Maps pixels to the table, in card widths.

    ``size``: the picture's width and height, pixels. ``params``: shape (7,): log focal length in
    picture widths, the slopes of the plane in x and y, log scale, log card height in card widths,
    radial distortion, and the turn of the table in radians. ``origin``: the table point called
    (0, 0). ``error``: median misfit of the cards' edges, share of a card width.
    """

    size: tuple[int, int]
    params: tuple[float, ...]
    origin: tuple[float, float] = (0.0, 0.0)
    error: float = 0.0

    @property
    def card_height(self) -> float:
        """Height of a card in card widths."""
        return float(np.exp(self.params[4]))

    def to_table(self, points: Floats) -> Floats:
        """``points``: shape (…, 2), pixels; returns the same shape in card widths."""
        flat = _flatten(points, self.size, np.asarray(self.params[:6]))
        table: Floats = _turn(flat, self.params[6]) - np.asarray(self.origin)
        return table

    def to_picture(self, points: Floats) -> Floats:
        """Inverse of ``to_table``: shape (…, 2), card widths to pixels."""
        flat = _turn(
            np.asarray(points, dtype=np.float64) + np.asarray(self.origin), -self.params[6]
        )
        return _unflatten(flat, self.size, np.asarray(self.params[:6]))

    def turned(self, angle: float, origin: tuple[float, float]) -> Plane:
        """The same plane with its x axis turned by ``angle`` (radians) and ``origin``, a point of
        the new axes, called (0, 0)."""
        params = (*self.params[:6], self.params[6] - angle)
        return Plane(self.size, params, origin, self.error)

    def scaled(self, by: float, card_height: float) -> Plane:
        """The same plane in another unit, of which ``by`` are one of the old, for cards of
        ``card_height``, in the new unit."""
        log_scale, log_height = self.params[3] + float(np.log(by)), float(np.log(card_height))
        params = (*self.params[:3], log_scale, log_height, *self.params[5:])
        return Plane(self.size, params, (self.origin[0] * by, self.origin[1] * by), self.error)


def _turn(points: Floats, angle: float) -> Floats:
    c, s = np.cos(angle), np.sin(angle)
    turned: Floats = points @ np.array([[c, s], [-s, c]])
    return turned


def _flatten(points: Floats, size: tuple[int, int], q: Floats) -> Floats:
    """``points``, shape (…, 2), on the plane of ``q``, shape (6,); of several planes, shape
    (6, k, 1, …), on each: shape (k, …, 2)."""
    focal, a, b, scale, k = np.exp(q[0]), q[1], q[2], np.exp(q[3]), q[5]
    centred = (np.asarray(points, dtype=np.float64) - np.asarray(size) / 2) / size[0]
    x, y = centred[..., 0] / focal, centred[..., 1] / focal
    bent = 1 + k * (x * x + y * y)
    x, y = x * bent, y * bent
    # The plane n·p = 1 with n = (a, b, 1), seen along (x, y, 1): hit at (x, y) / (a·x + b·y + 1).
    depth = 1 / np.maximum(x * a + y * b + 1, 1e-3)
    x, y = x * depth, y * depth
    lift = -(a * x + b * y)
    # Orthonormal axes in the plane, the first, (1, 0, -a), along the picture's x as far as the
    # plane allows, the second its cross product with n.
    first = np.hypot(1, a)
    second = first * np.sqrt(a * a + b * b + 1)
    flat: Floats = np.empty((*x.shape, 2))
    flat[..., 0] = (x - a * lift) * (scale / first)
    flat[..., 1] = ((1 + a * a) * y - a * b * x - b * lift) * (scale / second)
    return flat


def _unflatten(flat: Floats, size: tuple[int, int], q: Floats) -> Floats:
    focal, a, b, scale, k = np.exp(q[0]), q[1], q[2], np.exp(q[3]), q[5]
    ex = np.array([1.0, 0.0, -a]) / np.hypot(1, a)
    n = np.array([a, b, 1.0]) / np.sqrt(a * a + b * b + 1)
    ey = np.cross(n, ex)
    space = (flat[..., :1] * ex + flat[..., 1:] * ey) / scale
    ray = space[..., :2] / np.maximum(1 + space[..., 2:], 1e-3)
    plain = ray.copy()
    for _ in range(6):
        plain = ray / (1 + k * (plain**2).sum(-1, keepdims=True))
    picture: Floats = plain * focal * size[0] + np.asarray(size) / 2
    return picture


def _residuals(quads: Floats, size: tuple[int, int], q: Floats) -> Floats:
    """How far each of ``quads``, shape (n, 4, 2), is from a card on the plane of ``q``, shape (6,):
    shape (n, 6). Of k planes at once, shape (6, k, 1, 1): shape (k, n, 6)."""
    flat = _flatten(quads, size, q)
    e = np.roll(flat, -1, axis=-2) - flat
    w, h = 1.0, np.exp(q[4] if q.ndim == 1 else q[4, ..., 0])
    length = np.hypot(e[..., 0], e[..., 1])
    corner = (e[..., :3, :] * e[..., 1:, :]).sum(-1)
    rows = [
        length[..., 0] - w,
        length[..., 2] - w,
        (length[..., 1] - h) / h,
        (length[..., 3] - h) / h,
        corner[..., 0] / h,
        corner[..., 1] / h,
    ]
    return np.stack(rows, axis=-1)


def _soft(q: Floats, height: float, slack: float) -> Floats:
    """How far the camera is from a usual webcam: keeps what few cards can't settle sensible.
    ``q``: shape (6, …); shape (…, 6)."""
    usual = np.array([np.log(0.8), 0.0, 0.0, 0.0, np.log(height), 0.0])
    off: Floats = (q.T - usual) / np.array([0.35, 0.8, 0.8, np.inf, slack, 0.08])
    return off


def fit_plane(
    quads: Floats,
    size: tuple[int, int],
    weights: Floats | None = None,
    near: Plane | None = None,
    *,
    height: float = CARD_HEIGHT,
    slack: float = _SLACK,
    least: int = _MIN_CARDS,
) -> Plane | None:
    """The plane in which ``quads`` are equal rectangles.

    ``quads``: shape (n, 4, 2), pixels, the first edge a short one. ``weights``: shape (n,).
    ``near``: a plane to start from. ``height``: usual height of the rectangles in their widths,
    which differs by about the share ``slack``. Gauss-Newton on edge lengths and right angles with
    Huber weights. None where fewer than ``least`` are given or none of them fit.
    """
    quads = np.asarray(quads, dtype=np.float64)
    if len(quads) < least:
        return None
    quads = _facing(quads)
    weight = np.ones(len(quads)) if weights is None else np.asarray(weights, dtype=np.float64)
    starts = [np.asarray(near.params[:6])] if near is not None else []
    starts += [_start(quads, size, b, height) for b in (0.0, -0.4)]
    best: tuple[float, Floats] | None = None
    for q0 in starts:
        q = _refine(quads, size, weight, q0, (height, slack))
        miss = np.abs(_residuals(quads, size, q)).mean(axis=1)
        cost = float(np.minimum(miss, 0.3) @ weight / weight.sum())
        if best is None or cost < best[0] - 1e-6:
            best = (cost, q)
    assert best is not None
    q = best[1]
    error = float(np.median(np.abs(_residuals(quads, size, q)).mean(axis=1)))
    if not np.isfinite(error) or error > 0.2:
        return None
    return Plane(size, (*(float(v) for v in q), 0.0), (0.0, 0.0), error)


def _facing(quads: Floats) -> Floats:
    """The quads run the same way round as the plane's axes."""
    x, y = quads[..., 0], quads[..., 1]
    area = (x * np.roll(y, -1, axis=1) - np.roll(x, -1, axis=1) * y).sum(axis=1)
    turned = quads[:, [1, 0, 3, 2]]
    return np.where((area < 0)[:, None, None], turned, quads)


def _start(quads: Floats, size: tuple[int, int], b: float, height: float) -> Floats:
    e = np.roll(quads, -1, axis=1) - quads
    short = float(np.median(np.hypot(e[..., 0], e[..., 1])[:, ::2])) / size[0]
    return np.array([np.log(0.8), 0.0, b, np.log(0.8 / max(short, 1e-4)), np.log(height), 0.0])


def _refine(
    quads: Floats,
    size: tuple[int, int],
    weight: Floats,
    q: Floats,
    usual: tuple[float, float],
) -> Floats:
    root = np.sqrt(weight)[:, None]
    damp = 1e-3

    def stacked(v: Floats) -> Floats:
        """All that should be 0 for ``v``, shape (6,) or (6, k): shape (m,) or (k, m)."""
        r = _residuals(quads, size, v if v.ndim == 1 else v[..., None, None])
        huber = np.sqrt(_HUBER / np.maximum(np.abs(r), _HUBER))
        far = (r * huber * root).reshape(*v.shape[1:], -1)
        return np.concatenate([far, _soft(v, *usual) * 0.02], axis=-1)

    steps = 1e-5 * np.eye(len(q))
    r = stacked(q)
    cost = float(r @ r)
    for _ in range(40):
        jac = ((stacked(q[:, None] + steps) - r) / 1e-5).T
        lhs = jac.T @ jac
        for _ in range(6):
            move = np.linalg.solve(lhs + damp * np.diag(np.diag(lhs) + 1e-9), -jac.T @ r)
            move = np.clip(move, -0.3, 0.3)
            r2 = stacked(q + move)
            cost2 = float(r2 @ r2)
            if cost2 < cost:
                break
            damp *= 6
        else:
            break
        done = cost - cost2 < 1e-9 * max(cost, 1e-12)
        q, r, cost, damp = q + move, r2, cost2, max(damp / 4, 1e-6)
        if done:
            break
    return q
