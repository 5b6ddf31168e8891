"""Kinds of host: each sends the files of the site in a way of its own that real ones have."""

from __future__ import annotations

import re
from pathlib import Path
from typing import Any
from urllib.parse import urlsplit

from browser_support import SUB_PATH, TEXT_TYPES, Handler

from support.project_copy import ROOT


class RedirectsFiles(Handler):
    """Leads from `…/index.html` to the folder, as Cloudflare Pages and Netlify do."""

    def answer(self) -> None:
        """Redirects, or sends the file."""
        path, query = urlsplit(self.path)[2:4]
        if not path.endswith("/index.html"):
            return super().answer()
        return self.redirect(path.removesuffix("index.html") + (query and f"?{query}"))


class LeavesOutSlashes(RedirectsFiles):
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


class HasOwnHeaders(Handler):
    """Sends `404.html` with the status 404, as nginx does with an internal page; says of all text that
    it is Latin-1, as a default of servers does, and that each answer depends on everything.
    """

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


class RefusesOne(Handler):
    """Does not send what a blocker takes for advertisement."""

    def answer(self) -> None:
        """Closes the connection, or sends the file."""
        if "advertisement" in self.path and self.server.refuses:  # type: ignore[attr-defined]
            return self.refuse()
        return super().answer()


class AltersPages(Handler):
    """Puts a script into each page, as networks for delivery do."""

    def content_of(self, file: Path) -> bytes:
        """The page with another script."""
        script = b"<script>window.isAltered = true</script></body>"
        server: Any = self.server
        content = super().content_of(file)
        return content.replace(b"</body>", script) if server.alters else content


class LimitsRequests(Handler):
    """Answers the first request that saves a file with 429 or 503, of one file in three."""

    def answer(self) -> None:
        """Sends the status or the file."""
        server: Any = self.server
        is_saved = "Cache-Control" in self.headers and "offline.json" not in self.path
        number = len(self.path)
        if not is_saved or number % 3 or self.path in server.limited:
            return super().answer()
        server.limited.add(self.path)
        self.send_response(429 if number % 2 else 503)
        self.send_header("Retry-After", "0")
        self.send_header("Content-Length", "0")
        self.end_headers()
        return None


class NamesNoType(Handler):
    """Sends pages without their type."""

    def send_header(self, keyword: str, value: str) -> None:
        """The header, unless it is that of a page."""
        if not value.startswith("text/html"):
            super().send_header(keyword, value)


class HasPolicy(LeavesOutSlashes):
    """Has a policy of its own, asks for trusted types, and sends a folder without its slash."""

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
        if file.is_dir():
            file /= "index.html"
        content = file.read_bytes()
        wrong = {"empty": b"", "cut": content[: len(content) // 2]}
        return self.send_content(wrong.get(fault, content.swapcase()), TEXT_TYPES[file.suffix])


class RefusesWorker(Handler):
    """Sends `sw.js` so that it is no service worker, in the way that is the `failure` of the server."""

    def answer(self) -> None:
        """Sends the file, or what comes in place of the worker."""
        server: Any = self.server
        cause, worker = server.failure[1], Path(self.directory) / "sw.js"
        if not self.path.endswith("/sw.js") or cause == "policy":
            return super().answer()
        if cause in ("403", "404"):
            return self.send_error(int(cause))
        if cause == "redirect":
            return self.redirect(SUB_PATH + "worker.js")
        content = worker.read_bytes()
        if cause == "cut":
            return self.send_content(content[: len(content) // 2], "text/javascript")
        return self.send_content(content, cause)

    def end_headers(self) -> None:
        """Adds the policy."""
        server: Any = self.server
        if server.failure[1] == "policy":
            self.send_header("Content-Security-Policy", "worker-src 'none'")
        super().end_headers()


HOSTS = (
    Handler,
    RedirectsFiles,
    HasOwnHeaders,
    RefusesOne,
    AltersPages,
    LimitsRequests,
    NamesNoType,
    HasPolicy,  # and leaves out slashes
)
