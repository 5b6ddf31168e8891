"""Tests that a version, its date and its addresses are the same in all files in which they
stand.
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

WORKFLOW = ROOT / ".github/workflows/release.yml"
NOT_YET = "not yet released"


def test_version_headings_editions_and_promise_agree() -> None:
    """Between releases the first heading is that of the next version, which has no date and is no
    edition yet.
    """
    version = Version(rulings.__version__)
    text = (ROOT / "CHANGELOG.md").read_text(encoding="utf-8")
    headings = re.findall(r"^## (.*) \((.*)\)$", text, re.MULTILINE)
    page = (ROOT / "site" / "pages" / "whats-new.md").read_text(encoding="utf-8")
    editions = [
        (row["version"], row["date"]) for row in yaml.safe_load(page.split("---\n")[1])["editions"]
    ]
    citation = yaml.safe_load((ROOT / "CITATION.cff").read_text(encoding="utf-8"))
    undated = [version for version, when in headings if when == NOT_YET]
    expected = [version.base_version] if version.is_devrelease else []
    assert undated == expected, (
        f"CHANGELOG.md says that {undated} is not yet released, and the version is {version}: "
        "between releases it ends in .dev0 and is the first heading; a release has its date there"
    )
    assert headings[0][0] == version.base_version, "CHANGELOG.md begins with another version"
    assert [heading for heading in headings if heading[1] != NOT_YET] == editions
    # Before the first release, the citation has the version to come, and no date
    cited = (citation["version"], str(citation.get("date-released", NOT_YET)))
    assert cited == (editions or headings)[0]
    assert "stays as it is until version 2" in text
    assert run_cli("--version").out == f"rulings {version}\n"


@pytest.mark.skipif(
    sys.platform != "linux" or not WORKFLOW.exists(),
    reason="needs a checkout, and the workflow's sed",
)
def test_what_is_published_names_its_addresses_and_no_relative_one(tmp_path: Path) -> None:
    workflow = yaml.safe_load(WORKFLOW.read_text(encoding="utf-8"))
    (step,) = [
        step for step in workflow["jobs"]["build"]["steps"] if step.get("name") == "addresses"
    ]
    for name in ("README.md", "pyproject.toml", "CITATION.cff"):
        shutil.copy(ROOT / name, tmp_path)
    hub = {
        "GITHUB_SERVER_URL": "https://hub.example",
        "GITHUB_REPOSITORY": "a/b",
        "GITHUB_REF_NAME": "v1",
    }
    environment = {**os.environ, **hub, "SITE_URL": "https://site.example/"}
    subprocess.run(["bash", "-e", "-c", step["run"]], cwd=tmp_path, env=environment, check=True)
    readme = (tmp_path / "README.md").read_text(encoding="utf-8")
    assert "The website is <https://site.example/>, the source <https://hub.example/a/b>." in readme
    links = re.findall(r"\]\(([^)]*)\)", readme)
    assert "https://hub.example/a/b/raw/v1/site/pages/screenshots/dr-dreff-1440-light.webp" in links
    assert [link for link in links if not link.startswith("https://")] == []
    assert "\nReleased versions need no copy: `pip install netrunner-rulings`.\n" in readme
    assert "<!--" not in readme
    urls = tomllib.loads((tmp_path / "pyproject.toml").read_text(encoding="utf-8"))["project"][
        "urls"
    ]
    assert urls["Homepage"] == "https://site.example/"
    citation = yaml.safe_load((tmp_path / "CITATION.cff").read_text(encoding="utf-8"))
    assert (citation["url"], citation["repository-code"]) == (urls["Homepage"], urls["Repository"])
