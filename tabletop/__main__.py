"""``python -m tabletop`` is the command ``tabletop``."""

from __future__ import annotations

import sys

from tabletop.cli.main import main

if __name__ == "__main__":
    sys.exit(main())
