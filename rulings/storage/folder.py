"""A folder of YAML → the plain data of its files, or its `Knowledge`."""

from __future__ import annotations

import time
from collections.abc import Iterator
from pathlib import Path
from typing import Any

from rulings import errors
from rulings.model import knowledge, loading, rows
from rulings.storage import files as storage_files
from rulings.storage import yaml_files

MAX_WAIT = 2.0  # seconds to wait for a parse that is moving its files; this takes some hundredths of a second


def _yaml_files(folder: Path) -> Iterator[tuple[str, Path]]:
    """The YAML files that the knowledge base consists of, in a fixed order: relative path (with `/`), path."""
    generated = [path for name in storage_files.GENERATED_FOLDERS for path in sorted((folder / name).glob("*.yaml"))]
    # cards.yaml is only for the parser: the generated file of each card repeats its facts.
    hand_edited = [f"sources/{name}.yaml" for name in rows.HAND_EDITED if name != "cards"]
    others = [folder / name for name in (*storage_files.GENERATED_FILES, *hand_edited)]
    for path in (*generated, *filter(Path.exists, others)):
        yield path.relative_to(folder).as_posix(), path


def read_generated_files(folder: Path) -> dict[str, Any]:
    """Relative path → the data of each generated file; mappings know their lines."""

    return {name: yaml_files.read_yaml(path) for name, path in _yaml_files(folder) if not name.startswith("sources/")}


def read_tree(folder: Path) -> dict[str, Any]:
    """Relative path (with `/`) → the file's data; mappings know their lines. All are validated."""

    if not folder.is_dir():
        raise errors.RulingsError(
            f"{folder}: no such folder; a knowledge base is a folder that `rulings parse --output` wrote"
        )
    return {name: yaml_files.read_checked(path, name) for name, path in _yaml_files(folder)}


def read_folder(folder: Path) -> knowledge.Knowledge:
    """The knowledge base in the folder. Raises `RulingsError` if it cannot be read."""
    _refuse_interrupted(folder)
    files = read_tree(folder)
    _refuse_interrupted(folder)  # again, because a parse may have begun while the files were read
    if not any(name.startswith("cards/") for name in files):
        raise errors.RulingsError(
            f"{folder}: contains no cards; a knowledge base is a folder that `rulings parse --output` wrote"
        )
    if (
        f"sources/{storage_files.SOURCES_FILE}" not in files
    ):  # the output of `rulings parse --output` has no sources of its own
        files |= {name: data for name, data in read_tree(storage_files.SHIPPED).items() if name.startswith("sources/")}
    try:
        return loading.assemble(files, folder)
    except errors.RulingsError as error:
        raise errors.RulingsError(f"{folder}: {error}") from None


def _refuse_interrupted(folder: Path) -> None:
    """Raises `RulingsError` if a parse was killed while it moved its files; waits for one that is doing so now."""
    deadline = time.monotonic() + MAX_WAIT
    while problem := storage_files.interrupted(folder):
        if time.monotonic() > deadline:
            raise errors.RulingsError(str(problem))
        time.sleep(0.01)
