"""A folder of YAML → the plain data of its generated files, or its `Knowledge`."""

from __future__ import annotations

import time
from pathlib import Path
from typing import Any

from rulings import errors
from rulings.model import knowledge, loading, rows
from rulings.storage import files as storage_files
from rulings.storage import yaml_files

MAX_WAIT = 2.0  # seconds to wait for a parse that is moving its files; this takes some hundredths of a second


def read_generated_files(folder: Path) -> dict[str, Any]:
    """Relative path (with `/`) → the data of each generated file, in a fixed order; mappings know their lines."""
    paths = [path for name in storage_files.GENERATED_FOLDERS for path in sorted((folder / name).glob("*.yaml"))]
    paths += [folder / name for name in storage_files.GENERATED_FILES if (folder / name).exists()]
    data = {path: yaml_files.read_yaml(path) for path in paths}
    for path, content in data.items():
        if not isinstance(content, dict):
            raise errors.RulingsError(f"{path}, line 1: must be a mapping; run `rulings parse`")
    return {path.relative_to(folder).as_posix(): content for path, content in data.items()}


def read_folder(folder: Path) -> knowledge.Knowledge:
    """The knowledge base in the folder. Raises `RulingsError` if it cannot be read."""
    _refuse_interrupted(folder)
    if not folder.is_dir():
        raise errors.RulingsError(
            f"{folder}: no such folder; a knowledge base is a folder that `rulings parse --output` wrote"
        )
    files = read_generated_files(folder)
    _refuse_interrupted(folder)  # again, because a parse may have begun while the files were read
    if not any(name.startswith("cards/") for name in files):
        raise errors.RulingsError(
            f"{folder}: contains no cards; a knowledge base is a folder that `rulings parse --output` wrote"
        )
    # The output of `rulings parse --output` has no sources of its own.
    has_sources = (folder / "sources" / storage_files.SOURCES_FILE).exists()
    sources = (folder if has_sources else storage_files.SHIPPED) / "sources"
    # Without cards.yaml, which is only for the parser: the generated file of each card repeats its facts.
    paths = {name: sources / f"{name}.yaml" for name in rows.SHAPES if name != "cards"}
    edited = yaml_files.read_hand_edited({name: path for name, path in paths.items() if path.exists()})
    try:
        return loading.assemble(files, edited, folder)
    except errors.RulingsError as error:
        raise errors.RulingsError(f"{folder}: {error}") from None


def _refuse_interrupted(folder: Path) -> None:
    """Raises `RulingsError` if a parse was killed while it moved its files; waits for one that is doing so now."""
    deadline = time.monotonic() + MAX_WAIT
    while problem := storage_files.interrupted(folder):
        if time.monotonic() > deadline:
            raise errors.RulingsError(str(problem))
        time.sleep(0.01)
