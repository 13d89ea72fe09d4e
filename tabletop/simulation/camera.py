"""A webcam over the table: pinhole with lens distortion, aimed so that everything is in view."""

from __future__ import annotations

from dataclasses import dataclass, replace

import numpy as np
from numpy.random import Generator

from tabletop.simulation.table.places import Array

K2 = 0.01


@dataclass(frozen=True)
class Camera:
    """``rotation`` (3x3) and ``shift`` (3) take table points (card widths, z into the table) to
    the camera; ``focal`` and ``centre`` are in pixels; ``k1`` bends the picture."""

    width: int
    height: int
    focal: float
    centre: tuple[float, float]
    rotation: Array
    shift: Array
    k1: float

    @property
    def matrix(self) -> Array:
        """The 3x3 matrix K."""
        return np.array(
            [[self.focal, 0, self.centre[0]], [0, self.focal, self.centre[1]], [0, 0, 1.0]]
        )

    def project(self, points: Array, up: float = 0.0) -> Array:
        """Table points (n, 2), ``up`` card widths above the table, to pixels (n, 2)."""
        world = np.c_[points, np.full(len(points), -up)]
        seen = world @ self.rotation.T + self.shift
        xy = seen[:, :2] / seen[:, 2:]
        r2 = (xy**2).sum(axis=1, keepdims=True)
        return np.asarray(xy * (1 + self.k1 * r2 + K2 * r2**2) * self.focal + self.centre)

    def straight(self, up: float, scale: float, origin: Array) -> Array:
        """The homography of the plane ``up`` above the table to an undistorted picture ``scale``
        times as large that begins at ``origin`` (pixels of this one)."""
        r = self.rotation
        plane = np.column_stack([r[:, 0], r[:, 1], self.shift - r[:, 2] * up])
        h = np.array([[scale, 0, -scale * origin[0]], [0, scale, -scale * origin[1]], [0, 0, 1.0]])
        h = h @ self.matrix @ plane
        return np.asarray(h / h[2, 2])


def aim(
    points: Array,
    size: tuple[int, int],
    tilt: float,
    yaw: float,
    focal: float,
    k1: float,
    margin: float,
) -> Camera:
    """A camera that sees all table ``points`` (n, 2), as large as they fit.

    ``tilt`` and ``yaw``: degrees; ``focal``: in picture widths; ``margin``: the
    share of each side that stays free.
    """
    w, h = size
    a, b = np.deg2rad(yaw), np.deg2rad(tilt)
    about = np.array([[np.cos(a), -np.sin(a), 0], [np.sin(a), np.cos(a), 0], [0, 0, 1.0]])
    lean = np.array([[1, 0, 0], [0, np.cos(b), np.sin(b)], [0, -np.sin(b), np.cos(b)]])
    rotation = lean @ about
    target = points.mean(axis=0)
    distance = 20.0 * focal
    room = np.array([w, h]) * (1 - 2 * margin)
    camera = None
    for _ in range(40):
        shift = np.array([0, 0, distance]) - rotation @ np.array([*target, 0.0])
        camera = Camera(w, h, focal * w, (w / 2, h / 2), rotation, shift, k1)
        seen = camera.project(points)
        low, high = seen.min(axis=0), seen.max(axis=0)
        off = (low + high) / 2 - [w / 2, h / 2]
        pixels = focal * w / distance
        flat = np.array([off[0], off[1] / np.cos(b)]) / pixels
        target = target + about[:2, :2].T @ flat * 0.8
        distance *= float(max((high - low) / room)) ** 0.7
    assert camera is not None
    return camera


def bumped(camera: Camera, rng: Generator) -> Camera:
    """``camera`` after a push: turned by 1 to 3 degrees, shifted, a little nearer or further."""
    a = np.deg2rad(rng.uniform(1, 3) * rng.choice([-1, 1]))
    spin = np.array([[np.cos(a), -np.sin(a), 0], [np.sin(a), np.cos(a), 0], [0, 0, 1.0]])
    lean = float(rng.normal(0, 0.008))
    tip = np.array([[1, 0, 0], [0, np.cos(lean), -np.sin(lean)], [0, np.sin(lean), np.cos(lean)]])
    shift = camera.shift + [*rng.uniform(-0.3, 0.3, 2), 0.0]
    return replace(
        camera,
        rotation=tip @ spin @ camera.rotation,
        shift=tip @ spin @ (shift * [1, 1, rng.uniform(1.0, 1.06)]),
    )
