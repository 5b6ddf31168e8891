"""The folder `tests/data` and its YAML files: queries, labels and cases."""

from __future__ import annotations

import re
from pathlib import Path
from typing import Any

import yaml

from rulings.storage.files import SHIPPED, read_text

DATA = Path(__file__).resolve().parents[1] / "data"
FASTEST_LOADER: Any = getattr(yaml, "CSafeLoader", yaml.SafeLoader)


MOVED = re.findall(
    r"^(\S+-[0-9a-f]{8}): (\S+)$",
    read_text(SHIPPED / "sources" / "moved.yaml"),
    re.MULTILINE,
)


WITHDRAWN = set(
    re.findall(
        r"^(\S+):\n +nothing:",
        read_text(SHIPPED / "sources" / "moved.yaml"),
        re.MULTILINE,
    )
)


def now(text: str) -> str:
    """A text with current ids of rulings instead of former ones, so a new edition may
    change their words.
    """
    for former, present in MOVED:
        text = text.replace(former, present)
    return text


def read_data(path: Path | str) -> Any:
    """The content of a YAML file; a path may be relative to `tests/data`. Fast, for
    thousands of queries.
    """
    return yaml.load(now((DATA / path).read_text(encoding="utf-8")), FASTEST_LOADER)
