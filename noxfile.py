"""Lint and type checks; the tests on every supported Python, with the oldest and the
newest dependencies allowed.

    nox -s checks                                lint, imports and types, as in .ci/run
    nox -s whoosh-reloaded                       the search on the other fork of Whoosh, once a week
    nox -s coverage                              the lines that no test runs; fails if they are many
    nox                                          on every Python, the tests that `python -m pytest` runs
    nox -- -m ""                                 on every Python, the slow tests too
    nox -s "tests-3.11(versions='highest')"      on one Python, with the newest dependencies

Pythons that are not installed are skipped. Install with `pip install nox uv`; uv finds
the oldest versions.
"""

from __future__ import annotations

import os
from pathlib import Path
from typing import Any

import nox
from nox.command import CommandFailed

nox.options.default_venv_backend = "uv"
nox.options.sessions = ["tests"]
nox.options.error_on_missing_interpreters = False
WITH_WHOOSH = [
    f"tests/search/test_{name}.py" for name in ("analysis", "fields", "ranking")
]
GITHUB_FILES = {  # schema → the files that it describes
    "github-issue-forms": ".github/ISSUE_TEMPLATE/*.yml",
    "github-workflows": ".github/workflows/*.yml",
    "dependabot": ".github/dependabot.yml",
    "citation-file-format": "CITATION.cff",
}
PYTHONS = nox.project.python_versions(nox.project.load_toml("pyproject.toml"))


@nox.session(python=PYTHONS)
@nox.parametrize("versions", ["lowest-direct", "highest"])
def tests(session: nox.Session, versions: str) -> None:
    """Runs the tests, with dependencies resolved to these versions."""
    session.install("--resolution", versions, "-e", ".[test]")
    session.run("uv", "pip", "freeze", external=True)
    session.run("python", "-m", "pytest", *session.posargs)


def install_locked(session: nox.Session) -> None:
    """Installs exactly the packages in `.ci/constraints.txt`, and the project: from the
    wheel that RULINGS_WHEEL names, if it is set. The project is not editable, so type
    checkers find all four folders. With `--no-venv`, everything is installed already.
    """
    if session.venv_backend == "none":
        return
    session.install("--quiet", "--require-hashes", "-r", ".ci/constraints.txt")
    project = os.environ.get("RULINGS_WHEEL", ".")
    session.install("--quiet", "--no-deps", "--no-build-isolation", project)


@nox.session(name="whoosh-reloaded")
def whoosh_reloaded(session: nox.Session) -> None:
    """Runs the tests of the index, queries and ranking on the other fork of Whoosh."""
    install_locked(session)
    session.run("uv", "pip", "uninstall", "--quiet", "whoosh3", external=True)
    session.install("--quiet", "--require-hashes", "-r", ".ci/whoosh-reloaded.txt")
    session.run(
        "python",
        "-m",
        "pytest",
        "-p",
        "no:cacheprovider",
        *WITH_WHOOSH,
        *session.posargs,
    )


@nox.session
def coverage(session: nox.Session) -> None:
    """Runs all tests except those in a browser, and lists the lines that they do not
    run; `pyproject.toml` sets the required share.
    """
    session.install("--quiet", "-e", ".[test]", "pytest-cov>=6")
    session.run(
        "python", "-m", "pytest", "--ignore=tests/browser", "--cov", *session.posargs
    )


@nox.session
def checks(session: nox.Session) -> None:
    """Checks style, imports, types, workflows, and the source distribution. It runs all
    checks, and then fails if any did.
    """
    failed = list[str]()

    def run(*words: str, **options: Any) -> None:
        try:
            session.run(*words, **options)
        except CommandFailed:
            failed.append(" ".join(words)[:60])

    install_locked(session)
    session.env["MYPY_CACHE_DIR"] = str(Path(session.create_tmp(), "mypy").absolute())
    run("ruff", "check", ".")
    run("ruff", "format", "--check", ".")
    for schema, pattern in GITHUB_FILES.items():
        files = sorted(map(str, Path().glob(pattern)))
        run("check-jsonschema", "--builtin-schema", f"vendor.{schema}", *files)
    run("shellcheck", "--severity", "warning", ".ci/run")
    run("zizmor", "--offline", "--quiet", ".github")
    run("check-manifest", "--no-build-isolation")
    root = Path.cwd()
    settings = str(root / "pyproject.toml")
    # In the root, the folder `rulings` would be mistaken for the whole package
    with session.chdir("tests"):
        run("lint-imports", "--config", settings, "--no-cache")
        run("mypy", "--config-file", settings, "-p", "rulings")
        files = sorted(
            str(path) for path in Path().rglob("*.py") if path.parts[0] != "browser"
        )
        run("mypy", "--config-file", settings, *files, env={"MYPYPATH": "browser"})
    # Checked separately, because both folders have a `conftest.py`
    with session.chdir("tests/browser"):
        files = sorted(map(str, Path().glob("*.py")))
        run("mypy", "--config-file", settings, *files, env={"MYPYPATH": ".."})
    if failed:
        session.error("failed: " + "; ".join(failed))
