"""``tabletop serve``: the dashboard of another command in a browser."""

from __future__ import annotations

import os
import secrets
import shlex
import subprocess
import sys
from argparse import Namespace
from collections.abc import Sequence
from typing import Final

from tabletop.cli.codes import DONE, UsageError
from tabletop.cli.games import pictured_game_from
from tabletop.cli.opening import open_game_source
from tabletop.cli.parser import build_parser
from tabletop.language import in_use, say, tr
from tabletop.vision.errors import SourceError

_SERVED: Final = "watch"
_SHORTEST_TOKEN: Final = 16


def run(arguments: Namespace) -> int:
    """Serve until it is interrupted."""
    words: list[str] = arguments.words
    if not words or words[0] != _SERVED:
        raise UsageError(say("say which command to serve: watch and its arguments"))
    watched = build_parser().parse_args(words)
    # A source that isn't there would be told to the browser alone, and only once one asks for it.
    if not os.path.exists(watched.source) and not watched.source.isdecimal():
        open_game_source(watched.source, pictured_game_from(watched)).close()
    port = _port(arguments.port)
    token = arguments.token or secrets.token_urlsafe(24)
    if len(token) < _SHORTEST_TOKEN:
        raise UsageError(
            say(
                "--token: at least {shortest_token} signs, or it could be guessed",
                shortest_token=_SHORTEST_TOKEN,
            )
        )
    from tabletop.web.server import WebDashboard

    os.environ["TABLETOP_LANGUAGE"] = in_use()
    server = WebDashboard(command_line(words), arguments.host, port, "tabletop", token)
    name = f"[{arguments.host}]" if ":" in arguments.host else arguments.host
    print(tr("The dashboard is at {url}", url=f"http://{name}:{port}/?token={token}"))
    print(tr("Whoever has this address sees and steers the game. Ctrl-C ends it."), flush=True)
    try:
        server.serve()
    except OSError as error:
        why = (error.strerror or "no details").lower()
        raise SourceError(
            say(
                "port {port} of {host} can't be used: {why}.",
                port=port,
                host=arguments.host,
                why=why,
            )
        ) from None
    return DONE


def command_line(words: Sequence[str]) -> str:
    """The command for a shell that runs this tabletop with ``words``, each as it is given."""
    whole = [sys.executable, "-P", "-m", "tabletop", *words]
    return subprocess.list2cmdline(whole) if os.name == "nt" else shlex.join(whole)


def _port(text: str) -> int:
    if not text.isdecimal() or not 0 < int(text) < 65536:
        raise UsageError(say("--port {text}: write a number from 1 to 65535", text=text))
    return int(text)
