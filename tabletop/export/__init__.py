"""A game as files for people and for other programs: a web page, a table, the record."""

from __future__ import annotations

from tabletop.export.account import Account, account_of, account_of_session
from tabletop.export.page import page
from tabletop.export.table import table

__all__ = ["Account", "account_of", "account_of_session", "page", "table"]
