"""A folder of YAML → its `Knowledge`, read from the YAML; `rulings.compiling` reads what was compiled from it."""

from __future__ import annotations

import time
from pathlib import Path

from rulings.errors import RulingsError
from rulings.model.knowledge import Knowledge
from rulings.model.loading import assemble
from rulings.storage.files import read_tree
from rulings.storage.layout import SHIPPED, SOURCES_FILE
from rulings.storage.staging import interrupted

MAX_WAIT = 2.0  # seconds to wait for a parse that is moving its files; this takes some hundredths of a second


def read_folder(folder: Path) -> Knowledge:
    """The knowledge base in the folder. Raises `RulingsError` if it cannot be read."""
    _refuse_interrupted(folder)
    files = read_tree(folder)
    _refuse_interrupted(folder)  # again, because a parse may have begun while the files were read
    if not any(name.startswith("cards/") for name in files):
        raise RulingsError(
            f"{folder}: contains no cards; a knowledge base is a folder that `rulings parse --output` wrote"
        )
    if f"sources/{SOURCES_FILE}" not in files:  # the output of `rulings parse --output` has no sources of its own
        files |= {name: data for name, data in read_tree(SHIPPED).items() if name.startswith("sources/")}
    try:
        return assemble(files, folder)
    except RulingsError as error:
        raise RulingsError(f"{folder}: {error}") from None


def _refuse_interrupted(folder: Path) -> None:
    """Raises `RulingsError` if a parse was killed while it moved its files; waits for one that is doing so now."""
    deadline = time.monotonic() + MAX_WAIT
    while problem := interrupted(folder):
        if time.monotonic() > deadline:
            raise RulingsError(str(problem))
        time.sleep(0.01)
