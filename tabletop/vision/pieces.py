"""Pieces of cards that the votes give, made one where they mean one card."""

from __future__ import annotations

from collections.abc import Callable, Sequence
from dataclasses import dataclass

import numpy as np
from numpy.typing import NDArray

from tabletop.vision.found import Found, same_cards, same_place, share_inside
from tabletop.vision.middles import medians

Floats = NDArray[np.float32]

SAME = 0.8
"""What shows of two heaps of votes lies on both, to this share, if they mean one card."""
TIGHT = 0.17
"""Cards turned alike whose middles lie nearer, in widths, would not show their indices: they are
one."""
TWIN, SPLINTER, CLOSE = 0.22, 0.3, 0.1
"""So near, in widths, a piece so many times smaller is a splinter; nearer still, any piece is."""


@dataclass(frozen=True, slots=True, eq=False)
class Piece:
    """A heap of votes (``members``, the votes' numbers, and ``at``, (n, 2), where their cells lie)
    and the ``card`` they make."""

    members: NDArray[np.intp]
    at: Floats
    card: Found

    def lies_on(self, other: Piece) -> bool:
        """Whether what shows of it lies on the place of ``other``."""
        card = other.card
        return share_inside(self.at, card.centre, card.u, card.v, 1.0) >= SAME


def united(
    pieces: Sequence[Piece], piece_of: Callable[[NDArray[np.intp]], Piece | None]
) -> list[Found]:
    """The cards of ``pieces``, those made one (``piece_of``) that lie on one another.

    Of two cards the lower one shows beside the upper one only; where each shows on the other's
    place, the votes for one card have fallen into two heaps. So they have where both would lie in
    about the same place.
    """
    left = sorted(pieces, key=lambda piece: -len(piece.members))
    signs = np.array([_signs(piece) for piece in left]).reshape(-1, 4, 2)
    tight, on = _tight(signs[:, None], signs), _may_lie_on(signs[:, None], signs)
    done: list[Found] = []
    for i in range(len(left)):
        piece = left[i]
        for k in (np.flatnonzero((tight | on)[i, i + 1 :]) + i + 1).tolist():
            other = left[k]
            if not tight[i, k] and not (piece.lies_on(other) and other.lies_on(piece)):
                continue
            made = piece_of(np.concatenate([piece.members, other.members]))
            if made is not None:
                left[k], signs[k] = made, _signs(made)
                tight[:, k], on[:, k] = _tight(signs, signs[k]), _may_lie_on(signs, signs[k])
                tight[k], on[k] = _tight(signs[k], signs), _may_lie_on(signs[k], signs)
                break
        else:
            done.append(piece.card)
    return done


def _signs(piece: Piece) -> Floats:
    """What tells quickly that two pieces are no one card, (4, 2): middle, half axes, and the median
    of the cells."""
    card = piece.card
    return np.concatenate([card.centre, card.u, card.v, medians(piece.at.T)]).reshape(4, 2)


def _tight(one: Floats, other: Floats) -> NDArray[np.bool_]:
    """Whether pieces with the signs ``one`` and ``other``, (…, 4, 2), are one card by their
    place."""
    return same_place(one[..., :3, :], other[..., :3, :], TIGHT)


def _may_lie_on(one: Floats, other: Floats) -> NDArray[np.bool_]:
    """Whether pieces with the signs ``one`` and ``other``, (…, 4, 2), may lie on each other: more
    than half of each one's cells lie no farther than the other's corners."""
    mine, theirs = (np.abs(signs[..., 1, :]) + np.abs(signs[..., 2, :]) for signs in (one, other))
    on = np.abs(other[..., 3, :] - one[..., 0, :]) <= mine
    on &= np.abs(one[..., 3, :] - other[..., 0, :]) <= theirs
    return np.asarray(on[..., 0] & on[..., 1])


def merged(found: Sequence[Found]) -> list[Found]:
    """Without the splinters of a card whose votes fell into two heaps."""
    by_size = sorted(found, key=lambda f: -len(f.cells))
    cells = np.array([len(card.cells) for card in by_size])
    splinter = cells < SPLINTER * cells[:, None]
    part = same_cards(by_size, CLOSE) | (same_cards(by_size, TWIN) & splinter)
    kept: list[int] = []
    for k in range(len(by_size)):
        if not part[kept, k].any():
            kept.append(k)
    return [by_size[k] for k in kept]
