"""The folder `sources` → the data of each hand-edited YAML file, validated."""

from __future__ import annotations

import re
from collections.abc import Iterator
from pathlib import Path
from typing import Any

from rulings.errors import RulingsError
from rulings.model.files import HAND_EDITED, REQUIRED_FILES, with_empty_files
from rulings.model.ids import ADDITIONS
from rulings.names.nearest import nearest_hint
from rulings.storage.problems import first_of_each_file
from rulings.storage.validation import violations
from rulings.storage.yaml_reader import read_yaml

_STEM = re.compile(r"[a-z0-9]+(?:-[a-z0-9]+)*")


def read_hand_edited(folder: Path) -> dict[str, Any]:
    """File name without `.yaml` (`additions/2035`) → data, which is empty for a file that does not exist.

    Raises `RulingsError` with file and line for a mistake.
    """
    paths = {name: folder / f"{name}.yaml" for name in HAND_EDITED}
    hand_edited = {name: read_yaml(path) for name, path in paths.items() if name in REQUIRED_FILES or path.exists()}
    _reject_ignored_files(folder)
    for path in _addition_files(folder):
        hand_edited[f"{ADDITIONS}/{path.stem}"] = read_yaml(path)
    problems = [
        problem
        for name, data in hand_edited.items()
        for problem in violations(data, f"sources/{name}.yaml", str(folder / f"{name}.yaml"))
    ]
    if problems:
        raise RulingsError("\n".join(first_of_each_file(problems)))
    return with_empty_files(hand_edited)


def _reject_ignored_files(folder: Path) -> None:
    """Raises `RulingsError` for a YAML file that would be ignored silently because of its name."""
    known_names = [f"{name}.yaml" for name in HAND_EDITED]
    for path in sorted(folder.iterdir()):
        if path.suffix.lower() in (".yml", ".yaml") and path.name not in known_names:
            is_known = path.stem in HAND_EDITED
            hint = f"; rename it to {path.stem}.yaml" if is_known else nearest_hint(path.name, known_names)
            raise RulingsError(f"{path}: would be ignored under this name{hint}")


def _addition_files(folder: Path) -> Iterator[Path]:
    """The files of added rulings, in order. Raises `RulingsError` for any file that would be ignored silently."""
    inside = folder / ADDITIONS
    if not inside.exists() and not inside.is_symlink():
        return
    if not inside.is_dir():
        raise RulingsError(f"{inside}: is not a folder; `additions` must be a folder containing the files")
    for path in sorted(inside.iterdir()):
        if path.name.startswith(".") or path.name.endswith("~") or path.name == "README.md":
            continue
        if path.is_dir():
            raise RulingsError(f"{path}: is a folder; put files of added rulings directly into {inside}")
        if path.suffix != ".yaml" or not _STEM.fullmatch(path.stem):
            raise RulingsError(
                f"{path}: would be ignored under this name; use a name like 2035.yaml, in lowercase "
                "letters, digits and hyphens"
            )
        yield path
