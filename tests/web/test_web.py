"""The dashboard in a browser: nothing without the token, nothing from outside."""

from __future__ import annotations

import asyncio
import shlex
import sys
from collections.abc import AsyncIterator
from contextlib import asynccontextmanager
from pathlib import Path

import aiohttp
import pytest
from aiohttp.test_utils import TestServer
from browsing import CHROMIUM, tab

from tabletop.cli.codes import USAGE
from tabletop.cli.main import run
from tabletop.cli.serve import command_line
from tabletop.web.server import WebDashboard, is_loopback

TOKEN = "a-token-that-nobody-guesses"
HELLO = shlex.join([sys.executable, str(Path(__file__).with_name("hello.py"))])
PATHS = ("/", "/ws", "/static/js/textual.js", "/static/", "/download/x", "/nowhere")


@asynccontextmanager
async def serving(
    host: str = "127.0.0.1", command: str = HELLO
) -> AsyncIterator[tuple[WebDashboard, str]]:
    """A server and its address."""
    dashboard = WebDashboard(command, host, 8000, "tabletop", TOKEN)
    server = TestServer(await dashboard._make_app())
    await server.start_server()
    try:
        yield dashboard, f"http://127.0.0.1:{server.port}"
    finally:
        await server.close()
        # What the command's process leaves to be done is done before the loop closes.
        await asyncio.sleep(0.2)


def test_nothing_is_sent_without_the_token() -> None:
    async def check() -> None:
        async with serving() as (_, address), aiohttp.ClientSession() as session:
            for path in PATHS:
                for cookie in ("", "wrong", TOKEN[:-1], f"{TOKEN}x"):
                    cookies = {"tabletop-8000": cookie}
                    async with session.get(address + path, cookies=cookies) as answer:
                        assert answer.status == 403
                        assert await answer.text() == "403: Forbidden"
            async with session.get(f"{address}/?token=wrong") as answer:
                assert answer.status == 403
                assert not answer.cookies

    asyncio.run(check())


def test_the_token_opens_the_page_and_leaves_the_address() -> None:
    async def check() -> None:
        jar = aiohttp.CookieJar(unsafe=True)
        async with serving() as (_, address), aiohttp.ClientSession(cookie_jar=jar) as session:
            async with session.get(f"{address}/?token={TOKEN}", allow_redirects=False) as answer:
                assert (answer.status, answer.headers["Location"]) == (302, "/")
                cookie = answer.cookies["tabletop-8000"]
                assert cookie["httponly"]
                assert cookie["samesite"] == "Strict"
            async with session.get(address) as answer:
                page = await answer.text()
                assert TOKEN not in page
                assert "://" not in page.replace('"wss://"', "").replace('"ws://"', "")
                assert "default-src 'none'" in answer.headers["Content-Security-Policy"]
            async with session.get(f"{address}/static/js/textual.js") as answer:
                assert answer.status == 200

    asyncio.run(check())


@pytest.mark.parametrize(
    "origin", [None, "http://evil.example", "null", "http://127.0.0.1:1", "http://["]
)
def test_no_other_page_can_reach_in(origin: str | None) -> None:
    async def check() -> None:
        headers = {"Origin": origin} if origin else {}
        cookies = {"tabletop-8000": TOKEN}
        async with serving() as (_, address), aiohttp.ClientSession(cookies=cookies) as session:
            with pytest.raises(aiohttp.WSServerHandshakeError) as refused:
                await session.ws_connect(f"{address}/ws", headers=headers)
            assert refused.value.status == 403

    asyncio.run(check())


def test_a_strange_name_that_leads_here_is_refused() -> None:
    async def check(host: str, status: int, name: str = "evil.example") -> None:
        async with serving(host) as (_, address), aiohttp.ClientSession() as session:
            headers = {"Host": name, "Cookie": f"tabletop-8000={TOKEN}"}
            async with session.get(address, headers=headers) as answer:
                assert answer.status == status

    asyncio.run(check("127.0.0.1", 403))
    asyncio.run(check("127.0.0.1", 403, "["))
    # At an address of the network it may be called anything; the token is asked for all the same.
    asyncio.run(check("0.0.0.0", 200))


def test_one_browser_at_a_time() -> None:
    async def check() -> None:
        async with serving() as (_, address):
            headers = {"Origin": address, "Cookie": f"tabletop-8000={TOKEN}"}
            async with aiohttp.ClientSession() as session:
                first = await session.ws_connect(f"{address}/ws", headers=headers)
                with pytest.raises(aiohttp.WSServerHandshakeError) as refused:
                    await session.ws_connect(f"{address}/ws", headers=headers)
                assert refused.value.status == 409
                await first.close()

    asyncio.run(check())


def test_loopback() -> None:
    assert all(is_loopback(host) for host in ("localhost", "127.0.0.1", "127.9.9.9", "::1"))
    assert not any(is_loopback(host) for host in ("0.0.0.0", "192.168.1.2", "evil.example", ""))


@pytest.mark.skipif(CHROMIUM is None, reason="Chromium is not installed")
def test_the_sample_game_in_a_browser(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setenv("TABLETOP_LANGUAGE", "en")

    async def check() -> None:
        watching = command_line(["watch", "demo"])
        async with serving(command=watching) as (_, address), tab(tmp_path) as page:
            await page.do("Page.navigate", url=address)
            await asyncio.sleep(0.3)
            assert await page.value("document.body.innerText") == "403: Forbidden"
            assert {url.removeprefix(address) for url in page.asked} <= {"/", "/favicon.ico"}

            await page.do("Page.navigate", url=f"{address}/?token={TOKEN}")
            await page.sees("at your feet")
            await page.press("?", 191, "?")
            await page.sees("the player to move can pay this price")
            await page.press("Escape", 27)
            await page.sees("Dispute")  # in the footer
            await page.press("d", 68, "d")
            await page.sees("may Ben take the fourth card?")

            outside = [url for url in page.asked if url.split("://", 1)[1].split("/")[0]
                       != address.removeprefix("http://")]  # fmt: skip
            assert [url for url in outside if not url.startswith("data:")] == []
            assert await page.value("location.search") == ""
            assert await page.value("document.fonts.check('16px \"Roboto Mono\"')")

    asyncio.run(check())


def test_words_reach_the_command_as_they_are() -> None:
    assert shlex.split(command_line(["watch", "a b; rm -rf ~", "$(x)"]))[4:] == [
        "watch",
        "a b; rm -rf ~",
        "$(x)",
    ]


@pytest.mark.parametrize(
    ("words", "says"),
    [
        ([], "say which command"),
        (["score", "x.jpg"], "say which command"),
        (["--token", "short", "watch", "demo"], "could be guessed"),
        (["--port", "70000", "watch", "demo"], "from 1 to 65535"),
    ],
)
def test_what_makes_no_sense_is_said(
    words: list[str], says: str, capsys: pytest.CaptureFixture[str]
) -> None:
    assert run(["serve", *words]) == USAGE
    assert says in capsys.readouterr().err


def test_a_source_that_is_not_there_is_told_at_once(
    tmp_path: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    assert run(["serve", "watch", str(tmp_path / "nosuch")]) != 0
    out, err = capsys.readouterr()
    assert "doesn't exist" in err
    assert "http" not in out
