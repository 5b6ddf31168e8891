"""The knowledge base's folder → the plain data of all its YAML, read once and then taken from the cache."""

from __future__ import annotations

import json
import os
from collections.abc import Iterator
from pathlib import Path
from typing import Any

from rulings.errors import RulingsError
from rulings.model.rows import HAND_EDITED
from rulings.storage.cache import DamagedCacheError, absolute, open_cache, write_cache
from rulings.storage.cache_keys import cache_key
from rulings.storage.layout import GENERATED_FILES, GENERATED_FOLDERS
from rulings.storage.validation import read_checked
from rulings.storage.yaml_reader import read_yaml

_MAX_READINGS = 6  # of files that change while they are read


def _yaml_files(folder: Path) -> Iterator[tuple[str, Path]]:
    """The YAML files that the knowledge base consists of, in a fixed order: relative path (with `/`), path."""
    generated = [path for name in GENERATED_FOLDERS for path in sorted((folder / name).glob("*.yaml"))]
    # cards.yaml is only for the parser: the generated file of each card repeats its facts.
    hand_edited = [f"sources/{name}.yaml" for name in HAND_EDITED if name != "cards"]
    others = [folder / name for name in (*GENERATED_FILES, *hand_edited)]
    for path in (*generated, *filter(Path.exists, others)):
        yield path.relative_to(folder).as_posix(), path


def read_located_tree(folder: Path) -> dict[str, Any]:
    """Relative path (with `/`) → the file's data, read from the file itself, so that mappings know their lines."""
    return {name: read_yaml(path) for name, path in _yaml_files(folder)}


def read_generated_files(folder: Path) -> dict[str, Any]:
    """Relative path → the data of each generated file, as `read_located_tree` reads it."""
    return {name: read_yaml(path) for name, path in _yaml_files(folder) if not name.startswith("sources/")}


def read_tree(folder: Path) -> tuple[dict[str, Any], str]:
    """Relative path (with `/`) → the file's data; and the key of all files (`cache_keys.cache_key`).

    If the files change each time they are read, the data may be a mixture of several states. Its key is then that of
    no state, so that no cache of what is computed from the data is ever found again.
    """
    if not folder.is_dir():
        raise RulingsError(
            f"{folder}: no such folder; a knowledge base is a folder that `rulings parse --output` wrote"
        )
    key = cache_key(absolute(folder))
    cache = open_cache("data", folder, key)
    if cache is not None:
        try:
            return {name: json.loads(cache.get(name) or b"null") for name in cache.names()}, key
        except (DamagedCacheError, ValueError, RecursionError):
            cache.discard()
    for _ in range(_MAX_READINGS):
        files = _read_files(folder)
        key_before = key
        key = cache_key(absolute(folder))
        if key == key_before:
            break  # no file changed while they were read
    else:
        return files, os.urandom(16).hex()
    if not all(name.isprintable() for name in files):
        return files, key  # the name of a file cannot be the name of a value in a cache
    write_cache("data", folder, ((name, json.dumps(data).encode()) for name, data in files.items()), key=key)
    return files, key


def _read_files(folder: Path) -> dict[str, Any]:
    files: dict[str, Any] = {}
    for name, path in _yaml_files(folder):
        files[name] = read_checked(path, name) if name.startswith("sources/") else read_yaml(path)
    return files
