"""Tests of the pages of the built site: all exist, and their links are right."""

from __future__ import annotations

import posixpath
from pathlib import Path, PurePosixPath
from urllib.parse import unquote, urlsplit

from rulings.model.knowledge import Knowledge
from rulings.site.other_pages import moved_pages
from rulings.site.page_parts import SitePage
from rulings.storage.yaml_files import read_yaml
from support.built_site import Site
from support.command_line import run_cli
from support.data_files import now


def test_every_ruling_section_and_step_has_an_anchor(site: Site, kb: Knowledge) -> None:
    for entry in kb.entries:
        path, _, anchor = entry.url[1:].partition("#")
        assert anchor in site.anchors[f"{path}index.html"], entry.url


def test_every_internal_link_works(site: Site) -> None:
    assert site.broken_links() == []


def test_every_page_is_reachable_from_the_home_page(site: Site) -> None:
    reached = {"index.html"}
    pending = ["index.html"]
    while pending:
        path = pending.pop()
        links = {urlsplit(link).path for link in site.links[path] if "//" not in link}
        targets = {
            posixpath.normpath(PurePosixPath(path).parent / unquote(link))
            for link in links
        }
        pending += sorted((targets & site.pages.keys()) - reached)
        reached |= targets
    moved = {
        path
        for path in site.pages
        if any(a.get("http-equiv") == "refresh" for _, a in site.parsed(path).tags)
    }
    assert site.pages.keys() - reached - moved == {"404.html"}


def test_a_copy_made_by_following_links_has_every_script(site: Site) -> None:
    linked = {
        posixpath.normpath(PurePosixPath(path).parent / urlsplit(link).path)
        for path, links in site.links.items()
        for link in links
    }
    linked |= {link.lstrip("/") for link in site.links["404.html"]}  # from the root
    scripts = {
        path.relative_to(site.folder).as_posix()
        for path in site.folder.glob("assets/**/*.js")
    }
    assert len(scripts) > 6
    assert scripts - linked == set()


def test_links_name_files_so_that_pages_open_from_disk(site: Site) -> None:
    for path in site.links.keys() - {"404.html"}:  # a server sends it for any address
        internal = [
            urlsplit(link).path
            for link in site.links[path]
            if not link.startswith("http")
        ]
        assert [
            link for link in internal if link.startswith("/") or link.endswith("/")
        ] == [], path


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
    """Invalid front matter would be shown, and the page would have no description."""
    for path in site.pages:
        descriptions = [
            a["content"]
            for tag, a in site.parsed(path).tags
            if tag == "meta" and a.get("name") == "description"
        ]
        assert len(descriptions) == 1, path
        assert len(descriptions[0]) > 10, path


def test_every_card_filter_is_a_page_without_javascript(
    site: Site, kb: Knowledge
) -> None:
    links = site.links["cards/index.html"]
    for part in (
        "by-side/corp by-type/ice by-set/proteus with-rulings without-rulings"
    ).split():
        assert f"../cards/{part}/index.html" in links
    ruled = run_cli("search", "kind:card ruled>0", "-n", "all", "--plain").out
    listed = [line.split("\t")[2] for line in ruled.splitlines()]
    assert len(listed) > 200
    unruled = [card.title for card in kb.cards if card.title not in listed]
    for path, titles in (
        ("cards/by-type/ice", [card.title for card in kb.cards if card.type == "Ice"]),
        ("cards/with-rulings", listed),
        ("cards/without-rulings", unruled),
    ):
        rows = [
            a
            for tag, a in site.parsed(f"{path}/index.html").tags
            if tag == "a" and a.get("class") in ("corp", "runner")
        ]
        assert len(rows) == len(titles)


def test_no_address_is_gone_without_a_redirect(site: Site) -> None:
    known = read_yaml(Path(__file__).parents[1] / "data" / "addresses.yaml")
    assert [
        url for url in known if f"{url}index.html".lstrip("/") not in site.pages
    ] == []


def test_moved_ids_leave_a_page(kb: Knowledge) -> None:
    old_id = "dr-dreff-00000000"
    moved = {
        "doctor-dreff": "dr-dreff",
        old_id: now("dr-dreff-8a16f88d"),
        "manual-old-heading": "manual-3-setup",
        "/old/page/": "ice-and-icebreakers",
        "/old/list/": "/errata/",
        "old-note": "access-order-archives",
        "gone": "nowhere",
    }
    withdrawn = {"dr-dreff-00000001": "R.", "nobody": "C."}
    data = kb.replaced(moved=moved, withdrawn=withdrawn)
    pages = {"/errata/": SitePage("/errata/", "errata.html", "Errata", "")}
    assert [
        (page.url, page.context["target"]) for page in moved_pages(data, pages)
    ] == [
        ("/old/list/", "/errata/"),
        ("/old/page/", "/topics/ice-and-icebreakers/"),
        ("/cards/doctor-dreff/", "/cards/dr-dreff/"),
        ("/topics/nobody/", ""),
    ]
