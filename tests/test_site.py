"""The built site: complete, linked, light, the same every time, and free of anything that comes from elsewhere."""

from __future__ import annotations

import filecmp
import gzip
import json
import posixpath
import subprocess
import sys
from pathlib import Path, PurePosixPath
from urllib.parse import unquote, urlsplit
from xml.etree import ElementTree

import pytest
from site_reading import Site, Tags

from rulings import shapes
from rulings.errors import RulingsError
from rulings.knowledge import KnowledgeBase
from rulings.site.build import build
from rulings.site.contents import contents

ROOT = Path(__file__).parents[1]
ATOM = "{http://www.w3.org/2005/Atom}"


@pytest.fixture(scope="module")
def site(tmp_path_factory: pytest.TempPathFactory) -> Site:
    folder = tmp_path_factory.mktemp("site") / "built"
    build(folder, None)
    return Site(folder)


def test_everything_in_the_knowledge_base_has_its_page(site: Site, kb: KnowledgeBase) -> None:
    urls = [one.url for kind in (kb.cards, kb.topics, kb.documents) for one in kind]
    assert [url for url in urls if f"{url[1:]}index.html" not in site.pages] == []
    for page in (
        "",
        "cards/",
        "topics/",
        "keywords/",
        "authorities/",
        "errata/",
        "reversals/",
        "documents/",
        "run-chart/",
        "search/",
        "tournament/",
        "about-the-data/",
        "marks/",
        "whats-new/",
        "for-programs/",
    ):
        assert f"{page}index.html" in site.pages
    assert "404.html" in site.pages


def test_every_ruling_section_and_step_has_its_anchor(site: Site, kb: KnowledgeBase) -> None:
    for one in (*kb.rulings, *kb.sections, *kb.steps):
        path, _, anchor = one.url[1:].partition("#")
        assert anchor in site.attributes[f"{path}index.html"][1], one.url


def test_every_link_inside_the_site_leads_somewhere(site: Site) -> None:
    broken = []
    for path, (links, _) in site.attributes.items():
        if path == "404.html":
            continue
        for link in links:
            parts = urlsplit(link)
            if parts.scheme in ("http", "https"):
                continue
            target = posixpath.normpath(PurePosixPath(path).parent / unquote(parts.path)) if parts.path else path
            if not (site.folder / target).is_file() or (
                parts.fragment and parts.fragment not in site.attributes[target][1]
            ):
                broken.append(f"{path}: {link}")
    assert broken == []


def test_links_name_the_file_so_that_pages_open_from_disk(site: Site) -> None:
    for path, (links, _) in site.attributes.items():
        inside = [urlsplit(link).path for link in links if not link.startswith("http")]
        if path != "404.html":  # shown at any address, so its links begin at the top of the host
            assert [link for link in inside if link.startswith("/") or link.endswith("/")] == [], path


def test_no_page_holds_an_inline_script_or_style_or_asks_another_host(site: Site) -> None:
    for path, html in site.pages.items():
        tags = Tags(html)
        assert any(
            a.get("http-equiv") == "Content-Security-Policy" and "default-src 'none'" in a["content"]
            for _, a in tags.tags
        ), path
        for tag, attributes in tags.tags:
            assert tag not in ("style", "iframe", "object", "embed", "base"), path
            assert not any(name == "style" or name.startswith("on") for name in attributes), (path, tag, attributes)
            if tag == "script":
                assert ("src" in attributes) != (
                    attributes.get("type") in ("application/json", "application/ld+json")
                ), path
            if tag in ("script", "link", "img", "source", "form"):
                for name in ("src", "href", "action"):
                    assert "//" not in attributes.get(name, ""), (path, attributes)


def test_no_page_weighs_more_than_35_kb_compressed_with_its_stylesheet_and_scripts(site: Site) -> None:
    weights = dict[Path, int]()

    def weight(file: Path) -> int:
        if file not in weights:
            weights[file] = len(gzip.compress(file.read_bytes(), 9, mtime=0))
        return weights[file]

    for path in site.pages:
        page = site.folder / (path if path.endswith(".html") else f"{path}index.html")
        loaded = [
            attributes.get("src", attributes.get("href", ""))
            for tag, attributes in Tags(site.pages[path]).tags
            if tag == "script" or (tag == "link" and attributes.get("rel") == "stylesheet")
        ]
        base = site.folder if path == "404.html" else page.parent
        files = [(base / url.lstrip("/")).resolve() for url in loaded if url]
        assert weight(page) + sum(map(weight, files)) <= 35_000, path


def test_ids_on_a_page_are_unique(site: Site) -> None:
    for path, html in site.pages.items():
        ids = [a["id"] for _, a in Tags(html).tags if "id" in a]
        assert len(ids) == len(set(ids)), path


def test_mkdocs_in_another_process_builds_the_same_site_to_the_byte(site: Site, tmp_path: Path) -> None:
    command = [sys.executable, "-m", "mkdocs", "build", "--strict", "--quiet", "--site-dir", str(tmp_path / "site")]
    done = subprocess.run(command, cwd=ROOT, capture_output=True, text=True, encoding="utf-8", check=False)
    assert done.returncode == 0, done.stderr
    assert differing(site.folder, tmp_path / "site") == []


def differing(one: Path, other: Path) -> list[str]:
    names = sorted(
        {path.relative_to(folder).as_posix() for folder in (one, other) for path in folder.rglob("*") if path.is_file()}
    )
    same, _, _ = filecmp.cmpfiles(one, other, names, shallow=False)
    return sorted(set(names) - set(same))


def test_a_card_shows_errata_first_and_each_ruling_under_its_question(site: Site, kb: KnowledgeBase) -> None:
    words = site.words("cards/dr-dreff/index.html")
    rulings = kb.rulings_for("dr-dreff")
    places = [words.index(part) for ruling in rulings for part in (ruling.questions[0], " ".join(ruling.text.split()))]
    assert places == sorted(places)
    assert rulings[0].kind == "errata"
    assert words.index("Errata") < places[0] < words.index("Mentioned in") < words.index("On the run chart")


@pytest.mark.parametrize(
    ("page", "says"),
    [
        ("cards/dr-dreff/", "Tom Wylie via JD Wiker, Netrunner-L · 11 March 1996 Doubtful date"),
        ("cards/dr-dreff/", "Sparky (Marc Schmalz), Netrunner-L · 31 October 1996 Date restored"),
        ("cards/dr-dreff/", "rez 0 · trash 3 · Base, uncommon"),
        ("cards/dr-dreff/", "lines 649–652"),
        ("cards/accounts-receivable/", "Nothing was ruled on this card."),
        ("cards/accounts-receivable/", "Taking Actions and Playing Cards"),
        ("cards/taxman/", "From Boardwalk The document sends the reader there."),
        ("tournament/", "Android: Netrunner (2012) — another game."),
        ("documents/android-netrunner-tournament-regulations/", "Android: Netrunner (2012) — another game."),
        ("about-the-data/", "17758"),
        ("run-chart/", "Did you score your 7th agenda point?"),
        ("search/", "Searching in the page needs JavaScript"),
    ],
)
def test_a_page_says_what_a_reader_must_know(site: Site, page: str, says: str) -> None:
    assert says in site.words(f"{page}index.html")


def test_the_other_game_is_named_on_all_its_pages_and_on_no_other(site: Site) -> None:
    banded = {path for path, html in site.pages.items() if 'class="other-game"' in html}
    assert all("android-netrunner" in path or path.startswith("tournament/") for path in banded)
    assert {path for path in site.pages if "android-netrunner" in path} <= banded


def test_without_javascript_every_filter_is_a_plain_page(site: Site, kb: KnowledgeBase) -> None:
    links = site.attributes["cards/index.html"][0]
    for part in ("by-side/corp", "by-type/ice", "by-set/proteus", "with-rulings", "without-rulings"):
        assert f"../cards/{part}/index.html" in links
    for path, chosen in (
        ("cards/by-type/ice", lambda c: c.type == "Ice"),
        ("cards/with-rulings", lambda c: kb.rulings_for(c.id)),
    ):
        titles = {card.title for card in kb.cards if chosen(card)}
        rows = [a for tag, a in Tags(site.pages[f"{path}/index.html"]).tags if tag == "li" and "data-side" in a]
        assert len(rows) == len(titles)


def test_json_twins_hold_what_the_command_line_prints(site: Site, kb: KnowledgeBase) -> None:
    assert json.loads(site.read("api/cards/dr-dreff.json")) == shapes.card_page(kb, kb.cards_by_id["dr-dreff"])
    exported = kb.export()
    for kind in ("cards", "topics", "rulings", "sections", "steps", "documents", "tournament"):
        assert json.loads(site.read(f"api/{kind}.json")) == exported[kind]
    found = json.loads(site.read("api/search.json"))
    assert set(found) == {"query", "total", "notes", "hits"}
    assert set(found["hits"][0]) == {"kind", "id", "title", "document", "game", "text", "score", "url"}
    assert (
        found["total"]
        == len(found["hits"])
        == len(kb.cards) + len(kb.topics) + len(kb.rulings) + len(kb.sections) + len(kb.steps)
    )


def test_the_feed_the_site_map_and_the_search_description_are_well_formed(site: Site, kb: KnowledgeBase) -> None:
    feed = ElementTree.fromstring(site.read("feed.xml"))
    updated = [entry.findtext(f"{ATOM}updated") or "" for entry in feed.iter(f"{ATOM}entry")]
    assert updated == sorted(updated, reverse=True)
    assert updated[0] == feed.findtext(f"{ATOM}updated")
    ids = [entry.findtext(f"{ATOM}id") for entry in feed.iter(f"{ATOM}entry")]
    assert len(ids) == len(set(ids))
    places = [
        one.text or "" for one in ElementTree.fromstring(site.read("sitemap.xml")).iter() if one.tag.endswith("loc")
    ]
    assert {f"cards/{card.id}/" for card in kb.cards} <= set(places)
    assert all((site.folder / place / "index.html").is_file() for place in places)
    assert "{searchTerms}" in site.read("opensearch.xml")
    ElementTree.fromstring(site.read("opensearch.xml"))
    assert json.loads(site.read("manifest.webmanifest"))["start_url"] == "./index.html"


def test_a_site_that_lost_a_page_is_no_site(kb: KnowledgeBase, monkeypatch: pytest.MonkeyPatch, tmp_path: Path) -> None:
    from rulings.site import contents as module

    real = module.card_pages
    monkeypatch.setattr(module, "card_pages", lambda kb, guidance: list(real(kb, guidance))[:-1])
    with pytest.raises(
        RulingsError, match=r"1 of the pages that must exist would not be written, among them /cards/zz22"
    ):
        contents(kb)
    with pytest.raises(RulingsError, match="not built"):
        build(tmp_path / "site", None)
    assert not (tmp_path / "site").exists()


def test_a_folder_with_other_files_is_left_alone(tmp_path: Path) -> None:
    (tmp_path / "thesis.txt").write_text("mine", encoding="utf-8")
    with pytest.raises(RulingsError, match="holds other files"):
        build(tmp_path, None)
    assert [path.name for path in tmp_path.iterdir()] == ["thesis.txt"]
