"""Lint and types; and the tests on each Python that is supported, with the oldest and the newest versions allowed.

    nox -s checks                                lint, imports and types, as .ci/run checks them
    nox                                          on all of them, the tests of what the dependencies do for us
    nox -- -m ""                                 on all of them, every test
    nox -s "tests-3.11(versions='highest')"      on one of them

Pythons that are not there are left out. `pip install nox uv`: uv resolves to the oldest versions too.
"""

from __future__ import annotations

from pathlib import Path

import nox

nox.options.default_venv_backend = "uv"
nox.options.sessions = ["tests"]
nox.options.error_on_missing_interpreters = False
PYTHONS = nox.project.python_versions(nox.project.load_toml("pyproject.toml"))
# What uses Whoosh; MkDocs, Jinja2, MarkupSafe and Markdown; PyYAML and jsonschema; platformdirs; rapidfuzz;
# prompt_toolkit; SQLite, pickles and sockets of Python itself.
FILES = [
    "search",
    "page_search",
    "search_index",
    "site_hostile",
    "publishing",
    "site_serve",
    "yaml",
    "hand_kept_files",
    "quiz",
    "names",
    "finder",
    "cache",
    "cli",
]


@nox.session(python=PYTHONS)
@nox.parametrize("versions", ["lowest-direct", "highest"])
def tests(session: nox.Session, versions: str) -> None:
    """The tests, with dependencies resolved to these versions."""
    session.install("--resolution", versions, "-e", ".[test]")
    session.run("uv", "pip", "freeze", external=True)
    short = [f"tests/test_{name}.py" for name in FILES]
    session.run("python", "-m", "pytest", *(session.posargs or short))


@nox.session(venv_backend="venv")
def checks(session: nox.Session) -> None:
    """Lint, imports and types. The install is not editable: type checkers then find all four folders."""
    session.install("--quiet", ".[dev]")
    session.run("ruff", "check", ".")
    session.run("ruff", "format", "--check", ".")
    root = Path.cwd()
    settings = str(root / "pyproject.toml")
    with session.chdir("tests"):  # in the root, the folder `rulings` would be taken for the whole package
        session.run("lint-imports", "--config", settings, "--no-cache")
        session.run("mypy", "--config-file", settings, "-p", "rulings")
        files = sorted(str(path) for folder in (".", "benchmarks") for path in Path(folder).glob("*.py"))
        session.run("mypy", "--config-file", settings, *files, env={"MYPYPATH": "benchmarks"})
    with session.chdir("tests/browser"):  # a folder by itself, because both have a `conftest.py`
        files = sorted(map(str, Path().glob("*.py")))
        session.run("mypy", "--config-file", settings, *files, env={"MYPYPATH": ".."})
