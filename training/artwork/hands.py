"""Pictures of hands from above: a rigged hand posed, given a forearm, shaded and drawn.

Skin comes out grey, for the scene to tint; a sleeve, where there is one, has a colour of its own.
Fingers point up and the arm leaves by the lower edge. In the mesh (metres) fingers point to -y,
the back of the hand to +x and the thumb of a right hand to -z.
"""

from __future__ import annotations

import json
from dataclasses import dataclass
from pathlib import Path
from typing import Final

import numpy as np

from training.artwork import glb, raster
from training.artwork.crop import Picture
from training.artwork.glb import Floats, Ints, Mesh
from training.artwork.packages import FetchError, Package, unpacked
from training.artwork.render import encode_png

PACKAGE: Final = Package("npm", "@webxr-input-profiles/assets", "1.0.20")
PLACE: Final = "package/dist/profiles/generic-hand/right.glb"
LICENCE: Final = "MIT"
SIDE: Final = 512
STUMP: Final = 0.022
"""How much of the mesh's closed end to leave out, metres."""

EACH: Final = 24
"""Pictures of each hand."""

FINGERS: Final = ("index-finger", "middle-finger", "ring-finger", "pinky-finger")
_BONES: Final = ("phalanx-proximal", "phalanx-intermediate", "phalanx-distal", "tip")


@dataclass(frozen=True, slots=True)
class Pose:
    """How far each finger is bent at its knuckle and in its middle joint, degrees; the thumb
    towards the palm; the fingers' spread, degrees between neighbours more than at rest."""

    name: str
    knuckle: tuple[float, float, float, float]
    middle: tuple[float, float, float, float]
    thumb: float = 0.0
    spread: float = 0.0


POSES: Final = (
    Pose("flat", (0, 0, 0, 0), (0, 0, 0, 0)),
    Pose("spread", (0, 0, 0, 0), (5, 5, 5, 5), spread=9),
    Pose("relaxed", (15, 20, 25, 28), (25, 30, 32, 34), 8),
    Pose("pointing", (5, 62, 68, 70), (8, 80, 85, 85), 25),
    Pose("pinching", (42, 48, 52, 55), (35, 35, 30, 28), 28),
    Pose("holding", (50, 52, 54, 56), (45, 48, 50, 50), 22),
    Pose("gripping", (65, 68, 70, 72), (75, 78, 80, 80), 30),
    Pose("two fingers", (18, 18, 66, 70), (18, 18, 82, 84), 22),
)


def turn(points: Floats, axis: Floats, degrees: float, about: Floats) -> Floats:
    """``points`` (n, 3) turned about the line through ``about`` along ``axis`` (Rodrigues)."""
    axis = axis / np.linalg.norm(axis)
    angle = np.radians(degrees)
    p = points - about
    along = (p @ axis)[:, None] * axis
    crossed: Floats = np.cross(axis, p)
    out: Floats = p * np.cos(angle) + crossed * np.sin(angle) + along * (1 - np.cos(angle)) + about
    return out


def posed(mesh: Mesh, pose: Pose, rng: np.random.Generator) -> Floats:
    """The mesh's points (n, 3) in ``pose``, each finger a little its own way (linear skinning)."""
    moved = np.repeat(mesh.points[None], len(mesh.names), axis=0)
    back = np.array([1.0, 0, 0])
    for number, finger in enumerate(FINGERS):
        bones = [f"{finger}-{bone}" for bone in _BONES]
        root, tip = mesh.places[bones[0]], mesh.places[bones[-1]]
        bend = np.cross(tip - root, back)
        splay = (1.3 - number) * pose.spread + rng.normal(0, 1.5)
        knuckle = pose.knuckle[number] + rng.normal(0, 5)
        middle = pose.middle[number] + rng.normal(0, 5)
        steps = [(0, bend, -knuckle), (1, bend, -middle), (2, bend, -0.6 * middle)]
        _chain(mesh, moved, bones, [*steps, (0, back, splay)])
    bones = ["thumb-metacarpal", "thumb-phalanx-proximal", "thumb-phalanx-distal", "thumb-tip"]
    root, tip = mesh.places[bones[0]], mesh.places[bones[-1]]
    inward = np.cross(tip - root, mesh.places["index-finger-phalanx-proximal"] - root)
    close = pose.thumb + rng.normal(0, 4)
    _chain(mesh, moved, bones, [(1, inward, 0.5 * close), (2, inward, 0.7 * close),
                                (0, inward, 0.3 * close)])  # fmt: skip
    out = np.zeros_like(mesh.points)
    rows = np.arange(len(mesh.points))
    for slot in range(mesh.joints.shape[1]):
        out += mesh.weights[:, slot, None] * moved[mesh.joints[:, slot], rows]
    return out


def _chain(
    mesh: Mesh, moved: Floats, bones: list[str], steps: list[tuple[int, Floats, float]]
) -> None:
    """Turn ``bones`` from the one at each step's place outward, the outermost joint first, so that
    the turns nearer the palm carry it along."""
    for first, axis, degrees in sorted(steps, key=lambda step: -step[0]):
        about = mesh.places[bones[first]]
        for bone in bones[first:]:
            index = mesh.names.index(bone)
            moved[index] = turn(moved[index], axis, degrees, about)


def tube(rings: list[Floats]) -> tuple[Floats, Ints]:
    """A tube through ``rings``, each (k, 3), whose points run the same way round."""
    count = len(rings[0])
    triangles = []
    for ring in range(len(rings) - 1):
        for i in range(count):
            a, b = ring * count + i, ring * count + (i + 1) % count
            triangles += [(a, b, a + count), (b, b + count, a + count)]
    return np.concatenate(rings), np.array(triangles)


def rim(mesh: Mesh, y: float, count: int = 40) -> Floats:
    """The outline (``count``, 3) of the mesh cut across at ``y``, evenly around its middle."""
    ends = np.concatenate([mesh.triangles[:, pair] for pair in ([0, 1], [1, 2], [2, 0])])
    one, two = mesh.points[ends[:, 0]], mesh.points[ends[:, 1]]
    crossing = (one[:, 1] < y) != (two[:, 1] < y)
    one, two = one[crossing], two[crossing]
    share = (y - one[:, 1]) / (two[:, 1] - one[:, 1])
    cut = one + share[:, None] * (two - one)
    middle = (cut.min(axis=0) + cut.max(axis=0)) / 2
    off = cut - middle
    angle, radius = np.arctan2(off[:, 2], off[:, 0]), np.hypot(off[:, 0], off[:, 2])
    around = np.linspace(-np.pi, np.pi, count, endpoint=False)
    order = np.argsort(angle)
    radius = np.interp(around, angle[order], radius[order], period=2 * np.pi)
    ring = np.stack([np.cos(around), np.zeros(count), np.sin(around)], axis=1)
    out = middle + ring * radius[:, None]
    return np.asarray(out)


def arm(edge: Floats, start: float, end: float, wider: float, lean: float) -> tuple[Floats, Ints]:
    """A forearm from ``start`` to ``end`` metres beyond the wrist's ``edge`` (k, 3), ``wider``
    times as thick, leaning sideways by ``lean`` metres a metre; at 0 it continues the hand."""
    middle = edge.mean(axis=0)
    rings = []
    for on in np.linspace(start, end, 12):
        swell = wider * (1 + 2.0 * on - 2.0 * on**2)
        ring = (edge - middle) * np.array([swell * (1 + on), 1.0, swell]) + middle
        rings.append(ring + np.array([0, on, lean * on]))
    return tube(rings)


def shade(points: Floats, triangles: Ints, light: Floats, base: Floats) -> Floats:
    """Colours (n, 3) of matt ``points`` (seen from +z), ``base`` (3,) where lit straight on."""
    facing = raster.normals(points, triangles)
    facing = facing * np.where(facing[:, 2:] < 0, -1.0, 1.0)
    lit = np.clip(facing @ (light / np.linalg.norm(light)), 0, 1)
    lit = 0.42 + 0.5 * lit + 0.08 * facing[:, 2]
    return lit[:, None] * base


def picture(mesh: Mesh, pose: Pose, rng: np.random.Generator) -> tuple[Picture, float]:
    """``mesh`` drawn in ``pose``, tilted and lit at random, and the millimetres of a pixel."""
    # The mesh closes itself at the wrist: the arm takes over a little before.
    wrist = float(mesh.points[:, 1].max()) - STUMP
    edge = rim(mesh, wrist)
    kept = mesh.triangles[mesh.points[mesh.triangles, 1].min(axis=1) < wrist]
    end, lean = rng.uniform(0.05, 0.24), rng.normal(0, 0.12)
    bare, bare_faces = arm(edge, 0.0, end, 1.0, lean)
    hand = posed(mesh, pose, rng)
    faces = np.concatenate([kept, bare_faces + len(hand)])
    parts = [(np.concatenate([hand, bare]), faces, np.full(3, 235.0))]
    if rng.random() < 0.4:
        cuff, wider = rng.uniform(0.0, 0.05), rng.uniform(1.15, 1.4)
        parts.append((*arm(edge, cuff, end, wider, lean), rng.uniform(25, 240, 3)))
    roll, pitch = rng.normal(0, 22), rng.normal(0, 14)
    light = np.array([*rng.normal(0, 0.5, 2), 1.0])
    points: list[Floats] = []
    triangles: list[Ints] = []
    colours: list[Floats] = []
    for part, faces, base in parts:
        part = turn(part, np.array([0, 1.0, 0]), roll, np.zeros(3))
        part = turn(part, np.array([0, 0, 1.0]), pitch, np.zeros(3))
        seen = part[:, [2, 1, 0]]
        triangles.append(faces + sum(len(p) for p in points))
        points.append(seen)
        colours.append(shade(seen, faces, light, base))
    # The arm's far end is open: cut where its ring begins.
    until = min(float(part[-len(edge) :, 1].min()) for part in points)
    drawn, metres = raster.draw(
        np.concatenate(points), np.concatenate(triangles), np.concatenate(colours), SIDE, until
    )
    return drawn, metres * 1000


def fetch(folder: Path, cache: Path, again: bool = False) -> list[str]:
    """Draw the hands into ``folder`` with a ``hands.json`` that says what each is.

    Returns what went wrong, a line each.
    """
    index = folder / "hands.json"
    if index.exists() and not again:
        return []
    folder.mkdir(parents=True, exist_ok=True)
    try:
        package = unpacked(PACKAGE, cache)
        mesh = glb.read(package / PLACE)
    except (FetchError, OSError, ValueError) as error:
        return [f"hands: {error}"]
    rng = np.random.default_rng(7)
    known = {}
    for side in ("left", "right"):
        for number in range(EACH):
            pose = POSES[number % len(POSES)]
            drawn, millimetres = picture(mesh, pose, rng)
            if side == "left":
                drawn = np.ascontiguousarray(drawn[:, ::-1])
            name = f"{side}-{pose.name.replace(' ', '-')}-{number // len(POSES) + 1}.png"
            (folder / name).write_bytes(encode_png(drawn))
            known[name] = {
                "source": str(PACKAGE),
                "licence": LICENCE,
                "hand": side,
                "pose": pose.name,
                "mm_per_px": round(millimetres, 4),
            }
    index.write_text(json.dumps(known, indent=1) + "\n")
    print(f"  hands: {len(known)} pictures", flush=True)
    return []
