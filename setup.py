"""Compiles the knowledge base for the wheel; everything else is in `pyproject.toml`."""

import os
import shutil
import subprocess
import sys
from collections.abc import Iterator
from contextlib import contextmanager, suppress
from pathlib import Path

from setuptools import setup
from setuptools.command.build_py import build_py
from setuptools.command.sdist import sdist

# Two builds give the same wheel, byte for byte, if SOURCE_DATE_EPOCH says when: files have the same
# modes, Whoosh takes the names in its index from `random`, and with the hash seed below sets have
# the same order.
os.umask(0o022)
for licence in Path().glob("LICENSE*"):
    with suppress(OSError):  # where the sources are only readable
        licence.chmod(0o644)
_COMPILE = "import random; random.seed(1996); from rulings import api; api.compile_shipped()"


class BuildAndCompile(build_py):
    """Copies the package and, except for an editable installation, compiles the copy with its own
    code.
    """

    def run(self) -> None:
        """Raises `RuntimeError` if nothing was compiled."""
        if self.editable_mode:
            super().run()
            return
        # Else a file that is gone would be in the wheel
        shutil.rmtree(self.build_lib, ignore_errors=True)
        with unchanged_yaml():
            super().run()
        folder = Path(self.build_lib).resolve() / "rulings"
        paths = os.pathsep.join(filter(None, [str(folder.parent), os.environ.get("PYTHONPATH")]))
        subprocess.run(  # -B: bytecode of this Python does not belong in the wheel
            [sys.executable, "-B", "-P", "-c", _COMPILE],
            check=True,
            env={**os.environ, "PYTHONPATH": paths, "PYTHONHASHSEED": "0"},
        )
        if not (folder / "compiled.bin").is_file():
            raise RuntimeError(f"{folder}: the knowledge base was not compiled")
        for path in folder.rglob("*"):
            path.chmod(0o755 if path.is_dir() else 0o644)


class WholeSource(sdist):
    """The source distribution, which has no mark of an interrupted parse."""

    def make_release_tree(self, base_dir: str, files: list[str]) -> None:
        """Raises `RuntimeError` as `unchanged_yaml`."""
        with unchanged_yaml():
            super().make_release_tree(base_dir, files)


@contextmanager
def unchanged_yaml() -> Iterator[None]:
    """Raises `RuntimeError` if what the block copies may be half of one state and half of another:
    after an interrupted parse, and if one ran meanwhile.
    """
    before = when_written()
    yield
    if when_written() != before:
        raise RuntimeError("the YAML changed while it was copied: build again")


def when_written() -> dict[Path, int]:
    """When each YAML file was. Raises `RuntimeError` if a parse replaces them, or was interrupted."""
    if Path("rulings/.rulings-parse").exists():
        raise RuntimeError("an interrupted parse: run `rulings parse`, then build again")
    return {path: path.stat().st_mtime_ns for path in Path("rulings").rglob("*.yaml")}


setup(cmdclass={"build_py": BuildAndCompile, "sdist": WholeSource})
