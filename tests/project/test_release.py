"""Tests that a version, its date and its addresses are the same in all files in which they
stand.
"""

from __future__ import annotations

import re

import yaml
from packaging.version import Version

import rulings
from support.command_line import run_cli
from support.project_copy import ROOT

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
    assert headings[0][0] == version.base_version, "CHANGELOG.md begins with another version"
    assert [heading for heading in headings if heading[1] != NOT_YET] == editions
    # Before the first release, the citation has the version to come, and no date
    cited = (citation["version"], str(citation.get("date-released", NOT_YET)))
    assert cited == (editions or headings)[0]
    assert "stays as it is until version 2" in text
    assert run_cli("--version").out == f"rulings {version}\n"
