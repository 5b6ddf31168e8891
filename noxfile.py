"""The tests on each Python that is supported, with the oldest and the newest versions that pyproject.toml allows.

    nox                                          on all of them, the tests of what the dependencies do for us
    nox -- -m ""                                 on all of them, every test
    nox -s "tests-3.11(versions='highest')"      on one of them

Pythons that are not there are left out. `pip install nox uv`: uv resolves to the oldest versions too.
"""

from __future__ import annotations

import nox

nox.options.default_venv_backend = "uv"
nox.options.error_on_missing_interpreters = False
PYTHONS = nox.project.python_versions(nox.project.load_toml("pyproject.toml"))
# What uses Whoosh; MkDocs, Jinja2, MarkupSafe and Markdown; PyYAML and jsonschema; platformdirs; rapidfuzz;
# prompt_toolkit; SQLite, pickles and sockets of Python itself.
FILES = (
    *("search", "search_index", "site_hostile", "publishing", "site_serve", "yaml", "kept", "quiz", "names", "finder"),
    *("cache", "cli"),
)


@nox.session(python=PYTHONS)
@nox.parametrize("versions", ["lowest-direct", "highest"])
def tests(session: nox.Session, versions: str) -> None:
    """The tests, with dependencies resolved to these versions."""
    session.install("--resolution", versions, "-e", ".[test]")
    session.run("uv", "pip", "freeze", external=True)
    short = [f"tests/test_{name}.py" for name in FILES]
    session.run("python", "-m", "pytest", *(session.posargs or short))
