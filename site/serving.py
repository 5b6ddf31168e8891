"""The server that MkDocs makes for `rulings site serve` → the same, hardened against broken and slow requests."""

from __future__ import annotations

import logging
import sys
from typing import Any

from mkdocs.livereload import LiveReloadServer

from rulings.site.render.inert import inert

SECONDS = 20.0  # that a client may take to send its request or to receive an answer


def harden(server: LiveReloadServer) -> LiveReloadServer:
    """Ends requests that take too long; a connection that breaks off prints no traceback."""
    handler: Any = server.RequestHandlerClass

    class Handler(handler):  # type: ignore[misc]  # MkDocs' class, which it does not export
        timeout = SECONDS

    vars(server).update(RequestHandlerClass=Handler, handle_error=lambda request, address: None)
    return server


class Warnings(logging.Handler):
    """Prints the warnings of MkDocs, one a line and without control characters."""

    def __init__(self) -> None:
        super().__init__(logging.WARNING)

    def emit(self, record: logging.LogRecord) -> None:
        """Prints one warning."""
        print(" ".join(inert(record.getMessage()).split()), file=sys.stderr)
