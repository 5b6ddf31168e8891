"""The files of a finished site → `sw.js`, the service worker for offline reading, and `offline.json`, the list of them.

A build is one state of all files. The worker saves what is read; on request, a page saves the whole build.
"""

from __future__ import annotations

import json
from hashlib import sha256
from pathlib import Path

from rulings.site.export import search_scripts
from rulings.site.page_assets import scripts_of, stylesheets_of

SCRIPT = Path(__file__).parent.parent / "theme" / "js" / "service-worker.js"
_NOT_SAVED = ("sw.js", "offline.json", "js/service-worker.js", "feed.xml", "feed.json", "sitemap.xml", "opensearch.xml")
_FOLDERS_NOT_SAVED = ("screenshots/", "api/")  # not needed offline
_HASH_LENGTH = 12  # hex digits: enough to tell all versions of a file apart


def service_worker() -> str:
    """The script of the worker: the files that it saves at once, and `js/service-worker.js`."""
    files = [path for kind in ("404", "search") for path in (*stylesheets_of(kind), *scripts_of(kind))]
    shell = dict.fromkeys(
        (
            "404.html",
            "search/index.html",
            "js/shared/before-paint.js",
            "js/shared/site-root.js",
            *files,
            search_scripts.BUNDLE,
            "assets/search-data.js",
        )
    )
    return f"const SHELL = {json.dumps([*shell])};\n{SCRIPT.read_text(encoding='utf-8')}"


def offline_json(folder: Path) -> str:
    """`offline.json`: the build, its size in bytes, and its files with their hashes."""
    hashes = file_hashes(folder)
    build = sha256(json.dumps(hashes, ensure_ascii=False).encode()).hexdigest()[:8]
    size = sum((folder / path).stat().st_size for path in hashes)
    return json.dumps({"build": build, "bytes": size, "files": hashes}, ensure_ascii=False) + "\n"


def file_hashes(folder: Path) -> dict[str, str]:
    """Path → the first hex digits of the SHA-256, for each file of a finished site that can be kept on a device."""
    hashes: dict[str, str] = {}
    for path in sorted(folder.rglob("*")):
        name = path.relative_to(folder).as_posix()
        if path.is_file() and name not in _NOT_SAVED and not name.startswith(_FOLDERS_NOT_SAVED):
            hashes[name] = sha256(path.read_bytes()).hexdigest()[:_HASH_LENGTH]
    return hashes
