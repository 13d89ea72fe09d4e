"""Pictures as sixels: bands six pixels high, one colour after the other, as DEC's terminals took
them and many take them today."""

from __future__ import annotations

from typing import Final

import numpy as np
from numpy.typing import NDArray

_BITS: Final = 5
"""Bits of each of the three colours by which colours are counted and looked up."""
_SIDE: Final = 1 << _BITS
_EMPTY: Final = 63
"""The sign of six pixels left as they are; bits are added to it."""
_WORTH: Final = 3
"""Signs in a row that are written out: counting them would take as many."""

# A screen of thresholds: what lies between two colours becomes a mix of both.
_SCREEN: Final = (
    np.array([[0, 8, 2, 10], [12, 4, 14, 6], [3, 11, 1, 9], [15, 7, 13, 5]], np.float32) - 7.5
) / 16

Shades = NDArray[np.float64]
"""Red, green and blue from 0 to 255, (n, 3)."""


def palette(counts: NDArray[np.int64], means: NDArray[np.float64], colours: int) -> Shades:
    """At most ``colours`` colours for a picture, (n, 3). ``counts``: how many pixels lie in each
    cell of the colour cube that has any, (m,); ``means``: the mean colour of these, (m, 3).

    Boxes of cells are cut at their median across their longest side, the one with the most at stake
    first.
    """

    def stake(box: NDArray[np.intp]) -> float:
        if len(box) < 2:
            return 0.0
        return float(np.ptp(means[box], axis=0).max() * np.sqrt(counts[box].sum()))

    boxes = [np.arange(len(counts))]
    stakes = [stake(boxes[0])]
    while len(boxes) < min(colours, len(counts)):
        at = int(np.argmax(stakes))
        box = boxes[at]
        inside = means[box]
        box = box[np.argsort(inside[:, int(np.argmax(np.ptp(inside, axis=0)))], kind="stable")]
        run = np.cumsum(counts[box])
        cut = int(np.clip(np.searchsorted(run, run[-1] / 2) + 1, 1, len(box) - 1))
        boxes[at], stakes[at] = box[:cut], stake(box[:cut])
        boxes.append(box[cut:])
        stakes.append(stake(box[cut:]))
    return np.array([np.average(means[box], axis=0, weights=counts[box]) for box in boxes])


def _cells(rgb: NDArray[np.uint8]) -> NDArray[np.int64]:
    """The number of the cell of the colour cube in which each pixel lies, flat."""
    parts = (rgb >> (8 - _BITS)).astype(np.int64)
    return (parts[..., 0] << 2 * _BITS | parts[..., 1] << _BITS | parts[..., 2]).reshape(-1)


def _means(
    rgb: NDArray[np.uint8], cells: NDArray[np.int64]
) -> tuple[NDArray[np.intp], NDArray[np.int64], Shades]:
    """The cells that have pixels, how many each, and their mean colour."""
    counts = np.bincount(cells, minlength=_SIDE**3)
    used = np.flatnonzero(counts)
    sums = [np.bincount(cells, rgb[..., part].reshape(-1), _SIDE**3)[used] for part in range(3)]
    return used, counts[used], np.stack(sums, axis=1) / counts[used, None]


def reduced(image: NDArray[np.uint8], colours: int) -> tuple[NDArray[np.uint8], NDArray[np.uint8]]:
    """``image`` (height, width, 3; BGR) in at most ``colours`` (2 to 256) colours: the number of
    each pixel's, (height, width), and their red, green and blue from 0 to 255, (n, 3)."""
    rgb = image[..., ::-1]
    _, counts, means = _means(rgb, _cells(rgb))
    chosen = palette(counts, means, colours)
    height, width = image.shape[:2]
    screen = np.tile(_SCREEN, (-(-height // 4), -(-width // 4)))[:height, :width, None]
    # A cell's width, and more where colours are so few that they lie far apart.
    step = 256 / _SIDE * (1 if colours >= 64 else 3)
    mixed = np.clip(rgb + screen * step, 0, 255).astype(np.uint8)
    cells = _cells(mixed)
    used, _, means = _means(mixed, cells)
    # The nearest is told by squares of distances, less what is the same for all colours.
    look_up = np.zeros(_SIDE**3, np.uint8)
    look_up[used] = ((chosen**2).sum(axis=1) - 2 * means @ chosen.T).argmin(axis=1)
    return look_up[cells].reshape(height, width), np.round(chosen).astype(np.uint8)


def sixels(image: NDArray[np.uint8], colours: int = 256) -> str:
    """What shows ``image`` (height, width, 3; BGR) with its upper left corner at the cursor, in at
    most ``colours`` colours. Where the cursor stands afterwards depends on the terminal."""
    numbers, shades = reduced(image, colours)
    height, width = numbers.shape
    parts = [b'\x1bP0;1q"1;1;%d;%d' % (width, height)]
    for number, shade in enumerate(shades):
        red, green, blue = (round(int(value) / 255 * 100) for value in shade)
        parts.append(b"#%d;2;%d;%d;%d" % (number, red, green, blue))
    for top in range(0, height, 6):
        parts.append(_band(numbers[top : top + 6]))
        parts.append(b"-")
    # A step to the next band after the last one would scroll some screens.
    parts[-1] = b"\x1b\\"
    return b"".join(parts).decode("ascii")


def _band(band: NDArray[np.uint8]) -> bytes:
    """The sixels of up to six rows of colour numbers, (rows, width)."""
    width = band.shape[1]
    there, numbers = np.unique(band, return_inverse=True)
    # Of each colour in it and column: which of the six rows have it, as bits.
    keys = numbers.reshape(band.shape) * width + np.arange(width)
    bits = (1 << np.arange(len(band))).repeat(width)
    table = np.bincount(keys.reshape(-1), bits, len(there) * width).astype(np.uint8) + _EMPTY
    return _written(there.tolist(), table.reshape(-1, width))


def _written(numbers: list[int], table: NDArray[np.uint8]) -> bytes:
    """Each row of ``table``, signs, after the number of its colour; equal signs in a row counted,
    empty ones at its end left out."""
    width = table.shape[1]
    signs = table.reshape(-1)
    new = np.empty(len(signs), np.bool_)
    new[1:] = signs[1:] != signs[:-1]
    new[::width] = True
    starts = np.flatnonzero(new)
    lengths = np.diff(np.append(starts, len(signs)))
    first = starts % width == 0
    kept = (signs[starts] != _EMPTY) | ~np.append(first[1:], True)
    starts, lengths, first = starts[kept], lengths[kept], first[kept]
    signs = signs[starts]

    digits = 1 + (lengths >= 10) + (lengths >= 100) + (lengths >= 1000)
    short = lengths <= _WORTH
    heads = [b"$#%d" % number for number in numbers]
    sizes = np.where(short, lengths, 2 + digits)
    sizes[first] += [len(head) for head in heads]
    ends = np.cumsum(sizes)
    at = ends - np.where(short, lengths, 2 + digits)
    written = np.empty(int(ends[-1]), np.uint8)
    for place, head in zip((ends - sizes)[first].tolist(), heads, strict=True):
        written[place : place + len(head)] = np.frombuffer(head, np.uint8)
    for place in range(_WORTH):
        some = short & (lengths > place)
        written[at[some] + place] = signs[some]
    written[at[~short]] = ord("!")
    for place in range(4):
        some = ~short & (digits > place)
        written[at[some] + digits[some] - place] = 48 + lengths[some] // 10**place % 10
    written[ends[~short] - 1] = signs[~short]
    return written.tobytes()[1:]
