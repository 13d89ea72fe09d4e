"""Printed markers in a picture: squares with a number, found by OpenCV's ArUco."""

from __future__ import annotations

from collections.abc import Mapping

import cv2
import numpy as np
from numpy.typing import NDArray

from tabletop.vision.frame import Image
from tabletop.vision.sighting import Quad, quad_of

MODULES = 7
"""Squares along a marker's side, its black rim included."""

_DICTIONARY = cv2.aruco.DICT_5X5_50


def marker_squares(number: int) -> NDArray[np.bool_]:
    """Which squares of marker ``number`` are black: shape (``MODULES``, ``MODULES``)."""
    dictionary = cv2.aruco.getPredefinedDictionary(_DICTIONARY)
    return np.asarray(cv2.aruco.generateImageMarker(dictionary, number, MODULES) < 128)


def find_markers(image: Image) -> Mapping[int, Quad]:
    """The markers in ``image`` by number, each with its four corners in pixels in order round it.
    A number that shows twice is left out: nobody knows which one is meant."""
    settings = cv2.aruco.DetectorParameters()
    settings.cornerRefinementMethod = cv2.aruco.CORNER_REFINE_SUBPIX
    # Far away a marker is small, and a thin sheet is never quite flat.
    settings.minMarkerPerimeterRate = 0.02
    settings.polygonalApproxAccuracyRate = 0.05
    dictionary = cv2.aruco.getPredefinedDictionary(_DICTIONARY)
    detector = cv2.aruco.ArucoDetector(dictionary, settings)
    grey = cv2.cvtColor(image, cv2.COLOR_BGR2GRAY)
    corners, numbers, _ = detector.detectMarkers(grey)
    found: dict[int, Quad] = {}
    twice: set[int] = set()
    for number, quad in zip(() if numbers is None else numbers.ravel(), corners, strict=True):
        if int(number) in found:
            twice.add(int(number))
        found[int(number)] = quad_of(quad.reshape(4, 2))
    return {number: quad for number, quad in found.items() if number not in twice}
