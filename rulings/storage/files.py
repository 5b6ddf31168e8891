"""The knowledge base's folder → the plain data of all its YAML, read once and then taken from the cache."""

from __future__ import annotations

import json
from collections.abc import Iterator
from pathlib import Path
from typing import Any

from rulings.errors import RulingsError
from rulings.storage.cache import Damaged, absolute, open_cache, write_cache
from rulings.storage.stamps import key_of
from rulings.storage.validation import read_checked
from rulings.storage.yaml_reader import read_yaml

KEPT_BY_HAND = (
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
    """Every YAML file the knowledge base is made of, in a stable order."""
    for name in ("cards/corp", "cards/runner", "topics", "documents"):
        if (folder / name).is_dir():
            yield from sorted((folder / name).glob("*.yaml"))
    for name in ("run-chart.yaml", "tournament.yaml", "unattributed.yaml"):
        if (folder / name).exists():
            yield folder / name
    for name in KEPT_BY_HAND:
        if (folder / "sources" / f"{name}.yaml").exists():
            yield folder / "sources" / f"{name}.yaml"


def read_tree(folder: Path, cached: bool = True) -> tuple[dict[str, Any], str]:
    """Relative path (with `/`) → the file's data; and the key of all files, as from `stamps.key_of`.

    If not `cached`, mappings know their lines.
    """
    if not folder.is_dir():
        raise RulingsError(
            f"{folder}: no such folder; a knowledge base is a folder that `rulings parse --output` wrote"
        )
    key = key_of(absolute(folder))
    if not cached:
        return {path.relative_to(folder).as_posix(): read_yaml(path) for path in yaml_files(folder)}, key
    cache = open_cache("data", folder, key)
    if cache is not None:
        try:
            return {name: json.loads(cache.get(name) or b"null") for name in cache.names()}, key
        except (Damaged, ValueError, RecursionError):
            cache.discard()
    tree = _read(folder)
    for _ in range(5):
        new_key = key_of(absolute(folder))
        if new_key == key:
            break
        tree, key = _read(folder), new_key  # it was changed while it was read
    if not all(name.isprintable() for name in tree):
        return tree, key  # a file has a name that is no text
    write_cache("data", folder, ((name, json.dumps(data).encode()) for name, data in tree.items()), key=key)
    return tree, key


def _read(folder: Path) -> dict[str, Any]:
    tree = dict[str, Any]()
    for path in yaml_files(folder):
        name = path.relative_to(folder).as_posix()
        tree[name] = _plain(read_checked(path, name) if name.startswith("sources/") else read_yaml(path))
    return tree


def _plain(value: Any) -> Any:
    if isinstance(value, dict):
        return {key: _plain(item) for key, item in value.items()}
    if isinstance(value, list):
        return [_plain(item) for item in value]
    return value
