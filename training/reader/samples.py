"""Training samples cut from painted scenes."""

from __future__ import annotations

import random
from collections.abc import Iterator
from dataclasses import dataclass
from pathlib import Path
from typing import Any

import cv2
import numpy as np
import torch
from numpy.random import Generator
from numpy.typing import NDArray
from torch.utils.data import IterableDataset

from tabletop.faces import BACK, FACE_INDEX
from tabletop.vision.crop import (
    CROP_SIZE,
    INDEX_SIZE,
    card_matrix,
    cut,
    cut_mask,
    index_matrix,
    residual,
)
from tabletop.vision.found import in_pixels
from tabletop.vision.outline import crossed, placed
from training.reader.nets import FINDER_STRIDE, FINDER_UNIT

Image = NDArray[np.uint8]
BACK_NAME = 54
NOTHING = 55
CROP = 384
LEAST_OF_INDEX = 0.15
"""Least share of a corner's cut-out that is the card's own: a strip a tenth of a card wide."""

EDGE = np.ones((3, 3), np.uint8)
"""Cells next to a mask's edge may belong to it or not."""

NamerSample = tuple[NDArray[np.uint8], int, NDArray[np.float32]]
"""Picture and mask, name, and how far the cut missed the card; see ``tabletop.vision.crop``."""


@dataclass(frozen=True)
class Saved:
    """A scene read back from disk; ``owner`` at half size, as ``training.scenes.make`` says."""

    image: Image
    owner: NDArray[np.uint8]
    faces: list[str]
    quads: NDArray[np.float32]
    visible: NDArray[np.float32]
    coins: NDArray[np.float32]


def load(path: Path) -> Saved:
    """Read one scene."""
    with np.load(path) as data:
        image = cv2.imdecode(data["image"], cv2.IMREAD_COLOR)
        assert image is not None
        return Saved(
            np.asarray(image, np.uint8),
            data["owner"],
            [str(f) for f in data["faces"]],
            data["quads"],
            data["visible"],
            data["coins"],
        )


def axes(
    quads: NDArray[np.float32],
) -> tuple[NDArray[np.float32], NDArray[np.float32], NDArray[np.float32]]:
    """Centre, half width and half height vectors of quads, each (n, 2)."""
    centre = quads.mean(axis=1)
    u = (quads[:, 1] - quads[:, 0] + quads[:, 2] - quads[:, 3]) / 4
    v = (quads[:, 3] - quads[:, 0] + quads[:, 2] - quads[:, 1]) / 4
    return centre, u, v


def _doubled(vector: NDArray[np.float32]) -> NDArray[np.float32]:
    length = np.hypot(vector[..., 0], vector[..., 1]) + 1e-6
    x, y = vector[..., 0], vector[..., 1]
    return np.stack([(x * x - y * y) / length, 2 * x * y / length], axis=-1).astype(np.float32)


def tone(rng: Generator, image: Image) -> Image:
    """A slight change of light and colour, so that a scene seen again isn't the same."""
    if rng.random() < 0.4:
        return image
    gain = np.exp(rng.normal(0, 0.12)) * np.exp(rng.normal(0, 0.05, 3))
    gamma = np.exp(rng.normal(0, 0.15))
    table = np.clip((np.arange(256)[:, None] / 255.0) ** gamma * gain * 255, 0, 255).astype(
        np.uint8
    )
    return np.asarray(cv2.LUT(image, table[:, None, :]), np.uint8)


ASPECT = 0.7
"""Width by height of most cards."""
SMALL = 46
"""Indices of cards less wide, in pixels, can hardly be read; a few teach to doubt them."""

FinderSample = tuple[
    NDArray[np.uint8],
    NDArray[np.int64],
    NDArray[np.float32],
    NDArray[np.float32],
    NDArray[np.float32],
]
"""Picture (384, 384, 3) BGR, classes (96, 96), targets (96, 96, 6), card size (96, 96), weight (96,
96) of the cell's target; targets and sizes in ``FINDER_UNIT`` pixels."""


def _corner_of_crop(rng: Generator, scene: Saved, scale: float, w: int, h: int) -> tuple[int, int]:
    """Where the crop begins in the resized picture: mostly round a card of which a part shows."""
    low_x, low_y = min(0, w - CROP), min(0, h - CROP)
    high_x, high_y = max(0, w - CROP), max(0, h - CROP)
    partly = np.nonzero((scene.visible > 0.05) & (scene.visible < 0.6))[0]
    if len(partly) == 0 or rng.random() < 0.4:
        return int(rng.integers(low_x, high_x + 1)), int(rng.integers(low_y, high_y + 1))
    middle = scene.quads[int(rng.choice(partly))].mean(axis=0) * scale
    x, y = middle - CROP / 2 + rng.uniform(-0.35, 0.35, 2) * CROP
    return int(np.clip(x, low_x, high_x)), int(np.clip(y, low_y, high_y))


def finder_sample(rng: Generator, scene: Saved) -> FinderSample:
    """One crop of ``scene``."""
    _, u, v = axes(scene.quads) if len(scene.quads) else (None, np.ones((1, 2)) * 40, None)
    wide = np.hypot(u[:, 0], u[:, 1]) * 2
    wide = wide[wide > 1]
    typical = float(np.median(wide)) if len(wide) else 60.0
    low, high = (45, 95) if rng.random() < 0.75 else (19, 150)
    goal = float(np.exp(rng.uniform(np.log(low), np.log(high))))
    scale = float(np.clip(goal / typical, 0.3, 1.3))
    if abs(scale - 1) < 0.1:
        scale = 1.0
    image, owner = scene.image, scene.owner
    if scale != 1:
        mode = cv2.INTER_AREA if scale < 1 else cv2.INTER_LINEAR
        image = np.asarray(
            cv2.resize(image, None, fx=scale, fy=scale, interpolation=mode), np.uint8
        )
    h, w = image.shape[:2]
    out = np.full((CROP, CROP, 3), int(rng.integers(0, 140)), np.uint8)
    own = np.zeros((CROP // FINDER_STRIDE, CROP // FINDER_STRIDE), np.int32)
    x, y = _corner_of_crop(rng, scene, scale, w, h)
    sx, sy, tx, ty = max(0, x), max(0, y), max(0, -x), max(0, -y)
    cw, ch = min(w - sx, CROP - tx), min(h - sy, CROP - ty)
    out[ty : ty + ch, tx : tx + cw] = image[sy : sy + ch, sx : sx + cw]
    middles = np.arange(CROP // FINDER_STRIDE) * FINDER_STRIDE + FINDER_STRIDE / 2
    columns, rows = (middles + x) / scale / 2, (middles + y) / scale / 2
    inside_x = (middles >= tx) & (middles < tx + cw)
    inside_y = (middles >= ty) & (middles < ty + ch)
    columns = np.clip(columns, 0, owner.shape[1] - 1).astype(int)
    rows = np.clip(rows, 0, owner.shape[0] - 1).astype(int)
    own[:] = np.where(inside_y[:, None] & inside_x[None, :], owner[np.ix_(rows, columns)], 0)
    quads = scene.quads * scale - np.array([x, y], np.float32)
    coins = scene.coins.copy()
    coins[:, :2] = coins[:, :2] * scale - [x, y]
    turns = int(rng.integers(4))
    for _ in range(turns):
        out = np.ascontiguousarray(np.rot90(out))
        own = np.ascontiguousarray(np.rot90(own))
        quads = np.stack([quads[..., 1], CROP - 1 - quads[..., 0]], axis=-1)
        coins[:, :2] = np.stack([coins[:, 1], CROP - 1 - coins[:, 0]], axis=-1)
    cells = own
    classes = np.zeros(cells.shape, np.int64)
    back = np.array([False] + [f == BACK for f in scene.faces])
    cards = (cells > 0) & (cells < 100)
    classes[cards] = np.where(back[cells[cards]], 2, 1)
    coin = (cells >= 100) & (cells < 255)
    classes[cells == 255] = 3
    classes[coin] = 4
    target = np.zeros((*cells.shape, 6), np.float32)
    size = np.zeros(cells.shape, np.float32)
    weight = np.ones(cells.shape, np.float32)
    ys, xs = np.nonzero(cards)
    if len(ys):
        index = cells[ys, xs] - 1
        weight[ys, xs] = 1 / np.sqrt(np.bincount(index)[index])
        c, u, v = axes(quads)
        middle = np.stack([xs, ys], axis=1) * FINDER_STRIDE + FINDER_STRIDE / 2
        target[ys, xs, :2] = c[index] - middle
        target[ys, xs, 2:4] = _doubled(u)[index]
        target[ys, xs, 4:6] = _doubled(v)[index]
        half = np.hypot(u[index, 0], u[index, 1]) + np.hypot(v[index, 0], v[index, 1])
        # Where the middle lies well outside, nothing in the picture tells how far.
        out_by = np.maximum(-c[index], c[index] - CROP).max(axis=1)
        size[ys, xs] = np.where(out_by < 0.3 * half, half, 0)
    ys, xs = np.nonzero(coin)
    if len(ys):
        index = cells[ys, xs] - 100
        middle = np.stack([xs, ys], axis=1) * FINDER_STRIDE + FINDER_STRIDE / 2
        target[ys, xs, :2] = coins[index, :2] - middle
        size[ys, xs] = -np.maximum(coins[index, 2] * scale * 2, 4)
        weight[ys, xs] = 0.15
    return tone(rng, out), classes, target / FINDER_UNIT, size / FINDER_UNIT, weight


def _beside(
    rng: Generator, centre: NDArray[np.float32], u: NDArray[np.float32], v: NDArray[np.float32]
) -> NDArray[np.float32]:
    """A middle that a few stray votes could mean, off the card's true one."""
    a, far = rng.uniform(0, 2 * np.pi), rng.uniform(0.6, 1.6)
    return np.asarray(centre + (u * np.cos(a) + v * np.sin(a)) * far, np.float32)


def _piece(rng: Generator, mask: Image) -> Image:
    """A part of ``mask``, as stray votes leave it."""
    rows, columns = np.nonzero(mask)
    if len(rows) < 4:
        return mask
    k = int(rng.integers(len(rows)))
    reach = float(rng.uniform(0.12, 0.5)) * np.sqrt(len(rows))
    near = np.hypot(rows - rows[k], columns - columns[k]) < max(1.5, reach)
    out = np.zeros_like(mask)
    out[rows[near], columns[near]] = 255
    return out


def _chosen(rng: Generator, scene: Saved, among: list[int], most: int) -> list[int]:
    """Cards to learn from: rather those that show in part and are large enough to be read."""
    index = np.array(among)
    wide = np.hypot(*axes(scene.quads)[1][index].T) * 2
    partly = (scene.visible[index] > 0.16) & (scene.visible[index] < 0.65)
    weight = np.where(partly, 5.0, 1.0) * np.clip(wide / 50, 0.3, 1.5) ** 2
    count = min(most, len(among), int((weight > 0).sum()))
    return [int(i) for i in rng.choice(index, count, replace=False, p=weight / weight.sum())]


def namer_samples(rng: Generator, scene: Saved, most: int = 18) -> list[NamerSample]:
    """Pictures (128, 88, 4) of single cards, BGR and mask, with their names."""
    samples: list[NamerSample] = []
    # Slivers mostly show no index; a few are enough to learn to doubt them.
    least = 0.05 if rng.random() < 0.2 else 0.16
    chosen = [i for i in range(len(scene.faces)) if scene.visible[i] > least]
    if not chosen:
        return [_bare_sample(rng, scene) for _ in range(3)]
    chosen = _chosen(rng, scene, chosen, most)
    centre, u, v = axes(scene.quads)
    h, w = scene.image.shape[:2]
    small, to_grid = _coarse_owner(rng, scene)
    toned = tone(rng, scene.image)
    for i in chosen:
        q = centre[i]
        if not (-10 < q[0] < w + 10 and -10 < q[1] < h + 10) and scene.visible[i] < 0.3:
            continue
        rough = float(rng.choice([0.8, 2.0, 3.5], p=[0.45, 0.4, 0.15]))
        flip = rng.choice([-1.0, 1.0])
        a = rng.normal(0, 0.03) * rough
        turn = np.array([[np.cos(a), np.sin(a)], [-np.sin(a), np.cos(a)]], np.float32)
        # Seen at a slant, a card's short edges are found askew more than its long ones.
        askew = v[i] * (rng.normal(0, 0.02) * rough)
        uu = ((u[i] * (1 + rng.normal(0, 0.03) * rough) + askew) * flip) @ turn
        vv = (v[i] * (1 + rng.normal(0, 0.03) * rough) * flip) @ turn
        cc = q + (u[i] * rng.normal(0, 0.06) + v[i] * rng.normal(0, 0.05)) * rough
        name = BACK_NAME if scene.faces[i] == BACK else FACE_INDEX[scene.faces[i]]
        if rng.random() < 0.05:
            cc = np.array([rng.uniform(0, w), rng.uniform(0, h)], np.float32)
            apart = np.hypot(*(centre - cc).T).min() / (np.hypot(*u[i]) + 1e-6)
            if apart < 1.2:
                continue
            name = NOTHING
        across = name != NOTHING and scene.visible[i] < 0.6 and rng.random() < 0.14
        if across:
            cc, uu, vv = _taken_across(small == i + 1, to_grid, cc, uu, vv)
            name = NOTHING
        splinter = name != NOTHING and rng.random() < 0.1
        if splinter:
            moved = _beside(rng, q, u[i], v[i])
            wide = 2 * float(np.hypot(*u[i]))
            if float(np.hypot(*(centre[scene.visible > 0.03] - moved).T).min()) < 0.27 * wide:
                splinter = False
            else:
                cc, name = moved, NOTHING
        matrix = card_matrix(cc.astype(np.float32), uu.astype(np.float32), vv.astype(np.float32))
        aim = (
            np.zeros(6, np.float32)
            if name == NOTHING
            else residual(matrix, q, u[i] * np.float32(flip), v[i] * np.float32(flip))
        )
        picture = cut(toned, matrix)
        mine = _roughened(rng, (small == i + 1).astype(np.uint8) * 255)
        if splinter:
            mine = _piece(rng, mine)
        elif (name == NOTHING and not across) or rng.random() < 0.06:
            mine = np.full_like(mine, 255)
        mask = cut_mask(mine, to_grid, matrix)
        if rng.random() < 0.15:
            sigma = float(rng.uniform(0.4, 1.4))
            picture = cv2.GaussianBlur(picture, (0, 0), sigma).astype(np.uint8)
        samples.append((np.dstack([picture, mask]).astype(np.uint8), name, aim))
    return samples


def _taken_across(
    cells: NDArray[np.bool_],
    to_grid: tuple[float, float],
    centre: NDArray[np.float32],
    u: NDArray[np.float32],
    v: NDArray[np.float32],
) -> tuple[NDArray[np.float32], NDArray[np.float32], NDArray[np.float32]]:
    """Middle and half axes of a card that shows in ``cells``, taken to lie a quarter turn off."""
    right, down = crossed(np.asarray(u, np.float32), np.asarray(v, np.float32), ASPECT)
    middle = np.asarray(centre, np.float32)
    if cells.any():
        at = in_pixels(to_grid, np.argwhere(cells))
        middle = placed(at, middle, right, down, 0.5 / float(np.mean(to_grid)))
    return middle, right, down


def _bare_sample(rng: Generator, scene: Saved) -> NamerSample:
    """Something on a table without cards, cut out as if it were one."""
    h, w = scene.image.shape[:2]
    wide, a = float(np.exp(rng.uniform(np.log(40), np.log(220)))), rng.uniform(0, 2 * np.pi)
    u = np.array([np.cos(a), np.sin(a)], np.float32) * np.float32(wide / 2)
    v = np.array([-u[1], u[0]], np.float32) * np.float32(rng.uniform(1.2, 1.6))
    centre = np.array([rng.uniform(0, w), rng.uniform(0, h)], np.float32)
    matrix = card_matrix(centre, u, v)
    mask = np.full((CROP_SIZE[1] // 8, CROP_SIZE[0] // 8), 255, np.uint8)
    if rng.random() < 0.6:
        mask = _piece(rng, mask)
    whole = cv2.resize(mask, CROP_SIZE, interpolation=cv2.INTER_LINEAR)
    picture = np.dstack([cut(tone(rng, scene.image), matrix), whole]).astype(np.uint8)
    return picture, NOTHING, np.zeros(6, np.float32)


def _coarse_owner(rng: Generator, scene: Saved) -> tuple[NDArray[np.uint8], tuple[float, float]]:
    """The owner map as coarse as the finder's grid, and its cells per pixel."""
    coarse = FINDER_STRIDE / float(rng.uniform(0.3, 1.0))
    h, w = scene.image.shape[:2]
    grid = (max(2, round(w / coarse)), max(2, round(h / coarse)))
    small = cv2.resize(scene.owner, grid, interpolation=cv2.INTER_NEAREST)
    return np.asarray(small, np.uint8), (grid[0] / w, grid[1] / h)


def _roughened(rng: Generator, mask: Image) -> Image:
    """``mask`` as votes leave it: now and then a cell more or less all round, and mostly with a
    ragged edge."""
    noise = rng.random()
    if noise < 0.15:
        mask = np.asarray(cv2.dilate(mask, np.ones((3, 3), np.uint8)), np.uint8)
    elif noise < 0.3:
        mask = np.asarray(cv2.erode(mask, np.ones((2, 2), np.uint8)), np.uint8)
    if rng.random() < 0.6:
        shrunk, grown = cv2.erode(mask, EDGE), cv2.dilate(mask, EDGE)
        strays = rng.random(mask.shape) < rng.uniform(0.05, 0.3)
        mask = np.where(strays & (shrunk != grown), 255 - mask, mask).astype(np.uint8)
    return mask


def index_samples(rng: Generator, scene: Saved, most: int = 48) -> list[tuple[Image, int]]:
    """Pictures (64, 48, 4) of corners of cards, BGR and mask, with the cards' faces."""
    centre, u, v = axes(scene.quads) if len(scene.quads) else (np.zeros((0, 2)),) * 3
    h, w = scene.image.shape[:2]
    small, to_grid = _coarse_owner(rng, scene)
    toned = tone(rng, scene.image)
    chosen = [i for i, face in enumerate(scene.faces) if face != BACK and scene.visible[i] > 0.04]
    samples: list[tuple[Image, int]] = []
    for i in rng.permutation(chosen):
        mine = _roughened(rng, (small == i + 1).astype(np.uint8) * 255)
        wide = float(np.hypot(*u[i]))
        if wide < SMALL / 2 and rng.random() < 0.75:
            continue
        for way in (-1, 1):
            for side in (-1, 1):
                # Most decks have an index only where it is read at the left end.
                if side > 0 and rng.random() < 0.65:
                    continue
                right, down = -way * u[i], -way * v[i]
                corner = centre[i] + side * right - down
                if not (0 <= corner[0] < w and 0 <= corner[1] < h):
                    continue
                rough = float(rng.choice([0.5, 1.0, 2.0, 3.0], p=[0.35, 0.35, 0.2, 0.1]))
                corner = corner + rng.normal(0, 0.09, 2) * wide * rough
                a, scale = rng.normal(0, 0.03) * rough, 1 + rng.normal(0, 0.04) * rough
                turn = np.array([[np.cos(a), np.sin(a)], [-np.sin(a), np.cos(a)]]) * scale
                # At a slant a strip's axes are found askew.
                turn = turn + rng.normal(0, 0.025, (2, 2)) * rough
                matrix = index_matrix(
                    corner.astype(np.float32),
                    (right @ turn).astype(np.float32),
                    (down @ turn).astype(np.float32),
                    side,
                )
                mask = cut_mask(mine, to_grid, matrix, INDEX_SIZE)
                if mask.mean() < 255 * LEAST_OF_INDEX:
                    continue
                picture = cut(toned, matrix, INDEX_SIZE)
                if rng.random() < 0.15:
                    sigma = float(rng.uniform(0.4, 1.6))
                    picture = np.asarray(cv2.GaussianBlur(picture, (0, 0), sigma), np.uint8)
                if rng.random() < 0.05:
                    mask = np.full_like(mask, 255)
                samples.append((np.dstack([picture, mask]), FACE_INDEX[scene.faces[i]]))
        if len(samples) >= most:
            break
    return samples


class Samples(IterableDataset):  # type: ignore[type-arg]
    """Endless batches from the scenes in ``folder``; new scenes join as they are painted."""

    def __init__(self, folder: Path, kind: str, batch: int, seed: int = 0) -> None:
        self.folder, self.kind, self.batch, self.seed = folder, kind, batch, seed

    def __iter__(self) -> Iterator[tuple[torch.Tensor, ...]]:
        cv2.setNumThreads(1)
        info = torch.utils.data.get_worker_info()
        seed = self.seed * 1000 + (info.id if info else 0)
        rng = np.random.default_rng([seed, random.randrange(1 << 30)])
        files: list[Path] = []
        count = 0
        pool: list[tuple[Any, ...]] = []
        found: list[FinderSample] = []
        while True:
            if count % 200 == 0:
                files = sorted(self.folder.glob("*.npz"))
            count += 1
            scene = load(files[int(rng.integers(len(files)))])
            if self.kind == "finder":
                found += [finder_sample(rng, scene) for _ in range(2)]
                if len(found) >= self.batch:
                    yield tuple(
                        torch.from_numpy(np.stack(part)) for part in zip(*found, strict=True)
                    )
                    found = []
                continue
            pool += namer_samples(rng, scene) if self.kind == "namer" else index_samples(rng, scene)
            while len(pool) >= self.batch * 4:
                rng.shuffle(pool)  # type: ignore[arg-type]
                take, pool = pool[: self.batch], pool[self.batch :]
                yield tuple(torch.from_numpy(np.stack(part)) for part in zip(*take, strict=True))
