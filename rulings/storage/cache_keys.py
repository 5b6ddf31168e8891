"""The folder of a knowledge base → the key of its caches: a hash of all its YAML and of the program.

"The program" is its files plus the Python version, because Python's Unicode tables decide what a letter is.

Hashing every file would be too slow for a look-up, so the cache folder has a record (`record-….txt`) for each
knowledge base: its key, and a hash of the sizes, times and inodes of all files when the key was computed. While that
hash is unchanged, so is the key.
"""

from __future__ import annotations

import os
import sys
import time
from zlib import crc32

from rulings.storage.cache_folder import cache_folder, distrust_reason, is_own_file
from rulings.storage.layout import PACKAGE, SOURCES_FILE, YAML_FOLDERS

TYPE_CHECKING = False
if TYPE_CHECKING:
    from collections.abc import Iterator

_VERSION = f"{PACKAGE}/version.py"  # replaced by every upgrade
_CHECKOUT = os.path.exists(f"{os.path.dirname(PACKAGE)}/pyproject.toml")
_MAGIC = "rulings record 1"
# Seconds: a file that changed more recently may change again without a new timestamp (FAT has a resolution of 2 s).
SETTLE_TIME = 2.0
_MAX_OTHER_RECORDS = 16  # records of other knowledge bases that are not removed
_PYTHON = f"{sys.implementation.name} {sys.version_info[0]}.{sys.version_info[1]}"
_STARTED = time.time()
_process_salt = b""  # part of the key, in a process that no longer runs the program on the disk


def cache_key(folder: str) -> str:
    """The key, 32 hexadecimal digits, which changes with every byte of the YAML and of the program.

    If the program on disk was edited or upgraded after this process started, the process may run a mixture of both
    versions. It therefore gets keys, and so caches, of its own. A look-up ends before this can matter.
    """
    global _process_salt
    if not _process_salt and time.time() > _STARTED + SETTLE_TIME and _program_changed():
        _process_salt = os.urandom(16)
    return (not _process_salt and _recorded_key(folder)) or _computed_key(folder)


def _program_changed() -> bool:
    """Whether a file of the program has changed since this process started."""
    files = (f"{path}/{name}" for path, names in program_folders() for name in names) if _CHECKOUT else (_VERSION,)
    return any(changed_at(file) > _STARTED for file in files)


def yaml_folders(folder: str) -> Iterator[tuple[str, list[str]]]:
    """The folders of a knowledge base that exist, as paths, each with the names of its YAML files in order."""
    for part in YAML_FOLDERS:
        path = f"{folder}/{part}" if part else folder
        names = _file_names(path, (".yaml",))
        if names is not None:
            yield path, names
        if part == "sources" and folder != PACKAGE and SOURCES_FILE not in (names or ()):
            # The output of `rulings parse --output` has no sources of its own: it uses the shipped ones.
            yield f"{PACKAGE}/sources", _file_names(f"{PACKAGE}/sources", (".yaml",)) or []


def program_folders() -> Iterator[tuple[str, list[str]]]:
    """The folders of the program, each with its files: the package and, in a checkout, the packages beside it."""
    parent = os.path.dirname(PACKAGE)
    waiting = [PACKAGE]
    if _CHECKOUT:
        waiting = [f"{parent}/{name}" for name in sorted(os.listdir(parent))]
    while waiting:
        path = waiting.pop()
        names = _file_names(path, (".py", ".yaml", ".json")) if os.path.exists(f"{path}/__init__.py") else None
        if names is not None:
            yield path, names
            with os.scandir(path) as entries:
                waiting += sorted(entry.path for entry in entries if entry.is_dir())


def _file_names(path: str, endings: tuple[str, ...]) -> list[str] | None:
    try:
        return sorted(name for name in os.listdir(path) if name.endswith(endings))
    except OSError:
        return None


def _files_state(folders: list[list[str]]) -> int:
    """A hash of size, times and inode of folders (each a path and its files) and of all files in them; -1 on errors.

    Processes can compare it, because the `hash` of a tuple of integers does not depend on PYTHONHASHSEED.
    """
    numbers: list[int] = []
    stat = os.stat
    add = numbers.append
    uses_dir_fd = os.stat in os.supports_dir_fd
    for path, *names in folders:
        try:
            folder = os.open(path, os.O_RDONLY) if uses_dir_fd else -1
        except OSError:
            return -1
        try:
            status = os.fstat(folder) if uses_dir_fd else stat(path)
            numbers += (status.st_mtime_ns, status.st_ctime_ns, status.st_ino)
            for name in names:
                status = stat(name, dir_fd=folder) if uses_dir_fd else stat(f"{path}/{name}")
                add(status.st_size)
                add(status.st_mtime_ns)
                add(status.st_ctime_ns)
                add(status.st_ino)
        except (OSError, ValueError):
            return -1
        finally:
            if uses_dir_fd:
                os.close(folder)
    return hash(tuple(numbers))


def _record_path(folder: str) -> str:
    """The path of a knowledge base's record. If two share it, which is rare, each replaces the record of the other.

    The built-in `hash` of a text is random, and `hashlib` takes too long to import for a look-up by name.
    """
    name = os.fsencode(f"{_PYTHON}\0{folder}")
    return f"{cache_folder()}/record-{crc32(name):08x}.txt"


def _recorded_key(folder: str) -> str:
    """The key in the record, if there is one and no file has changed since then; else an empty text."""
    path = _record_path(folder)
    if not is_own_file(path) or distrust_reason(os.path.dirname(path)):
        return ""
    try:
        with open(path, "rb", buffering=0) as file:
            text = file.read().decode("utf-8", "surrogateescape")
    except OSError:
        return ""
    magic, _, rest = text.partition("\n")
    check, _, body = rest.partition("\n")
    if magic != _MAGIC or check != f"{crc32(body.encode('utf-8', 'surrogateescape')):08x}":
        return ""
    key, state, recorded_folder, *folders = body.split("\n")
    if recorded_folder != folder or state != str(_files_state([line.split("\0") for line in folders])):
        return ""
    return key


def _computed_key(folder: str) -> str:
    """The key computed from the content of all files. It is recorded unless a file changed a moment ago."""
    from hashlib import sha256

    from rulings.version import __version__

    data = [[path, *names] for path, names in yaml_folders(folder)]
    code = [[path, *names] for path, names in program_folders()]
    # An installed program is not edited in place, and replacing one of its files changes the folder.
    watched = [*data, *(code if _CHECKOUT else (names[:1] for names in code))]
    started = time.time()
    state = _files_state(watched)
    digest = sha256(f"rulings {__version__}\n{_PYTHON}\n".encode() + _process_salt)
    parent = os.path.dirname(PACKAGE)
    newest = 0.0
    for path, *names in (*data, *code):
        newest = max(newest, changed_at(path))
        part = path.removeprefix(folder).removeprefix(parent)
        for name in names:
            try:
                with open(f"{path}/{name}", "rb") as file:
                    newest = max(newest, changed_at(file.fileno()))
                    content = file.read()
            except OSError:
                state = -1  # the file was removed in the meantime
                continue
            digest.update(f"{part}/{name}\0{len(content)}\n".encode("utf-8", "surrogateescape"))
            digest.update(content)
    key = digest.hexdigest()[:32]
    if state != -1 and not _process_salt and started - newest > SETTLE_TIME:
        _write_record(folder, watched, state, key)
    return key


def changed_at(file: str | int) -> float:
    """When a file or its metadata last changed, in seconds since the epoch; the present time if that is unknown."""
    try:
        status = os.stat(file)
    except OSError:
        return time.time()
    return status.st_mtime if os.name == "nt" else status.st_ctime


def _write_record(folder: str, folders: list[list[str]], state: int, key: str) -> None:
    if any("\n" in name for names in folders for name in names) or distrust_reason(cache_folder()):
        return
    from rulings.storage.cache_writing import remove_old_files, save_text

    body = "\n".join((key, str(state), folder, *("\0".join(names) for names in folders)))
    path = _record_path(folder)
    check = crc32(body.encode("utf-8", "surrogateescape"))
    if save_text(path, f"{_MAGIC}\n{check:08x}\n{body}"):
        remove_old_files(
            path, r"record-[0-9a-f]{8}\.txt", _MAX_OTHER_RECORDS, lambda head: head.startswith(_MAGIC.encode())
        )
