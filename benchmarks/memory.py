"""How much memory a process holds."""

from __future__ import annotations

import sys
from pathlib import Path


def resident() -> float:
    """Memory of this process now, MiB; its peak where the system tells only that."""
    import resource  # not on Windows

    try:
        pages = int(Path("/proc/self/statm").read_text(encoding="ascii").split()[1])
        return pages * resource.getpagesize() / 2**20
    except OSError:
        unit = 2**20 if sys.platform == "darwin" else 2**10
        return resource.getrusage(resource.RUSAGE_SELF).ru_maxrss / unit
