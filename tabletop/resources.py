"""Where files lie: models and the sample game, which come with tabletop, and the user's own."""

from __future__ import annotations

import os
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


def paintbox_dir() -> Path:
    """The folder of what the simulated camera paints with. It may not exist."""
    return _folder("paintbox")


def user_dir() -> Path:
    """The folder of what tabletop keeps for this user: ``TABLETOP_DATA`` if that is set, else the
    system's place for it. It may not exist."""
    chosen = os.environ.get("TABLETOP_DATA")
    if chosen:
        return Path(chosen)
    import platformdirs

    return platformdirs.user_data_path("tabletop", appauthor=False)


def decks_dir() -> Path:
    """The folder of the enrolled decks. It may not exist."""
    return user_dir() / "decks"


def settings_file() -> Path:
    """The file of what this user chose on the screen. It may not exist."""
    chosen = os.environ.get("TABLETOP_DATA")
    if chosen:
        return Path(chosen) / "settings.json"
    import platformdirs

    return platformdirs.user_config_path("tabletop", appauthor=False) / "settings.json"
