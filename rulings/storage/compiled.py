"""The compiled folder: what `rulings parse` and the building of the wheel computed from the YAML, as checked files.

`<knowledge base>/compiled/` has `manifest.json` and one file for each value, such as `knowledge.json` and the files of
the search index. The manifest names the version of the program, the state of what was compiled (`fingerprint`) and a
checksum of each file. Nothing but `write_compiled` writes there. `read_compiled` returns None for a folder that is
missing, stale or of another version; a value that is damaged raises `DamagedError`. In both cases, the YAML is read.
"""

from __future__ import annotations

import contextlib
import os
import shutil
import tempfile
import time
from collections.abc import Iterable, Iterator, Mapping
from pathlib import Path
from zlib import crc32

import msgspec

from rulings.storage.layout import CODE, COMPILED, SHIPPED, SOURCES_FILE, YAML_FOLDERS
from rulings.version import __version__

_MANIFEST = "manifest.json"
_TEMPORARY = f".{COMPILED}-"  # how the names of unfinished folders begin
_MAX_AGE = 600  # seconds after which an unfinished folder was left by a run that was killed


class DamagedError(Exception):
    """A compiled file does not contain what was written to it."""


class _Manifest(msgspec.Struct):
    version: str
    fingerprint: str
    checksums: dict[str, int]  # name of each value → CRC-32


class Compiled(Mapping[str, bytes]):
    """The values of a compiled folder by name. Reading one that is damaged or missing raises `DamagedError`."""

    def __init__(self, folder: Path, checksums: dict[str, int]) -> None:
        self._folder, self._checksums = folder, checksums

    def __getitem__(self, name: str) -> bytes:
        checksum = self._checksums[name]
        try:
            value = (self._folder / name).read_bytes()
        except OSError as error:
            raise DamagedError(f"{self._folder / name}: {error.strerror}") from None
        if crc32(value) != checksum:
            raise DamagedError(f"{self._folder / name} is damaged")
        return value

    def __iter__(self) -> Iterator[str]:
        return iter(self._checksums)

    def __len__(self) -> int:
        return len(self._checksums)


def read_compiled(folder: Path) -> Compiled | None:
    """What was compiled from a knowledge base; None if that is missing, unreadable, of another version or stale."""
    try:
        manifest = msgspec.json.decode((folder / COMPILED / _MANIFEST).read_bytes(), type=_Manifest)
    except (OSError, msgspec.MsgspecError, UnicodeDecodeError):
        return None
    if manifest.version != __version__ or (_can_change(folder) and manifest.fingerprint != fingerprint(folder)):
        return None
    return Compiled(folder / COMPILED, manifest.checksums)


def write_compiled(folder: Path, values: Iterable[tuple[str, bytes]], state: str) -> None:
    """Writes the values (names may contain `/`) in one step. `state`: the fingerprint of what they were made from.

    Raises `OSError` if they cannot be written. If another process compiles too, one of the results stays.
    """
    _remove_left_over(folder)
    staging = Path(tempfile.mkdtemp(prefix=_TEMPORARY, dir=folder))
    try:
        checksums = {}
        for name, value in values:
            (staging / name).parent.mkdir(parents=True, exist_ok=True)
            (staging / name).write_bytes(value)
            checksums[name] = crc32(value)
        (staging / _MANIFEST).write_bytes(msgspec.json.encode(_Manifest(__version__, state, checksums)))
        staging.chmod(0o755)
        with contextlib.suppress(FileNotFoundError):
            (folder / COMPILED).rename(staging / "replaced")
        with contextlib.suppress(FileExistsError):
            staging.rename(folder / COMPILED)
        shutil.rmtree(folder / COMPILED / "replaced", ignore_errors=True)
    finally:
        shutil.rmtree(staging, ignore_errors=True)


def _remove_left_over(folder: Path) -> None:
    """Removes the unfinished folders of runs that were killed."""
    for left_over in folder.glob(f"{_TEMPORARY}*"):
        with contextlib.suppress(OSError):
            if time.time() - left_over.stat().st_mtime > _MAX_AGE:
                shutil.rmtree(left_over, ignore_errors=True)


def is_checkout(folder: Path) -> bool:
    """Whether the folder is that of the program in a checkout, where its files may be edited at any time."""
    return folder.absolute() == SHIPPED and (folder.parent / "pyproject.toml").exists()


def _can_change(folder: Path) -> bool:
    """Whether the YAML may be newer than what was compiled: not in an installation, whose times say nothing."""
    return folder.absolute() != SHIPPED or is_checkout(folder)


def fingerprint(folder: Path) -> str:
    """The state of the YAML and, in a checkout, of the program: a checksum of paths, sizes and times of change."""
    sources = folder if (folder / "sources" / SOURCES_FILE).exists() else SHIPPED
    state = 0
    for name in YAML_FOLDERS:
        state = _add_files(sources / name if name.startswith("sources") else folder / name, ".yaml", state)
    if is_checkout(folder):
        for name in CODE:
            state = _add_files(folder.parent / name, ".py", state)
    return f"{state:08x}"


def _add_files(folder: Path, ending: str, state: int) -> int:
    """The checksum `state`, continued with the files in a folder."""
    try:
        with os.scandir(folder) as entries:
            for entry in sorted(entries, key=lambda entry: entry.name):
                if entry.name.endswith((ending, ".yaml")):
                    stat = entry.stat()
                    state = crc32(f"{entry.name} {stat.st_size} {stat.st_mtime_ns}\n".encode(errors="replace"), state)
    except OSError:
        return state
    return state
