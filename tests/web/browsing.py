"""A browser without a window, steered through its debugging port."""

from __future__ import annotations

import asyncio
import base64
import json
import shutil
import time
from collections.abc import AsyncIterator
from contextlib import asynccontextmanager
from pathlib import Path
from typing import Any

import aiohttp

CHROMIUM = shutil.which("chromium") or shutil.which("chromium-browser")


class Tab:
    """A page in the browser; ``asked`` are all addresses it asked for, ``painted`` what came
    through its socket."""

    def __init__(self, socket: aiohttp.ClientWebSocketResponse) -> None:
        self._socket = socket
        self._number = 0
        self._answers: dict[int, asyncio.Future[Any]] = {}
        self.asked: list[str] = []
        self.painted = b""
        self._listening = asyncio.ensure_future(self._listen())

    async def _listen(self) -> None:
        async for message in self._socket:
            told = json.loads(message.data)
            if "id" in told:
                self._answers.pop(told["id"]).set_result(told.get("result", {}))
            elif told["method"] == "Network.requestWillBeSent":
                self.asked.append(told["params"]["request"]["url"])
            elif told["method"] == "Network.webSocketCreated":
                self.asked.append(told["params"]["url"])
            elif told["method"] == "Network.webSocketFrameReceived":
                frame = told["params"]["response"]
                data = frame["payloadData"]
                self.painted += base64.b64decode(data) if frame["opcode"] == 2 else data.encode()

    async def do(self, method: str, **params: Any) -> Any:
        """The browser's answer to ``method``."""
        self._number += 1
        answer: asyncio.Future[Any] = asyncio.get_running_loop().create_future()
        self._answers[self._number] = answer
        await self._socket.send_json({"id": self._number, "method": method, "params": params})
        return await answer

    async def value(self, script: str) -> Any:
        """What ``script`` gives in the page."""
        result = await self.do("Runtime.evaluate", expression=script)
        return result["result"].get("value")

    async def press(self, key: str, code: int, text: str = "") -> None:
        """Presses and lets go of ``key``, whose number is ``code`` and which writes ``text``."""
        for kind in ("keyDown", "keyUp"):
            written = {"text": text} if text and kind == "keyDown" else {}
            await self.do(
                "Input.dispatchKeyEvent", type=kind, key=key, windowsVirtualKeyCode=code, **written
            )

    async def sees(self, text: str, seconds: float = 60.0) -> None:
        """Waits until ``text`` is painted, after what was seen before."""
        ends = time.monotonic() + seconds
        while text.encode() not in self.painted:
            assert time.monotonic() < ends, f"{text!r} wasn't painted"
            await asyncio.sleep(0.05)
        self.painted = b""


@asynccontextmanager
async def tab(folder: Path) -> AsyncIterator[Tab]:
    """A tab of a fresh browser whose files lie in ``folder``."""
    assert CHROMIUM is not None
    process = await asyncio.create_subprocess_exec(
        CHROMIUM,
        "--headless",
        "--no-sandbox",
        "--disable-gpu",
        "--no-first-run",
        "--disable-background-networking",
        "--remote-debugging-port=0",
        f"--user-data-dir={folder}",
        "--window-size=1280,800",
        "about:blank",
        stdout=asyncio.subprocess.DEVNULL,
        stderr=asyncio.subprocess.DEVNULL,
    )
    try:
        ready = folder / "DevToolsActivePort"
        for _ in range(600):
            if ready.is_file() and "\n" in ready.read_text():
                break
            await asyncio.sleep(0.1)
        port = ready.read_text().split("\n")[0]
        async with aiohttp.ClientSession() as session:
            async with session.get(f"http://127.0.0.1:{port}/json") as answer:
                pages = [page for page in await answer.json() if page["type"] == "page"]
            async with session.ws_connect(pages[0]["webSocketDebuggerUrl"], max_msg_size=0) as ws:
                opened = Tab(ws)
                await opened.do("Network.enable")
                await opened.do("Page.enable")
                # As if somebody sat before it.
                await opened.do("Emulation.setFocusEmulationEnabled", enabled=True)
                yield opened
    finally:
        process.kill()
        await process.wait()
        # What it leaves to be done is done before the loop closes.
        await asyncio.sleep(0.2)
