"""The folder `tests/data` and its YAML files: queries, labels and cases."""

from __future__ import annotations

import re
from pathlib import Path
from typing import Any

import yaml

from rulings.storage.files import SHIPPED, read_text

DATA = Path(__file__).resolve().parents[1] / "data"


def read_data(path: Path | str) -> Any:
    """The content of a YAML file, which may be given by its name in `tests/data`; fast, for thousands of queries.

    The former id of a ruling stands for the present one.
    """
    moved = read_text(SHIPPED / "sources" / "moved.yaml")
    text = (DATA / path).read_text(encoding="utf-8")
    for former, present in re.findall(r"^(\S+-[0-9a-f]{8}): (\S+)$", moved, re.MULTILINE):
        text = text.replace(former, present)
    return yaml.load(text, yaml.CSafeLoader)
