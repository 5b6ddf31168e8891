"""Tests that a version, its date and its addresses are the same in all files that
contain them.
"""

from __future__ import annotations

import os
import re
import shutil
import subprocess
import sys
import tomllib
from pathlib import Path

import pytest
import yaml
from packaging.version import Version

import rulings
from support.command_line import run_cli
from support.project_copy import ROOT

NOT_YET = "not yet released"


def editions_without_words(page: str) -> list[str]:
    """The versions of the editions on the page that do not say what changed."""
    editions = yaml.safe_load(page.split("---\n")[1])["editions"]
    return [row["version"] for row in editions if not row.get("words")]


def test_every_edition_needs_words() -> None:
    told = '{version: 1.0.1, date: 2030-01-31, words: "A ruling was corrected."}'
    untold = "{version: 1.0.0, date: 2029-01-31}"
    page = f"---\neditions:\n- {told}\n- {untold}\n---\n"
    assert editions_without_words(page) == ["1.0.0"]


def test_version_headings_editions_and_promise_agree() -> None:
    """Between releases, the first heading is the next version's; it has no date and is
    not an edition yet.
    """
    version = Version(rulings.__version__)
    text = (ROOT / "CHANGELOG.md").read_text(encoding="utf-8")
    headings = re.findall(r"^## (.*) \((.*)\)$", text, re.MULTILINE)
    page = (ROOT / "site" / "pages" / "whats-new.md").read_text(encoding="utf-8")
    editions = [
        (row["version"], str(row["date"]))
        for row in yaml.safe_load(page.split("---\n")[1])["editions"]
    ]
    citation = yaml.safe_load((ROOT / "CITATION.cff").read_text(encoding="utf-8"))
    undated = [version for version, when in headings if when == NOT_YET]
    expected = [version.base_version] if version.is_devrelease else []
    assert undated == expected, (
        f"CHANGELOG.md says that {undated} is not yet released, and the version is {version}: "
        "between releases it ends in .dev0 and is the first heading; a release has its date there"
    )
    assert headings[0][0] == version.base_version, (
        "CHANGELOG.md begins with another version"
    )
    assert [heading for heading in headings if heading[1] != NOT_YET] == editions
    assert editions_without_words(page) == [], (
        "whats-new.md: say in `words` what changed in each edition, for the page and the feed"
    )
    # Before the first release, the citation has the future version, and no date
    cited = (citation["version"], str(citation.get("date-released", NOT_YET)))
    assert cited == (editions or headings)[0]
    status = "5 - Production/Stable" if editions else "4 - Beta"
    assert f'"Development Status :: {status}"' in (ROOT / "pyproject.toml").read_text()
    assert "stays as it is until version 2" in text
    assert run_cli("--version").out == f"rulings {version}\n"


@pytest.mark.skipif(sys.platform != "linux", reason="the workflow runs on Linux")
def test_what_is_released_says_first_how_to_install_it_and_has_no_relative_link(
    tmp_path: Path,
) -> None:
    """The description is made as in the workflow, with its own commands."""
    released = tomllib.loads((ROOT / "pyproject.toml").read_text(encoding="utf-8"))
    if "urls" in released["project"]:
        pytest.skip("this source distribution was released: the step was applied")
    for name in ("README.md", "pyproject.toml", "CITATION.cff"):
        shutil.copy(ROOT / name, tmp_path)
    workflow = yaml.safe_load(
        (ROOT / ".github/workflows/release.yml").read_text(encoding="utf-8")
    )
    steps = workflow["jobs"]["build"]["steps"]
    (commands,) = (step["run"] for step in steps if step.get("name") == "addresses")
    environment = {
        "RULINGS_SITE": "https://rulings.example/",
        "GITHUB_SERVER_URL": "https://code.example",
        "GITHUB_REPOSITORY": "us/rulings",
        "GITHUB_REF_NAME": "v1.2.3",
    }
    subprocess.run(
        ["bash", "-e", "-c", commands],
        cwd=tmp_path,
        env=os.environ | environment,
        check=True,
    )
    readme = (tmp_path / "README.md").read_text(encoding="utf-8")
    instructions = readme.partition("## Install it\n")[2]
    first = "You need Python 3.11 or newer.\n\n`python -m pip install netrunner-rulings` installs"
    assert instructions.strip().startswith(first)
    source = "The website is <https://rulings.example/>, the source <https://code.example/us/rulings>."
    assert source in readme
    assert "Nothing is released" not in readme
    assert "This builds the website in the folder `build/site`:\n\n```" in readme
    assert "<!--" not in readme
    assert [
        link for link in re.findall(r"\]\(([^)]*)", readme) if "://" not in link
    ] == []
    project = tomllib.loads((tmp_path / "pyproject.toml").read_text(encoding="utf-8"))[
        "project"
    ]
    assert (
        project["urls"]["Changelog"]
        == "https://code.example/us/rulings/blob/v1.2.3/CHANGELOG.md"
    )
    assert (
        yaml.safe_load((tmp_path / "CITATION.cff").read_text())["url"]
        == environment["RULINGS_SITE"]
    )
