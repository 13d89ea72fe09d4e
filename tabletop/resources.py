"""Where the files that come with tabletop lie: models and the sample game."""

from __future__ import annotations

from pathlib import Path

_PACKAGE = Path(__file__).resolve().parent


def _folder(name: str) -> Path:
    """``name`` beside the package in a checkout, inside the package when installed."""
    if (_PACKAGE.parent / "pyproject.toml").is_file():
        return _PACKAGE.parent / name
    return _PACKAGE / "data" / name


def models_dir() -> Path:
    """The folder of the ONNX models and their manifest. It may not exist."""
    return _folder("models")


def sample_frames_dir() -> Path:
    """The folder of the sample game's pictures. It may not exist."""
    return _folder("sample_frames")
