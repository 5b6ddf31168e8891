"""Tests of `rulings site serve`: it listens on this machine only, and serves only the site."""

from __future__ import annotations

import os
import socket
import subprocess
import sys
import time
from collections.abc import Iterator
from pathlib import Path

import pytest

SERVE = """
import sys
from rulings import api
from rulings.site import build
port, folder = sys.argv[1:]
open_knowledge = api.open_knowledge
api.open_knowledge = lambda kind, _: open_knowledge(kind, folder)
build.serve(lambda line: print(line, file=sys.stderr), port=int(port))
"""
MAX_SECONDS = 120  # ends what hangs


@pytest.fixture(scope="module")
def server(
    tmp_path_factory: pytest.TempPathFactory, small_folder: Path
) -> Iterator[tuple[int, Path]]:
    """The port of a running server, and the file with its output."""
    with socket.socket() as probe:
        probe.bind(("127.0.0.1", 0))
        port = int(probe.getsockname()[1])
    folder = tmp_path_factory.mktemp("serve")
    log = folder / "log"
    with log.open("wb") as output:
        process = subprocess.Popen(
            [sys.executable, "-c", SERVE, str(port), str(small_folder)],
            stdout=output,
            stderr=output,
            env={**os.environ, "TMPDIR": str(folder)},
        )
    deadline = time.monotonic() + MAX_SECONDS
    while not is_answering(port):
        assert process.poll() is None, log.read_text()
        assert time.monotonic() < deadline, log.read_text()
        time.sleep(0.2)
    yield port, log
    process.terminate()
    try:
        assert process.wait(timeout=MAX_SECONDS) == 0
        assert not list(folder.glob("rulings-build-*")) and not list(folder.glob("mkdocs_*"))
    finally:
        process.kill()


def is_answering(port: int) -> bool:
    try:
        return b" 200 OK" in send(port, b"GET / HTTP/1.0\r\n\r\n")
    except OSError:
        return False


def send(port: int, request: bytes) -> bytes:
    """Sends a request and returns the response, until the server closes the connection or 4 MB have
    arrived.
    """
    with socket.create_connection(("127.0.0.1", port), timeout=MAX_SECONDS) as connection:
        response = b""
        try:
            connection.sendall(request)
            connection.shutdown(socket.SHUT_WR)
            while len(response) < 4_000_000 and (chunk := connection.recv(65536)):
                response += chunk
        except TimeoutError:
            raise
        except OSError:
            pass  # the server has closed the connection
        return response


def get(port: int, path: str) -> bytes:
    return send(port, f"GET {path} HTTP/1.0\r\nHost: 127.0.0.1\r\n\r\n".encode("latin-1"))


def test_the_server_listens_on_this_machine_only(server: tuple[int, Path]) -> None:
    port, _ = server
    addresses = {"127.0.0.2"} if sys.platform == "linux" else set()
    addresses |= {
        str(info[4][0]) for info in socket.getaddrinfo(socket.gethostname(), port, socket.AF_INET)
    } - {"127.0.0.1"}
    for address in addresses:
        with pytest.raises(OSError):
            socket.create_connection((address, port), timeout=MAX_SECONDS)


@pytest.mark.parametrize(
    "path",
    [
        "/../../../../../../etc/passwd",
        "/%2e%2e/%2e%2e/%2e%2e/%2e%2e/etc/passwd",
        "/cards/..%2f..%2f..%2f..%2f..%2fetc%2fpasswd",
        "///etc/passwd",
        "/..%5c..%5c..%5cetc%5cpasswd",
        "/%2fexample.org/..",
        "/%5cexample.org/..",
        "/cards/%00/etc/passwd",
        "/%ff%fe",
        "file:///etc/passwd",
        "/assets/",
        "/..",
        "/log",
        f"/{'a' * 5000}",
        "/livereload/x/y",
        "/livereload/99999999999999999999999/1/../../etc/passwd",
    ],
)
def test_only_the_site_is_served(server: tuple[int, Path], path: str) -> None:
    head, _, body = get(server[0], path).partition(b"\r\n\r\n")
    assert head.split()[1] == b"404" or (head.split()[1], path, body) == (b"302", "/..", b"")
    for foreign in (b"root:", b"Index of", b"Directory listing", b"mkdocs_"):
        assert foreign not in body


@pytest.mark.parametrize(
    ("host", "status"),
    [
        ("localhost:8000", b"200"),
        ("127.0.0.1", b"200"),
        ("[::1]:80", b"200"),
        ("attacker.example", b"403"),
        ("", b"403"),
    ],
)
def test_only_names_of_this_machine_are_answered(
    server: tuple[int, Path], host: str, status: bytes
) -> None:
    response = send(server[0], f"GET / HTTP/1.0\r\nHost: {host}\r\n\r\n".encode())
    assert response.split()[1] == status
    assert status == b"200" or b"Dr. Dreff" not in response
