"""Hardens the server of `rulings site serve`, which MkDocs makes, against broken and slow requests."""

from __future__ import annotations

import logging
import sys
from typing import Any

from mkdocs.livereload import LiveReloadServer

from rulings.site.render.inert import inert

TIMEOUT = 20.0  # seconds that a client may take to send its request or to receive the answer


def harden(server: LiveReloadServer) -> LiveReloadServer:
    """The same server, which ends slow requests and prints no traceback if a connection breaks."""
    handler: Any = server.RequestHandlerClass

    class Handler(handler):  # type: ignore[misc]  # MkDocs' class, which it does not export
        timeout = TIMEOUT

    vars(server).update(RequestHandlerClass=Handler, handle_error=lambda request, address: None)
    return server


class WarningPrinter(logging.Handler):
    """Prints the warnings of MkDocs, one per line and without control characters."""

    def __init__(self) -> None:
        super().__init__(logging.WARNING)

    def emit(self, record: logging.LogRecord) -> None:
        """Prints one warning."""
        print(" ".join(inert(record.getMessage()).split()), file=sys.stderr)
