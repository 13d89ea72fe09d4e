"""What was learnt of a family's own decks: corrections to the last layer of two networks.

The networks see a strange deck well enough; it is their last layer, trained on other decks, that
takes its queen for a king. ``tabletop.vision.enrolment`` fits a small correction to it.
"""

from __future__ import annotations

import zlib
from dataclasses import dataclass
from pathlib import Path
from zipfile import BadZipFile

import numpy as np
from numpy.typing import NDArray

from tabletop.language import say
from tabletop.vision.errors import ModelError, shown

Floats = NDArray[np.float32]

FORMAT = 1
LEARNT = "learnt.npz"
"""The file, in the folder of the enrolled decks, that holds what was learnt of all of them."""


@dataclass(frozen=True, slots=True, eq=False)
class Correction:
    """``weights`` (features, names) and ``bias`` (names,), to be added to a network's logits."""

    weights: Floats
    bias: Floats

    def added(self, logits: Floats, features: Floats) -> Floats:
        """``logits`` (n, at least names) corrected by what ``features`` (n, features) show."""
        out = logits.copy()
        out[:, : len(self.bias)] += features @ self.weights + self.bias
        return out


@dataclass(frozen=True, slots=True, eq=False)
class KnownDecks:
    """The corrections for all enrolled decks, and of which models they were learnt."""

    namer: Correction
    index: Correction
    models: tuple[str, str]

    def save(self, path: Path) -> None:
        """Write to ``path``, whole or not at all. Raises ``OSError`` if that isn't possible."""
        part = path.with_name(path.name + ".part")
        with part.open("wb") as file:
            np.savez(
                file,
                format=np.array(FORMAT),
                models=np.array(self.models),
                namer_weights=self.namer.weights,
                namer_bias=self.namer.bias,
                index_weights=self.index.weights,
                index_bias=self.index.bias,
            )
        part.replace(path)


def load_decks(path: Path, models: tuple[str, str]) -> KnownDecks | None:
    """The corrections in ``path``; ``None`` where there are none, or they were learnt of other
    models than ``models`` (the hashes of namer and index).

    Raises ``ModelError`` for a file that can't be read.
    """
    try:
        with np.load(path, allow_pickle=False) as data:
            if int(data["format"]) != FORMAT or tuple(data["models"].tolist()) != models:
                return None
            namer = Correction(data["namer_weights"], data["namer_bias"])
            index = Correction(data["index_weights"], data["index_bias"])
    except FileNotFoundError:
        return None
    except (OSError, ValueError, KeyError, TypeError, EOFError, BadZipFile, zlib.error) as error:
        raise ModelError(
            say(
                "what was learnt of your decks can't be read from {path} ({error}); "
                "delete that file and enrol them again",
                path=shown(path),
                error=error,
            )
        ) from error
    for correction in (namer, index):
        if correction.weights.ndim != 2 or correction.weights.shape[1:] != correction.bias.shape:
            raise ModelError(
                say("{path} is damaged; delete it and enrol your decks again", path=shown(path))
            )
    return KnownDecks(namer, index, models)
