"""The knowledge base's folder → the plain data of all its YAML."""

from __future__ import annotations

from collections.abc import Iterator
from pathlib import Path
from typing import Any

from rulings.errors import RulingsError
from rulings.model.files import HAND_EDITED
from rulings.storage.layout import GENERATED_FILES, GENERATED_FOLDERS
from rulings.storage.validation import read_checked
from rulings.storage.yaml_reader import read_yaml


def _yaml_files(folder: Path) -> Iterator[tuple[str, Path]]:
    """The YAML files that the knowledge base consists of, in a fixed order: relative path (with `/`), path."""
    generated = [path for name in GENERATED_FOLDERS for path in sorted((folder / name).glob("*.yaml"))]
    # cards.yaml is only for the parser: the generated file of each card repeats its facts.
    hand_edited = [f"sources/{name}.yaml" for name in HAND_EDITED if name != "cards"]
    others = [folder / name for name in (*GENERATED_FILES, *hand_edited)]
    for path in (*generated, *filter(Path.exists, others)):
        yield path.relative_to(folder).as_posix(), path


def read_generated_files(folder: Path) -> dict[str, Any]:
    """Relative path → the data of each generated file; mappings know their lines."""
    return {name: read_yaml(path) for name, path in _yaml_files(folder) if not name.startswith("sources/")}


def read_tree(folder: Path) -> dict[str, Any]:
    """Relative path (with `/`) → the file's data; mappings know their lines. All are validated."""
    if not folder.is_dir():
        raise RulingsError(
            f"{folder}: no such folder; a knowledge base is a folder that `rulings parse --output` wrote"
        )
    return {name: read_checked(path, name) for name, path in _yaml_files(folder)}
