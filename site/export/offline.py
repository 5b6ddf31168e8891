"""The files of a finished site → `sw.js`, the service worker for offline reading, and `offline.json`, its build.

A build is one state of all files. Most files are saved together when it is installed, others when they are used.
"""

from __future__ import annotations

import json
import re
from collections.abc import Mapping
from hashlib import sha256
from pathlib import Path

SCRIPT = Path(__file__).parent.parent / "theme" / "js" / "service-worker.js"
_NOT_SAVED = ("sw.js", "offline.json", "js/service-worker.js", "feed.xml", "sitemap.xml", "opensearch.xml")
_SCREENSHOTS = "screenshots/"  # not needed offline
_SAVED_ON_USE = re.compile(r"api/|book/|documents/[^/]+/lines-")  # large and seldom read
_HASH_LENGTH = 12  # hex digits: enough to tell all versions of a file apart


def service_worker(hashes: Mapping[str, str]) -> str:
    """The script of the worker: the build, the lists of files with their hashes, and `js/service-worker.js`.

    It changes if any file changes, and the browser then installs the new build.
    """
    script = SCRIPT.read_text(encoding="utf-8")
    lists = "".join(
        f"const {name} = {json.dumps(files, ensure_ascii=False, separators=(',', ':'))};\n"
        for name, files in (("FILES", saved_at_once(hashes)), ("ON_USE", saved_on_use(hashes)))
    )
    return f'const BUILD = "{build_hash(hashes)}";\n{lists}{script}'


def build_hash(hashes: Mapping[str, str]) -> str:
    """The name of the build: a hash of all files and of the worker's script."""
    files = json.dumps(dict(sorted(hashes.items())), ensure_ascii=False)
    return sha256((files + SCRIPT.read_text(encoding="utf-8")).encode()).hexdigest()[:8]


def saved_at_once(hashes: Mapping[str, str]) -> dict[str, str]:
    """The files that are saved together, with their hashes: pages, scripts, stylesheets and search data."""
    return {path: hash for path, hash in sorted(hashes.items()) if not _SAVED_ON_USE.match(path)}


def saved_on_use(hashes: Mapping[str, str]) -> dict[str, str]:
    """The files that are saved when they are used, with their hashes: JSON, source lines, the book."""
    return {path: hash for path, hash in sorted(hashes.items()) if _SAVED_ON_USE.match(path)}


def offline_json(folder: Path, hashes: Mapping[str, str]) -> str:
    """`offline.json`: the build, and the number and size in bytes of the files that are saved together."""
    paths = saved_at_once(hashes)
    size = sum((folder / path).stat().st_size for path in paths)
    return json.dumps({"build": build_hash(hashes), "files": len(paths), "bytes": size}) + "\n"


def file_hashes(folder: Path) -> dict[str, str]:
    """Path → the first hex digits of the SHA-256, for each file of a finished site that is saved."""
    hashes: dict[str, str] = {}
    for path in sorted(folder.rglob("*")):
        name = path.relative_to(folder).as_posix()
        if path.is_file() and name not in _NOT_SAVED and not name.startswith(_SCREENSHOTS):
            hashes[name] = sha256(path.read_bytes()).hexdigest()[:_HASH_LENGTH]
    return hashes
