"""No page, hit or terminal view prints words that are superseded or disputed without saying so before them."""

from __future__ import annotations

import json
import re
from collections.abc import Iterator
from html import unescape
from pathlib import Path
from typing import Any

import pytest

import rulings.search
from rulings.api import KnowledgeBase
from rulings.cli.render import card as card_view
from rulings.cli.render.terminal import Screen
from rulings.model import formatting, serializing
from rulings.model.constants import CARD_TYPES, DOUBTS, RARITIES, SETS, SIDES
from rulings.model.views import EntryView, PageView
from rulings.search import Options
from rulings.search.results import Results
from support.asking import ask, spawn
from support.site_reading import Site, Tags

Outs = dict[str, tuple[EntryView, str]]  # id → an entry that is not simply in force, and its first words


@pytest.fixture(scope="module")
def outs(kb: KnowledgeBase) -> Outs:
    entries = (
        *((r.id, serializing.ruling_view(r), r.text) for r in kb.rulings),
        *((s.id, serializing.section_view(s), s.text) for s in kb.sections),
        *((s.id, serializing.step_view(s), s.text) for s in kb.steps),
    )
    found: dict[str, tuple[EntryView, str]] = {id: (view, first_words(text)) for id, view, text in entries if view["status"] != "in-force"}
    assert len(found) >= 20
    return found


def first_words(text: str) -> str:
    """The first line of words of a section in Markdown or of a ruling, as every view prints them."""
    line = next(line for line in text.split("\n") if line.strip())
    return " ".join(re.sub(r"^[-*] +", "", line).replace("*", "").split())[:60].rstrip()


def flat(shown: str) -> str:
    """Lines of a terminal as one line, without bars, bullets, and number and actor of a step."""
    lines = (re.sub(r"^(?:┃ )? *(?:[-*•] |\d+  (?:(?:Corp|Runner|Both) *:? +)?)?", "", line) for line in shown.split("\n"))
    return " ".join(" ".join(lines).split())


def unmarked(shown: str, outs: Outs) -> list[str]:
    """Ids of the entries whose words stand in `shown` without their statuses directly before them.

    A status is taken out first, for it may quote the words; entries that begin alike may stand for each other. White space
    does not count: a narrow terminal breaks long ids. Where a passage of a section is shown, a status of other words may be
    one short line, if the words that it is about are not shown.
    """
    shown = squeezed(shown)
    lines = sorted({line for id, (view, _) in outs.items() for line in (*whole(view), *short(id))}, key=len, reverse=True)
    token = {line: f"⟦{n}⟧" for n, line in enumerate(lines)}
    for line in lines:
        shown = shown.replace(line, token[line])

    def markings(id: str) -> Iterator[str]:
        statuses = whole(outs[id][0])
        for kept in range(1 << len(statuses)):
            others = [quoted for n, quoted in enumerate(statuses.values()) if not kept >> n & 1]
            if all(quoted and quoted not in shown for quoted in others):
                yield "".join(token[line] for n, line in enumerate(statuses) if kept >> n & 1) + "".join(
                    token[line] for line in short(id) if others and token[line] in shown
                )

    found = []
    for id, (_, words) in outs.items():
        alike = [other for other, (_, others) in outs.items() if others.startswith(words) or words.startswith(others)]
        marked = tuple(tokens for other in alike for tokens in markings(other) if tokens)
        places = [place.start() for place in re.finditer(re.escape(squeezed(words)), shown)]
        found += [id for at in places if not shown[:at].rstrip("“-").endswith(marked)]
    return found


def whole(view: EntryView) -> dict[str, str]:
    """The statuses of an entry, each with the words that it is about; empty if it is about all."""
    return {squeezed(formatting.status_line(one)): squeezed(one["quoted"] or "") for one in formatting.statuses(view)}


def short(id: str) -> list[str]:
    """What is said of the status of words that are not shown."""
    return [squeezed(f"{sign} other words here are {kind}: rulings {id}") for sign, kind in (("✗", "superseded"), ("⇄", "disputed"))]


def squeezed(words: str) -> str:
    return "".join(words.split())


def printed(shown: str, outs: Outs) -> set[str]:
    return {id for id, (_, words) in outs.items() if words in shown}


def test_the_check_itself_finds_an_unmarked_ruling(outs: Outs) -> None:
    view, words = outs["demolition-run-7dd7aa5e"]
    assert unmarked(f"Demolition Run {words}", outs) == ["demolition-run-7dd7aa5e"]
    assert unmarked(f"{formatting.status_words(view)} {words}", outs) == []
    assert unmarked(f"✗ other words here are superseded: rulings demolition-run-7dd7aa5e {words}", outs) == ["demolition-run-7dd7aa5e"]


def test_the_check_itself_finds_superseded_words_below_a_short_mark(kb: KnowledgeBase, outs: Outs) -> None:
    view, words = outs["manual-3-setup"]
    status = formatting.statuses(view)[0]
    mark = "✗ other words here are superseded: rulings manual-3-setup"
    assert unmarked(f"{mark} {words}", outs) == []
    assert unmarked(f"{mark} {words} … {status['quoted']}", outs) == ["manual-3-setup"]


@pytest.mark.parametrize("width", [40, 80])
def test_no_card_or_topic_on_a_terminal(kb: KnowledgeBase, outs: Outs, width: int) -> None:
    seen = set[str]()
    pages: list[PageView] = [
        *(serializing.card_page_view(kb, card) for card in kb.cards),
        *(serializing.topic_page_view(kb, topic) for topic in kb.topics),
    ]
    for page in pages:
        for full in (False, True):
            screen = Screen(width)
            card_view.show_page(screen, page, full)
            assert unmarked(flat(str(screen)), outs) == [], page["rulings"]
            seen |= printed(flat(str(screen)), outs)
    assert {id for id in outs if id in kb.rulings_by_id} <= seen


def test_no_document_or_step_on_a_terminal(kb: KnowledgeBase, outs: Outs, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setenv("COLUMNS", "100")
    shown = [ask("document", d.short).out for d in kb.documents]
    shown += [ask("run").out, *(ask("run", str(step.number)).out for step in kb.steps)]
    shown.append(spawn("run", "--walk", typed="n\ny\n").out)
    for out in shown:
        assert unmarked(flat(out), outs) == [], out
    assert {id for id in outs if id not in kb.rulings_by_id} <= printed(" ".join(map(flat, shown)), outs)


@pytest.fixture(scope="module")
def searched_once() -> Iterator[None]:
    """A query asked again, to be printed otherwise, is answered as before."""
    search, found = rulings.search.search, dict[str, Results]()

    def search_once(folder: None, query: str, options: Options, **others: Any) -> Results:
        if query not in found:
            found[query] = search(folder, query, options, **others)
        return found[query]

    with pytest.MonkeyPatch.context() as patch:
        patch.setattr(rulings.search, "search", search_once)
        yield


@pytest.mark.parametrize("form", ["", "--plain", "--cite"])
@pytest.mark.usefixtures("searched_once")
def test_no_answer_on_a_terminal(kb: KnowledgeBase, outs: Outs, form: str) -> None:
    seen = set[str]()
    options = [form] if form else []
    for id in outs:
        ruling = kb.rulings_by_id.get(id)
        query = ruling.questions[0] if ruling else kb.entry(id).questions[0]  # type: ignore[union-attr]
        asked: list[tuple[str, ...]] = [("search", query, "-n", "20")]
        asked += [("card" if ruling.subject.kind == "card" else "topic", ruling.subject.id)] if ruling else []
        for words in asked:
            out = flat(ask(*words, *options).out)
            assert unmarked(out, outs) == [], words
            seen |= printed(out, outs)
    assert {id for id in outs if id in kb.rulings_by_id} <= seen


def test_no_list_of_what_an_authority_said(kb: KnowledgeBase, outs: Outs) -> None:
    out = "".join(flat(ask("who", authority.id).out) for authority in kb.authorities)
    assert unmarked(out, outs) == []
    assert {id for id in outs if id in kb.rulings_by_id} <= printed(out, outs)


def test_the_finder_marks_its_rows(outs: Outs) -> None:
    from rulings.cli import output
    from rulings.cli.commands.search import search_options
    from rulings.cli.finder.finder import Finder
    from rulings.cli.grammar import Arguments

    finder = Finder(output.pages(), search_options(Arguments(), 12))
    rows = [row for row in finder.rows("Demolition Run ice trashed with Armageddon") if row.ruling == "demolition-run-7dd7aa5e"]
    assert rows and all(row.text.startswith("✗ superseded: ") for row in rows)


_STATUS = re.compile(r'<p class="status status-[a-z-]+">.*?<span class="why-status">\((.*?)\)</span></p>', re.DOTALL)
_NOTE = re.compile(r'<article class="note" id="([^"]+)">(.*?)</article>', re.DOTALL)
_TERMINAL = re.compile(r"<pre\b.*?</pre>", re.DOTALL)
_EMPHASIS = re.compile(r"[*`]|^#+ ")
_TAG = re.compile(r"<[^>]*>")
_LINES = re.compile(r"/lines-\d+/")


def reasons(view: EntryView) -> str:
    """What stands for the statuses of an entry in a page: the beginning of each reason."""
    return "".join(f"⟦{reason(one['why'])}⟧" for one in formatting.statuses(view))


def reason(words: str) -> str:
    return re.sub(r"\W", "", words)[:25]


def test_no_page_of_the_site(site: Site, outs: Outs) -> None:
    """The status of the entry, or at least the word for it, stands directly before its words."""
    seen = set[str]()
    marks = {id: reasons(view) for id, (view, _) in outs.items()}
    words_only = tuple(f"{sign} {words[:1].upper()}{words[1:]}" for sign, words, _ in formatting.STATUS_MARKS.values())
    for path, html in site.pages.items():
        if _LINES.search(path):
            continue
        for terminal in _TERMINAL.findall(html):
            assert unmarked(flat(unescape(_TAG.sub("", terminal))), outs) == [], path
        told = _TERMINAL.sub("", _NOTE.sub("", html))
        told = _STATUS.sub(lambda m: f"⟦{reason(Tags(m[1]).text)}⟧", told)
        shown = Tags(told).text
        for id, (_, words) in outs.items():
            alike = tuple(marks[other] for other, (_, others) in outs.items() if others.startswith(words) or words.startswith(others))
            for place in re.finditer(re.escape(_EMPHASIS.sub("", words)), shown):
                assert shown[: place.start()].replace("⟧ ⟦", "⟧⟦").rstrip().endswith((*alike, *words_only)), (path, id)
                seen.add(id)
    assert seen == set(outs)


def test_each_side_of_a_contradiction_that_is_not_followed_is_marked(site: Site, kb: KnowledgeBase) -> None:
    told = dict(_NOTE.findall(site.pages["reversals/index.html"]))
    assert set(told) == {note.id for note in kb.notes}
    for note in kb.notes:
        sides = len([side for side in (note.one, note.other) if side])
        losing = 0 if not note.disagreement else sides if note.follow == "neither" else sides - 1 if note.other else 1
        before_words = re.findall(r"mark-(?:superseded|superseded-in-part|disputed)\".*?</p>\s*<blockquote", told[note.id])
        assert len(before_words) == losing, note.id


def test_what_only_leads_to_it_is_marked_too(site: Site, outs: Outs) -> None:
    found = 0
    for path, html in site.pages.items():
        for href, inside in re.findall(r'<a class="lead" href="([^"]*)">(.*?)</a>', html):
            id = href.rpartition("#")[2].replace("step-", "run-chart-")
            if id in outs and "/documents/" not in href and "<b>Step" not in inside:
                assert "status-word" in inside, (path, id)
                found += 1
    assert found >= 10


def test_the_lines_of_the_documents_are_marked_where_it_begins(site: Site, kb: KnowledgeBase, outs: Outs) -> None:
    for id in outs:
        entry = kb.entry(id)
        assert entry
        line = entry.source.lines[0]
        (path,) = (p for p in site.pages if p.startswith(f"documents/{entry.source.document}/lines-") and f'id="L{line}"' in site.pages[p])
        assert f'<li id="L{line}"><a href=' in site.pages[path], id


def objects(value: Any) -> Iterator[dict[str, Any]]:
    if isinstance(value, dict):
        yield value
        for inner in value.values():
            yield from objects(inner)
    elif isinstance(value, list):
        for inner in value:
            yield from objects(inner)


def test_json_says_the_status_of_everything(site: Site, kb: KnowledgeBase, outs: Outs) -> None:
    seen = set[str]()
    for path in sorted((site.folder / "api").rglob("*.json")):
        for one in objects(json.loads(path.read_text(encoding="utf-8"))):
            id = f"run-chart-{one['number']}" if "decision" in one and "number" in one else one.get("id", "")
            if "text" in one and id in outs:
                assert one["status"] == outs[id][0]["status"], (path, id)
                seen.add(id)
    assert seen == set(outs)


def test_nothing_superseded_is_an_accepted_answer(site: Site, kb: KnowledgeBase, outs: Outs) -> None:
    whole = [kb.rulings_by_id[id] for id, (view, _) in outs.items() if view["status"] == "superseded" and id in kb.rulings_by_id]
    assert whole
    for ruling in whole:
        html = site.pages[f"{ruling.subject.kind}s/{ruling.subject.id}/index.html"]
        assert not any(
            json.dumps(ruling.text)[1:30] in script for script in re.findall(r"<script[^>]*ld\+json[^>]*>(.*?)</script>", html, re.S)
        )


def test_every_mark_is_explained_on_the_page_of_marks(site: Site, kb: KnowledgeBase) -> None:
    used = {"official"}
    for ruling in map(serializing.ruling_view, kb.rulings):
        used |= {mark["kind"] for mark in formatting.marks(ruling)}
        used |= {mark["kind"] for citation in ruling["citations"] for mark in formatting.citation_marks(citation)}
    assert {"superseded", "superseded-in-part", "disputed", "players-council", "likely-date", "names-later-card"} <= used
    assert used | set(DOUBTS) <= site.attributes["marks/index.html"][1]


def test_the_schema_allows_what_the_constants_list() -> None:
    schema = json.loads((Path(rulings.__file__).parent / "storage" / "schema.json").read_text(encoding="utf-8"))["$defs"]
    assert set(schema["citation"]["properties"]["doubt"]["enum"]) == set(DOUBTS)
    for card in (schema["card"], schema["sources/cards"]["items"]):
        for fact, values in (("side", SIDES), ("type", CARD_TYPES), ("set", SETS), ("rarity", RARITIES)):
            assert set(card["properties"][fact]["enum"]) == set(values)


def test_the_readme_counts_what_is_there(kb: KnowledgeBase) -> None:
    readme = " ".join((Path(__file__).parents[1] / "README.md").read_text(encoding="utf-8").split())
    disagreements = sum(note.disagreement for note in kb.notes)
    assert f"In {disagreements} places statements contradict each other." in readme
    assert f"In {len(kb.notes) - disagreements} more places statements only seem to contradict each other" in readme
    assert f"{sum(ruling.reverses for ruling in kb.rulings)} rulings say that they reverse an earlier one" in readme


def test_a_feed_entry_says_it_too(kb: KnowledgeBase, outs: Outs) -> None:
    from rulings.site.export import machine_files

    view: Any = outs["demolition-run-7dd7aa5e"][0]
    _, entry = machine_files._addition_entry(view, "")
    assert "✗ superseded: follow armageddon-b048b520" in entry


def test_the_walk_goes_on_to_the_effects_at_the_end_of_a_run(kb: KnowledgeBase) -> None:
    out = spawn("run", "--walk", typed="n\ny\n").out
    last = kb.steps[-1]
    assert last.text in " ".join(out.split())
    assert out.endswith("Path  1 no → 13 yes → End the run → 20\n")
