"""How long one picture takes, as a ratio that holds on any machine.

    python -m benchmarks.speed PICTURE [--rounds 50] [--write benchmarks/results/speed.md]

PICTURE is a table as the camera sees it (for the table: a 1080p frame of a game). Reading it takes
turns with one forward of a ResNet-18 at 352×352 (random weights, about the arithmetic of YOLOv8n at
640), both on two threads through onnxruntime, so that whatever else the machine does slows both.
Needs the packages of benchmarks/requirements.txt.
"""

from __future__ import annotations

import argparse
import hashlib
import json
import platform
import subprocess
import sys
import time
from pathlib import Path
from typing import Any

import cv2
import numpy as np
import onnxruntime

from benchmarks.memory import resident
from tabletop.resources import models_dir
from tabletop.vision import model
from tabletop.vision.images import load_image

SIDE = 352
FLOOR, AIM = 1.5, 0.7
WARM_UP = 3


class TimedSession(onnxruntime.InferenceSession):
    """A session that adds up how long it ran; sessions are told apart by their file's hash."""

    spent: dict[str, list[float]] = {}  # noqa: RUF012 - one book for all sessions

    def __init__(self, data: bytes, *args: Any, **kwargs: Any) -> None:
        super().__init__(data, *args, **kwargs)
        self._mine = self.spent.setdefault(hashlib.sha256(data).hexdigest(), [])

    def run(self, *args: Any, **kwargs: Any) -> Any:
        """As onnxruntime's."""
        start = time.perf_counter()
        try:
            return super().run(*args, **kwargs)
        finally:
            self._mine.append(time.perf_counter() - start)


def resnet18() -> bytes:
    """ResNet-18 (He et al. 2015) for 352×352 as ONNX, random weights, batch normalisation already
    folded into the convolutions, as it is in any network that is shipped."""
    from onnx import TensorProto, helper, numpy_helper

    rng = np.random.default_rng(1)
    nodes: list[Any] = []
    weights: list[Any] = []

    def conv(x: str, name: str, inner: int, outer: int, size: int, stride: int) -> str:
        spread = (2 / (inner * size * size)) ** 0.5
        w = rng.normal(0, spread, (outer, inner, size, size)).astype(np.float32)
        weights.append(numpy_helper.from_array(w, f"{name}.w"))
        weights.append(numpy_helper.from_array(np.zeros(outer, np.float32), f"{name}.b"))
        nodes.append(
            helper.make_node(
                "Conv",
                [x, f"{name}.w", f"{name}.b"],
                [name],
                kernel_shape=[size, size],
                strides=[stride, stride],
                pads=[size // 2] * 4,
            )
        )
        return name

    def node(kind: str, inputs: list[str], name: str, **settings: Any) -> str:
        nodes.append(helper.make_node(kind, inputs, [name], **settings))
        return name

    x = node("Relu", [conv("image", "stem", 3, 64, 7, 2)], "stem.relu")
    x = node("MaxPool", [x], "pool", kernel_shape=[3, 3], strides=[2, 2], pads=[1, 1, 1, 1])
    width = 64
    for stage, outer in enumerate((64, 128, 256, 512)):
        for block in range(2):
            name, stride = f"s{stage}b{block}", 2 if stage and not block else 1
            y = node("Relu", [conv(x, f"{name}.1", width, outer, 3, stride)], f"{name}.1r")
            y = conv(y, f"{name}.2", outer, outer, 3, 1)
            side = conv(x, f"{name}.s", width, outer, 1, stride) if width != outer else x
            x = node("Relu", [node("Add", [y, side], f"{name}.a")], f"{name}.r")
            width = outer
    x = node("Flatten", [node("GlobalAveragePool", [x], "mean")], "flat")
    weights.append(numpy_helper.from_array(rng.normal(0, 0.04, (512, 1000)).astype("f"), "fc"))
    node("MatMul", [x, "fc"], "out")
    value = helper.make_tensor_value_info
    graph = helper.make_graph(
        nodes,
        "resnet18",
        [value("image", TensorProto.FLOAT, [1, 3, SIDE, SIDE])],
        [value("out", TensorProto.FLOAT, [1, 1000])],
        weights,
    )
    opset = [helper.make_opsetid("", 17)]
    return bytes(helper.make_model(graph, opset_imports=opset, ir_version=8).SerializeToString())


def yardstick() -> onnxruntime.InferenceSession:
    """The ResNet-18, with the product's own settings."""
    return onnxruntime.InferenceSession(
        resnet18(), model.settings(), providers=["CPUExecutionProvider"]
    )


def network_names() -> dict[str, str]:
    """Hash of each model's file to its name."""
    manifest = json.loads((models_dir() / model.MANIFEST).read_text(encoding="utf-8"))
    return {entry["sha256"]: name for name, entry in manifest["models"].items()}


def measure(picture: Path, rounds: int) -> list[str]:
    """The lines of the table."""
    from tabletop.vision.reader import Reader

    cv2.setNumThreads(model.THREADS)
    net = yardstick()
    model.onnxruntime.InferenceSession = TimedSession
    reader = Reader()
    image, _ = load_image(picture)
    blob = np.random.default_rng(2).random((1, 3, SIDE, SIDE), np.float32)
    reads, forwards, work = [], [], []
    for i in range(rounds + WARM_UP):
        if i == WARM_UP:
            for spent in TimedSession.spent.values():
                spent.clear()
        busy = time.process_time()
        start = time.perf_counter()
        cards = reader.read(image).cards
        middle, busy_middle = time.perf_counter(), time.process_time()
        net.run(None, {"image": blob})
        if i >= WARM_UP:
            work.append((busy_middle - busy, time.process_time() - busy_middle))
            reads.append(middle - start)
            forwards.append(time.perf_counter() - middle)
    ratio = float(np.median(reads) / np.median(forwards))
    spread = np.percentile(np.array(reads) / np.median(forwards), [10, 90])
    says = "aim met" if ratio <= AIM else "floor met" if ratio <= FLOOR else "MISSED"
    lines = [
        "| what | figure |",
        "|---|---|",
        f"| picture | {image.shape[1]}×{image.shape[0]}, {len(cards)} cards seen |",
        f"| whole read to one ResNet-18 forward at {SIDE}×{SIDE}, medians of {rounds} |"
        f" {ratio:.2f} (at most {FLOOR}, aim {AIM}: {says}) |",
        f"| single reads, tenth to ninth tenth | {spread[0]:.2f} to {spread[1]:.2f} |",
        f"| medians here | {np.median(reads) * 1e3:.0f} ms to {np.median(forwards) * 1e3:.0f} ms |",
    ]
    read_work, forward_work = np.median(np.array(work), axis=0)
    lines.append(f"| the same in processor time | {read_work / forward_work:.2f} |")
    names, total = network_names(), sum(reads)
    shares = {names.get(k, k[:8]): sum(v) / total for k, v in TimedSession.spent.items()}
    runs = {names.get(k, k[:8]): len(v) / rounds for k, v in TimedSession.spent.items()}
    for name, share in shares.items():
        lines.append(f"| share of the {name} | {share:.0%}, run {runs[name]:.1f} times a read |")
    lines.append(f"| share of everything else | {1 - sum(shares.values()):.0%} |")
    return lines


def memory(picture: Path) -> None:
    """Print resident memory in MiB: bare, with models loaded, after three reads."""
    from tabletop.vision.reader import Reader

    image, _ = load_image(picture)
    steps = [resident()]
    reader = Reader()
    steps.append(resident())
    for _ in range(3):
        reader.read(image)
    steps.append(resident())
    print(json.dumps(steps))


def memory_lines(picture: Path) -> list[str]:
    """Measured in a process of its own, where nothing else takes memory."""
    command = [sys.executable, "-m", "benchmarks.speed", str(picture), "--memory"]
    done = subprocess.run(command, capture_output=True, text=True, check=True)
    bare, loaded, used = json.loads(done.stdout)
    size = sum(path.stat().st_size for path in models_dir().glob("*.onnx")) / 2**20
    return [
        f"| model files | {size:.1f} MiB |",
        f"| memory the loaded models take (resident) | {loaded - bare:.0f} MiB |",
        f"| and after three reads | {used - bare:.0f} MiB, of {used:.0f} MiB in all |",
    ]


def main() -> None:
    """Command line."""
    parser = argparse.ArgumentParser(
        description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter
    )
    parser.add_argument("picture", type=Path)
    parser.add_argument("--rounds", type=int, default=50)
    parser.add_argument("--write", type=Path, help="write the table to this markdown file")
    parser.add_argument("--memory", action="store_true", help=argparse.SUPPRESS)
    args = parser.parse_args()
    if args.memory:
        memory(args.picture)
        return
    text = "\n".join([*measure(args.picture, args.rounds), *memory_lines(args.picture)]) + "\n"
    print(text, end="")
    if args.write:
        args.write.write_text(
            "# How long reading takes\n\n"
            f"`python -m benchmarks.speed {args.picture} --rounds {args.rounds}` on "
            f"{time.strftime('%Y-%m-%d')}, {model.THREADS} threads ({platform.machine()}).\n\n"
            f"{text}",
            encoding="utf-8",
        )


if __name__ == "__main__":
    main()
