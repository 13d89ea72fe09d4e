"""Loading the trained networks: one file each, checked against the manifest."""

from __future__ import annotations

import hashlib
import json
from pathlib import Path
from typing import Any

import numpy as np
import onnxruntime
from numpy.typing import NDArray

from tabletop.language import say
from tabletop.resources import models_dir
from tabletop.vision.errors import ModelError

MANIFEST = "manifest.json"
THREADS = 2
"""Laptops at the table have two cores."""


def _broken(name: str, home: Path, error: Exception) -> ModelError:
    return ModelError(
        say(
            "the model '{name}' can't be loaded from {home}: {error}; install tabletop again",
            name=name,
            home=home,
            error=error,
        )
    )


def _entry(name: str, folder: Path | None) -> tuple[dict[str, Any], Path]:
    """What the manifest says of the model ``name``, and its file."""
    home = folder if folder is not None else models_dir()
    try:
        manifest = json.loads((home / MANIFEST).read_text(encoding="utf-8"))
        entry: dict[str, Any] = manifest["models"][name]
        return entry, home / str(entry["file"])
    except (OSError, ValueError, KeyError, TypeError) as error:
        raise _broken(name, home, error) from error


def model_hash(name: str, folder: Path | None = None) -> str:
    """The SHA-256 that the manifest names for the model ``name``. Raises ``ModelError``."""
    return str(_entry(name, folder)[0].get("sha256"))


def settings() -> onnxruntime.SessionOptions:
    """How networks run."""
    options = onnxruntime.SessionOptions()
    options.intra_op_num_threads = THREADS
    options.inter_op_num_threads = 1
    options.log_severity_level = 3
    # Threads that go on spinning after a network has run take a core from what runs next.
    options.add_session_config_entry("session.force_spinning_stop", "1")
    return options


def load_model(
    name: str, folder: Path | None = None
) -> tuple[onnxruntime.InferenceSession, dict[str, Any]]:
    """The network ``name`` and what its file says of itself (labels, preprocessing).

    Raises ``ModelError`` when the file is missing, damaged, or not the one the manifest names.
    """
    entry, path = _entry(name, folder)
    try:
        data = path.read_bytes()
    except OSError as error:
        raise _broken(name, path.parent, error) from error
    if hashlib.sha256(data).hexdigest() != entry.get("sha256"):
        raise ModelError(
            say(
                "the model file {name} isn't the one {manifest} names (its hash "
                "differs); install tabletop again",
                name=path.name,
                manifest=MANIFEST,
            )
        )
    try:
        session = onnxruntime.InferenceSession(data, settings(), providers=["CPUExecutionProvider"])
        about = json.loads(session.get_modelmeta().custom_metadata_map["tabletop"])
    except Exception as error:  # onnxruntime raises types of its own, none of them public
        raise ModelError(
            say("the model file {name} can't be read: {error}", name=path.name, error=error)
        ) from error
    wanted = entry.get("input")
    shape = [d if isinstance(d, int) else None for d in session.get_inputs()[0].shape]
    if wanted != shape:
        raise ModelError(
            say(
                "the model file {name} takes {shape}, the manifest says {wanted}",
                name=path.name,
                shape=shape,
                wanted=wanted,
            )
        )
    return session, about


def run_batches(
    session: onnxruntime.InferenceSession, name: str, inputs: NDArray[np.uint8], size: int
) -> tuple[NDArray[np.float32], NDArray[np.float32]]:
    """Both outputs of ``session`` for ``inputs`` (n, …), n at least 1, ``size`` at a time."""
    parts = [session.run(None, {name: inputs[i : i + size]}) for i in range(0, len(inputs), size)]
    first, second = (np.concatenate([part[k] for part in parts]) for k in (0, 1))
    return first.astype(np.float32), second.astype(np.float32)
