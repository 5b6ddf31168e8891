"""A folder of YAML → its `Knowledge`, read from the YAML; `rulings.api` reads what was compiled from it."""

from __future__ import annotations

import contextlib
import os
import shutil
import tempfile
import time
from collections.abc import Iterable, Iterator, Mapping
from pathlib import Path
from typing import Any
from zlib import crc32

import msgspec

from rulings import errors, version
from rulings.model import knowledge, loading, rows
from rulings.storage import files as storage_files

# The knowledge base's folder → the plain data of all its YAML.


def _yaml_files(folder: Path) -> Iterator[tuple[str, Path]]:
    """The YAML files that the knowledge base consists of, in a fixed order: relative path (with `/`), path."""
    generated = [path for name in storage_files.GENERATED_FOLDERS for path in sorted((folder / name).glob("*.yaml"))]
    # cards.yaml is only for the parser: the generated file of each card repeats its facts.
    hand_edited = [f"sources/{name}.yaml" for name in rows.HAND_EDITED if name != "cards"]
    others = [folder / name for name in (*storage_files.GENERATED_FILES, *hand_edited)]
    for path in (*generated, *filter(Path.exists, others)):
        yield path.relative_to(folder).as_posix(), path


def read_generated_files(folder: Path) -> dict[str, Any]:
    """Relative path → the data of each generated file; mappings know their lines."""
    from rulings.storage import yaml_files  # here, because a look-up, which reads compiled files, does not need it

    return {name: yaml_files.read_yaml(path) for name, path in _yaml_files(folder) if not name.startswith("sources/")}


def read_tree(folder: Path) -> dict[str, Any]:
    """Relative path (with `/`) → the file's data; mappings know their lines. All are validated."""
    from rulings.storage import yaml_files  # see `read_generated_files`

    if not folder.is_dir():
        raise errors.RulingsError(
            f"{folder}: no such folder; a knowledge base is a folder that `rulings parse --output` wrote"
        )
    return {name: yaml_files.read_checked(path, name) for name, path in _yaml_files(folder)}


# The compiled folder: what `rulings parse` and the building of the wheel computed from the YAML, as checked files.

_MANIFEST = "manifest.json"
_TEMPORARY = f".{storage_files.COMPILED}-"  # how the names of unfinished folders begin
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
        manifest = msgspec.json.decode((folder / storage_files.COMPILED / _MANIFEST).read_bytes(), type=_Manifest)
    except (OSError, msgspec.MsgspecError, UnicodeDecodeError):
        return None
    if manifest.version != version.__version__ or (_can_change(folder) and manifest.fingerprint != fingerprint(folder)):
        return None
    return Compiled(folder / storage_files.COMPILED, manifest.checksums)


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
        (staging / _MANIFEST).write_bytes(msgspec.json.encode(_Manifest(version.__version__, state, checksums)))
        staging.chmod(0o755)
        with contextlib.suppress(FileNotFoundError):
            (folder / storage_files.COMPILED).rename(staging / "replaced")
        with contextlib.suppress(FileExistsError):
            staging.rename(folder / storage_files.COMPILED)
        shutil.rmtree(folder / storage_files.COMPILED / "replaced", ignore_errors=True)
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
    return folder.absolute() == storage_files.SHIPPED and (folder.parent / "pyproject.toml").exists()


def _can_change(folder: Path) -> bool:
    """Whether the YAML may be newer than what was compiled: not in an installation, whose times say nothing."""
    return folder.absolute() != storage_files.SHIPPED or is_checkout(folder)


def fingerprint(folder: Path) -> str:
    """The state of the YAML and, in a checkout, of the program: a checksum of paths, sizes and times of change."""
    sources = folder if (folder / "sources" / storage_files.SOURCES_FILE).exists() else storage_files.SHIPPED
    state = 0
    for name in storage_files.YAML_FOLDERS:
        state = _add_files(sources / name if name.startswith("sources") else folder / name, ".yaml", state)
    if is_checkout(folder):
        for name in storage_files.CODE:
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


MAX_WAIT = 2.0  # seconds to wait for a parse that is moving its files; this takes some hundredths of a second


def read_folder(folder: Path) -> knowledge.Knowledge:
    """The knowledge base in the folder. Raises `RulingsError` if it cannot be read."""
    _refuse_interrupted(folder)
    files = read_tree(folder)
    _refuse_interrupted(folder)  # again, because a parse may have begun while the files were read
    if not any(name.startswith("cards/") for name in files):
        raise errors.RulingsError(
            f"{folder}: contains no cards; a knowledge base is a folder that `rulings parse --output` wrote"
        )
    if (
        f"sources/{storage_files.SOURCES_FILE}" not in files
    ):  # the output of `rulings parse --output` has no sources of its own
        files |= {name: data for name, data in read_tree(storage_files.SHIPPED).items() if name.startswith("sources/")}
    try:
        return loading.assemble(files, folder)
    except errors.RulingsError as error:
        raise errors.RulingsError(f"{folder}: {error}") from None


def _refuse_interrupted(folder: Path) -> None:
    """Raises `RulingsError` if a parse was killed while it moved its files; waits for one that is doing so now."""
    deadline = time.monotonic() + MAX_WAIT
    while problem := storage_files.interrupted(folder):
        if time.monotonic() > deadline:
            raise errors.RulingsError(str(problem))
        time.sleep(0.01)
