"""Reading in a process of its own: the same answers, and a new process where one has died."""

from __future__ import annotations

from contextlib import closing

import numpy as np
import pytest

from tabletop.cli.apart import ApartReader, ReadingStoppedError
from tabletop.cli.reading import LateReader
from tabletop.resources import sample_frames_dir
from tabletop.vision.images import load_image


def test_it_reads_as_the_reader_does_and_survives_its_process() -> None:
    image = load_image(sample_frames_dir() / "000.jpg")[0]
    with closing(ApartReader()) as apart:
        far, near = apart.read(image), LateReader().read(image)
        assert [card.quad for card in far.cards] == [card.quad for card in near.cards]
        assert all((a.p == b.p).all() for a, b in zip(far.cards, near.cards, strict=True))
        assert apart._process is not None
        apart._process.kill()
        apart._process.wait()
        blank = np.zeros((270, 480, 3), np.uint8)
        assert apart.read(blank).cards == ()


def test_a_process_that_ends_while_it_reads_is_told(monkeypatch: pytest.MonkeyPatch) -> None:
    with closing(ApartReader()) as apart:
        apart._process = apart._start()
        monkeypatch.setattr(apart._process, "poll", lambda: None)
        apart._process.kill()
        apart._process.wait()
        with pytest.raises(ReadingStoppedError, match="is the memory full"):
            apart.read(np.zeros((270, 480, 3), np.uint8))
