"""Tables without cards: the same again from the same number, and labelled so."""

from __future__ import annotations

from pathlib import Path

import cv2
import numpy as np
import pytest

from tabletop.evaluation.labels import Part, read_labels
from training.scenes.make import make_bare
from training.scenes.paint import Stock


@pytest.fixture
def stock(tmp_path: Path) -> Stock:
    files = []
    for name, grey in (("texture", 60), ("photo", 160)):
        path = tmp_path / f"{name}.png"
        assert cv2.imwrite(str(path), np.full((90, 120, 3), grey, np.uint8))
        files.append(str(path))
    return Stock([], np.zeros(0), files[:1], files[1:], [])


def test_pictures_are_labelled_as_without_cards(stock: Stock, tmp_path: Path) -> None:
    out = tmp_path / "bare"
    out.mkdir()
    make_bare(stock, out, 6)
    found = read_labels([out])
    assert [p.part for p in found] == [Part.EMPTY] * 6
    assert [p.source for p in found] == ["photographs"] * 2 + ["textures"] * 3 + ["cloths"]
    first = [p.path.read_bytes() for p in found]
    assert len(set(first)) == 6
    make_bare(stock, out, 6)
    assert [p.path.read_bytes() for p in found] == first
