"""Tests of a site whose texts contain markup, templates and invisible characters: these
are shown and break nothing.
"""

from __future__ import annotations

import json
import re
from pathlib import Path
from typing import Any
from xml.etree import ElementTree

import pytest

import rulings.site
from rulings.site.build import build
from rulings.storage.files import SHIPPED
from rulings.storage.yaml_files import read_yaml
from support.built_site import Site

HOSTILE = """<script>alert(1)</script> "quoted" 'single' {{ 7907 * 7919 }} {% raw %} {# gone #} </title> </script> <!-- **bold** [x](javascript:alert(1)) & &amp;"""
# On a terminal, these set colours, erase, and reverse text
INVISIBLE = "\x1b[31m\x9b2J\u202e\u2066\ufeff\u2028"
SIGNS = set(INVISIBLE) - set("[31m2J")
# Ids, values from a fixed list, and values that must match other text
UNCHANGED = {
    *"id side type set rarity kind actor game document section".split(),
    *("citations", "mentions", "see", "inherits"),
}


def poisoned(value: Any) -> Any:
    """The data with the hostile text added to every string, except below keys whose
    values must not change.
    """
    if isinstance(value, dict):
        return {
            key: item if key in UNCHANGED else poisoned(item)
            for key, item in value.items()
        }
    if isinstance(value, list):
        return [poisoned(item) for item in value]
    return f"{value} {HOSTILE}{INVISIBLE}" if isinstance(value, str) else value


@pytest.fixture(scope="module")
def hostile(tmp_path_factory: pytest.TempPathFactory) -> Site:
    folder = tmp_path_factory.mktemp("hostile")
    names = (
        "cards/corp/dr-dreff",
        "cards/runner/boardwalk",
        "topics/tracing",
        "documents/comprehensive-reference-manual",
        "run-chart",
    )
    for name in names:
        path = folder / "kb" / f"{name}.yaml"
        path.parent.mkdir(parents=True, exist_ok=True)
        data = poisoned(read_yaml(SHIPPED / f"{name}.yaml"))
        path.write_text(json.dumps(data), encoding="utf-8")
    build(
        folder / "site",
        site_url="https://example.org/sub/",
        knowledge_folder=folder / "kb",
    )
    return Site(folder / "site")


@pytest.mark.parametrize(
    "page",
    (
        "cards/dr-dreff/ topics/tracing/ run-chart/ "
        "documents/comprehensive-reference-manual/ errata/"
    ).split(),
)
def test_hostile_text_is_shown_as_written(hostile: Site, page: str) -> None:
    words = hostile.text(f"{page}index.html")
    expected = " ".join(HOSTILE.split())
    if page.startswith("documents/"):  # Markdown in its text is rendered
        expected = expected.replace("**bold**", "bold")
    assert expected in words


def test_hostile_text_becomes_no_tag_attribute_or_template(hostile: Site) -> None:
    base = (Path(rulings.site.__file__).parent / "theme" / "base.html").read_text(
        encoding="utf-8"
    )
    adds_slash = base.partition("{% set slash_script %}")[2].partition("{% endset %}")[
        0
    ]
    for path in hostile.pages:
        tags = hostile.parsed(path)
        assert str(7907 * 7919) not in tags.text, path
        for tag, attributes in tags.tags:
            assert (
                tag != "script"
                or "src" in attributes
                or attributes.get("type", "").startswith("application/")
                or not attributes  # our own script, whose content is checked below
            ), path
            assert [name for name in attributes if name.startswith("on")] == [], (
                path,
                tag,
            )
            assert (
                not attributes.get("href", "").strip().lower().startswith("javascript:")
            ), (path, tag)
        for script in tags.scripts:
            if script == adds_slash:
                continue
            assert "<" not in script
            if script.strip():
                json.loads(script)


def test_pages_and_feeds_contain_no_invisible_characters(hostile: Site) -> None:
    for path in (*hostile.pages, "feed.xml", "sitemap.xml"):
        assert not SIGNS & set(hostile.read(path)), path


def test_data_files_contain_no_raw_invisible_characters(hostile: Site) -> None:
    files = [
        path
        for path in hostile.folder.rglob("*")
        if path.suffix in (".json", ".js", ".webmanifest")
    ]
    assert len(files) > 40
    for path in files:
        assert not SIGNS & set(path.read_text(encoding="utf-8-sig")), path
    title = json.loads(hostile.read("api/cards/dr-dreff.json"))["card"]["title"]
    assert f"{HOSTILE}{INVISIBLE}" in title, "programs get the exact text"
    for name in ("search", "card-data"):
        [script] = hostile.folder.glob(f"assets/*/{name}.js")
        text = script.read_text(encoding="utf-8")
        [literal] = re.findall(r"Data\?\?=\{\},JSON\.parse\('(.*)'\)\);\n$", text)
        decoded = json.dumps(
            json.loads(re.sub(r"\\(.)", r"\1", literal)), ensure_ascii=False
        )
        assert "alert(1)" in decoded
        assert not [
            c for c in SIGNS if c in decoded or f"\\u{ord(c):04x}" in decoded
        ], name


def test_feed_site_map_and_json_stay_well_formed(hostile: Site) -> None:
    for name in ("feed.xml", "sitemap.xml", "opensearch.xml"):
        ElementTree.fromstring(hostile.read(name))
