"""Train one network of the card reader: ``python -m training.reader.train finder --minutes 60``.

Resumable: it goes on from its checkpoint in ``runs/`` (or, with ``--fresh``, starts again). The
learning rate follows the share of the stage's minutes that is used up, so a stage always ends
annealed; the next one starts warm again.
"""

from __future__ import annotations

import argparse
import copy
import math
import time
from dataclasses import asdict, dataclass
from pathlib import Path

import torch
from torch import Tensor, nn
from torch.nn import functional
from torch.utils.data import DataLoader

from tabletop.vision.finder import TURNS
from training.reader import nets
from training.reader.samples import Samples

COMMITTED = Path(__file__).parents[1] / "checkpoints"
BATCHES = {"finder": 8, "namer": 96, "index": 64}
SHARED = 20.0
"""Degrees (of the doubled angle) beyond the middle between two of the finder's guesses that belong
to both."""
SMOOTHING = 0.998
WARM_UP = 300
"""Steps at the beginning of a run over which the learning rate rises."""
SHORT_FLOATS = torch.ops.mkldnn._is_mkldnn_bf16_supported()


def turns_of(directions: Tensor) -> Tensor:
    """How much of each of the finder's ``TURNS`` guesses is meant, (n, TURNS), for cards whose long
    side runs along ``directions`` (n, 2), as doubled angles.

    Neighbouring guesses share the directions between them, so that none jumps.
    """
    middles = torch.arange(TURNS) * (2 * math.pi / TURNS)
    angle = torch.atan2(directions[:, 1], directions[:, 0])[:, None] - middles
    off = torch.rad2deg(torch.atan2(angle.sin(), angle.cos()).abs())
    half = 180 / TURNS
    return ((half + SHARED - off) / (2 * SHARED)).clamp(0, 1)


def finder_loss(
    out: Tensor, classes: Tensor, target: Tensor, size: Tensor, share: Tensor
) -> tuple[Tensor, dict[str, float]]:
    """Cross-entropy of the classes and of the turns, and offset and shape errors as shares of the
    card's size.

    ``share``: how much a cell's shape weighs, more where its card shows in few cells.
    """
    weight = torch.tensor([0.6, 1.0, 1.6, 1.5, 2.0])
    logits = out[:, :5].float()
    naming = functional.cross_entropy(logits, classes, weight=weight)
    known = size != 0
    cells = out[:, 5:].float().permute(0, 2, 3, 1)[known]
    if not len(cells):
        return 3 * naming + out.sum() * 0, {"ce": naming.item()}
    turns, guesses = cells[:, :TURNS], cells[:, TURNS:].unflatten(1, (TURNS, 6))
    aim, card, weights = target[known], (size > 0)[known].float(), share[known]
    meant = turns_of(aim[:, 4:])
    error = (guesses - aim[:, None]) / size[known].abs()[:, None, None]
    error = torch.cat([error[..., :2], error[..., 2:] * card[:, None, None]], dim=2)
    # Steep down to a thirtieth of a card: a strip is read only where it is cut out rightly.
    each = functional.smooth_l1_loss(error * 30, torch.zeros_like(error), reduction="none")
    # Of a coin, which has no turn, every guess learns the middle.
    counts = weights[:, None] * torch.where(card[:, None] > 0, meant > 0, True)
    shape = (each.mean(dim=2) * counts).sum() / counts.sum() / 3
    likely = functional.log_softmax(turns, dim=1)
    of_cards = weights * card
    turning = -((meant * likely).sum(dim=1) * of_cards).sum() / of_cards.sum().clamp(1)
    with torch.no_grad():
        right = (logits.argmax(1) == classes).float().mean()
        best = turns.argmax(dim=1)
        off = error[torch.arange(len(best)), best, :2].abs().mean()
        agree = (meant.gather(1, best[:, None])[:, 0] > 0).float() * of_cards
    # Few cells have a shape and all have a class, so the mean over classes needs the larger weight.
    return 3 * naming + 0.5 * shape + 0.5 * turning, {
        "ce": naming.item(),
        "shape": shape.item(),
        "right": float(right),
        "off": float(off),
        "turned": float(agree.sum() / of_cards.sum().clamp(1)),
    }


def namer_loss(out: Tensor, names: Tensor, aim: Tensor) -> tuple[Tensor, dict[str, float]]:
    """Cross-entropy of the names, and the error of the aim where there is a card."""
    logits = out[:, : nets.NAMES].float()
    naming = functional.cross_entropy(logits, names, label_smoothing=0.01)
    card = names != nets.NAMES - 1
    error = (out[:, nets.NAMES :].float() - aim)[card]
    aiming = functional.smooth_l1_loss(error * 10, torch.zeros_like(error))
    right = (logits.argmax(1) == names).float().mean()
    figures = {"ce": naming.item(), "right": right.item(), "missed": error.abs().mean().item()}
    return naming + 0.5 * aiming, figures


def index_loss(out: Tensor, names: Tensor) -> tuple[Tensor, dict[str, float]]:
    """Cross-entropy of the faces."""
    logits = out.float()
    loss = functional.cross_entropy(logits, names)
    right = (logits.argmax(1) == names).float().mean()
    return loss, {"ce": loss.item(), "right": right.item()}


def _step(kind: str, net: nn.Module, batch: list[Tensor]) -> tuple[Tensor, dict[str, float]]:
    picture = (
        batch[0].permute(0, 3, 1, 2).contiguous(memory_format=torch.channels_last).float() / 255
    )
    picture = picture[:, [2, 1, 0, 3]] if picture.shape[1] == 4 else picture[:, [2, 1, 0]]
    # Where the processor has no arithmetic of its own for 16-bit floats they are five times slower.
    with torch.autocast("cpu", dtype=torch.bfloat16, enabled=SHORT_FLOATS):
        out = net(picture)
    if kind == "finder":
        return finder_loss(out, *batch[1:])
    if kind == "index":
        return index_loss(out, batch[1])
    return namer_loss(out, batch[1], batch[2])


@dataclass
class Course:
    """How far training has come: ``minutes`` in earlier stages, ``stage`` in this one, ``steps`` in
    all."""

    minutes: float = 0.0
    stage: float = 0.0
    steps: int = 0


class Training:
    """One network with its optimiser, and a smoothed copy that is the one to use."""

    def __init__(self, kind: str, rate: float) -> None:
        self.kind, self.rate = kind, rate
        net = nets.NETWORKS[kind]()
        self.net = net.to(memory_format=torch.channels_last)  # type: ignore[call-overload]
        self.smooth = copy.deepcopy(self.net)
        self.optimiser = torch.optim.AdamW(
            self.net.parameters(), lr=rate, weight_decay=0.02, betas=(0.9, 0.98)
        )
        self.course = Course()

    def resume(self, path: Path) -> None:
        """Go on from the checkpoint at ``path``. Parts that have grown since start anew."""
        state = torch.load(path, weights_only=True)
        fits = True
        for net, weights in ((self.net, state["net"]), (self.smooth, state["smooth"])):
            own = net.state_dict()
            known = {k: v for k, v in weights.items() if k in own and own[k].shape == v.shape}
            net.load_state_dict(known, strict=False)
            fits = fits and len(known) == len(own)
        if fits and "optimiser" in state:
            self.optimiser.load_state_dict(state["optimiser"])
        self.course = Course(state["minutes"], state.get("stage", 0.0), state["steps"])

    def step(self, batch: list[Tensor], done: float, warm: float) -> dict[str, float]:
        """Learn from ``batch``. ``done``, ``warm``: shares of the stage and of the warm-up that
        are over."""
        rate = self.rate * min(1.0, warm) * (0.5 + 0.5 * math.cos(math.pi * done) * 0.99)
        for group in self.optimiser.param_groups:
            group["lr"] = rate
        self.net.train()
        loss, figures = _step(self.kind, self.net, batch)
        self.optimiser.zero_grad(set_to_none=True)
        loss.backward()  # type: ignore[no-untyped-call]
        nn.utils.clip_grad_norm_(self.net.parameters(), 5.0)
        self.optimiser.step()
        self.course.steps += 1
        keep = min(SMOOTHING, (1 + self.course.steps) / (10 + self.course.steps))
        pairs = zip(self.smooth.state_dict().values(), self.net.state_dict().values(), strict=True)
        with torch.no_grad():
            for a, b in pairs:
                if a.dtype.is_floating_point:
                    a.lerp_(b, 1 - keep)
                else:
                    a.copy_(b)
        return figures

    def save(self, path: Path) -> None:
        """Write the checkpoint so that a reader never sees half a file."""
        part = path.with_suffix(".part")
        state = {
            "net": self.net.state_dict(),
            "smooth": self.smooth.state_dict(),
            "optimiser": self.optimiser.state_dict(),
        }
        torch.save({**state, **asdict(self.course)}, part)
        part.rename(path)


def main() -> None:
    """Command line."""
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("kind", choices=tuple(nets.NETWORKS))
    parser.add_argument("--scenes", type=Path, default=Path("runs/scenes"))
    parser.add_argument("--out", type=Path, default=Path("runs"))
    parser.add_argument("--minutes", type=float, default=60, help="of this stage")
    parser.add_argument("--rate", type=float, default=2e-3)
    parser.add_argument("--batch", type=int, default=0)
    parser.add_argument("--threads", type=int, default=1)
    parser.add_argument("--workers", type=int, default=1)
    parser.add_argument("--fresh", action="store_true")
    args = parser.parse_args()
    torch.set_num_threads(args.threads)
    torch.manual_seed(int(time.time()))
    training = Training(args.kind, args.rate)
    course = training.course
    checkpoint = args.out / f"{args.kind}.pt"
    # A fresh checkout goes on from the committed weights.
    known = checkpoint if checkpoint.exists() else COMMITTED / checkpoint.name
    if known.exists() and not args.fresh:
        training.resume(known)
        course = training.course
        print(f"going on after {course.minutes:.1f} minutes, {course.steps} steps", flush=True)
    loader = DataLoader(
        Samples(args.scenes, args.kind, args.batch or BATCHES[args.kind]),
        batch_size=None,
        num_workers=args.workers,
        prefetch_factor=4,
    )
    begin = said = saved = time.time()
    before = course.stage
    means: dict[str, float] = {}
    for k, item in enumerate(loader):
        now = time.time()
        course.stage = before + (now - begin) / 60
        if course.stage >= args.minutes:
            break
        figures = training.step(item, course.stage / args.minutes, (k + 1) / WARM_UP)
        for key, value in figures.items():
            means[key] = means.get(key, value) * 0.98 + value * 0.02
        if now - said > 30:
            said = now
            text = " ".join(f"{k} {v:.4f}" for k, v in means.items())
            print(f"{course.stage:6.1f} min {course.steps:6d} steps  {text}", flush=True)
        if now - saved > 120:
            saved = now
            training.save(checkpoint)
    training.course = Course(course.minutes + course.stage, 0.0, course.steps)
    training.save(checkpoint)
    print("done", flush=True)


if __name__ == "__main__":
    main()
