"""Tests of the built site: which pages it has, how they are linked, their size, and what they show."""

from __future__ import annotations

import filecmp
import gzip
import json
import posixpath
import re
import shutil
import subprocess
import sys
from dataclasses import replace
from html import unescape
from pathlib import Path, PurePosixPath
from urllib.parse import unquote, urlsplit
from xml.etree import ElementTree

import pytest

import rulings
from rulings.api import KnowledgeBase
from rulings.errors import RulingsError
from rulings.model import formatting, serializing
from rulings.model.entities import Ruling, Section, Step
from rulings.model.views import CardView, CitationView, RulingView
from rulings.parser.update import update
from rulings.site.build import build
from rulings.site.views.card_pairs import rulings_by_pair
from rulings.site.views.changes import additions
from rulings.site.views.contents import generated_pages
from rulings.site.views.data import SiteData
from rulings.site.views.documents import document_pages, source_url
from rulings.site.views.moved import moved_anchors, moved_pages
from rulings.site.views.pictures import by_month, pictures_page
from support import pages_of_each_kind
from support.built_site import Site
from support.command_line import run_cli

ROOT = Path(__file__).parents[1]
ATOM = "{http://www.w3.org/2005/Atom}"

# Pages, addresses and links


def test_every_card_topic_and_document_has_a_page(site: Site, kb: KnowledgeBase) -> None:
    urls = [entry.url for entries in (kb.cards, kb.topics, kb.documents) for entry in entries]
    assert [url for url in urls if f"{url[1:]}index.html" not in site.pages] == []
    sample_paths = (path.partition("?")[0] for path in pages_of_each_kind.PAGES.values())
    assert [path for path in sample_paths if (path if path.endswith(".html") else f"{path}index.html") not in site.pages] == []


def test_every_ruling_section_and_step_has_an_anchor(site: Site, kb: KnowledgeBase) -> None:
    entries: list[Ruling | Section | Step] = [*kb.rulings, *kb.sections, *kb.steps]
    for entry in entries:
        path, _, anchor = entry.url[1:].partition("#")
        assert anchor in site.anchors[f"{path}index.html"], entry.url


def test_every_internal_link_works(site: Site) -> None:
    broken = []
    for path, links in site.links.items():
        if path == "404.html":
            continue
        for link in links:
            parts = urlsplit(link)
            if parts.scheme in ("http", "https"):
                continue
            target = posixpath.normpath(PurePosixPath(path).parent / unquote(parts.path)) if parts.path else path
            if not (site.folder / target).is_file() or (parts.fragment and parts.fragment not in site.anchors[target]):
                broken.append(f"{path}: {link}")
    assert broken == []


def test_every_page_is_reachable_from_the_home_page(site: Site) -> None:
    reached, pending = {"index.html"}, ["index.html"]
    while pending:
        path = pending.pop()
        links = {urlsplit(link).path for link in site.links[path] if "//" not in link}
        targets = {posixpath.normpath(PurePosixPath(path).parent / unquote(link)) for link in links}
        pending += sorted((targets & site.pages.keys()) - reached)
        reached |= targets
    moved = {path for path in site.pages if any(a.get("http-equiv") == "refresh" for _, a in site.parsed(path).tags)}
    assert site.pages.keys() - reached - moved == {"404.html"}


def test_links_name_files_so_that_pages_open_from_disk(site: Site) -> None:
    for path, links in site.links.items():
        internal = [urlsplit(link).path for link in links if not link.startswith("http")]
        if path != "404.html":  # shown at any address, so its links begin at the root
            assert [link for link in internal if link.startswith("/") or link.endswith("/")] == [], path


def test_ids_on_a_page_are_unique(site: Site) -> None:
    for path in site.pages:
        ids = [a["id"] for _, a in site.parsed(path).tags if "id" in a]
        assert len(ids) == len(set(ids)), path


def test_page_titles_are_unique(site: Site) -> None:
    titles = dict[str, str]()
    for path, html in site.pages.items():
        title = html[html.index("<title>") + 7 : html.index("</title>")]
        if not title.startswith("Moved"):
            assert titles.setdefault(title, path) == path, title


def test_every_page_has_a_description(site: Site) -> None:
    """Front matter that is not valid YAML would be shown on the page, which would have no description."""
    for path in site.pages:
        descriptions = [a["content"] for tag, a in site.parsed(path).tags if tag == "meta" and a.get("name") == "description"]
        assert len(descriptions) == 1 and len(descriptions[0]) > 10, path


def test_every_page_names_the_site_and_links_onward(site: Site) -> None:
    for path in site.pages:
        words = site.text(path)
        assert "Netrunner (1996) Rulings, searchable and cited" in words, path
        links = site.links[path]
        for target in ("cards/", "topics/", "run-chart/", "documents/", "errata/"):
            assert any(link.endswith(f"{target}index.html") or link in ("index.html", "./index.html") for link in links), (path, target)


def test_every_card_filter_is_a_page_without_javascript(site: Site, kb: KnowledgeBase) -> None:
    links = site.links["cards/index.html"]
    for part in ("by-side/corp", "by-type/ice", "by-set/proteus", "with-rulings", "without-rulings"):
        assert f"../cards/{part}/index.html" in links
    listed = [line.split("\t")[1] for line in run_cli("list", "--ruled", "--plain").out.splitlines()]
    assert len(listed) > 200
    unruled = [card.title for card in kb.cards if card.title not in listed]
    for path, titles in (
        ("cards/by-type/ice", [card.title for card in kb.cards if card.type == "Ice"]),
        ("cards/with-rulings", listed),
        ("cards/without-rulings", unruled),
    ):
        rows = [a for tag, a in site.parsed(f"{path}/index.html").tags if tag == "li" and "data-side" in a]
        assert len(rows) == len(titles)


def test_moved_ids_leave_a_page_or_an_anchor(kb: KnowledgeBase) -> None:
    old_id = "dr-dreff-00000000"
    moved_kb = replace(kb, moved={"doctor-dreff": "dr-dreff", old_id: "dr-dreff-8a16f88d", "/old/page/": "/cards/", "gone": "nowhere"})
    assert [(page.url, page.data["target"]) for page in moved_pages(SiteData(moved_kb), {})] == [
        ("old/page/", "/cards/"),
        ("cards/doctor-dreff/", "/cards/dr-dreff/"),
    ]
    assert [(a.id, a.target) for a in moved_anchors(SiteData(moved_kb))["cards/dr-dreff/"]] == [
        (old_id, "/cards/dr-dreff/#dr-dreff-8a16f88d")
    ]


def test_the_browser_tests_open_a_page_of_every_kind(site: Site) -> None:
    kinds = {path: match[1] for path, html in site.pages.items() if (match := re.search(r'<body[^>]* data-kind="([^"]+)"', html))}
    sample_paths = (path.partition("?")[0] for path in pages_of_each_kind.PAGES.values())
    assert {kinds[path if path.endswith(".html") else f"{path}index.html"] for path in sample_paths} == set(kinds.values())


# The build, and the files that pages load


def test_the_build_fails_if_a_page_is_missing(kb: KnowledgeBase, monkeypatch: pytest.MonkeyPatch, tmp_path: Path) -> None:
    from rulings.site.views import contents as module
    from rulings.site.views.cards import card_pages

    monkeypatch.setattr(module, "card_pages", lambda data, guidance: list(card_pages(data, guidance))[:-1])
    with pytest.raises(RulingsError, match=r"1 of the pages that must exist would not be written, such as /cards/zz22"):
        generated_pages(SiteData(kb))
    with pytest.raises(RulingsError, match="not built"):
        build(tmp_path / "site", None)
    assert not (tmp_path / "site").exists()


@pytest.mark.slow
def test_mkdocs_builds_the_same_site_byte_for_byte(site: Site, tmp_path: Path) -> None:
    command = [sys.executable, "-m", "mkdocs", "build", "--strict", "--quiet", "--site-dir", str(tmp_path / "site")]
    process = subprocess.run(command, cwd=ROOT, capture_output=True, text=True, encoding="utf-8", check=False)
    assert process.returncode == 0, process.stderr
    assert differing_files(site.folder, tmp_path / "site") == []


def differing_files(folder: Path, other_folder: Path) -> list[str]:
    folders = (folder, other_folder)
    names = sorted({path.relative_to(root).as_posix() for root in folders for path in root.rglob("*") if path.is_file()})
    same, _, _ = filecmp.cmpfiles(*folders, names, shallow=False)
    return sorted(set(names) - set(same))


def test_no_page_has_inline_scripts_styles_or_external_files(site: Site) -> None:
    for path in site.pages:
        tags = site.parsed(path)
        assert any(a.get("http-equiv") == "Content-Security-Policy" and "default-src 'none'" in a["content"] for _, a in tags.tags), path
        for tag, attributes in tags.tags:
            assert tag not in ("style", "iframe", "object", "embed", "base"), path
            assert not any(name == "style" or name.startswith("on") for name in attributes), (path, tag, attributes)
            if tag == "script":
                assert ("src" in attributes) != (attributes.get("type") in ("application/json", "application/ld+json")), path
            if tag in ("script", "link", "img", "source", "form"):
                for name in ("src", "href", "action"):
                    assert "//" not in attributes.get(name, ""), (path, attributes)


def test_every_page_with_its_files_is_below_40_kb_compressed(site: Site) -> None:
    sizes = dict[Path, int]()

    def compressed_size(file: Path) -> int:
        if file not in sizes:
            sizes[file] = len(gzip.compress(file.read_bytes(), 9, mtime=0))
        return sizes[file]

    for path in site.pages:
        if path == "book/index.html":
            continue  # the whole site on one page, for printing
        page = site.folder / (path if path.endswith(".html") else f"{path}index.html")
        loaded = [
            attributes.get("src", attributes.get("href", ""))
            for tag, attributes in site.parsed(path).tags
            if tag == "script" or (tag == "link" and attributes.get("rel") == "stylesheet")
        ]
        base = site.folder if path == "404.html" else page.parent
        files = [(base / url.lstrip("/")).resolve() for url in loaded if url]
        assert compressed_size(page) + sum(map(compressed_size, files)) <= 40_000, path


def test_every_stylesheet_and_script_is_used_by_a_page(site: Site) -> None:
    used = {
        posixpath.basename(a.get("href", a.get("src", "")))
        for path in site.pages
        for tag, a in site.parsed(path).tags
        if tag in ("link", "script")
    }
    assert {file.name for file in site.folder.glob("*.css")} - used == set()
    assert {file.name for file in (site.folder / "js").iterdir()} - used == {"service-worker.js"}  # part of sw.js


# What the pages show


@pytest.mark.parametrize(
    ("page", "text"),
    [
        ("cards/dr-dreff/", "Tom Wylie via JD Wiker, Netrunner-L · 11 March 1997, printed 3/11/96 Likely date"),
        ("cards/dr-dreff/", "Sparky (Marc Schmalz), Netrunner-L · 31 October 1996 Date restored"),
        ("cards/dr-dreff/", "rez 0 · trash 3 · "),
        ("cards/dr-dreff/", "lines 649–652"),
        ("cards/accounts-receivable/", "There are no rulings on this card."),
        ("cards/accounts-receivable/", "Taking Actions and Playing Cards"),
        ("cards/taxman/", "From Boardwalk “For notes on Virus programs, see Boardwalk.”"),
        ("tournament/", "Android: Netrunner (2012) — another game."),
        ("documents/android-netrunner-tournament-regulations/", "Android: Netrunner (2012) — another game."),
        ("about-the-data/", "17758"),
        ("run-chart/", "Did you score your 7th agenda point?"),
        ("search/", "Search needs JavaScript"),
    ],
)
def test_pages_contain_what_readers_need_to_know(site: Site, page: str, text: str) -> None:
    assert text in site.text(f"{page}index.html")


def test_card_pages_show_errata_first_and_rulings_under_questions(site: Site, kb: KnowledgeBase) -> None:
    words = site.text("cards/dr-dreff/index.html")
    rulings = kb.rulings_for("dr-dreff")
    positions = [words.index(part) for ruling in rulings for part in (ruling.questions[0], " ".join(ruling.text.split()))]
    assert positions == sorted(positions)
    assert rulings[0].kind == "errata"
    assert words.index("Errata") < positions[0] < words.index("Mentioned in") < words.index("On the run chart")


def test_step_pages_show_their_rulings_and_the_reasons(site: Site, kb: KnowledgeBase) -> None:
    for step in kb.steps:
        path = f"run-chart/step-{step.number}/index.html"
        assert {link.ruling for link in step.links} <= site.anchors[path]
        text = site.text(path)
        assert not [link.reason for link in step.links if f"Why it applies: {link.reason}" not in text]


def test_document_pages_show_their_title_once(site: Site, kb: KnowledgeBase) -> None:
    for document in kb.documents:
        html = site.pages[f"documents/{document.id}/index.html"]
        headings = re.findall(r"<h[12][^>]*>\s*([^<]*?)\s*<", unescape(html))
        assert headings.count(document.title) == 1, document.id


def test_exactly_the_pages_of_the_other_game_name_it(site: Site) -> None:
    marked = {path for path, html in site.pages.items() if 'class="other-game"' in html}
    assert all("android-netrunner" in path or path.startswith("tournament/") for path in marked)
    assert {path for path in site.pages if "android-netrunner" in path} <= marked


def test_running_text_contains_no_ids(site: Site, kb: KnowledgeBase) -> None:
    """Ids may appear in addresses, in code and in the citation to copy."""
    id_pattern = re.compile(r"\b[a-z][a-z0-9-]*-[0-9a-f]{8}\b|(?<![\w-])(?:" + "|".join(note.id for note in kb.notes) + r")(?![\w-])")
    for path, html in site.pages.items():
        text = re.sub(
            r"<(script|code|pre).*?</\1>|<p class=\"cite-as.*?</p>", "", html[html.index("<main") : html.index("</main>")], flags=re.DOTALL
        )
        assert id_pattern.findall(re.sub(r"<[^>]+>", " ", text)) == [], path


def test_related_cards_share_the_counted_rulings(site: Site, kb: KnowledgeBase) -> None:
    data = SiteData(kb)
    pairs = rulings_by_pair(data)
    assert len(pairs) > 100
    for pair, shared_rulings in pairs.items():
        assert pair[0] < pair[1]
        for ruling in shared_rulings:
            named = {mention["id"] for mention in ruling["mentions"]} | {ruling["subject"]["id"]}
            assert set(pair) <= named
    words = site.text("cards/joan-of-arc/index.html")
    shared = len(pairs["joan-of-arc", "mystery-box"])
    assert f"Mystery Box {shared} shared rulings" in words


def test_new_in_this_edition_lists_exactly_the_additions(site: Site, kb: KnowledgeBase) -> None:
    html = site.pages["index.html"]
    section = html[html.index('<section class="new">') :]
    section = section[: section.index("</section>")]
    added = additions(SiteData(kb))
    assert section.count('class="lead"') == min(len(added), 3)
    assert ('id="additions"' in site.pages["whats-new/index.html"]) == bool(added)


def test_an_added_ruling_links_to_its_source_lines(sources: Path, tmp_path: Path) -> None:
    entry = "# Ours.\n- subject: Dr. Dreff\n  printed: |\n    One is one.\n    (Sparky, 1/1/97)\n"
    (sources / "additions" / "2035.yaml").write_text(entry, encoding="utf-8")
    update(sources, sources.parent)
    data = SiteData(rulings.open(sources.parent))
    pages = {page.url: page for page in document_pages(data)}
    (added,) = [ruling for ruling in data.rulings if ruling["source"]["document"] == "additions-2035"]
    assert added["source"]["lines"] == [2, 5]
    page, _, line = source_url(data, added)[1:].partition("#L")
    lines = [line for block in pages[page].data["blocks"] for line in block.lines]
    assert lines[int(line.partition("-")[0]) - 1 : 5] == entry.split("\n")[1:5]
    assert pages[page].title == "Added rulings: 2035.yaml, lines 1–5"
    shutil.rmtree(sources)
    assert source_url(data, added) == "/documents/"


def test_the_book_holds_and_indexes_every_ruling(site: Site, kb: KnowledgeBase) -> None:
    words = site.text("book/index.html")
    subjects = [*(topic.id for topic in kb.topics), *(card.id for card in kb.cards)]
    rulings = [ruling for id in subjects for ruling in kb.rulings_for(id)]
    assert len(rulings) > 500
    views = [serializing.ruling_view(ruling) for ruling in rulings]
    passages = [(view["id"], view["text"][part["start"] : part["end"]]) for view in views for part in formatting.passages(view)]
    assert [id for id, text in passages if " ".join(text.split()) not in words] == []
    index = site.pages["book/index.html"].split('id="book-index"')[-1]
    for card in kb.cards:
        assert (f'#book-{card.id}"' in index) == bool(kb.rulings_for(card.id)), card.id
    marked = site.pages["book/index.html"].count("mark-superseded")
    assert marked >= sum(ruling.status == "superseded" for ruling in kb.rulings)


def test_pictures_show_the_counted_numbers(site: Site, kb: KnowledgeBase) -> None:
    html = site.pages["pictures/index.html"]
    data = SiteData(kb)
    months = by_month(data.rulings)
    assert sum(months.values()) > 400
    for month, number in months.items():
        parts = re.findall(rf"<title>{month}, [^:<]+: (\d+)</title>", html)
        assert sum(map(int, parts)) == number, month
    drawn_pairs = {pair for pair, shared_rulings in rulings_by_pair(data).items() if len(shared_rulings) >= 2}
    assert html.count('class="tie"') == len(drawn_pairs) > 10
    for card in {id for pair in drawn_pairs for id in pair}:
        assert html.count(f'href="../cards/{card}/index.html"') >= 2, card


def test_missing_cards_are_left_out_of_pictures(kb: KnowledgeBase) -> None:
    (page,) = pictures_page(SiteData(replace(kb, cards=tuple(card for card in kb.cards if card.id != "joan-of-arc"))))
    assert page.data["pairs"]
    assert not [row for row in page.data["pairs"] if "joan-of-arc" in (row[0]["id"], row[1]["id"])]


# Files for programs


def test_json_files_hold_what_the_command_line_prints(site: Site, kb: KnowledgeBase) -> None:
    assert json.loads(site.read("api/cards/dr-dreff.json")) == serializing.card_page_view(kb, kb.cards_by_id["dr-dreff"])
    exported = kb.export()
    for kind in ("cards", "topics", "rulings", "sections", "steps", "documents", "tournament"):
        assert json.loads(site.read(f"api/{kind}.json")) == exported[kind]
    results = json.loads(site.read("api/search.json"))
    assert set(results) == {"query", "total", "notes", "hits"}
    assert set(results["hits"][0]) == {"kind", "id", "title", "document", "game", "text", "status", "score", "url"}
    assert results["total"] == len(results["hits"]) == len(kb.cards) + len(kb.topics) + len(kb.rulings) + len(kb.sections) + len(kb.steps)


@pytest.mark.parametrize(("heading", "shape"), [("A ruling", RulingView), ("A citation", CitationView), ("A card", CardView)])
def test_the_page_for_programs_explains_every_key(heading: str, shape: type[RulingView | CitationView | CardView]) -> None:
    page = (ROOT / "site" / "pages" / "for-programs.md").read_text(encoding="utf-8")
    table = page.split(f"\n## {heading}\n")[1].split("\n## ")[0]
    keys = [key for row in re.findall(r"^\| (`[^|]*) \|", table, re.MULTILINE) for key in re.findall(r"`(\w+)`", row)]
    assert sorted(keys) == sorted(shape.__annotations__)


def test_feed_site_map_and_search_description_are_well_formed(site: Site, kb: KnowledgeBase) -> None:
    feed = ElementTree.fromstring(site.read("feed.xml"))
    updated = [entry.findtext(f"{ATOM}updated") or "" for entry in feed.iter(f"{ATOM}entry")]
    assert updated == sorted(updated, reverse=True)
    assert updated[0] == feed.findtext(f"{ATOM}updated")
    ids = [entry.findtext(f"{ATOM}id") for entry in feed.iter(f"{ATOM}entry")]
    assert len(ids) == len(set(ids))
    locations = [element.text or "" for element in ElementTree.fromstring(site.read("sitemap.xml")).iter() if element.tag.endswith("loc")]
    assert {f"cards/{card.id}/" for card in kb.cards} <= set(locations)
    assert all((site.folder / location / "index.html").is_file() for location in locations)
    assert "{searchTerms}" in site.read("opensearch.xml")
    ElementTree.fromstring(site.read("opensearch.xml"))
    assert json.loads(site.read("manifest.webmanifest"))["start_url"] == "./index.html"
