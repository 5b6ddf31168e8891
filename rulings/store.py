"""The knowledge base's folder → the plain data of all its YAML, compiled once into the user's cache.

The cache may vanish, be damaged or be unwritable at any time: then the YAML is read again.
"""

from __future__ import annotations

import hashlib
import marshal
import os
import sys
import tempfile
from collections.abc import Iterator
from pathlib import Path
from typing import Any

from rulings.errors import RulingsError
from rulings.yaml_reader import read_yaml

_LAYOUT = 1  # raised when what is compiled changes shape
KEPT_BY_HAND = (
    "documents",
    "authorities",
    "restorations",
    "names",
    "questions",
    "questions-further",
    "steps",
    "notes",
    "reversals",
    "moved",
    "near-identical",
    "synonyms",
)


def cache_folder() -> Path:
    """Where compiled data and indexes are kept for this user (`RULINGS_CACHE` overrides it). It may not exist."""
    override = os.environ.get("RULINGS_CACHE")
    if override:
        return Path(override)
    from platformdirs import user_cache_path

    return user_cache_path("netrunner-rulings", appauthor=False)


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


def signature(folder: Path) -> str:
    """A hash that changes when any of the YAML does: of each file's name and content."""
    digest = hashlib.sha256(f"{_LAYOUT} {sys.version_info[:2]}".encode())
    for path in yaml_files(folder):
        content = path.read_bytes()
        digest.update(f"{path.relative_to(folder).as_posix()} {len(content)}\n".encode())
        digest.update(content)
    return digest.hexdigest()[:20]


def read_tree(folder: Path, compiled: bool = True) -> dict[str, Any]:
    """Relative path (with `/`) → what the file holds. Not `compiled`: mappings know their lines, no cache is used."""
    if not folder.is_dir():
        raise RulingsError(
            f"{folder}: no such folder; a knowledge base is a folder that `rulings parse --output` wrote"
        )
    if not compiled:
        return {path.relative_to(folder).as_posix(): read_yaml(path) for path in yaml_files(folder)}
    path = cache_folder() / f"yaml-{signature(folder)}.bin"
    try:
        return dict(marshal.loads(path.read_bytes()))
    except (OSError, ValueError, EOFError, TypeError):
        pass
    tree = {path.relative_to(folder).as_posix(): _plain(read_yaml(path)) for path in yaml_files(folder)}
    save(path, marshal.dumps(tree))
    return tree


def save(path: Path, content: bytes) -> bool:
    """Writes a cache file aside and moves it into place. False where that cannot be done; nothing is raised."""
    try:
        path.parent.mkdir(parents=True, exist_ok=True)
        handle, aside = tempfile.mkstemp(dir=path.parent, prefix=".new-")
        try:
            with os.fdopen(handle, "wb") as file:
                file.write(content)
            Path(aside).replace(path)
        except OSError:
            Path(aside).unlink(missing_ok=True)
            return False
    except OSError:
        return False
    return True


def _plain(value: Any) -> Any:
    if isinstance(value, dict):
        return {key: _plain(item) for key, item in value.items()}
    if isinstance(value, list):
        return [_plain(item) for item in value]
    return value
