"""Kinds of host. Each sends the files in its own way, as some real hosts do."""

from __future__ import annotations

import re
from pathlib import Path
from typing import Any
from urllib.parse import urlsplit

from browser_support import TEXT_TYPES, Handler

from support.project_copy import ROOT


class LeavesOutSlashes(Handler):
    """Redirects `…/index.html` and `…/` to the folder without its slash, and sends the
    page there, as Firebase and `serve` do.
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
    """Sends `404.html` with status 404, as nginx does with an internal page. Declares
    all text as Latin-1, as some servers do by default, and sends `Vary: *`. Adds a
    script to each page, as delivery networks do.
    """

    def content_of(self, file: Path) -> bytes:
        """The file; pages have another script."""
        script = b"<script>window.isAltered = true</script></body>"
        return super().content_of(file).replace(b"</body>", script)

    def status_of(self, file: Path) -> int:
        """404 for the page `404.html`."""
        return 404 if file.name == "404.html" else 200

    def send_header(self, keyword: str, value: str) -> None:
        """Sends a header, with another charset."""
        super().send_header(
            keyword, value.replace("charset=utf-8", "charset=iso-8859-1")
        )

    def end_headers(self) -> None:
        """Adds `Vary`."""
        self.send_header("Vary", "*")
        super().end_headers()


class HasPolicy(LeavesOutSlashes):
    """Has a policy of its own, requires trusted types, and sends folders without their
    slash and pages without their type.
    """

    def send_header(self, keyword: str, value: str) -> None:
        """Sends a header, except the type of a page."""
        if not value.startswith("text/html"):
            super().send_header(keyword, value)

    def end_headers(self) -> None:
        """Adds the policy from DEVELOPMENT.md, and requires trusted types."""
        guide = (ROOT / "DEVELOPMENT.md").read_text(encoding="utf-8")
        policy = re.search(r"script-src 'self' 'sha256-\S+'", guide)
        assert policy
        types = "require-trusted-types-for 'script'"
        self.send_header("Content-Security-Policy", f"{policy[0]}; {types}")
        super().end_headers()


class KeepsForMinutes(Handler):
    """Lets browsers keep each file for ten minutes, as GitHub Pages does."""

    def send_header(self, keyword: str, value: str) -> None:
        """Sends a header, with another age."""
        super().send_header(keyword, value.replace("no-cache", "max-age=600"))


class FailsWithOne(Handler):
    """Fails for one file. The server's `failure`: part of its path, and how it fails."""

    def answer(self) -> None:
        """Sends the file, or fails for it."""
        server: Any = self.server
        path, fault = server.failure
        if not path or path not in self.path:
            return super().answer()
        if fault == "gone":  # and so does everything after it
            server.fault = "refused"
            return self.refuse()
        if fault == "404":
            return self.send_error(404)
        file = Path(self.translate_path(self.path))
        content = file.read_bytes()
        return self.send_content(
            content[: len(content) // 9], TEXT_TYPES[file.suffix]
        )  # "cut"


HOSTS = (AltersAnswers, HasPolicy)
