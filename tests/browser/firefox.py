"""A Firefox as in Debian, driven without a driver by its own protocol, Marionette: JSON
over a socket.

https://firefox-source-docs.mozilla.org/testing/marionette/Protocol.html
"""

from __future__ import annotations

import json
import os
import shutil
import socket
import subprocess
import time
from collections.abc import Iterator
from contextlib import contextmanager
from pathlib import Path
from typing import Any

from browser_support import MAX_SECONDS

SETTINGS = {
    "marionette.port": 0,  # a free one, which Firefox writes into a file
    "browser.shell.checkDefaultBrowser": False,
    "datareporting.policy.dataSubmissionEnabled": False,
    "toolkit.telemetry.reportingpolicy.firstRun": False,
    "app.update.disabledForTesting": True,
}


def program() -> str | None:
    """The path of the browser's program, or None."""
    candidates = (
        os.environ.get("FIREFOX_PATH"),
        shutil.which("firefox-esr"),
        shutil.which("firefox"),
    )
    return next((path for path in candidates if path and Path(path).exists()), None)


class Firefox:
    """A window of a running Firefox."""

    def __init__(self, port: int) -> None:
        self.socket = socket.create_connection(("127.0.0.1", port), MAX_SECONDS)
        self.reader = self.socket.makefile("rb")
        self.number = 0
        self._receive()  # its greeting
        self.send("WebDriver:NewSession")

    def _receive(self) -> Any:
        length = b""
        while not length.endswith(b":"):
            byte = self.reader.read(1)
            assert byte, "Firefox has ended"
            length += byte
        return json.loads(self.reader.read(int(length[:-1])))

    def send(self, command: str, **parameters: Any) -> Any:
        """The result of a WebDriver command. Raises AssertionError if it fails."""
        self.number += 1
        message = json.dumps([0, self.number, command, parameters]).encode()
        self.socket.sendall(b"%d:%s" % (len(message), message))
        _, number, error, result = self._receive()
        assert number == self.number
        assert error is None, error
        return result

    def go(self, address: str) -> None:
        """Opens an address, and waits until it is loaded."""
        self.send("WebDriver:Navigate", url=address)

    def back(self) -> None:
        """Goes back by one page."""
        self.send("WebDriver:Back")

    def reopen(self) -> None:
        """Opens a new tab and closes the old one, which may keep a page in memory."""
        handle = self.send("WebDriver:NewWindow", type="tab")["handle"]
        self.send("WebDriver:CloseWindow")
        self.send("WebDriver:SwitchToWindow", handle=handle)

    def run(self, expression: str) -> Any:
        """The value of a JavaScript expression, or of its promise, in the page."""
        script = f"return Promise.resolve({expression})"
        return self.send("WebDriver:ExecuteScript", script=script, args=[])["value"]

    def until(self, condition: str) -> None:
        """Waits until an expression is true."""
        end = time.monotonic() + MAX_SECONDS
        while not self.run(f"({condition})"):
            assert time.monotonic() < end, f"{condition} did not come true"
            time.sleep(0.04)  # otherwise the questions take most of the time

    def _find(self, selector: str) -> str:
        self.until(f"document.querySelector({json.dumps(selector)})?.checkVisibility()")
        found = self.send("WebDriver:FindElement", using="css selector", value=selector)
        return str(next(iter(found["value"].values())))

    def click(self, selector: str) -> None:
        """Clicks on the first element that matches, once it is visible."""
        self.send("WebDriver:ElementClick", id=self._find(selector))

    def type(self, selector: str, text: str) -> None:
        """Types into an element; `\\ue007` is Enter."""
        self.send("WebDriver:ElementSendKeys", id=self._find(selector), text=text)


@contextmanager
def browsing(folder: Path) -> Iterator[Firefox]:
    """A headless Firefox. `folder`: an empty folder for its profile."""
    lines = [
        f"user_pref({json.dumps(key)}, {json.dumps(value)});\n"
        for key, value in SETTINGS.items()
    ]
    (folder / "user.js").write_text("".join(lines), encoding="utf-8")
    command = [
        program() or "firefox",
        "--headless",
        "--marionette",
        "--no-remote",
        "--profile",
        str(folder),
    ]
    with subprocess.Popen(
        command, stdout=subprocess.DEVNULL, stderr=subprocess.DEVNULL
    ) as process:
        try:
            port = folder / "MarionetteActivePort"
            end = time.monotonic() + MAX_SECONDS
            while not (port.exists() and port.read_text(encoding="utf-8")):
                assert process.poll() is None, "Firefox has ended"
                assert time.monotonic() < end, "Firefox does not answer"
                time.sleep(0.05)
            yield Firefox(int(port.read_text(encoding="utf-8")))
        finally:
            process.terminate()
