"""The files of a finished site and their hashes → `sw.js`, the service worker, and `offline.json`, its edition."""

from __future__ import annotations

import json
import re
from collections.abc import Mapping
from hashlib import sha256
from pathlib import Path

from rulings.site.export.minify import script as lighten

SCRIPT = Path(__file__).parent.parent / "theme" / "js" / "service-worker.js"
_NOT_KEPT = ("sw.js", "offline.json", "js/service-worker.js", "feed.xml", "sitemap.xml", "opensearch.xml")
_PICTURES = "screenshots/"  # of the site itself: not needed offline
_ON_USE = re.compile(r"api/|book/|documents/[^/]+/lines-")  # large and seldom read: saved when they are used
_HASH = 12  # hex digits: enough that two versions of a file never have the same


def service_worker(paths_with_hashes: Mapping[str, str]) -> str:
    """The script of the worker: the edition (a hash of all that follows), the lists of files, `js/service-worker.js`.

    The browser installs a new edition when the bytes of the script change, which is when any file changes.
    """
    script = lighten(SCRIPT.read_text(encoding="utf-8"))
    lists = "".join(
        f"const {name} = {json.dumps(files, ensure_ascii=False, separators=(',', ':'))};\n"
        for name, files in (("FILES", at_once(paths_with_hashes)), ("ON_USE", on_use(paths_with_hashes)))
    )
    return f'const EDITION = "{edition(paths_with_hashes)}";\n{lists}{script}'


def edition(paths_with_hashes: Mapping[str, str]) -> str:
    """A hash of all files and of the worker's own script."""
    files = json.dumps(dict(sorted(paths_with_hashes.items())), ensure_ascii=False)
    return sha256((files + SCRIPT.read_text(encoding="utf-8")).encode()).hexdigest()[:8]


def at_once(paths_with_hashes: Mapping[str, str]) -> dict[str, str]:
    """The files that are saved together: shell, search data and pages."""
    return {path: hash for path, hash in sorted(paths_with_hashes.items()) if not _ON_USE.match(path)}


def on_use(paths_with_hashes: Mapping[str, str]) -> dict[str, str]:
    """The files that are saved when they are used: JSON, source lines, the book."""
    return {path: hash for path, hash in sorted(paths_with_hashes.items()) if _ON_USE.match(path)}


def about(folder: Path, paths_with_hashes: Mapping[str, str]) -> str:
    """`offline.json`: the edition, and the number and size in bytes of the files that are saved together."""
    paths = at_once(paths_with_hashes)
    size = sum((folder / path).stat().st_size for path in paths)
    return json.dumps({"edition": edition(paths_with_hashes), "files": len(paths), "bytes": size}) + "\n"


def hashes(folder: Path) -> dict[str, str]:
    """Path of each file of a finished site → the first hex digits of its SHA-256."""
    hash_of = dict[str, str]()
    for path in sorted(folder.rglob("*")):
        name = path.relative_to(folder).as_posix()
        if path.is_file() and name not in _NOT_KEPT and not name.startswith(_PICTURES) and not name.endswith(".gz"):
            hash_of[name] = sha256(path.read_bytes()).hexdigest()[:_HASH]
    return hash_of
