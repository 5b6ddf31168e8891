"""The knowledge base's folder → the plain data of all its YAML, read once and then taken from the cache."""

from __future__ import annotations

import json
from collections.abc import Iterator
from pathlib import Path
from typing import Any

from rulings.errors import RulingsError
from rulings.storage.cache import DamagedCacheError, absolute, open_cache, write_cache
from rulings.storage.json_text import plain_data
from rulings.storage.stamps import GENERATED_FOLDERS, cache_key
from rulings.storage.validation import read_checked
from rulings.storage.yaml_reader import read_yaml

GENERATED_FILES = ("run-chart.yaml", "tournament.yaml", "unattributed.yaml")  # beside the `GENERATED_FOLDERS`
HAND_EDITED = (  # the files in `sources/` that are read with a knowledge base; the parser also reads cards.yaml
    "documents",
    "authorities",
    "restorations",
    "names",
    "questions",
    "steps",
    "notes",
    "reversals",
    "dates",
    "inheritance",
    "errata",
    "moved",
    "near-identical",
    "synonyms",
)


def yaml_files(folder: Path) -> Iterator[Path]:
    """The YAML files that the knowledge base consists of, in a fixed order."""
    for name in GENERATED_FOLDERS:
        if (folder / name).is_dir():
            yield from sorted((folder / name).glob("*.yaml"))
    for name in GENERATED_FILES:
        if (folder / name).exists():
            yield folder / name
    for name in HAND_EDITED:
        if (folder / "sources" / f"{name}.yaml").exists():
            yield folder / "sources" / f"{name}.yaml"


def read_tree(folder: Path, cached: bool = True) -> tuple[dict[str, Any], str]:
    """Relative path (with `/`) → the file's data; and the key of all files (`stamps.cache_key`).

    Without `cached`, the files themselves are read, and mappings know their lines.
    """
    if not folder.is_dir():
        raise RulingsError(
            f"{folder}: no such folder; a knowledge base is a folder that `rulings parse --output` wrote"
        )
    key = cache_key(absolute(folder))
    if not cached:
        return {path.relative_to(folder).as_posix(): read_yaml(path) for path in yaml_files(folder)}, key
    cache = open_cache("data", folder, key)
    if cache is not None:
        try:
            return {name: json.loads(cache.get(name) or b"null") for name in cache.names()}, key
        except (DamagedCacheError, ValueError, RecursionError):
            cache.discard()
    files = _read_files(folder)
    for _ in range(5):
        new_key = cache_key(absolute(folder))
        if new_key == key:
            break
        files, key = _read_files(folder), new_key  # a file changed while it was read
    if not all(name.isprintable() for name in files):
        return files, key  # the name of a file cannot be the name of a value in a cache
    write_cache("data", folder, ((name, json.dumps(data).encode()) for name, data in files.items()), key=key)
    return files, key


def _read_files(folder: Path) -> dict[str, Any]:
    files: dict[str, Any] = {}
    for path in yaml_files(folder):
        name = path.relative_to(folder).as_posix()
        files[name] = plain_data(read_checked(path, name) if name.startswith("sources/") else read_yaml(path))
    return files
