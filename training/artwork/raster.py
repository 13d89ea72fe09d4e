"""Drawing shaded triangles from straight above, with a depth buffer."""

from __future__ import annotations

from typing import Any

import numpy as np
from numpy.typing import NDArray

from training.artwork.crop import Picture
from training.artwork.glb import Floats, Ints


def weld(points: Floats) -> Ints:
    """For each of ``points`` (n, 3) a number that points at one place share."""
    return np.asarray(np.unique(points.round(6), axis=0, return_inverse=True)[1]).reshape(-1)


def normals(points: Floats, triangles: Ints) -> Floats:
    """Unit normals (n, 3) at ``points``, means of those of the triangles around, by their area."""
    a, b, c = (points[triangles[:, i]] for i in range(3))
    faces = np.cross(b - a, c - a)
    place = weld(points)
    total = np.zeros_like(points)
    for i in range(3):
        np.add.at(total, place[triangles[:, i]], faces)
    out: Floats = total[place]
    out /= np.maximum(np.linalg.norm(out, axis=1, keepdims=True), 1e-12)
    return out


def draw(
    points: Floats, triangles: Ints, colours: Floats, side: int, until: float
) -> tuple[Picture, float]:
    """The mesh seen from high above: x runs right, y down, z up to the viewer.

    ``colours`` (n, 3), 0..255, are blended over each triangle. Returns the picture cut to the mesh,
    its longest side ``side`` pixels, and the length of a pixel in the mesh's own unit. What lies
    below y ``until`` is cut off.
    """
    low, high = points[:, :2].min(axis=0), points[:, :2].max(axis=0)
    high[1] = min(high[1], until)
    fine = 2 * side
    scale = (fine - 2) / float((high - low).max())
    width, height = (int(v) for v in np.ceil((high - low) * scale) + 2)
    at = (points[:, :2] - low) * scale + 1
    depth = np.full((height, width), -np.inf)
    out = np.zeros((height, width, 4))
    for corner in triangles:
        _triangle(at[corner], points[corner, 2], colours[corner], depth, out)
    size = (max(1, round(width / 2)), max(1, round(height / 2)))
    return _halved(out, size), 2 / scale


def _triangle(
    at: Floats, z: Floats, colours: Floats, depth: NDArray[np.float64], out: Floats
) -> None:
    x0, y0 = np.maximum(np.floor(at.min(axis=0)).astype(int), 0)
    x1, y1 = np.minimum(np.ceil(at.max(axis=0)).astype(int) + 1, depth.shape[::-1])
    if x1 <= x0 or y1 <= y0:
        return
    edge1, edge2 = at[1] - at[0], at[2] - at[0]
    area = edge1[0] * edge2[1] - edge1[1] * edge2[0]
    if abs(area) < 1e-9:
        return
    x = np.arange(x0, x1)[None] - at[0, 0]
    y = np.arange(y0, y1)[:, None] - at[0, 1]
    b = (x * edge2[1] - y * edge2[0]) / area
    c = (y * edge1[0] - x * edge1[1]) / area
    a = 1 - b - c
    slack = -1e-6
    height = a * z[0] + b * z[1] + c * z[2]
    window = depth[y0:y1, x0:x1]
    seen = (a >= slack) & (b >= slack) & (c >= slack) & (height > window)
    window[seen] = height[seen]
    blend = a[..., None] * colours[0] + b[..., None] * colours[1] + c[..., None] * colours[2]
    part = out[y0:y1, x0:x1]
    part[seen, :3] = blend[seen]
    part[seen, 3] = 255


def _halved(out: Floats, size: tuple[int, int]) -> Picture:
    import cv2

    alpha = out[..., 3:] / 255
    both: Any = np.concatenate([out[..., :3] * alpha, out[..., 3:]], axis=2).astype(np.float32)
    both = cv2.resize(both, size, interpolation=cv2.INTER_AREA)
    colour = both[..., :3] / np.maximum(both[..., 3:] / 255, 1e-3)
    picture = np.concatenate([colour, both[..., 3:]], axis=2)
    return np.asarray(np.clip(picture.round(), 0, 255).astype(np.uint8))
