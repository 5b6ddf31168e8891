"""Tests that a version, its date and what is promised with it are the same in all files in which they stand."""

from __future__ import annotations

import re

from packaging.version import Version

import rulings
from rulings.storage.yaml_files import parse_yaml
from support.command_line import run_cli
from support.project_copy import ROOT

CHANGELOG = (ROOT / "CHANGELOG.md").read_text(encoding="utf-8")


def test_version_heading_and_promise_agree() -> None:
    version = Version(rulings.__version__)
    page = (ROOT / "site" / "pages" / "whats-new.md").read_text(encoding="utf-8")
    newest = parse_yaml(page.split("---\n")[1], "whats-new.md")["editions"][0]
    heading, promise = re.findall(r"^## (.*)\n\n(.*)$", CHANGELOG, re.MULTILINE)[0]
    when = "not yet released" if version.is_devrelease else newest["date"]
    assert heading == f"{version.base_version} ({when})"
    assert newest["version"] == version.base_version
    assert promise.startswith("Everything below is public, and stays as it is")
    assert ("from the release" in promise) == version.is_devrelease
    assert run_cli("--version").out == f"rulings {version}\n"


def test_what_was_never_released_is_one_section() -> None:
    headings = re.findall(r"^## (.*)$", CHANGELOG, re.MULTILINE)
    assert len(headings) == 1 or not any("not yet released" in heading for heading in headings[1:])
    assert not re.search("no longer|withdrawn|last preview", CHANGELOG, re.IGNORECASE) or len(headings) > 1
