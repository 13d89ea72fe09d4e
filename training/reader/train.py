"""Train one network of the card reader: ``python -m training.reader.train finder --minutes 60``.

Resumable: it goes on from its checkpoint in ``runs/`` (or, with ``--fresh``, starts again). The
learning rate follows the share of the given minutes that is used up, so a stage always ends
annealed.
"""

from __future__ import annotations

import argparse
import copy
import math
import time
from pathlib import Path

import torch
from torch import Tensor, nn
from torch.nn import functional
from torch.utils.data import DataLoader

from training.reader import nets
from training.reader.samples import Samples

COMMITTED = Path(__file__).parents[1] / "checkpoints"
BATCHES = {"finder": 8, "namer": 96, "index": 64}
SHORT_FLOATS = torch.ops.mkldnn._is_mkldnn_bf16_supported()


def finder_loss(
    out: Tensor, classes: Tensor, target: Tensor, size: Tensor, share: Tensor
) -> tuple[Tensor, dict[str, float]]:
    """Cross-entropy of the classes, and offset and shape errors as shares of the card's size.

    ``share``: how much a cell's shape weighs, more where its card shows in few cells.
    """
    weight = torch.tensor([0.6, 1.0, 1.6, 1.5, 2.0])
    logits = out[:, :5].float()
    naming = functional.cross_entropy(logits, classes, weight=weight)
    boxes = out[:, 5:].float().permute(0, 2, 3, 1)
    known = size != 0
    error = (boxes - target)[known] / size[known].abs().unsqueeze(1)
    card = (size > 0)[known].unsqueeze(1).float()
    error = torch.cat([error[:, :2], error[:, 2:] * card], dim=1)
    if len(error):
        # Steep down to a thirtieth of a card: a strip is read only where it is cut out rightly.
        each = functional.smooth_l1_loss(error * 30, torch.zeros_like(error), reduction="none")
        weights = share[known].unsqueeze(1)
        shape = (each * weights).sum() / (weights.sum() * each.shape[1]) / 3
    else:
        shape = out.sum() * 0
    with torch.no_grad():
        right = (logits.argmax(1) == classes).float().mean()
        off = error[:, :2].abs().mean() if len(error) else torch.zeros(())
    # Few cells have a shape and all have a class, so the mean over classes needs the larger weight.
    return 3 * naming + 0.5 * shape, {
        "ce": float(naming),
        "shape": float(shape),
        "right": float(right),
        "off": float(off),
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


def main() -> None:
    """Command line."""
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("kind", choices=tuple(nets.NETWORKS))
    parser.add_argument("--scenes", type=Path, default=Path("runs/scenes"))
    parser.add_argument("--valid", type=Path, default=Path("runs/valid"))
    parser.add_argument("--out", type=Path, default=Path("runs"))
    parser.add_argument("--minutes", type=float, default=60)
    parser.add_argument("--rate", type=float, default=2e-3)
    parser.add_argument("--batch", type=int, default=0)
    parser.add_argument("--threads", type=int, default=1)
    parser.add_argument("--workers", type=int, default=1)
    parser.add_argument("--fresh", action="store_true")
    args = parser.parse_args()
    torch.set_num_threads(args.threads)
    torch.manual_seed(int(time.time()))
    net = nets.NETWORKS[args.kind]()
    net = net.to(memory_format=torch.channels_last)  # type: ignore[call-overload]
    smooth = copy.deepcopy(net)
    batch = args.batch or BATCHES[args.kind]
    best = torch.optim.AdamW(net.parameters(), lr=args.rate, weight_decay=0.02, betas=(0.9, 0.98))
    checkpoint = args.out / f"{args.kind}.pt"
    used, steps = 0.0, 0
    # A fresh checkout goes on from the committed weights.
    known = checkpoint if checkpoint.exists() else COMMITTED / checkpoint.name
    if known.exists() and not args.fresh:
        state = torch.load(known, weights_only=True)
        fits = not net.load_state_dict(state["net"], strict=False).missing_keys
        smooth.load_state_dict(state["smooth"], strict=False)
        if (
            fits and "optimiser" in state
        ):  # else the network has grown since, and its new parts have no momentum yet
            best.load_state_dict(state["optimiser"])
        used, steps = state["minutes"], state["steps"]
        print(f"going on after {used:.1f} minutes, {steps} steps", flush=True)
    loader = DataLoader(
        Samples(args.scenes, args.kind, batch),
        batch_size=None,
        num_workers=args.workers,
        prefetch_factor=4,
    )
    begin = time.time() - used * 60
    said = saved = time.time()
    means: dict[str, float] = {}
    for item in loader:
        done = (time.time() - begin) / 60 / args.minutes
        if done >= 1:
            break
        rate = (
            args.rate * min(1.0, (steps + 1) / 300) * (0.5 + 0.5 * math.cos(math.pi * done) * 0.99)
        )
        for group in best.param_groups:
            group["lr"] = rate
        net.train()
        loss, figures = _step(args.kind, net, item)
        best.zero_grad(set_to_none=True)
        loss.backward()  # type: ignore[no-untyped-call]
        nn.utils.clip_grad_norm_(net.parameters(), 5.0)
        best.step()
        steps += 1
        keep = min(0.998, (1 + steps) / (10 + steps))
        with torch.no_grad():
            for a, b in zip(smooth.state_dict().values(), net.state_dict().values(), strict=True):
                if a.dtype.is_floating_point:
                    a.lerp_(b, 1 - keep)
                else:
                    a.copy_(b)
        for key, value in figures.items():
            means[key] = means.get(key, value) * 0.98 + value * 0.02
        now = time.time()
        if now - said > 30:
            said = now
            text = " ".join(f"{k} {v:.4f}" for k, v in means.items())
            print(
                f"{(now - begin) / 60:6.1f} min {steps:6d} steps  rate {rate:.2e}  {text}",
                flush=True,
            )
        if now - saved > 120:
            saved = now
            _save(checkpoint, net, smooth, best, (now - begin) / 60, steps)
    _save(checkpoint, net, smooth, best, args.minutes, steps)
    print("done", flush=True)


def _save(
    path: Path,
    net: nn.Module,
    smooth: nn.Module,
    optimiser: torch.optim.Optimizer,
    minutes: float,
    steps: int,
) -> None:
    part = path.with_suffix(".part")
    torch.save(
        {
            "net": net.state_dict(),
            "smooth": smooth.state_dict(),
            "optimiser": optimiser.state_dict(),
            "minutes": minutes,
            "steps": steps,
        },
        part,
    )
    part.rename(path)


if __name__ == "__main__":
    main()
