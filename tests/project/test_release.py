"""Tests that a version and its date, which stand in several files, are the same in all of them."""

from __future__ import annotations

import re

import rulings
from rulings.storage.yaml_files import parse_yaml
from support.project_copy import ROOT


def test_the_newest_edition_has_its_date_in_the_changelog_and_on_the_page_of_news() -> None:
    page = (ROOT / "site" / "pages" / "whats-new.md").read_text(encoding="utf-8")
    newest = parse_yaml(page.split("---\n")[1], "whats-new.md")["editions"][0]
    heading = re.search(r"^## (\d.*)$", (ROOT / "CHANGELOG.md").read_text(encoding="utf-8"), re.MULTILINE)
    assert newest["version"] == rulings.__version__
    assert heading
    assert heading[1] == f"{newest['version']} ({newest['date']})"
