"""Write the trained networks to ``models/``: ``python -m training.reader.export``.

Preprocessing is part of each graph (BGR bytes in, logits out); labels are in its metadata; the
manifest gets the file's hash. The networks compute with whole numbers, see ``quantise`` and
``lean``.
"""

from __future__ import annotations

import argparse
import hashlib
import json
from pathlib import Path
from typing import Any

import onnx
import torch
from torch import Tensor, nn

from tabletop.faces import FACES
from tabletop.vision.crop import CROP_SIZE, INDEX_SIZE
from tabletop.vision.finder import CLASSES
from tabletop.vision.gate import UNKNOWN_YET
from training.reader import nets
from training.reader.lean import lean
from training.reader.quantise import quantise
from training.reader.train import COMMITTED


class _Prepared(nn.Module):
    """A network with its preprocessing: (n, h, w, c) bytes, BGR first, to what the network
    takes."""

    def __init__(self, net: nn.Module, channels: list[int]) -> None:
        super().__init__()
        self.net, self.channels = net, channels

    def forward(self, x: Tensor) -> Tensor | tuple[Tensor, Tensor]:
        prepared = x.float().permute(0, 3, 1, 2)[:, self.channels] / 255
        if isinstance(self.net, nets.Finder):
            return self.net.forward(prepared)
        out: tuple[Tensor, Tensor] = self.net.told(prepared)
        return out


UNCALIBRATED = {
    "temperature": 1.0,
    "weights_covered": [1.0, 0.3],
    "weights_whole": [1.0, 0.0],
    "gate": list(UNKNOWN_YET),
}
FLOATS = {
    "finder": ["/wide/wide.0/Conv", "/head/Conv"],
    "namer": ["/head/Gemm", "/aim/Gemm", "/Concat"],
    "index": ["/head/Gemm"],
}
"""Layers that aren't quantised: what they say is used to the last digit. So is what
puts the namer's together: of the 256 steps that span its logits one is coarser than any aim."""


def export(
    kind: str, checkpoint: Path, folder: Path, about: dict[str, Any], scenes: Path | None
) -> None:
    """Write ``folder/kind.onnx``.

    ``scenes``: painted scenes to quantise by; if there are none, the network stays in floats.
    """
    net = nets.NETWORKS[kind]()
    state = torch.load(checkpoint, weights_only=True)
    net.load_state_dict(state["smooth"])
    net.eval()
    if kind == "finder":
        model = _Prepared(net, [2, 1, 0])
        example = torch.zeros(1, 96, 128, 3, dtype=torch.uint8)
        names = ["image", "cells"]
        axes = {"image": {1: "height", 2: "width"}, "cells": {2: "rows", 3: "columns"}}
    else:
        model = _Prepared(net, [2, 1, 0, 3])
        width, height = CROP_SIZE if kind == "namer" else INDEX_SIZE
        example = torch.zeros(2, height, width, 4, dtype=torch.uint8)
        # A family's own deck is learnt from the features: tabletop.vision.enrolment.
        names = ["cards" if kind == "namer" else "corners", "logits", "features"]
        axes = {name: {0: "n"} for name in names}
    path = folder / f"{kind}.onnx"
    torch.onnx.export(
        model,
        (example,),
        str(path),
        input_names=names[:1],
        output_names=names[1:],
        dynamic_axes=axes,
        opset_version=17,
        dynamo=False,
    )
    if scenes is not None:
        quantise(path, kind, scenes, FLOATS[kind])
        lean(path, by_fours=kind == "finder")
    told(
        path, {**about, "minutes": round(float(state["minutes"]), 1), "steps": int(state["steps"])}
    )


def told(path: Path, about: dict[str, Any]) -> None:
    """Put ``about`` into the model at ``path``, in addition to what it says there already."""
    proto = onnx.load(str(path))
    said = {prop.key: prop.value for prop in proto.metadata_props}.get("tabletop", "{}")
    about = {**json.loads(said), **about}
    onnx.helper.set_model_props(proto, {"tabletop": json.dumps(about, sort_keys=True)})
    onnx.checker.check_model(proto)
    onnx.save(proto, str(path))


def main() -> None:
    """Command line."""
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("--runs", type=Path, default=Path("runs"))
    parser.add_argument("--models", type=Path, default=Path("models"))
    parser.add_argument("--scenes", type=Path, default=Path("runs/scenes"))
    parser.add_argument("--floats", action="store_true", help="don't quantise, to compare")
    parser.add_argument(
        "--recalibrate",
        action="store_true",
        help="put the calibration into the models that are there, and change nothing else",
    )
    parser.add_argument(
        "--calibration",
        type=Path,
        default=Path("runs/calibration.json"),
        help="what training.reader.calibrate found",
    )
    args = parser.parse_args()
    args.models.mkdir(parents=True, exist_ok=True)
    manifest: dict[str, Any] = {"format": 1, "models": {}}
    found = UNCALIBRATED
    if args.calibration.exists():
        found = json.loads(args.calibration.read_text(encoding="utf-8"))
    abouts: dict[str, dict[str, Any]] = {
        "finder": {
            "labels": list(CLASSES),
            "stride": nets.FINDER_STRIDE,
            "unit": nets.FINDER_UNIT,
            "gate": found["gate"],
        },
        "namer": {"labels": [*FACES, "back", "nothing"], "temperature": found["temperature"]},
        "index": {
            "labels": list(FACES),
            "weights_covered": found["weights_covered"],
            "weights_whole": found["weights_whole"],
        },
    }
    shapes: dict[str, list[int | None]] = {
        "finder": [1, None, None, 3],
        "namer": [None, CROP_SIZE[1], CROP_SIZE[0], 4],
        "index": [None, INDEX_SIZE[1], INDEX_SIZE[0], 4],
    }
    for kind, about in abouts.items():
        checkpoint = args.runs / f"{kind}.pt"
        if not checkpoint.exists():
            checkpoint = COMMITTED / checkpoint.name
        path = args.models / f"{kind}.onnx"
        if args.recalibrate:
            told(path, about)
        else:
            scenes = None if args.floats else args.scenes
            export(kind, checkpoint, args.models, about, scenes)
        data = path.read_bytes()
        manifest["models"][kind] = {
            "file": path.name,
            "sha256": hashlib.sha256(data).hexdigest(),
            "input": shapes[kind],
        }
        print(f"{path}  {len(data) / 1e6:.2f} MB")
    (args.models / "manifest.json").write_text(
        json.dumps(manifest, indent=2) + "\n", encoding="utf-8"
    )


if __name__ == "__main__":
    main()
