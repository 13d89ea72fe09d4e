"""Writing files so that they are never half written."""

from __future__ import annotations

import os
import shutil
import tempfile
from contextlib import suppress
from pathlib import Path


def replace_file(target: Path, text: str) -> None:
    """Write ``text`` to ``target`` so that it is never half written. Raises ``OSError``."""
    number, draft = tempfile.mkstemp(dir=target.parent, prefix=target.name, suffix=".part")
    try:
        with os.fdopen(number, "w", encoding="utf-8", newline="\n") as file:
            file.write(text)
        # A temporary file is more private than the user may want this one to be.
        target.touch()
        shutil.copymode(target, draft)
        os.replace(draft, target)
    except BaseException:
        with suppress(OSError):
            os.unlink(draft)
        raise
