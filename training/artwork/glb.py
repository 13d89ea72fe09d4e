"""Reading a skinned mesh from a binary glTF 2.0 file (``.glb``); only what a hand needs."""

from __future__ import annotations

import json
import struct
from dataclasses import dataclass
from pathlib import Path
from typing import Any, Final

import numpy as np
from numpy.typing import NDArray

Floats = NDArray[np.float64]
Ints = NDArray[np.int64]

_TYPES: Final = {5121: np.uint8, 5123: np.uint16, 5125: np.uint32, 5126: np.float32}
_WIDTHS: Final = {"SCALAR": 1, "VEC2": 2, "VEC3": 3, "VEC4": 4, "MAT4": 16}


@dataclass(frozen=True, slots=True)
class Mesh:
    """A mesh at rest: ``points`` (n, 3) in metres, ``triangles`` (m, 3) of their indices, and for
    each point the ``joints`` (n, 4) that move it with ``weights`` (n, 4); ``places`` of the joints
    by name, each (3,)."""

    points: Floats
    triangles: Ints
    joints: Ints
    weights: Floats
    names: tuple[str, ...]
    places: dict[str, Floats]


def read(path: Path) -> Mesh:
    """The first mesh of ``path``, whose joints all stand in one common space.

    Raises ``ValueError`` where the file is no binary glTF.
    """
    data = path.read_bytes()
    if data[:4] != b"glTF":
        raise ValueError(f"{path.name} is not a binary glTF file")
    size = struct.unpack("<I", data[12:16])[0]
    head = json.loads(data[20 : 20 + size])
    body = data[28 + size :]
    part = head["meshes"][0]["primitives"][0]
    known = part["attributes"]
    bones = head["skins"][0]["joints"]
    names = tuple(head["nodes"][bone]["name"] for bone in bones)
    return Mesh(
        points=_array(head, body, known["POSITION"]).astype(np.float64),
        triangles=_array(head, body, part["indices"]).astype(np.int64).reshape(-1, 3),
        joints=_array(head, body, known["JOINTS_0"]).astype(np.int64),
        weights=_array(head, body, known["WEIGHTS_0"]).astype(np.float64),
        names=names,
        places={
            name: np.array(head["nodes"][bone]["translation"])
            for name, bone in zip(names, bones, strict=True)
        },
    )


def _array(head: dict[str, Any], body: bytes, number: int) -> NDArray[Any]:
    accessor = head["accessors"][number]
    view = head["bufferViews"][accessor["bufferView"]]
    start = view.get("byteOffset", 0) + accessor.get("byteOffset", 0)
    width = _WIDTHS[accessor["type"]]
    kind = _TYPES[accessor["componentType"]]
    values = np.frombuffer(body, kind, accessor["count"] * width, start)
    return values.reshape(accessor["count"], width)
