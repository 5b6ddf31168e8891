"""Compiles the knowledge base for the wheel; everything else is in `pyproject.toml`."""

import os
import shutil
import subprocess
import sys
from contextlib import suppress
from pathlib import Path

from setuptools import setup
from setuptools.command.build_py import build_py

# Two builds give the same wheel, byte for byte, if SOURCE_DATE_EPOCH sets the time. For
# this, files get the same modes, `random` gets a seed (Whoosh takes the names in its index
# from it), and the hash seed below fixes the order of sets.
os.umask(0o022)
for licence in Path().glob("LICENSE*"):
    with suppress(OSError):  # if the sources are read-only
        licence.chmod(0o644)
_COMPILE = (
    "import random; random.seed(1996); from rulings import api; api.compile_shipped()"
)


class BuildAndCompile(build_py):
    """Copies the package and compiles the copy with its own code, except in an editable
    installation.
    """

    def run(self) -> None:
        """Copies and compiles.

        Raises `CalledProcessError` if `rulings check` would refuse the data, such as half
        of a parse, and `RuntimeError` if nothing was compiled.
        """
        if self.editable_mode:
            super().run()
            return
        # Otherwise the wheel would contain files that no longer exist
        shutil.rmtree(self.build_lib, ignore_errors=True)
        super().run()
        folder = Path(self.build_lib).resolve() / "rulings"
        paths = os.pathsep.join(
            filter(None, [str(folder.parent), os.environ.get("PYTHONPATH")])
        )
        subprocess.run(  # -B: bytecode of this Python does not belong in the wheel
            [sys.executable, "-B", "-P", "-c", _COMPILE],
            check=True,
            env={**os.environ, "PYTHONPATH": paths, "PYTHONHASHSEED": "0"},
        )
        if not (folder / "compiled.bin").is_file():
            raise RuntimeError(f"{folder}: the knowledge base was not compiled")
        for path in folder.rglob("*"):
            path.chmod(0o755 if path.is_dir() else 0o644)


setup(cmdclass={"build_py": BuildAndCompile})
