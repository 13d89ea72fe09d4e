"""Compute with whole numbers: a third of the time and half of the file of 16-bit floats.

Weights get 7 bits, since processors without VNNI add up products of 8 bits with saturation
(https://onnxruntime.ai/docs/performance/model-optimizations/quantization.html). What the last
layers say in pixels stays in floats.
"""

from __future__ import annotations

from collections.abc import Iterator
from pathlib import Path
from tempfile import TemporaryDirectory
from typing import Any

import numpy as np
import onnx
from numpy.typing import NDArray
from onnxruntime.quantization import (
    CalibrationDataReader,
    CalibrationMethod,
    QuantFormat,
    QuantType,
    quantize_static,
)
from onnxruntime.quantization.shape_inference import quant_pre_process

from training.reader.samples import finder_sample, index_samples, load, namer_samples

PICTURES = 400
"""So many pictures tell between what bounds the numbers of each layer lie."""
BATCH = 16


def examples(kind: str, scenes: Path) -> Iterator[NDArray[np.uint8]]:
    """What the network ``kind`` sees of the scenes in ``scenes``, one at a time."""
    rng = np.random.default_rng(7)
    for path in sorted(scenes.glob("*.npz")):
        scene = load(path)
        if kind == "finder":
            yield finder_sample(rng, scene)[0]
        elif kind == "namer":
            yield from (picture for picture, _, _ in namer_samples(rng, scene, 4))
        else:
            yield from (picture for picture, _ in index_samples(rng, scene, 4))


class _Examples(CalibrationDataReader):  # type: ignore[misc]
    def __init__(self, name: str, pictures: list[NDArray[np.uint8]], batch: int) -> None:
        self._batches = iter(
            {name: np.stack(pictures[i : i + batch])} for i in range(0, len(pictures), batch)
        )

    def get_next(self) -> dict[str, Any] | None:
        return next(self._batches, None)


def quantise(path: Path, kind: str, scenes: Path, floats: list[str]) -> None:
    """Rewrite the model at ``path``; ``floats``: names of the nodes that stay as they are.

    Raises ``SystemExit`` if there are too few scenes to learn the bounds from.
    """
    pictures = [p for p, _ in zip(examples(kind, scenes), range(PICTURES), strict=False)]
    if len(pictures) < PICTURES // 4:
        raise SystemExit(f"too few scenes in {scenes}: run `python -m training.scenes.make` first")
    name = onnx.load(str(path), load_external_data=False).graph.input[0].name
    with TemporaryDirectory() as folder:
        prepared = Path(folder) / path.name
        # Symbolic shapes can't be told of a picture of any size, and aren't needed.
        quant_pre_process(str(path), str(prepared), skip_symbolic_shape=True)
        quantize_static(
            str(prepared),
            str(path),
            _Examples(name, pictures, 1 if kind == "finder" else BATCH),
            quant_format=QuantFormat.QDQ,
            per_channel=True,
            reduce_range=True,
            activation_type=QuantType.QUInt8,
            weight_type=QuantType.QInt8,
            calibrate_method=CalibrationMethod.MinMax,
            nodes_to_exclude=floats,
        )
