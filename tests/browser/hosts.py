"""Kinds of host: each sends the files of the site in a way of its own that real ones have."""

from __future__ import annotations

import re
from pathlib import Path
from typing import Any
from urllib.parse import urlsplit

from browser_support import TEXT_TYPES, Handler

from support.project_copy import ROOT


class LeavesOutSlashes(Handler):
    """Leads from `…/index.html` and `…/` to the folder without its slash, and there sends the page,
    as Firebase and `serve` do.
    """

    def answer(self) -> None:
        """Redirects, or sends the file."""
        path = urlsplit(self.path).path
        clean = path.removesuffix("index.html").removesuffix(".html").rstrip("/")
        if clean != path:
            return self.redirect(clean)
        for found in (f"{path}/index.html", f"{path}.html"):
            if Path(self.translate_path(found)).is_file():
                self.path = found
        return Handler.answer(self)


class AltersAnswers(Handler):
    """Sends `404.html` with the status 404, as nginx does with an internal page; says of all text that
    it is Latin-1, as a default of servers does, and that each answer depends on everything; and puts
    a script into each page, as networks for delivery do.
    """

    def content_of(self, file: Path) -> bytes:
        """The page with another script."""
        script = b"<script>window.isAltered = true</script></body>"
        return super().content_of(file).replace(b"</body>", script)

    def status_of(self, file: Path) -> int:
        """404 for that page."""
        return 404 if file.name == "404.html" else 200

    def send_header(self, keyword: str, value: str) -> None:
        """The header, with another charset."""
        super().send_header(keyword, value.replace("charset=utf-8", "charset=iso-8859-1"))

    def end_headers(self) -> None:
        """Adds the header."""
        self.send_header("Vary", "*")
        super().end_headers()


class HasPolicy(LeavesOutSlashes):
    """Has a policy of its own, asks for trusted types, sends a folder without its slash, and pages
    without their type.
    """

    def send_header(self, keyword: str, value: str) -> None:
        """The header, unless it is that of a page."""
        if not value.startswith("text/html"):
            super().send_header(keyword, value)

    def end_headers(self) -> None:
        """Adds the policy that the guide names, and the types."""
        guide = (ROOT / "DEVELOPMENT.md").read_text(encoding="utf-8")
        policy = re.search(r"script-src 'self' 'sha256-\S+'", guide)
        assert policy
        types = "require-trusted-types-for 'script'"
        self.send_header("Content-Security-Policy", f"{policy[0]}; {types}")
        super().end_headers()


class FailsWithOne(Handler):
    """Sends one file in no way or in a wrong one: the `failure` of the server is a part of its path,
    and what happens.
    """

    def answer(self) -> None:
        """Sends the file, or what comes in its place."""
        server: Any = self.server
        path, fault = server.failure
        if not path or path not in self.path:
            return super().answer()
        if fault == "gone":  # with all that would come after it
            server.fault = "refused"
            return self.refuse()
        if fault == "404":
            return self.send_error(404)
        file = Path(self.translate_path(self.path))
        content = file.read_bytes()
        return self.send_content(content[: len(content) // 9], TEXT_TYPES[file.suffix])  # "cut"


HOSTS = (AltersAnswers, HasPolicy)
