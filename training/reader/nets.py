"""The two networks of the card reader."""

from __future__ import annotations

import torch
from torch import Tensor, nn
from torch.nn import functional

from tabletop.vision.crop import CROP_SIZE, INDEX_SIZE
from tabletop.vision.finder import CLASSES, TURNS

FINDER_STRIDE = 4
FINDER_UNIT = 32.0
"""Pixels that one unit of the finder's offsets stands for."""
FACES = 54
NAMES = 56
"""54 faces, the back, and nothing that can be named."""


def conv(inputs: int, outputs: int, stride: int = 1, size: int = 3) -> nn.Sequential:
    """Convolution, batch normalisation, rectifier."""
    return nn.Sequential(
        nn.Conv2d(inputs, outputs, size, stride, size // 2, bias=False),
        nn.BatchNorm2d(outputs),
        nn.ReLU(inplace=True),
    )


class Block(nn.Module):
    """Residual block of two 3x3 convolutions."""

    def __init__(self, width: int) -> None:
        super().__init__()
        self.first = conv(width, width)
        self.second = nn.Sequential(
            nn.Conv2d(width, width, 3, 1, 1, bias=False), nn.BatchNorm2d(width)
        )

    def forward(self, x: Tensor) -> Tensor:
        return functional.relu(x + self.second(self.first(x)))


class Finder(nn.Module):
    """Every cell of a quarter-size grid says what it shows and where the middle of its card lies.

    Input (n, 3, h, w), RGB 0..1, sides multiples of 32. Output (n, 26, h/4, w/4): five class
    logits; three logits of which way the card's long side runs (near 0, 60 or 120 degrees); then
    for each of the three ways six numbers: the offset from the cell's middle to the card's centre
    (x, y), and the card's half width and half height, each as (length * cos 2a, length * sin 2a) of
    its direction a, since a card looks the same when turned by half a circle; lengths in
    ``FINDER_UNIT`` pixels.
    """

    def __init__(self) -> None:
        super().__init__()
        self.stem = nn.Sequential(conv(3, 24, 2), conv(24, 32, 2), conv(32, 32))
        self.down8 = nn.Sequential(conv(32, 64, 2), Block(64))
        self.down16 = nn.Sequential(conv(64, 112, 2), Block(112), Block(112))
        self.down32 = nn.Sequential(conv(112, 144, 2), Block(144), Block(144))
        self.side32 = conv(144, 96, size=1)
        self.side16 = conv(112, 96, size=1)
        self.up16 = conv(96, 96)
        self.narrow16 = conv(96, 64, size=1)
        self.side8 = conv(64, 64, size=1)
        self.up8 = conv(64, 64)
        self.narrow8 = conv(64, 32, size=1)
        self.up4 = conv(32, 32)
        self.wide = conv(32, 64, size=1)
        self.head = nn.Conv2d(64, len(CLASSES) + 7 * TURNS, 1)

    def forward(self, x: Tensor) -> Tensor:
        x4 = self.stem(x)
        x8 = self.down8(x4)
        x16 = self.down16(x8)
        x32 = self.down32(x16)
        y = functional.interpolate(self.side32(x32), scale_factor=2.0, mode="nearest")
        y = self.up16(y + self.side16(x16))
        y = functional.interpolate(self.narrow16(y), scale_factor=2.0, mode="nearest")
        y = self.up8(y + self.side8(x8))
        y = functional.interpolate(self.narrow8(y), scale_factor=2.0, mode="nearest")
        y = self.up4(y + x4)
        out: Tensor = self.head(self.wide(y))
        return out


class Namer(nn.Module):
    """Names the face of one card.

    Input (n, 4, 128, 88): RGB 0..1 of the upright card and a mask, 1 where this card itself shows.
    Output (n, 62): logits of the faces, of a back, and of nothing; then how far the cut-out missed
    the card, as ``tabletop.vision.crop.residual``.
    """

    def __init__(self) -> None:
        super().__init__()
        self.body = nn.Sequential(
            conv(4, 24, 2),
            conv(24, 48, 2),
            Block(48),
            conv(48, 96, 2),
            Block(96),
            Block(96),
            conv(96, 144, 2),
            Block(144),
            conv(144, 48, size=1),
        )
        width, height = CROP_SIZE
        self.hidden = nn.Linear(48 * (height // 16) * -(-width // 16), 192)
        self.drop = nn.Dropout(0.15)
        self.head = nn.Linear(192, NAMES)
        self.sight = nn.Linear(48 * (height // 16) * -(-width // 16), 96)
        self.aim = nn.Linear(96, 6)

    def forward(self, x: Tensor) -> Tensor:
        return self.told(x)[0]

    def told(self, x: Tensor) -> tuple[Tensor, Tensor]:
        """The output, and the features (n, 192) that the names are told from."""
        y = self.body(x).flatten(1)
        features = functional.relu(self.hidden(y))
        names: Tensor = self.head(self.drop(features))
        aim: Tensor = self.aim(functional.relu(self.sight(y)))
        return torch.cat([names, aim], dim=1), features


class Index(nn.Module):
    """Names a face from one corner of a card.

    Input (n, 4, 64, 48): RGB 0..1 of the corner, its index upright if it has one, and a mask, 1
    where this card itself shows. Output (n, 54): logits of the faces; where the corner says little
    they are about equal.
    """

    def __init__(self) -> None:
        super().__init__()
        self.body = nn.Sequential(
            conv(4, 16, 2),
            conv(16, 32),
            conv(32, 56, 2),
            Block(56),
            conv(56, 96, 2),
            Block(96),
            conv(96, 64, size=1),
        )
        width, height = INDEX_SIZE
        self.hidden = nn.Linear(64 * (height // 8) * (width // 8), 160)
        self.drop = nn.Dropout(0.1)
        self.head = nn.Linear(160, FACES)

    def forward(self, x: Tensor) -> Tensor:
        return self.told(x)[0]

    def told(self, x: Tensor) -> tuple[Tensor, Tensor]:
        """The output, and the features (n, 160) that it is told from."""
        features = functional.relu(self.hidden(self.body(x).flatten(1)))
        return self.head(self.drop(features)), features


NETWORKS: dict[str, type[nn.Module]] = {"finder": Finder, "namer": Namer, "index": Index}


def parameters(net: nn.Module) -> int:
    """How many numbers ``net`` learns."""
    return sum(p.numel() for p in net.parameters())


if __name__ == "__main__":
    for net, x in ((Finder(), torch.zeros(1, 3, 544, 960)), (Namer(), torch.zeros(1, 4, 128, 88))):
        print(type(net).__name__, parameters(net), tuple(net(x).shape))
