"""Requests that MkDocs' server must not answer: from a page elsewhere, and for what cannot be a file."""

from __future__ import annotations

import re
from collections.abc import Callable, Iterable
from typing import Any

from mkdocs.livereload import LiveReloadServer

_LOOPBACK = re.compile(r"(localhost|127\.0\.0\.1|\[::1\])(:[0-9]+)?", re.IGNORECASE)
_TEXT = [("Content-Type", "text/plain; charset=utf-8")]

Application = Callable[[dict[str, Any], Callable[..., Any]], Iterable[bytes]]


def guarded(server: LiveReloadServer) -> Application:
    """The server's application for requests from this machine only.

    A page elsewhere whose host name is made to lead here (DNS rebinding) sends its own name as `Host`.
    """

    def answer(environ: dict[str, Any], start_response: Callable[..., Any]) -> Iterable[bytes]:
        host = environ.get("HTTP_HOST")
        if host is not None and not _LOOPBACK.fullmatch(host):
            start_response("403 Forbidden", _TEXT)
            return [b"This site answers only as localhost, 127.0.0.1 or [::1].\n"]
        if not _is_text(environ["PATH_INFO"].encode("latin-1")):
            start_response("404 Not Found", _TEXT)
            return [b"No page has this address.\n"]
        return server.serve_request(environ, start_response)

    return answer


def _is_text(path: bytes) -> bool:
    """Whether the path is UTF-8 without the null character, as the names of files are."""
    try:
        return "\0" not in path.decode()
    except UnicodeDecodeError:
        return False
