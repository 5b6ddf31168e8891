"""Tests of the wheel and the source distribution: their contents, and that both give
the same wheel.
"""

from __future__ import annotations

import os
import re
import shutil
import subprocess
import sys
import sysconfig
import tarfile
import venv
import zipfile
from pathlib import Path

import pytest

from support.project_copy import ROOT

pytestmark = pytest.mark.slow

PARTS = ("rulings", "parser", "search", "site", "tests", ".ci")
MAX_SIZE = 4_500_000  # bytes of the wheel


def copy_checkout(folder: Path, time: int) -> Path:
    """Copies the checkout and sets the modification time of every file."""
    ignored = shutil.ignore_patterns("__pycache__", "node_modules", "*.egg-info", ".*")
    for part in PARTS:
        shutil.copytree(ROOT / part, folder / part, ignore=ignored)
    for path in ROOT.iterdir():
        if path.is_file() and (
            not path.name.startswith(".") or path.name == ".gitattributes"
        ):
            shutil.copy(path, folder)
    for path in folder.rglob("*"):
        os.utime(path, (time, time))
    return folder


def build(folder: Path, *options: str, umask: int = 0o022) -> Path:
    """Builds the project in the folder and returns the folder with the results."""
    command = [sys.executable, "-m", "build", "--no-isolation", *options]
    command += ["--outdir", str(folder / "dist"), str(folder)]
    process = subprocess.run(
        command,
        capture_output=True,
        text=True,
        check=False,
        umask=umask,
        env={**os.environ, "SOURCE_DATE_EPOCH": "946684800"},
    )
    assert process.returncode == 0, process.stdout + process.stderr
    return folder / "dist"


@pytest.fixture(scope="module")
def built(tmp_path_factory: pytest.TempPathFactory) -> tuple[Path, Path, Path]:
    """A wheel built from a checkout with remains of an older build (or the one that
    `.ci/run` has built), a wheel built from the source distribution, and the source
    distribution.
    """
    if not (ROOT / "pyproject.toml").exists():
        pytest.skip("this is no checkout")
    if "RULINGS_WHEEL" in os.environ:
        checkout_wheel = Path(os.environ["RULINGS_WHEEL"])
    else:
        checkout = copy_checkout(tmp_path_factory.mktemp("one"), 1_000_000_000)
        gone = checkout / "build" / "lib" / "rulings" / "gone.py"
        gone.parent.mkdir(parents=True)
        gone.touch()
        (checkout_wheel,) = build(checkout, "--wheel").glob("*.whl")
    results = build(
        copy_checkout(tmp_path_factory.mktemp("other"), 1_100_000_000), umask=0o077
    )
    (source_wheel,), (archive,) = results.glob("*.whl"), results.glob("*.tar.gz")
    return checkout_wheel, source_wheel, archive


def test_two_builds_give_the_same_wheel(built: tuple[Path, Path, Path]) -> None:
    """One is built from a checkout. The other is built from its source distribution, in
    another folder, at another time, and with a private umask.
    """
    checkout_wheel, source_wheel, _ = built
    assert checkout_wheel.name == source_wheel.name
    assert checkout_wheel.read_bytes() == source_wheel.read_bytes()
    assert checkout_wheel.stat().st_size <= MAX_SIZE


def test_the_wheel_contains_every_file_of_the_packages_and_nothing_else(
    built: tuple[Path, Path, Path],
) -> None:
    files = {
        path.relative_to(ROOT)
        for part in PARTS[:4]
        for path in (ROOT / part).rglob("*")
        if path.is_file()
    }
    packaged = {
        path.as_posix() if path.parts[0] == "rulings" else f"rulings/{path.as_posix()}"
        for path in files
    }
    expected = {
        name
        for name in packaged
        if "__pycache__" not in name and ".egg-info" not in name
    }
    with zipfile.ZipFile(built[0]) as wheel:
        names = {name for name in wheel.namelist() if ".dist-info/" not in name}
        modes = {entry.external_attr >> 16 & 0o777 for entry in wheel.infolist()}
    assert names == expected | {
        "rulings/compiled.bin"
    }  # and nothing from an older build
    assert modes <= {0o644, 0o664}  # 664: setuptools' own


def test_the_source_distribution_contains_the_tests(
    built: tuple[Path, Path, Path],
) -> None:
    with tarfile.open(built[2]) as source:
        names = {name.partition("/")[2] for name in source.getnames()}
    tests = (ROOT / "tests").rglob("*.py")
    expected = {
        path.relative_to(ROOT).as_posix()
        for path in tests
        if "node_modules" not in path.parts
    }
    beside = {*"pyproject.toml noxfile.py CHANGELOG.md DEVELOPMENT.md .ci/run".split()}
    assert beside | expected <= names
    assert [
        name for name in names if re.search(r"__pycache__|node_modules|\.pyc$", name)
    ] == []


@pytest.mark.skipif(os.name == "nt", reason="the command is for a POSIX shell here")
def test_the_command_of_the_readme_builds_the_website(
    built: tuple[Path, Path, Path], tmp_path: Path
) -> None:
    """It installs the wheel in a new environment, which finds the packages of this one,
    because a test has no network.
    """
    readme = (ROOT / "README.md").read_text(encoding="utf-8")
    (command,) = re.findall(r"^\$ (.*rulings site build .*)$", readme, re.MULTILINE)
    assert '".[site]"' in command
    environment = tmp_path / "environment"
    venv.create(environment)
    library = sysconfig.get_path("purelib", vars={"base": str(environment)})
    Path(library, "here.pth").write_text(sysconfig.get_path("purelib"))
    process = subprocess.run(
        ["sh", "-euc", command.replace(".[site]", f"{built[0]}[site]")],
        cwd=tmp_path,
        env={
            **os.environ,
            "PATH": f"{environment / 'bin'}{os.pathsep}{os.environ['PATH']}",
            "PIP_NO_INDEX": "1",
        },
        capture_output=True,
        text=True,
        check=False,
    )
    assert process.returncode == 0, process.stdout + process.stderr
    assert (tmp_path / "build/site/cards/dr-dreff/index.html").is_file()


def test_nothing_is_built_of_what_check_refuses(tmp_path: Path) -> None:
    checkout = copy_checkout(tmp_path / "checkout", 1_000_000_000)
    (checkout / "rulings/topics/tracing.yaml").unlink()
    with pytest.raises(
        AssertionError, match=r"topics/tracing\.yaml: missing; run `rulings parse`"
    ):
        build(checkout, "--wheel")
    assert not list(checkout.glob("dist/*"))
