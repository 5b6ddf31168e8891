"""Tests of what must be shown with the words of an entry, at every door (a place that
shows entries): who said which words of a ruling, where and when, and what is doubtful
about it; for every entry, the line of each remark.

What must be shown is computed only from the citations, notes.yaml and reversals.yaml;
what is shown is read from the rendered output.
"""

from __future__ import annotations

import json
import re
from collections import Counter
from collections.abc import Callable, Container, Iterable, Iterator, Mapping
from dataclasses import dataclass
from functools import cached_property
from html import unescape
from pathlib import Path
from typing import Any

import pytest
import yaml
from msgspec import structs

from rulings.api import KnowledgeBase
from rulings.model import entities, formatting, ids, records, remarks, vocabulary
from rulings.model.knowledge import Knowledge
from rulings.site import machine_files, page_parts
from support.built_site import Site, element
from support.command_line import run_cli
from support.examples import some_of
from support.in_node import run_in_node, scripts_of_hits

SOURCES = Path(entities.__file__).parents[1] / "sources"

MONTHS = "January February March April May June July August September October November December"


def letters(text: str) -> str:
    """The letters and digits of a text, for comparison. Doors differ in spaces, signs,
    tags and capitals.
    """
    return re.sub(r"[\W_]+", "", unescape(re.sub(r"<[^>]+>", " ", text))).casefold()


# Facts that the files of notes state about an entry: (entry id, note id, relation) →
# the other side

Facts = dict[tuple[str, str, str], tuple[str, ...]]


def _ids(side: Mapping[str, Any] | None) -> tuple[str, ...]:
    if side is None:
        return ()
    step = f"run-chart-{side['step']}" if "step" in side else ""
    key = side.get("ruling") or side.get("section") or step
    return (key, *side.get("also", ())) if key else ()


def _relation(note: Mapping[str, Any], side: str) -> str:
    if note["kind"] in ("clarification", "exception"):
        is_rule = note["kind"] == "exception" and side == "one"
        return "exception" if is_rule else "clarification"
    if note["follow"] in ("neither", side):
        return "disputed" if note["follow"] == "neither" else "prevails"
    return "superseded" if note["extent"] == "whole" else "superseded-in-part"


def facts_of_notes() -> Facts:
    """All facts in the two files."""
    facts: Facts = {}
    for note in yaml.safe_load((SOURCES / "notes.yaml").read_text(encoding="utf-8")):
        sides = {"one": _ids(note["one"]), "other": _ids(note["other"])}
        for side, other in (("one", "other"), ("other", "one")):
            for id in sides[side]:
                relation = _relation(note, side)
                if relation == "prevails" and id in sides[other]:
                    continue  # both sides are in one entry, which shows the other side
                says_less = ids.is_ruling_id(id) and "section" in (note[other] or ())
                if relation == "clarification" and says_less:
                    relation = "related"
                facts[id, note["id"], relation] = sides[other]
        for id in {*note.get("related", ())} - {*sides["one"], *sides["other"]}:
            facts[id, note["id"], "related"] = sides["one"]
    for row in yaml.safe_load((SOURCES / "reversals.yaml").read_text(encoding="utf-8")):
        for key, relation in (("replaces", "superseded"), ("may_replace", "disputed")):
            for id in row.get(key, ()):
                facts[id, f"reversal-{row['ruling']}", relation] = (row["ruling"],)
    return facts


def test_an_entry_has_the_remarks_that_its_notes_make(kb: Knowledge) -> None:
    facts = facts_of_notes()
    told: Facts = {}
    for entry in kb.entries:
        for remark in remarks.of_entry(entry, remarks.Verbosity.ON_REQUEST):
            if remark.note:
                told[entry.id, remark.note, remark.relation] = remark.to
    assert told.keys() == facts.keys()
    for fact, others in facts.items():
        to = told[fact]
        disputed = [id for id, note, _ in facts if note == f"reversal-{fact[0]}"]
        assert {*to} <= {*others, *disputed}, fact
        assert to or not {*others} - {fact[0]}, fact
        if fact[2].startswith("superseded"):
            assert {*to} == {*others} - {fact[0]}, fact


QUOTING = (", “", " instead of “", " against “")


HIDDEN_COUNT = re.compile(r"and\d+more")


def is_told(
    kb: Knowledge, remark: remarks.Remark, said: str, named: Container[str] = ()
) -> bool:
    """Whether the letters `said` contain the line of a remark.

    A door may name an entry by its id, title or question. The line of a status is
    divided: a part is above the words of the entry, the rest below them; words that
    have a number need not be quoted. A line that refers to an entry need not name it if
    a line above does (`named`).
    """
    line: list[str] = []
    quotations: list[str] = []
    for part in structs.replace(remark, number=0).linked_line:
        names = [str(part)]
        entry = kb.entry(part.id) if isinstance(part, remarks.Link) else None
        if entry:
            title = kb.entry_title(entry.id)
            names += [title, page_parts.plain_title(title), entry.text[:89]]
        if isinstance(entry, entities.Ruling):
            names += [entry.question or entry.text[:89]]
            names.append(remarks.shortened(entry.question or entry.text))
        pattern = f"(?:{'|'.join(map(letters, names))})"
        if HIDDEN_COUNT.fullmatch(letters(str(part))):
            pattern = HIDDEN_COUNT.pattern
        if entry and entry.id in named and not remark.is_status:
            pattern += "?"
        if str(part).startswith(QUOTING):
            quotations.append(pattern)
        else:
            line.append(pattern)
    if not remark.is_status:
        return bool(re.search("".join(line), said))
    if remark.number:
        quotations = []
    return is_in_order(line, said) and is_in_order([line[0], *quotations], said)


def is_in_order(patterns: Iterable[str], text: str) -> bool:
    """Whether all the patterns are in a text, each after the one before it."""
    position = 0
    for pattern in patterns:
        match = re.compile(pattern).search(text, position)
        if not match:
            return False
        position = match.end()
    return True


@dataclass(frozen=True)
class Part:
    """Words of a ruling and the facts that must be shown with them: fact → texts that
    say so, separated by `|`.
    """

    words: str
    facts: tuple[tuple[str, str], ...]


def date_in_words(iso: str) -> str:
    year, *others = iso.split("-")
    numbers = [int(number) for number in others]
    names = [MONTHS.split()[number - 1] for number in numbers[:1]]
    return " ".join([*(str(day) for day in numbers[1:]), *names, year])


def doubtful(doubt: str) -> str:
    """The ways to say that a date is doubtful: the fact or the reason."""
    return f"doubtful|{vocabulary.DATE_DOUBTS.get(doubt, doubt.replace('-', ' '))}"


def facts_of(citation: entities.Citation) -> Iterator[tuple[str, str]]:
    """The facts of one citation, each with the text that says so."""
    date = citation.likely_date or citation.date
    yield "speaker", citation.authority
    if citation.person and citation.person != citation.authority:
        yield "real name", citation.person
    for fact, lead in (("via", "via "), ("about", "on "), ("venue", ""), ("pages", "")):
        if value := getattr(citation, fact):
            yield fact, f"{lead}{value}"
    if date:
        yield "date", date_in_words(date)
        yield "year", date[:4]
    elif citation.date_printed:
        yield "date", citation.date_printed
    if citation.likely_date or citation.doubt:
        yield (
            ("likely", "likely")
            if citation.likely_date
            else ("doubt", doubtful(citation.doubt or ""))
        )
        if citation.date_printed and date:
            yield "printed date", f"printed {citation.date_printed}"
    if citation.restored_from:
        yield "restored", "restored"
    if citation.council and citation.official:
        yield "council", "council"
    if not citation.official:
        yield "unofficial", "unofficial"


def parts_of(ruling: entities.Ruling) -> list[Part]:
    """The words of a ruling, divided by the authorities cited for them."""
    spans = dict.fromkeys(citation.supports for citation in ruling.citations)
    parts = list[Part]()
    for start, end in spans:
        cited = [
            citation
            for citation in ruling.citations
            if citation.supports == (start, end)
        ]
        facts = tuple(fact for citation in cited for fact in facts_of(citation))
        parts.append(Part(letters(ruling.text[start:end]), facts))
    return parts


def of_whole(kb: Knowledge, ruling: entities.Ruling) -> Iterator[tuple[str, str]]:
    """The facts about a ruling as a whole."""
    if ruling.erratum:
        yield "errata", "errat"
        if ruling.official and not ruling.label:
            yield "not labelled", "not labelled"
    if not ruling.official:
        yield "unofficial", "unofficial"
    if ruling.reversal:
        yield "reversal", "reversal|takes back"
    if ruling.near_identical_ids:
        subjects = [kb.rulings_by_id[id].subject for id in ruling.near_identical_ids]
        names = [
            *(subject.id for subject in subjects),
            *(subject.title for subject in subjects),
        ]
        yield "also under", "|".join(f"also under {name}" for name in names)


def command_of(entry: entities.AnyEntry) -> tuple[str, ...]:
    """The command that shows an entry."""
    if isinstance(entry, entities.Step):
        return "run", str(entry.number), "-n", "1"
    return (entry.id,) if isinstance(entry, entities.Ruling) else ("document", entry.id)


class Doors:
    """The places that show entries. Each returns the text that it shows of an entry, or
    None if it does not show the entry.
    """

    def __init__(self, kb: Knowledge, site: Site, page_data: str, folder: Path) -> None:
        self.kb, self.site, self.page_data, self.folder = kb, site, page_data, folder

    def _search(self, form: str = "--color=never") -> str:
        return run_cli("search", "kind:ruling", "-n", "all", form).out

    @cached_property
    def _blocks(self) -> dict[str, str]:
        """Last eight digits of an id → the text that a terminal shows of the ruling."""
        blocks = dict[str, str]()
        for block in re.split(r"\n\s*\n", self._search()):
            if match := re.search(r"(?<![\w-])([0-9a-f]{8})$", block, re.MULTILINE):
                blocks.setdefault(match[1], block)
        return blocks

    def terminal(self, entry: entities.AnyEntry) -> str:
        return run_cli(*command_of(entry)).out

    def why(self, entry: entities.AnyEntry) -> str:
        return run_cli("why", entry.id).out

    def hit(self, entry: entities.AnyEntry) -> str | None:
        text = self._blocks.get(entry.id[-8:])
        is_shared = isinstance(entry, entities.Ruling) and entry.near_identical_ids
        return None if is_shared else text

    @cached_property
    def _heirs(self) -> dict[str, str]:
        """Id of an inherited ruling → a card that inherits it."""
        groups = (
            (card.id, group)
            for card in self.kb.cards
            for group in self.kb.inherited(card.id)
            if not self.kb.rulings_under(card.id)
        )
        return {ruling.id: card for card, group in groups for ruling in group.rulings}

    def inherited(self, entry: entities.AnyEntry) -> str | None:
        card = self._heirs.get(entry.id)
        return run_cli(card).out if card else None

    def inherited_on_page(self, entry: entities.AnyEntry) -> str | None:
        card = self._heirs.get(entry.id)
        return self.site.read(f"cards/{card}/index.html") if card else None

    @cached_property
    def _pasted(self) -> dict[str, str]:
        lines = self._search("--cite").splitlines()
        return {re.findall(r"\[([a-z0-9-]+)\]", line)[-1]: line for line in lines}

    def cite(self, entry: entities.AnyEntry) -> str:
        if isinstance(entry, entities.Ruling):
            return self._pasted[entry.id]
        return run_cli(*command_of(entry), "--cite").out

    def markdown(self, entry: entities.AnyEntry) -> str:
        return entry.cite(markdown=True).replace("\n>", "\n")

    @cached_property
    def _exported(self) -> dict[str, dict[str, str | None]]:
        return {str(row["id"]): row for row in records.rows(self.kb.rulings, "")}

    def export(self, entry: entities.AnyEntry) -> str | None:
        row = self._exported.get(entry.id)
        if row is None:
            return None
        told = [row["kind"], row["speakers"], row["remarks"]]
        told += ["erratum"] if row["erratum"] == "yes" else []
        return "\n".join(filter(None, told))

    @cached_property
    def _entries(self) -> dict[str, str]:
        """The text of each ruling in a feed of all rulings."""
        source = entities.SourceLines("additions-2035", (1, 1))
        rulings = tuple(
            structs.replace(ruling, source=source) for ruling in self.kb.rulings
        )
        kb = self.kb.replaced(rulings=rulings)
        rows = machine_files.news(kb, [])
        return {row["name"].removeprefix("ruling/"): row["text"] for row in rows}

    def feed(self, entry: entities.AnyEntry) -> str | None:
        return self._entries.get(entry.id)

    def page(self, entry: entities.AnyEntry) -> str:
        path, _, anchor = entry.url[1:].partition("#")
        return element(self.site.read(f"{path}index.html"), anchor)

    def book(self, entry: entities.AnyEntry) -> str | None:
        if not isinstance(entry, entities.Ruling) or entry.is_cross_reference:
            return None
        section = element(self.site.read("book/index.html"), f"book-{entry.subject.id}")
        words = [part.words for part in parts_of(entry)] or [letters(entry.text)]
        shown = [
            part
            for part in section.split('<div class="entry')[1:]
            if words[0] in letters(part)
        ]
        return shown[0]

    @cached_property
    def _cards(self) -> dict[str, str]:
        [path] = self.site.folder.glob("assets/*/text-data.js")
        literal = (
            path.read_text(encoding="utf-8").split("JSON.parse('")[1].split("'));")[0]
        )
        html_by_id: dict[str, str] = json.loads(re.sub(r"\\(['\\])", r"\1", literal))[
            "texts"
        ]
        return html_by_id

    def deck_page(self, entry: entities.AnyEntry) -> str | None:
        return self._cards.get(entry.id)

    @cached_property
    def _page(self) -> dict[str, dict[str, str]]:
        scripts = scripts_of_hits(self.folder, self.page_data)
        shown: dict[str, dict[str, str]] = run_in_node(
            "page_voices.js", scripts, {}, self.folder
        )
        return shown

    def results(self, entry: entities.AnyEntry) -> str | None:
        return self._page[entry.id]["results"] if entry.text else None

    def walk(self, entry: entities.AnyEntry) -> str | None:
        return self._page[entry.id]["walk"] if entry.text else None

    def suggestions(self, entry: entities.AnyEntry) -> str | None:
        return self._page[entry.id]["suggestions"] if entry.text else None

    def description(self, entry: entities.AnyEntry) -> str | None:
        if not isinstance(entry, entities.Ruling):
            return None
        return page_parts.description_of_ruling("Title.", entry)


# Reasons why doors leave something out
BRIEF = "it names entries by their questions; who and when stand there in a few words"
ABOVE = "it stands in the link above, as in every list"
FIRST = "155 characters: the first words, with who said them"
ENTRY = "the same words under another title are an entry of their own there"
KIND = "it tells the kind; the page of the card says that the source has no label"
UNTOLD = {"also under": ENTRY, "not labelled": KIND}
PASTED = {"also under": ENTRY}
BRIEFLY = (
    "real name",
    "via",
    "about",
    "venue",
    "pages",
    "date",
    "printed date",
    "restored",
)
Show = Callable[[Doors, entities.AnyEntry], str | None]
DOORS: dict[str, tuple[remarks.Verbosity | None, Show, dict[str, str] | None]] = {
    # name → highest level of remarks shown, function that returns the text, facts left
    # out with the reason
    "terminal": (remarks.Verbosity.WITH_ENTRY, Doors.terminal, {}),
    "why": (remarks.Verbosity.ON_REQUEST, Doors.why, None),
    "hit": (remarks.Verbosity.WITH_WORDS, Doors.hit, {}),
    "inherited": (remarks.Verbosity.WITH_ENTRY, Doors.inherited, None),
    "--cite": (remarks.Verbosity.WITH_WORDS, Doors.cite, PASTED),
    "--md": (remarks.Verbosity.WITH_WORDS, Doors.markdown, PASTED),
    # `test_records` compares all tables with this one
    "rows()": (remarks.Verbosity.WITH_WORDS, Doors.export, UNTOLD),
    "feed": (remarks.Verbosity.WITH_WORDS, Doors.feed, {"also under": ENTRY}),
    "page": (remarks.Verbosity.ON_REQUEST, Doors.page, {}),
    "inherited on a page": (
        remarks.Verbosity.ON_REQUEST,
        Doors.inherited_on_page,
        None,
    ),
    "book": (remarks.Verbosity.WITH_WORDS, Doors.book, {"also under": ENTRY}),
    "deck and quiz": (
        remarks.Verbosity.ON_REQUEST,
        Doors.deck_page,
        {"also under": ENTRY},
    ),
    "results": (remarks.Verbosity.WITH_WORDS, Doors.results, {"not labelled": KIND}),
    "walk": (
        remarks.Verbosity.WITH_WORDS,
        Doors.walk,
        {
            "not labelled": KIND,
            **dict.fromkeys(("errata", "unofficial", "reversal"), ABOVE),
        },
    ),
    "suggestions": (
        None,
        Doors.suggestions,
        {**UNTOLD, **dict.fromkeys(BRIEFLY, BRIEF)},
    ),
    "description": (
        None,
        Doors.description,
        dict.fromkeys((*BRIEFLY, "also under"), FIRST),
    ),
}


@pytest.fixture(scope="module")
def doors(
    kb: Knowledge, site: Site, page_data: str, tmp_path_factory: pytest.TempPathFactory
) -> Doors:
    return Doors(kb, site, page_data, tmp_path_factory.mktemp("voices"))


def is_in(said: str, words: str) -> bool:
    """Whether a text contains these words, or the alternatives after a `|`."""
    return any(letters(each) in said for each in words.split("|"))


def told(
    kb: Knowledge,
    name: str,
    left_out: dict[str, str],
    ruling: entities.Ruling,
    text: str,
) -> Iterator[tuple[str, bool]]:
    """Each fact that a door must show for a ruling, and whether its text does. If the
    words are by several people, the facts must be after these words and before the next
    ones.
    """
    said, parts = letters(text), parts_of(ruling)
    for fact, words in of_whole(kb, ruling):
        if fact not in left_out:
            yield fact, is_in(said, words)
    if name == "description":
        parts = parts[:1]
    is_brief = "date" in left_out
    latest = max(
        (year for part in parts for fact, year in part.facts if fact == "year"),
        default="",
    )
    ends = [0]
    for part in parts:
        ends.append(said.find(part.words[-30:], ends[-1]) + len(part.words[-30:]))
    for number, part in enumerate(parts):
        voice = said
        if len(parts) > 1 and not is_brief:
            beginning = parts[number + 1].words[:30] if number + 1 < len(parts) else ""
            stop = said.find(beginning, ends[number + 1]) if beginning else len(said)
            voice = said[ends[number + 1] : stop]
        for fact, words in part.facts:
            if fact not in left_out and not (
                is_brief and fact == "year" and words != latest
            ):
                yield fact, is_in(voice, words)


@pytest.mark.parametrize(
    "name", [name for name, door in DOORS.items() if door[2] is not None]
)
def test_who_said_which_words_is_told_at_every_door(
    doors: Doors, kb: Knowledge, name: str
) -> None:
    _, show, left_out = DOORS[name]
    assert left_out is not None
    cells, lost = Counter[str](), list[tuple[str, str]]()
    for ruling in kb.rulings:
        if (text := show(doors, ruling)) is None:
            continue
        for fact, is_shown in told(kb, name, left_out, ruling, text):
            cells[fact] += 1
            if not is_shown:
                lost.append((ruling.id, fact))
    assert lost == []
    facts = {
        fact
        for part in map(parts_of, kb.rulings)
        for each in part
        for fact, _ in each.facts
    }
    ruling_facts = {fact for ruling in kb.rulings for fact, _ in of_whole(kb, ruling)}
    assert {*cells} <= facts | ruling_facts
    assert facts - {*cells} == facts & {*left_out}


@pytest.mark.parametrize("name", [name for name, door in DOORS.items() if door[0]])
def test_every_remark_is_the_same_line_at_every_door(
    doors: Doors, kb: Knowledge, name: str
) -> None:
    level, show, _ = DOORS[name]
    assert level
    count, lost = 0, list[tuple[str, str]]()
    for entry in kb.entries:
        told_remarks = remarks.of_entry(entry, level)
        if not told_remarks or (text := show(doors, entry)) is None:
            continue
        said = letters(text)
        count += 1
        named = set[str]()
        for remark in told_remarks:
            if not is_told(kb, remark, said, named):
                lost.append((entry.id, remark.line))
            named.update(remark.to)
    assert lost == []
    assert count > 5


def test_a_passage_has_the_remarks_on_its_words(
    doors: Doors, kb: Knowledge, library: KnowledgeBase
) -> None:
    """Among results, on a terminal and on the page."""
    entries: list[entities.AnyEntry] = [*kb.sections, *kb.steps]
    quoted = [
        r.words
        for entry in entries
        for r in remarks.of_entry(entry, remarks.Verbosity.WITH_WORDS)
    ]
    queries = [
        re.sub(r"[^\w' -]", " ", words[:110]) for words in some_of(quoted, 3) if words
    ]
    scripts = scripts_of_hits(doors.folder, doors.page_data)
    rendered = dict(
        run_in_node("page_hits.js", scripts, {"queries": queries}, doors.folder)
    )
    count = 0
    for query in queries:
        said = letters(run_cli("search", query, "-n", "5").out)
        lines_by_id = {
            hit["id"]: letters(" ".join(hit["lines"])) for hit in rendered[query]
        }
        for hit in library.search(query, limit=5).hits:
            for remark in hit.remarks:
                if remark.wording.verbosity <= remarks.Verbosity.WITH_WORDS:
                    on_page = lines_by_id[hit.id]
                    assert is_told(kb, remark, said), (query, hit.id)
                    assert is_told(kb, remark, on_page), (query, hit.id)
                    count += 1
    assert count > len(queries) / 2


def test_a_suggestion_says_what_it_is_and_that_it_has_exceptions(
    doors: Doors, kb: Knowledge
) -> None:
    for entry in kb.entries:
        if not entry.text:
            continue
        text = doors._page[entry.id]["suggestions"]
        for remark in remarks.of_entry(entry, remarks.Verbosity.WITH_WORDS)[:1]:
            assert remark.wording.sign in text, entry.id
        if isinstance(entry, entities.Section):
            document = kb.documents_by_id[entry.document]
            assert formatting.brief_standing(document) in text, entry.id


STANDINGS = {  # beginning of a document’s id → what is shown with its words wherever they are copied to
    "comprehensive": "unofficial summary",
    "the-big": "variant for teams",
    "android": "another game|2012",
}


def test_what_a_document_is_travels_with_its_words(kb: Knowledge) -> None:
    for section in kb.sections:
        standing = next(
            (says for id, says in STANDINGS.items() if section.document.startswith(id)),
            section.standing_in_words,
        )
        rows = records.record(section).cells(("remarks",))
        for text in (
            section.cite(),
            section.cite(markdown=True),
            *rows,
            section.standing_in_words,
        ):
            assert re.search(standing, text or ""), (section.id, text)
