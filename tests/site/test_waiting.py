"""Tests how long a host that limits requests is asked again."""

from __future__ import annotations

from pathlib import Path

from support.in_node import run_in_node

# `Retry-After` → seconds in all: of 1, 2, 4 … 32, each the longer of both, which is 32 at most
SECONDS: dict[str | None, int] = {
    None: 63,
    "0": 63,
    "1": 63,
    "5": 5 + 5 + 5 + 8 + 16 + 32,
    "3600": 6 * 32,
    "Wed, 21 Oct 2026 07:28:00 GMT": 63,
}


def test_a_host_that_limits_requests_is_asked_for_a_minute_whatever_time_it_names(
    tmp_path: Path,
) -> None:
    seconds = run_in_node("waits_in_node.js", ["js/saving.js"], [*SECONDS], tmp_path)
    assert dict(zip(SECONDS, seconds, strict=True)) == SECONDS
