"""A knowledge base whose every text is an attack, as a site: shown as text everywhere, and no page is broken by it."""

from __future__ import annotations

import json
from dataclasses import replace
from pathlib import Path
from typing import Any
from xml.etree import ElementTree

import pytest

import rulings
from rulings.site.build import build
from rulings.storage.opening import SHIPPED
from rulings.storage.yaml_reader import read_yaml
from support.site_reading import Site, Tags

HOSTILE = """<script>alert(1)</script> "quoted" 'single' {{ 7907 * 7919 }} {% raw %} {# gone #} </title> </script> <!-- **bold** [x](javascript:alert(1)) & &amp;"""
UNSEEN = "\x1b[31m\x9b2J\u202e\u2066\ufeff\u2028"  # acts where it is shown: colours, erases, turns words around
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
        else f"{item} {HOSTILE}{UNSEEN}"
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
        path.write_text(json.dumps(data), encoding="utf-8")
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
    for path in hostile.pages:
        tags = hostile.tags(path)
        assert str(7907 * 7919) not in tags.text, path
        for tag, attributes in tags.tags:
            assert tag != "script" or "src" in attributes or attributes.get("type", "").startswith("application/"), path
            assert not any(name.startswith("on") for name in attributes), (path, tag)
            assert not attributes.get("href", "").strip().lower().startswith("javascript:"), (path, tag)
        for script in tags.scripts:
            assert "<" not in script
            if script.strip():
                json.loads(script)


def test_nothing_unseen_is_on_a_page_or_in_the_feed(hostile: Site) -> None:
    for path in (*hostile.pages, "feed.xml", "sitemap.xml"):
        assert not set(UNSEEN) - set("[31m2J") & set(hostile.read(path)), path


def test_nothing_unseen_is_raw_in_a_file_for_programs_or_in_what_scripts_show(hostile: Site) -> None:
    files = [path for path in hostile.folder.rglob("*") if path.suffix in (".json", ".js", ".webmanifest")]
    assert len(files) > 40
    for path in files:
        assert not set(UNSEEN) - set("[31m2J") & set(path.read_text(encoding="utf-8")), path
    assert UNSEEN in json.loads(hostile.read("api/cards/dr-dreff.json"))["card"]["title"], "programs get the exact words"
    for name in ("assets/search-data.js", "assets/table-data.js"):
        data = hostile.read(name)
        decoded = json.dumps(json.loads(data[data.index("={") + 1 :].rstrip(";\n")), ensure_ascii=False)
        assert "alert(1)" in decoded
        assert not [c for c in set(UNSEEN) - set("[31m2J") if c in decoded or f"\\u{ord(c):04x}" in decoded], name


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
    small = replace(rulings.open(tmp_path / "kb"), moved={"doctor-dreff": "dr-dreff", "dr-dreff-00000000": "dr-dreff-8a16f88d"})
    monkeypatch.setattr("rulings.site.plugin.open_folder", lambda folder=None: small)
    build(tmp_path / "site", None)
    moved = (tmp_path / "site/cards/doctor-dreff/index.html").read_text(encoding="utf-8")
    assert '<meta http-equiv="refresh" content="0; url=../../cards/dr-dreff/index.html">' in moved
    page = (tmp_path / "site/cards/dr-dreff/index.html").read_text(encoding="utf-8")
    assert 'id="dr-dreff-00000000">This ruling has moved: <a href="#dr-dreff-8a16f88d">' in page
    assert "doctor-dreff" not in (tmp_path / "site/sitemap.xml").read_text(encoding="utf-8")


def test_hundreds_of_rulings_are_shown_in_parts(tmp_path: Path) -> None:
    path = tmp_path / "kb/cards/corp/dr-dreff.yaml"
    path.parent.mkdir(parents=True)
    many = [{"printed": f"Number {n} is one.", "lines": [76, 77]} for n in range(250)]
    data = {**read_yaml(SHIPPED / "cards/corp/dr-dreff.yaml"), "errata": [], "rulings": many}
    path.write_text(json.dumps(data), encoding="utf-8")
    build(tmp_path / "site", None, knowledge=tmp_path / "kb")
    site = Site(tmp_path / "site")
    page = site.pages["cards/dr-dreff/index.html"]
    first, second, third = page[page.index("<article") :].split('<details class="part"')
    assert [part.count('<article class="ruling') for part in (first, second, third)] == [100, 100, 50]
    assert "<summary>Rulings 101–200 of 250</summary>" in second and third.count("</details>") == 1
    contents = page[page.index('<nav class="contents"') :].split("</nav>")[0]
    assert contents.count("<li") == 102
    assert '<a href="#rulings-3">Rulings 201–250</a>' in contents
