"""Every note, on every entry that it concerns, at every door: told up to the door's level, and in
the right words.

What must be told is computed from notes.yaml and reversals.yaml alone; what is told is read from
what is rendered.
"""

from __future__ import annotations

import json
import re
from collections.abc import Callable, Iterable, Mapping
from dataclasses import dataclass
from functools import cache
from html import unescape
from pathlib import Path
from typing import Any

import pytest
import yaml

from rulings.api import KnowledgeBase
from rulings.model import entities, ids, plain_text, records
from support.built_site import Site, element
from support.command_line import run_cli
from support.examples import IS_WHOLE, some_of
from support.in_node import run_in_node, scripts_of_hits

SOURCES = Path(entities.__file__).parents[1] / "sources"
LEVELS = {"superseded": 1, "disputed": 1, "but see": 2, "see also": 3, "overrules": 4, "related": 4}
SAYS = {  # relation → what a line that tells it says
    "superseded": r"✗|superseded",
    "disputed": r"⇄|disputed",
    "but see": r"(?i)but see|exception",
    "see also": r"(?i)see also|until then|clarification",
    "overrules": r"(?i)overrules|prevails",
    # The others: in a note of its own, beside this one
    "related": r"(?i)see also|related|overrules|but see|clarification",
}


@dataclass(frozen=True)
class Fact:
    """What a note says of one entry: how it relates to it, and the ids of the entries on the other
    side.
    """

    note: str
    title: str
    entry: str
    relation: str
    others: tuple[str, ...]
    words: str = ""


def _ids(side: Mapping[str, Any] | None) -> tuple[str, ...]:
    if side is None:
        return ()
    key = (
        side.get("ruling")
        or side.get("section")
        or (f"run-chart-{side['step']}" if "step" in side else "")
    )
    return (key, *side.get("also", ())) if key else ()


def _relation(note: Mapping[str, Any], side: str) -> str:
    if note["kind"] == "clarification":
        return "see also"
    if note["kind"] == "exception":
        return "but see" if side == "one" else "see also"
    if note["follow"] == "neither":
        return "disputed"
    return "overrules" if note["follow"] == side else "superseded"


@cache
def facts() -> list[Fact]:
    """All facts of the two files."""
    found = []
    for note in yaml.safe_load((SOURCES / "notes.yaml").read_text(encoding="utf-8")):
        sides = {"one": _ids(note["one"]), "other": _ids(note["other"])}
        for side, other in (("one", "other"), ("other", "one")):
            for id in sides[side]:
                relation = _relation(note, side)
                if relation == "overrules" and id in sides[other]:
                    continue  # both sides are in one entry, where the other is told
                if (
                    relation == "see also"
                    and ids.is_ruling_id(id)
                    and "section" in (note[other] or ())
                ):
                    relation = "related"  # the section says less
                words = (
                    note[side].get("words")
                    if id == sides[side][0]
                    else note[side].get("also_words", {}).get(id)
                )
                others = tuple(each for each in sides[other] if each != id)
                found.append(Fact(note["id"], note["title"], id, relation, others, words or ""))
        for id in sorted(set(note.get("related", ())) - {*sides["one"], *sides["other"]}):
            found.append(Fact(note["id"], note["title"], id, "related", sides["one"]))
    for row in yaml.safe_load((SOURCES / "reversals.yaml").read_text(encoding="utf-8")):
        for key, relation in (("replaces", "superseded"), ("in_doubt", "disputed")):
            for id in row.get(key, ()):
                found.append(
                    Fact(f"reversal-{row['ruling']}", "taken back", id, relation, (row["ruling"],))
                )
    return found


SIGN = re.compile(
    r"\s*(✗\d*|⇄\d*|\+\d*|See also|Until then|Overrules|\S.* \((but see|See also|Overrules|superseded|disputed))"
)


def joined_lines(text: str) -> list[str]:
    """The lines of a terminal, those that continue another joined to it; each remark begins a
    line.
    """
    lines: list[str] = []
    for raw in text.splitlines():
        line = raw.replace("┃", " ").strip()
        if not line or not lines or not lines[-1] or SIGN.match(line):
            lines.append(line)
        else:
            lines[-1] += f" {line}"
    return lines


def block_of(text: str, id: str) -> list[str]:
    """The lines of the part of a terminal's output, between empty lines, that ends in an id, or its
    digits.
    """
    ending = re.compile(rf"(?<![\w-])(?:{re.escape(id)}|{re.escape(id[-8:])})$", re.MULTILINE)
    parts = [part for part in re.split(r"\n\s*\n", text) if ending.search(part)]
    return joined_lines(parts[0]) if parts else []


def paragraphs(html: str) -> list[str]:
    """The words of the paragraphs, list items and summaries of HTML; links also with their
    addresses.
    """
    html = re.sub(r'<a\b[^>]*href="([^"]*)"[^>]*>', lambda link: f" [{link[1]}] ", html)
    found = re.findall(r"<(?:p|li|summary)\b[^>]*>(.*?)(?=</(?:p|li|summary)>)", html, re.DOTALL)
    return [" ".join(unescape(re.sub(r"<[^>]+>", "", words)).split()) for words in found]


@cache
def printed(*words: str) -> str:
    """What a command prints."""
    return run_cli(*words).out


class Doors:
    """The places where an entry is shown: each returns the lines that are shown of it, or None if
    it is not shown.
    """

    def __init__(self, kb: KnowledgeBase, site: Site, page_data: str, folder: Path) -> None:
        self.kb, self.site, self.page_data, self.folder = kb, site, page_data, folder
        self.looked_for = frozenset[Fact]()  # by the test

    def entry(self, fact: Fact) -> entities.AnyEntry:
        entry = self.kb.entry(fact.entry)
        assert entry, fact
        return entry

    def command(self, fact: Fact) -> tuple[str, ...]:
        entry = self.entry(fact)
        if isinstance(entry, entities.Section):
            return "document", entry.id
        return (
            ("run", str(entry.number), "-n", "1")
            if isinstance(entry, entities.Step)
            else (entry.id,)
        )

    def ruling(self, fact: Fact) -> entities.Ruling | None:
        entry = self.entry(fact)
        return entry if isinstance(entry, entities.Ruling) else None

    # The terminal

    def page(self, fact: Fact) -> list[str]:
        return joined_lines(printed(*self.command(fact)))

    def why(self, fact: Fact) -> list[str]:
        return joined_lines(printed("why", fact.entry))

    def cite(self, fact: Fact) -> list[str]:
        return [
            printed(*self.command(fact), "--cite")
            .split("] ", 1)[-1]
            .replace(" + ", "\n+ ")
            .replace(" ✗", "\n✗")
        ]

    def _query(self, fact: Fact) -> str:
        """The words that the note is about, or else the first ones, as one asks for them."""
        return re.sub(r"[^\w' -]", " ", (fact.words or self.entry(fact).text)[:110])

    def _search(self, fact: Fact, *form: str) -> str:
        return printed("search", self._query(fact), "-n", "5", *form)

    def _hit(self, fact: Fact) -> dict[str, Any] | None:
        """The hit that shows the words that the note is about, there or on a near-identical ruling,
        among the first five.
        """
        hits = json.loads(self._search(fact, "--json") or '{"hits": []}')["hits"]
        shown = (hit for hit in hits if fact.entry in (hit["id"], *hit["near_identical"]))
        parts = fact.words.split(" … ")
        return next(
            (
                h
                for h in shown
                if any(plain_text.fold(part) in plain_text.fold(h["passage"]) for part in parts)
            ),
            None,
        )

    def hit(self, fact: Fact) -> list[str] | None:
        found = self._hit(fact)
        return block_of(self._search(fact), found["id"]) if found else None

    def _inheriting(self, fact: Fact) -> entities.Card | None:
        return (
            next(
                (
                    card
                    for card in self.kb.cards
                    if any(
                        ruling.id == fact.entry
                        for group in self.kb.inherited(card.id)
                        for ruling in group.rulings
                    )
                ),
                None,
            )
            if self.ruling(fact)
            else None
        )

    def inherited(self, fact: Fact) -> list[str] | None:
        card = self._inheriting(fact)
        return block_of(printed(card.id, "--full"), fact.entry) if card else None

    # The site

    def site_page(self, fact: Fact) -> list[str]:
        entry = self.entry(fact)
        page, _, anchor = entry.url.lstrip("/").partition("#")
        return paragraphs(element(self.site.read(f"{page}index.html"), anchor))

    def site_inherited(self, fact: Fact) -> list[str] | None:
        card = self._inheriting(fact)
        if card is None:
            return None
        rulings = re.findall(
            r'<details class="inherited-ruling">(.*?)(?=<details class="inherited-ruling">|</section>)',
            self.site.read(f"cards/{card.id}/index.html"),
            re.DOTALL,
        )
        [shown] = [
            html
            for html in rulings
            if f'#{fact.entry}"' in html.partition("<blockquote>")[0] + html[-900:]
        ] or [""]
        return paragraphs(shown)

    def book(self, fact: Fact) -> list[str] | None:
        ruling = self.ruling(fact)
        if ruling is None or ruling.is_see_entry:
            return None
        section = element(self.site.read("book/index.html"), f"book-{ruling.subject.id}")
        words = plain_text.one_line(ruling.text.split("\n")[0])[:90]
        parts = section.split('<div class="entry')[1:]
        shown = [
            part
            for part in parts
            if words in " ".join(unescape(re.sub(r"<[^>]+>", "", part)).split())
        ]
        return paragraphs(shown[0])

    @cache  # noqa: B019
    def _page_hits(self, some: frozenset[Fact]) -> dict[str, list[dict[str, Any]]]:
        """Query of each of the facts → the hits as the search of the page renders them."""
        scripts = scripts_of_hits(self.folder, self.page_data)
        queries = sorted({self._query(fact) for fact in some})
        return dict(run_in_node("page_hits.js", scripts, {"queries": queries}, self.folder))

    def page_hit(self, fact: Fact) -> list[str] | None:
        found = self._page_hits(self.looked_for)[self._query(fact)]
        hits = [hit for hit in found if hit["id"] == fact.entry]
        if not hits or self._hit(fact) is None:
            return None
        titles = {self.kb.entry_title(id) for id in fact.others}
        lines: list[str] = hits[0]["lines"]
        return [
            f"{line} {fact.others}" if any(title in line for title in titles) else line
            for line in lines
        ]

    # Data

    def api(self, fact: Fact) -> list[str]:
        kind = type(self.entry(fact)).__name__.lower()
        found = self._api(f"{kind}s")[fact.entry]
        return [f"{note['relation']} {note['id']} {note['table'] or ''}" for note in found["notes"]]

    @cache  # noqa: B019
    def _api(self, listed: str) -> dict[str, dict[str, Any]]:
        rows = json.loads(self.site.read(f"api/{listed}.json"))
        return {row["id"]: row for row in rows}


Door = Callable[[Doors, Fact], list[str] | None]
DOORS: dict[str, tuple[int, Door]] = {  # name → how far it tells (see `LEVELS`), and what it shows
    "terminal": (3, Doors.page),
    "why": (4, Doors.why),
    "--cite": (2, Doors.cite),
    "hit": (2, Doors.hit),
    "inherited": (3, Doors.inherited),
    "page": (4, Doors.site_page),
    "inherited on a page": (4, Doors.site_inherited),
    "book": (2, Doors.book),
    "hit on the page of the search": (2, Doors.page_hit),
    "JSON": (4, Doors.api),  # tables and hits have the same remarks, as `test_records` tests
}


@pytest.fixture(scope="module")
def doors(
    kb: KnowledgeBase, site: Site, page_data: str, tmp_path_factory: pytest.TempPathFactory
) -> Doors:
    return Doors(kb, site, page_data, tmp_path_factory.mktemp("doors"))


def untold(
    doors: Doors, level: int, show: Door, some: Iterable[Fact]
) -> tuple[int, list[tuple[str, Fact]]]:
    """How many facts were looked for, and those that are lost, or told with words of another
    relation.
    """
    count, wrong = 0, []
    for fact in some:
        if LEVELS[fact.relation] > level or (lines := show(doors, fact)) is None:
            continue
        count += 1
        links = [other.replace("run-chart-", "#step-") for other in fact.others]
        names = [*fact.others, *links, fact.title, f"#{fact.note}", fact.note]
        naming = [line for line in lines if any(name in line for name in names)]
        # Told by what to do, or by words
        if not naming and (fact.relation == "disputed" or not fact.others):
            naming = [line for line in lines if re.search(SAYS[fact.relation], line)]
        is_said = [line for line in naming if re.search(SAYS[fact.relation], line)]
        # Its title is all there is
        if not is_said and not (naming and LEVELS[fact.relation] > 2 and not fact.others):
            wrong.append(("wrong" if naming else "lost", fact))
    return count, wrong


@pytest.mark.parametrize("name", DOORS)
def test_what_qualifies_an_entry_is_told_at_every_door(doors: Doors, name: str) -> None:
    """Of every fact, and twice as many of those that are superseded, disputed or excepted."""
    level, show = DOORS[name]
    loud = [fact for fact in facts() if LEVELS[fact.relation] <= 2]
    doors.looked_for = frozenset({*some_of(facts()), *some_of(loud, 5)})
    count, wrong = untold(doors, level, show, doors.looked_for)
    assert wrong == []
    assert count >= 6 or not IS_WHOLE


STANDINGS = {  # the beginning of a document’s id → what is said of its words wherever they are copied to
    "comprehensive": "unofficial summary",
    "the-big": "variant for teams",
    "android": "another game|2012",
}


def test_what_a_document_is_travels_with_its_words(kb: KnowledgeBase) -> None:
    for section in kb.sections:
        standing = next(says for id, says in STANDINGS.items() if section.document.startswith(id))
        rows = records.record(section).cells(("remarks",))
        for text in (section.cite(), section.cite(markdown=True), *rows, section.standing_in_words):
            assert re.search(standing, text or ""), (section.id, text)
