"""The plane pictures are painted on, and how a lens bends it into the camera's picture."""

from __future__ import annotations

from dataclasses import dataclass

import numpy as np
from numpy.typing import NDArray

from tabletop.simulation.camera import K2, Camera
from tabletop.simulation.table.places import Array


@dataclass(frozen=True)
class View:
    """``plane``: 3x3 homography from table (card widths, centre of view at 0,0) to pixels."""

    plane: Array
    width: int
    height: int

    def project(self, points: Array) -> Array:
        """Table points, shape (n, 2), to pixels, shape (n, 2)."""
        h = np.c_[points, np.ones(len(points))] @ self.plane.T
        return np.asarray(h[:, :2] / h[:, 2:])


@dataclass(frozen=True)
class Sheet:
    """The undistorted picture to paint on, and the maps that bend it into the camera's picture."""

    camera: Camera
    scale: float
    origin: Array
    width: int
    height: int
    map_x: NDArray[np.float32]
    map_y: NDArray[np.float32]

    def view(self, up: float = 0.0) -> View:
        """How the sheet shows the plane ``up`` card widths above the table."""
        return View(self.camera.straight(up, self.scale, self.origin), self.width, self.height)


def make_sheet(camera: Camera, scale: float) -> Sheet:
    """A sheet ``scale`` times as fine as the camera's picture."""
    ys, xs = np.mgrid[0 : camera.height, 0 : camera.width].astype(np.float32)
    bent = np.stack([xs - camera.centre[0], ys - camera.centre[1]]) / np.float32(camera.focal)
    flat = bent
    for _ in range(6):
        r2 = (flat**2).sum(axis=0)
        flat = bent / (1 + np.float32(camera.k1) * r2 + np.float32(K2) * r2**2)
    flat = flat * camera.focal + np.array(camera.centre)[:, None, None]
    low, high = flat.min(axis=(1, 2)) - 2, flat.max(axis=(1, 2)) + 2
    at = ((flat - low[:, None, None]) * scale).astype(np.float32)
    w, h = (int(v) + 2 for v in (high - low) * scale)
    return Sheet(camera, scale, low, w, h, at[0], at[1])
