"""Files of a finished site with the hashes of their bytes → `sw.js`, the worker that keeps it for reading offline."""

from __future__ import annotations

import json
from collections.abc import Mapping
from hashlib import sha256
from pathlib import Path

SCRIPT = Path(__file__).with_name("theme") / "js" / "service-worker.js"
_NOT_KEPT = ("sw.js", "js/service-worker.js")
_PICTURES = "screenshots/"  # of the site itself: whoever reads it offline has it
_HASH = 12  # hex digits: enough that two versions of one file never agree by chance


def service_worker(paths_with_hashes: Mapping[str, str]) -> str:
    """The worker's script: the edition (a hash over the list and the script), the list, then `js/service-worker.js`.

    The browser compares the script's bytes with those it has; so any change of any file, and nothing else, is a new
    edition. The same files give the same bytes.
    """
    script = SCRIPT.read_text(encoding="utf-8")
    files = json.dumps(dict(sorted(paths_with_hashes.items())), ensure_ascii=False, separators=(",", ":"))
    edition = sha256((files + script).encode()).hexdigest()[:16]
    return f'const EDITION = "{edition}";\nconst FILES = {files};\n{script}'


def hashes(folder: Path) -> dict[str, str]:
    """Every file of a finished site (path with `/`, from the folder) → the first hex digits of its SHA-256."""
    found = dict[str, str]()
    for path in sorted(folder.rglob("*")):
        name = path.relative_to(folder).as_posix()
        if path.is_file() and name not in _NOT_KEPT and not name.startswith(_PICTURES) and not name.endswith(".gz"):
            found[name] = sha256(path.read_bytes()).hexdigest()[:_HASH]
    return found
