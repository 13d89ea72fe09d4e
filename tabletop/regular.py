"""Reading files that a stranger may have laid: pipes and devices never end."""

from __future__ import annotations

import errno
import stat
from pathlib import Path


def read_regular(path: Path, most: int) -> bytes:
    """The bytes of the file at ``path``, at most ``most`` and one more, so that a larger one shows.

    Raises ``OSError``, also where it is no regular file.
    """
    if not stat.S_ISREG(path.stat().st_mode):
        raise OSError(errno.EINVAL, "not a regular file")
    with path.open("rb") as file:
        return file.read(most + 1)
