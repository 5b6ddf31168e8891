"""A knowledge base whose every text is an attack, as a site: shown as text everywhere, and no page is broken by it."""

from __future__ import annotations

import json
from dataclasses import replace
from pathlib import Path
from typing import Any
from xml.etree import ElementTree

import pytest
from site_reading import Site, Tags

import rulings
from rulings.knowledge import SHIPPED
from rulings.site.build import build
from rulings.yaml_reader import read_yaml

HOSTILE = """<script>alert(1)</script> "quoted" 'single' {{ 7 * 7 }} {% raw %} {# gone #} </title> </script> <!-- **bold** [x](javascript:alert(1)) & &amp;"""
POISONED = ("title", "printed", "text", "question", "artist", "end", "actor", "set", "rarity")


def poisoned(value: Any) -> Any:
    """The same data, each text of it followed by the attack; what must match other words (citations, mentions) stays."""
    if isinstance(value, list):
        return [poisoned(item) for item in value]
    if not isinstance(value, dict):
        return value
    return {
        key: item
        if key in ("citations", "mentions", "see", "inherits")
        else [f"{word} {HOSTILE}" for word in item]
        if key == "keywords"
        else f"{item} {HOSTILE}"
        if key in POISONED and isinstance(item, str)
        else poisoned(item)
        for key, item in value.items()
    }


@pytest.fixture(scope="module")
def hostile(tmp_path_factory: pytest.TempPathFactory) -> Site:
    folder = tmp_path_factory.mktemp("hostile")
    names = (
        "cards/corp/dr-dreff",
        "cards/runner/boardwalk",
        "topics/tracing",
        "documents/comprehensive-reference-manual",
        "run-chart",
        "tournament",
    )
    for name in names:
        path = folder / "kb" / f"{name}.yaml"
        path.parent.mkdir(parents=True, exist_ok=True)
        data = poisoned(read_yaml(SHIPPED / f"{name}.yaml"))
        path.write_text(json.dumps(data, ensure_ascii=False), encoding="utf-8")
    build(folder / "site", None, site_url="https://example.org/sub/", knowledge=folder / "kb")
    return Site(folder / "site")


@pytest.mark.parametrize(
    "page", ["cards/dr-dreff/", "topics/tracing/", "run-chart/", "documents/comprehensive-reference-manual/", "errata/"]
)
def test_the_attack_is_read_as_it_was_written(hostile: Site, page: str) -> None:
    words = hostile.words(f"{page}index.html")
    shown = " ".join(HOSTILE.split())
    if page.startswith("documents/"):  # its text is Markdown: emphasis is marked up, all else stays
        shown = shown.replace("**bold**", "bold")
    assert shown in words


def test_no_text_becomes_a_tag_an_attribute_or_a_template(hostile: Site) -> None:
    for path, html in hostile.pages.items():
        tags = Tags(html)
        if not path.startswith("benchmarks/"):  # a page of measured numbers, none of them from the knowledge base
            assert "49" not in tags.text.replace("1849", "") or "{{ 7 * 7 }}" in tags.text, path
        for tag, attributes in tags.tags:
            assert tag != "script" or "src" in attributes or attributes.get("type", "").startswith("application/"), path
            assert not any(name.startswith("on") for name in attributes), (path, tag)
            assert not attributes.get("href", "").strip().lower().startswith("javascript:"), (path, tag)
        for script in tags.scripts:
            assert "<" not in script
            if script.strip():
                json.loads(script)


def test_feed_site_map_and_twins_survive_it(hostile: Site) -> None:
    for name in ("feed.xml", "sitemap.xml", "opensearch.xml"):
        ElementTree.fromstring(hostile.read(name))
    assert HOSTILE in json.loads(hostile.read("api/cards/dr-dreff.json"))["card"]["title"]


def test_with_an_address_links_that_must_be_whole_are_whole(hostile: Site) -> None:
    page = hostile.pages["cards/dr-dreff/index.html"]
    assert '<link rel="canonical" href="https://example.org/sub/cards/dr-dreff/">' in page
    assert 'href="../../rulings.css"' in page
    assert "<loc>https://example.org/sub/cards/dr-dreff/</loc>" in hostile.read("sitemap.xml")
    assert 'href="/sub/rulings.css"' in hostile.pages["404.html"]
    assert json.loads(Tags(hostile.pages["index.html"]).scripts[-1])["url"] == "https://example.org/sub/"
    assert 'template="https://example.org/sub/search/?q={searchTerms}"' in hostile.read("opensearch.xml")


def test_what_moved_is_found_at_its_old_address(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    path = tmp_path / "kb/cards/corp/dr-dreff.yaml"
    path.parent.mkdir(parents=True)
    path.write_bytes((SHIPPED / "cards/corp/dr-dreff.yaml").read_bytes())
    small = replace(
        rulings.open(tmp_path / "kb"), moved={"doctor-dreff": "dr-dreff", "dr-dreff-00000000": "dr-dreff-8a16f88d"}
    )
    monkeypatch.setattr("rulings.open", lambda folder=None: small)
    build(tmp_path / "site", None)
    moved = (tmp_path / "site/cards/doctor-dreff/index.html").read_text(encoding="utf-8")
    assert '<meta http-equiv="refresh" content="0; url=../../cards/dr-dreff/index.html">' in moved
    page = (tmp_path / "site/cards/dr-dreff/index.html").read_text(encoding="utf-8")
    assert 'id="dr-dreff-00000000">This ruling moved: <a href="#dr-dreff-8a16f88d">' in page
    assert "doctor-dreff" not in (tmp_path / "site/sitemap.xml").read_text(encoding="utf-8")
