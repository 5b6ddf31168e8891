"""The wheel holds what the program needs and nothing else, to the byte the same from wherever it is built."""

from __future__ import annotations

import os
import re
import shutil
import subprocess
import sys
import tarfile
import zipfile
from pathlib import Path

import pytest

pytestmark = pytest.mark.slow

ROOT = Path(__file__).resolve().parents[1]
PARTS = ("rulings", "parser", "search", "site", "tests")
NAME = r"[a-z0-9_-]+"
# Path of a file → how many there are at least: whatever fits none of these is not needed.
FILES = {
    r"rulings/(?:(?!sources|cards|topics|documents)[a-z_]+/)*[a-z_]+\.py": 150,
    rf"rulings/cards/(?:corp|runner)/{NAME}\.yaml": 580,
    rf"rulings/topics/{NAME}\.yaml": 22,
    rf"rulings/documents/{NAME}\.yaml": 5,
    r"rulings/(?:run-chart|tournament)\.yaml": 2,
    rf"rulings/sources/(?:{NAME}\.yaml|[a-z0-9.-]+\.(?:txt|md)|additions/README\.md)": 20,
    rf"rulings/(?:deck|search|site/views)/{NAME}\.yaml": 4,
    r"rulings/py\.typed|rulings/storage/schema\.json|rulings/site/mkdocs\.yml": 3,
    rf"rulings/site/theme/{NAME}\.(?:html|css|svg)": 40,
    rf"rulings/site/theme/js/{NAME}\.js": 30,
    rf"rulings/site/pages/(?:{NAME}\.md|screenshots/{NAME}\.webp)": 30,
    r"netrunner_rulings-[\d.]+\.data/data/share/man/man1/rulings\.1": 1,
    r"netrunner_rulings-[\d.]+\.dist-info/(?:METADATA|WHEEL|RECORD|entry_points\.txt|top_level\.txt|licenses/LICENSE)": 6,
}


def copied(folder: Path, time: int) -> Path:
    """What a checkout holds, all of it last changed at that time."""
    leave = shutil.ignore_patterns("__pycache__", "node_modules", "*.egg-info", ".*")
    for part in PARTS:
        shutil.copytree(ROOT / part, folder / part, ignore=leave)
    for path in ROOT.iterdir():
        if path.is_file() and not path.name.startswith("."):
            shutil.copy(path, folder)
    for path in folder.rglob("*"):
        os.utime(path, (time, time))
    return folder


def build(folder: Path, *options: str) -> Path:
    """Builds there; the folder of what was built."""
    command = [sys.executable, "-m", "build", "--no-isolation", *options, "--outdir", str(folder / "dist"), str(folder)]
    done = subprocess.run(command, capture_output=True, text=True, check=False, env={**os.environ, "SOURCE_DATE_EPOCH": "946684800"})
    assert done.returncode == 0, done.stdout + done.stderr
    return folder / "dist"


@pytest.fixture(scope="module")
def built(tmp_path_factory: pytest.TempPathFactory) -> tuple[Path, Path, Path]:
    """The wheel of a checkout, that of its source distribution, and the source distribution."""
    if not (ROOT / "pyproject.toml").exists():
        pytest.skip("this is no checkout")
    (of_checkout,) = build(copied(tmp_path_factory.mktemp("one"), 1_000_000_000), "--wheel").glob("*.whl")
    both = build(copied(tmp_path_factory.mktemp("other"), 1_100_000_000))
    (wheel,), (archive,) = both.glob("*.whl"), both.glob("*.tar.gz")
    return of_checkout, wheel, archive


def test_the_source_distribution_builds_the_same_wheel_to_the_byte(built: tuple[Path, Path, Path]) -> None:
    of_checkout, of_source, _ = built
    assert of_checkout.name == of_source.name
    assert of_checkout.read_bytes() == of_source.read_bytes()


def test_the_wheel_holds_what_is_needed_and_nothing_else(built: tuple[Path, Path, Path]) -> None:
    with zipfile.ZipFile(built[0]) as wheel:
        names = wheel.namelist()
    assert [name for name in names if not any(re.fullmatch(pattern, name) for pattern in FILES)] == []
    found = {pattern: sum(bool(re.fullmatch(pattern, name)) for name in names) for pattern in FILES}
    assert {pattern: count for pattern, count in found.items() if count < FILES[pattern]} == {}


def test_the_source_distribution_holds_the_tests(built: tuple[Path, Path, Path]) -> None:
    with tarfile.open(built[2]) as source:
        names = {name.partition("/")[2] for name in source.getnames()}
    expected = {path.relative_to(ROOT).as_posix() for folder in ("", "support") for path in (ROOT / "tests" / folder).glob("*.py")}
    assert {"pyproject.toml", "noxfile.py", "CHANGELOG.md", *expected} <= names
    assert not [name for name in names if "__pycache__" in name or "node_modules" in name or name.endswith(".pyc")]
