"""Helpers for tests of the cache."""

from __future__ import annotations

import os
import time

import pytest

from rulings.storage import cache_keys
from rulings.storage.cache import Cache, write_cache

KEY = "0123456789abcdef" * 2
on_posix = pytest.mark.skipif(os.name == "nt", reason="Windows has no such files")


def write_values(values: dict[str, bytes], key: str = KEY) -> Cache:
    """Writes and opens a cache with these values; the test fails if it cannot be saved."""
    return write_cache("data", None, values.items(), pytest.fail, key)


def wait_until_settled() -> None:
    """Waits until files written before no longer count as just changed."""
    time.sleep(cache_keys.SETTLE_TIME + 0.1)
