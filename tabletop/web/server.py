"""A command's dashboard for one browser at a time, behind a token.

textual-serve starts the command for the browser that comes and passes on what it paints. What this
adds: nothing at all is sent to whoever lacks the token, no other web page can reach in, and the
page loads nothing from outside.
"""

from __future__ import annotations

import asyncio
import hmac
import logging
import secrets
from collections.abc import Awaitable, Callable
from ipaddress import ip_address
from pathlib import Path
from typing import Any, Final
from urllib.parse import SplitResult, urlsplit

import aiohttp_jinja2
from aiohttp import web
from textual_serve.app_service import AppService
from textual_serve.server import Server

from tabletop.language import in_use, tr

_POLICY: Final = (
    "default-src 'none'; script-src 'nonce-{nonce}'; style-src 'self' 'unsafe-inline'; "
    "font-src 'self'; img-src 'self' data:; connect-src 'self'; base-uri 'none'; "
    "form-action 'none'; frame-ancestors 'none'"
)

_LONGEST_END_S: Final = 10.0
"""For a picture that is being read and the session to be put down."""

Handler = Callable[[web.Request], Awaitable[web.StreamResponse]]


def is_loopback(host: str) -> bool:
    """Whether ``host``, a name or an address, can be reached from this machine alone."""
    if host == "localhost":
        return True
    try:
        return ip_address(host.strip("[]")).is_loopback
    except ValueError:
        return False


def _split(url: str) -> SplitResult:
    """``url`` in its parts, all empty where it makes no sense."""
    try:
        return urlsplit(url)
    except ValueError:
        return urlsplit("")


class WebDashboard(Server):
    """Serves the dashboard of ``command`` at ``host`` and ``port`` to whoever knows ``token``."""

    def __init__(self, command: str, host: str, port: int, title: str, token: str) -> None:
        super().__init__(
            command, host, port, title, templates_path=str(Path(__file__).resolve().parent)
        )
        self._token = token
        self._cookie = f"tabletop-{port}"
        self._busy = False

    def initialize_logging(self) -> None:
        """Only what went wrong is logged."""
        logging.basicConfig(level=logging.ERROR)

    async def on_startup(self, app: web.Application) -> None:
        """Says nothing: whoever started this says where it is."""

    async def _make_app(self) -> web.Application:
        app = await super()._make_app()

        @web.middleware
        async def guarded(request: web.Request, handler: Handler) -> web.StreamResponse:
            return await self.guard(request, handler)

        app.middlewares.append(guarded)
        return app

    async def guard(self, request: web.Request, handler: Handler) -> web.StreamResponse:
        """Lets ``handler`` answer whoever has shown the token; everybody else is refused."""
        if is_loopback(self.host) and not is_loopback(_split(f"//{request.host}").hostname or ""):
            # A strange name that leads here is a web page's attempt to pass for this one.
            raise web.HTTPForbidden
        if "token" in request.query:
            if not self._is_token(request.query["token"]):
                raise web.HTTPForbidden
            # The token leaves the address line, and with it the browser's history.
            found = web.HTTPFound("/")
            found.set_cookie(self._cookie, self._token, httponly=True, samesite="Strict", path="/")
            raise found
        if not self._is_token(request.cookies.get(self._cookie, "")):
            raise web.HTTPForbidden
        origin = request.headers.get("Origin")
        if request.path == "/ws" and (origin is None or _split(origin).netloc != request.host):
            raise web.HTTPForbidden
        return await handler(request)

    def _is_token(self, text: str) -> bool:
        # Bytes that are no text come in as lone surrogates.
        return hmac.compare_digest(text.encode(errors="replace"), self._token.encode())

    async def handle_index(self, request: web.Request) -> web.StreamResponse:
        """The page."""
        nonce = secrets.token_urlsafe(16)
        size = request.query.get("fontsize", "")
        told: dict[str, Any] = {
            "language": in_use(),
            "title": self.title,
            "font_size": int(size) if size.isdecimal() and len(size) < 3 else 16,
            "nonce": nonce,
            "closed": tr("The dashboard has ended. Load the page again to start it again."),
        }
        page = aiohttp_jinja2.render_template("app_index.html", request, told)
        page.headers["Content-Security-Policy"] = _POLICY.format(nonce=nonce)
        page.headers["Referrer-Policy"] = "no-referrer"
        page.headers["Cache-Control"] = "no-store"
        return page

    async def handle_websocket(self, request: web.Request) -> web.WebSocketResponse:
        """What the dashboard paints and what is typed; for one browser at a time, since a camera
        and a session's folder serve one program only."""
        if self._busy:
            raise web.HTTPConflict
        self._busy = True
        try:
            return await super().handle_websocket(request)
        finally:
            self._busy = False

    async def _process_messages(
        self, websocket: web.WebSocketResponse, app_service: AppService
    ) -> None:
        """Passes on what is typed until the browser goes; then waits until the command has ended,
        since the camera and the session's folder are free only after that."""
        try:
            await super()._process_messages(websocket, app_service)
        finally:
            await app_service.stop()
            process = app_service._process
            assert process is not None
            try:
                await asyncio.wait_for(process.wait(), _LONGEST_END_S)
            except TimeoutError:
                process.kill()
                await process.wait()
