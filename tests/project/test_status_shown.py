"""Tests that terminal, site, JSON and feed show nothing superseded or disputed without its status."""

from __future__ import annotations

import json
import re
from collections.abc import Iterator
from html import unescape
from typing import Any

import pytest
from msgspec.structs import replace

import rulings.search
from rulings.api import KnowledgeBase
from rulings.cli import cards as render_card
from rulings.cli.layout import Screen
from rulings.model import formatting as marks
from rulings.model.constants import DOUBTS
from rulings.model.entities import Entry
from rulings.model.knowledge import CardPage, Page, card_page, topic_page
from rulings.search import Options
from rulings.search.results import Results
from rulings.site.content import SiteData
from rulings.site.machine_files import feed
from support.built_site import ParsedPage, Site
from support.command_line import run_cli
from support.status_marks import Flagged, first_words, ids_with_same_beginning, on_one_line, unmarked_ids


@pytest.fixture(scope="module")
def flagged(kb: KnowledgeBase) -> Flagged:
    entries = (
        *((r.id, r, r.text) for r in kb.rulings),
        *((s.id, s, s.text) for s in kb.sections),
        *((s.id, s, s.text) for s in kb.steps),
    )
    flagged: Flagged = {id: (view, first_words(text)) for id, view, text in entries if view.status != "in-force"}
    assert len(flagged) >= 20
    return flagged


def shown_ids(output: str, flagged: Flagged) -> set[str]:
    """Ids of the entries whose words are in the output."""
    return {id for id, (_, words) in flagged.items() if words in output}


@pytest.mark.parametrize(
    ("width", "full"),
    [
        (40, True),
        (80, False),
        pytest.param(40, False, marks=pytest.mark.slow),
        pytest.param(80, True, marks=pytest.mark.slow),
    ],
)
def test_card_and_topic_pages_on_a_terminal_mark_every_status(
    kb: KnowledgeBase, flagged: Flagged, width: int, full: bool
) -> None:
    seen = set[str]()
    pages: list[Page] = [
        *(card_page(kb, card.id) for card in kb.cards),
        *(topic_page(kb, topic.id) for topic in kb.topics),
    ]
    for page in pages:
        screen = Screen(width)
        if isinstance(page, CardPage):
            render_card.show_card(screen, page, full=full)
        else:
            render_card.show_topic(screen, page, full=full, limit=None)
        out = on_one_line(str(screen))
        assert unmarked_ids(out, flagged) == [], page.rulings
        seen |= shown_ids(out, flagged)
    assert {id for id in flagged if id in kb.rulings_by_id} <= seen


def test_documents_and_steps_on_a_terminal_mark_every_status(
    kb: KnowledgeBase, flagged: Flagged, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setenv("COLUMNS", "100")
    outputs = [run_cli("document", d.short).out for d in kb.documents]
    outputs += [run_cli("run").out, *(run_cli("run", str(step.number)).out for step in kb.steps)]
    outputs.append(run_cli("run", "--walk", stdin="n\ny\n").out)
    for out in outputs:
        assert unmarked_ids(on_one_line(out), flagged) == [], out
    assert {id for id in flagged if id not in kb.rulings_by_id} <= shown_ids(
        " ".join(map(on_one_line, outputs)), flagged
    )


@pytest.fixture(scope="module")
def searched_once() -> Iterator[None]:
    """Stores the results of each query, which is asked once for every output format."""
    search = rulings.search.search
    results = dict[str, Results]()

    def search_once(kb: KnowledgeBase, query: str, options: Options, **others: Any) -> Results:
        if query not in results:
            results[query] = search(kb, query, options, **others)
        return results[query]

    with pytest.MonkeyPatch.context() as patch:
        patch.setattr(rulings.search, "search", search_once)
        yield


@pytest.mark.parametrize("form", ["", "--plain", "--cite"])
@pytest.mark.usefixtures("searched_once")
def test_answers_on_a_terminal_mark_every_status(kb: KnowledgeBase, flagged: Flagged, form: str) -> None:
    seen = set[str]()
    options = [form] if form else []
    for id in flagged:
        ruling = kb.rulings_by_id.get(id)
        query = ruling.questions[0] if ruling else kb.entry(id).questions[0]  # type: ignore[union-attr]
        commands: list[tuple[str, ...]] = [("search", query, "-n", "20")]
        commands += [("card" if ruling.subject.kind == "card" else "topic", ruling.subject.id)] if ruling else []
        for words in commands:
            out = on_one_line(run_cli(*words, *options).out)
            assert unmarked_ids(out, flagged) == [], words
            seen |= shown_ids(out, flagged)
    assert {id for id in flagged if id in kb.rulings_by_id} <= seen


def test_pages_of_authorities_on_a_terminal_mark_every_status(kb: KnowledgeBase, flagged: Flagged) -> None:
    out = "".join(on_one_line(run_cli("who", authority.id).out) for authority in kb.authorities)
    assert unmarked_ids(out, flagged) == []
    assert {id for id in flagged if id in kb.rulings_by_id} <= shown_ids(out, flagged)


_STATUS = re.compile(r'<p class="status status-[a-z-]+">.*?<span class="why-status">\((.*?)\)</span></p>', re.DOTALL)
_NOTE = re.compile(r'<article class="statements" id="([^"]+)">(.*?)</article>', re.DOTALL)
_TERMINAL = re.compile(r"<pre\b.*?</pre>", re.DOTALL)
_EMPHASIS = re.compile(r"[*`]|^#+ ")
_TAG = re.compile(r"<[^>]*>")
_LINES = re.compile(r"/lines-\d+/")


def status_tokens(view: Entry) -> str:
    """The tokens that replace the statuses of an entry on a page, one per status."""
    return "".join(f"⟦{short_reason(reason.why)}⟧" for reason in marks.status_reasons(view))


def short_reason(words: str) -> str:
    return re.sub(r"\W", "", words)[:25]


def test_pages_of_the_site_mark_every_status(site: Site, flagged: Flagged) -> None:
    """The statuses of an entry, or at least the word for its status, must come directly before its words."""
    seen = set[str]()
    tokens = {id: status_tokens(view) for id, (view, _) in flagged.items()}
    rendered_words = {id: _EMPHASIS.sub("", words) for id, (_, words) in flagged.items()}
    words_only = tuple(f"{sign} {words[:1].upper()}{words[1:]}" for sign, words, _ in marks.STATUS_MARKS.values())
    for path, html in site.pages.items():
        if _LINES.search(path):
            continue
        for terminal in _TERMINAL.findall(html):
            assert unmarked_ids(on_one_line(unescape(_TAG.sub("", terminal))), flagged) == [], path
        if not any(words in site.text(path) for words in rendered_words.values()):
            continue
        html = _TERMINAL.sub("", _NOTE.sub("", html))
        html = _STATUS.sub(lambda m: f"⟦{short_reason(ParsedPage(m[1]).text)}⟧", html)
        text = ParsedPage(html).text
        for id, (_, words) in flagged.items():
            valid_marks = (*(tokens[other] for other in ids_with_same_beginning(words, flagged)), *words_only)
            for match in re.finditer(re.escape(rendered_words[id]), text):
                assert text[: match.start()].replace("⟧ ⟦", "⟧⟦").rstrip().endswith(valid_marks), (path, id)
                seen.add(id)
    assert seen == set(flagged)


def test_the_overruled_side_of_a_contradiction_is_marked(site: Site, kb: KnowledgeBase) -> None:
    notes = dict(_NOTE.findall(site.pages["reversals/index.html"]))
    assert set(notes) == {note.id for note in kb.notes}
    for note in kb.notes:
        sides = len([side for side in (note.one, note.other) if side])
        overruled_sides = (
            0 if not note.is_contradiction else sides if note.follow == "neither" else sides - 1 if note.other else 1
        )
        marks = re.findall(r"mark-(?:superseded|superseded-in-part|disputed)\".*?</p>\s*<blockquote", notes[note.id])
        assert len(marks) == overruled_sides, note.id


def test_links_to_flagged_entries_are_marked(site: Site, flagged: Flagged) -> None:
    marked_links = 0
    for path, html in site.pages.items():
        for href, inside in re.findall(r'<a class="link-row" href="([^"]*)">(.*?)</a>', html):
            id = href.rpartition("#")[2].replace("step-", "run-chart-")
            if id in flagged and "/documents/" not in href and "<b>Step" not in inside:
                assert "status-word" in inside, (path, id)
                marked_links += 1
    assert marked_links >= 10


def test_flagged_entries_are_linked_where_their_source_lines_begin(
    site: Site, kb: KnowledgeBase, flagged: Flagged
) -> None:
    for id in flagged:
        entry = kb.entry(id)
        assert entry
        line = entry.source.lines[0]
        (path,) = (
            p
            for p in site.pages
            if p.startswith(f"documents/{entry.source.document}/lines-") and f'id="L{line}"' in site.pages[p]
        )
        assert f'<li id="L{line}"><a href=' in site.pages[path], id


def json_objects(value: Any) -> Iterator[dict[str, Any]]:
    """All JSON objects in the value, including itself."""
    if isinstance(value, dict):
        yield value
        for inner in value.values():
            yield from json_objects(inner)
    elif isinstance(value, list):
        for inner in value:
            yield from json_objects(inner)


def test_json_files_give_the_status_of_every_entry(site: Site, kb: KnowledgeBase, flagged: Flagged) -> None:
    seen = set[str]()
    for path in sorted((site.folder / "api").rglob("*.json")):
        for entry in json_objects(json.loads(path.read_text(encoding="utf-8"))):
            id = f"run-chart-{entry['number']}" if "decision" in entry and "number" in entry else entry.get("id", "")
            if "text" in entry and id in flagged:
                assert entry["status"] == flagged[id][0].status, (path, id)
                seen.add(id)
    assert seen == set(flagged)


def test_structured_data_offer_no_superseded_answer(site: Site, kb: KnowledgeBase, flagged: Flagged) -> None:
    superseded = [
        kb.rulings_by_id[id]
        for id, (view, _) in flagged.items()
        if view.status == "superseded" and id in kb.rulings_by_id
    ]
    assert superseded
    offered = {
        data["url"].removeprefix("#")
        for html in site.pages.values()
        for script in re.findall(r"<script[^>]*ld\+json[^>]*>(.*?)</script>", html, re.S)
        for data in json_objects(json.loads(script))
        if data.get("@type") == "Answer"
    }
    assert "dr-dreff-0a4dff2a" in offered
    assert [ruling.id for ruling in superseded if ruling.id in offered] == []


def test_every_mark_is_explained_on_the_marks_page(site: Site, kb: KnowledgeBase) -> None:
    used = {"official"}
    for ruling in kb.rulings:
        used |= {mark.kind for mark in marks.ruling_marks(ruling)}
        used |= {mark.kind for citation in ruling.citations for mark in marks.citation_marks(citation)}
    assert {
        "superseded",
        "superseded-in-part",
        "disputed",
        "players-council",
        "likely-date",
        "names-later-card",
    } <= used
    unexplained = (used | set(DOUBTS)) - site.anchors["marks/index.html"]
    assert unexplained == set(), "explain each of these marks under a heading with its id in site/pages/marks.md"


def test_feed_entries_mark_their_status(kb: KnowledgeBase, flagged: Flagged) -> None:
    view: Any = flagged["demolition-run-7dd7aa5e"][0]
    added = replace(view, source=replace(view.source, document="additions-2001"))
    data = SiteData(kb)
    data.rulings = [added]
    assert "✗ superseded: follow armageddon-b048b520" in feed(data, [], "")


def test_what_to_follow_on_the_same_page_is_named_by_its_question(site: Site, kb: KnowledgeBase) -> None:
    question = kb.rulings_by_id["emergency-self-construct-45e9a1c4"].questions[0]
    status = _STATUS.search(site.pages["cards/emergency-self-construct/index.html"])
    assert status
    assert f": follow “{question}”" in ParsedPage(status[0]).text
