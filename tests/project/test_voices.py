"""Who said which words of a ruling, where and when, and what is doubtful about it: every fact of
every ruling, at every door that shows its words. `test_told` has the notes, in the same way.

What must be said is computed from the citations alone; what is said is read from what is rendered.
"""

from __future__ import annotations

import json
import re
from collections import Counter
from collections.abc import Callable, Iterator
from dataclasses import dataclass
from functools import cached_property
from html import unescape
from pathlib import Path

import pytest
from msgspec import structs

from rulings.api import KnowledgeBase
from rulings.model import entities, formatting, remarks, vocabulary
from rulings.site import content, machine_files
from support.built_site import Site, element
from support.command_line import run_cli
from support.in_node import run_in_node, scripts_of_hits

MONTHS = "January February March April May June July August September October November December"


def letters(text: str) -> str:
    """The letters and digits of a text, by which it is compared: each door has its own spaces, signs,
    tags and capitals.
    """
    return re.sub(r"[\W_]+", "", unescape(re.sub(r"<[^>]+>", " ", text))).casefold()


@dataclass(frozen=True)
class Part:
    """Words of a ruling, and what must be said of them: fact → the texts that say it."""

    words: str
    facts: tuple[tuple[str, str], ...]


def date_in_words(iso: str) -> str:
    year, *others = iso.split("-")
    numbers = [int(number) for number in others]
    names = [MONTHS.split()[number - 1] for number in numbers[:1]]
    return " ".join([*(str(day) for day in numbers[1:]), *names, year])


def doubtful(doubt: str) -> str:
    """What may be said of a doubtful date: that, or why."""
    return f"doubtful|{vocabulary.DOUBTS.get(doubt, doubt.replace('-', ' '))}"


def facts_of(citation: entities.Citation) -> Iterator[tuple[str, str]]:
    """The facts of one citation, with what a text that tells them says."""
    date = citation.likely or citation.date
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
    if citation.likely or citation.doubt:
        yield ("likely", "likely") if citation.likely else ("doubt", doubtful(citation.doubt or ""))
        if citation.date_printed and date:
            yield "printed date", f"printed {citation.date_printed}"
    if citation.restored:
        yield "restored", "restored"
    if citation.council and citation.official:
        yield "council", "council"
    if not citation.official:
        yield "unofficial", "unofficial"


def parts_of(ruling: entities.Ruling) -> list[Part]:
    """The words of a ruling by those who are cited for them; words after the last citation, too."""
    spans = dict.fromkeys(citation.supports for citation in ruling.citations)
    parts = list[Part]()
    for start, end in spans:
        cited = [citation for citation in ruling.citations if citation.supports == (start, end)]
        facts = tuple(fact for citation in cited for fact in facts_of(citation))
        parts.append(Part(letters(ruling.text[start:end]), facts))
    return parts


def of_whole(kb: KnowledgeBase, ruling: entities.Ruling) -> Iterator[tuple[str, str]]:
    """What is said of a ruling as a whole."""
    if ruling.kind == "errata":
        yield "errata", "errat"
        if ruling.official and not ruling.label:
            yield "not labelled", "not labelled"
    if not ruling.official:
        yield "unofficial", "unofficial"
    if ruling.reverses:
        yield "reversal", "reversal|takes back"
    if ruling.status != "in-force":
        yield "status", ruling.status.split("-")[0]
    if ruling.near_identical:
        subjects = [kb.ruling(id).subject for id in ruling.near_identical]
        names = [*(subject.id for subject in subjects), *(subject.title for subject in subjects)]
        yield "also under", "|".join(f"also under {name}" for name in names)


class Doors:
    """The places where rulings are shown: each returns the text that is shown of a ruling, or None
    where it is not shown.
    """

    def __init__(self, kb: KnowledgeBase, site: Site, page_data: str, folder: Path) -> None:
        self.kb, self.site, self.page_data, self.folder = kb, site, page_data, folder

    def _search(self, form: str = "--color=never") -> str:
        return run_cli("search", "kind:ruling", "-n", "all", form).out

    @cached_property
    def _blocks(self) -> dict[str, str]:
        """The last eight digits of an id → what a terminal shows of it."""
        blocks, lines = dict[str, str](), list[str]()
        for line in self._search().splitlines():
            lines = [*lines, line] if line.strip() else []
            if match := re.search(r"(?<![\w-])([0-9a-f]{8})$", line):
                blocks.setdefault(match[1], "\n".join(lines))
        return blocks

    def terminal(self, ruling: entities.Ruling) -> str:
        return run_cli(ruling.id).out

    def hit(self, ruling: entities.Ruling) -> str | None:
        text = self._blocks.get(ruling.id[-8:])
        return None if text is None or ruling.near_identical else text

    @cached_property
    def _pasted(self) -> dict[str, str]:
        lines = self._search("--cite").splitlines()
        return {re.findall(r"\[([a-z0-9-]+)\]", line)[-1]: line for line in lines}

    def cite(self, ruling: entities.Ruling) -> str:
        return self._pasted[ruling.id]

    def markdown(self, ruling: entities.Ruling) -> str:
        return ruling.cite(markdown=True).replace("\n>", "\n")

    @cached_property
    def _exported(self) -> dict[str, dict[str, str | None]]:
        return {str(row["id"]): row for row in self.kb.rows()}

    def export(self, ruling: entities.Ruling) -> str:
        row = self._exported[ruling.id]
        return "\n".join(row[name] or "" for name in ("kind", "speakers", "remarks"))

    @cached_property
    def _entries(self) -> dict[str, str]:
        """The text of each ruling in a feed of all rulings."""
        source = entities.Source("additions-2035", (1, 1))
        rulings = tuple(structs.replace(ruling, source=source) for ruling in self.kb.rulings)
        kb = self.kb.replaced(rulings=rulings)
        feed = machine_files.feed(kb, [], "Rulings", "")
        pattern = r'href="[^"]*#([^"]+)"/><content type="text">(.*?)</content>'
        return dict(re.findall(pattern, feed, re.DOTALL))

    def feed(self, ruling: entities.Ruling) -> str:
        return self._entries[ruling.id]

    def page(self, ruling: entities.Ruling) -> str:
        path, _, anchor = ruling.url[1:].partition("#")
        return element(self.site.read(f"{path}index.html"), anchor)

    def book(self, ruling: entities.Ruling) -> str | None:
        if ruling.is_see_entry:
            return None
        section = element(self.site.read("book/index.html"), f"book-{ruling.subject.id}")
        words = [part.words for part in parts_of(ruling)] or [letters(ruling.text)]
        shown = [
            part for part in section.split('<div class="entry')[1:] if words[0] in letters(part)
        ]
        return shown[0]

    @cached_property
    def _cards(self) -> dict[str, str]:
        [path] = self.site.folder.glob("assets/*/card-texts.js")
        literal = path.read_text(encoding="utf-8").split("JSON.parse('")[1].split("'));")[0]
        html_by_id: dict[str, str] = json.loads(re.sub(r"\\(['\\])", r"\1", literal))["texts"]
        return html_by_id

    def deck_page(self, ruling: entities.Ruling) -> str | None:
        return self._cards.get(ruling.id)

    @cached_property
    def _page(self) -> dict[str, dict[str, str]]:
        scripts = scripts_of_hits(self.folder, self.page_data)
        shown: dict[str, dict[str, str]] = run_in_node("page_voices.js", scripts, {}, self.folder)
        return shown

    def of_page(self, door: str, ruling: entities.Ruling) -> str:
        return self._page[ruling.id][door]

    def description(self, ruling: entities.Ruling) -> str:
        return content.description_of_ruling("Title.", ruling)


# What a door leaves out, and why
BRIEF = "it names entries by their questions; who and when stand there in a few words"
ABOVE = "it stands in the link above, as in every list"
FIRST = "155 characters: the first words, with who said them"
ENTRY = "the same words under another title are an entry of their own there"
KIND = "it tells the kind; the page of the card says that the source has no label"
UNTOLD = {"also under": ENTRY, "not labelled": KIND}
PASTED = {"also under": ENTRY}
BRIEFLY = ("real name", "via", "about", "venue", "pages", "date", "printed date", "restored")
Show = Callable[[Doors, entities.Ruling], str | None]
DOORS: dict[str, tuple[Show, dict[str, str]]] = {
    "terminal": (Doors.terminal, {}),
    "hit": (Doors.hit, {}),
    "--cite": (Doors.cite, PASTED),
    "--md": (Doors.markdown, PASTED),
    "rows()": (Doors.export, UNTOLD),  # `test_records` compares all tables with these
    "feed": (Doors.feed, {"also under": ENTRY}),
    "page": (Doors.page, {}),
    "book": (Doors.book, {"also under": ENTRY}),
    "deck and quiz": (Doors.deck_page, {"also under": ENTRY}),
    "results": (
        lambda doors, ruling: doors.of_page("results", ruling),
        {"not labelled": KIND},
    ),
    "walk": (
        lambda doors, ruling: doors.of_page("walk", ruling),
        {"not labelled": KIND, **dict.fromkeys(("errata", "unofficial", "reversal"), ABOVE)},
    ),
    "suggestions": (
        lambda doors, ruling: doors.of_page("suggestions", ruling),
        {**UNTOLD, **dict.fromkeys(BRIEFLY, BRIEF)},
    ),
    "description": (Doors.description, dict.fromkeys((*BRIEFLY, "also under"), FIRST)),
}


@pytest.fixture(scope="module")
def doors(
    kb: KnowledgeBase, site: Site, page_data: str, tmp_path_factory: pytest.TempPathFactory
) -> Doors:
    return Doors(kb, site, page_data, tmp_path_factory.mktemp("voices"))


def is_in(said: str, words: str) -> bool:
    """Whether a text has these words, or others after a `|`."""
    return any(letters(each) in said for each in words.split("|"))


def told(
    kb: KnowledgeBase, name: str, ruling: entities.Ruling, text: str
) -> Iterator[tuple[str, bool]]:
    """Each fact that the door has to tell of a ruling, and whether its text does: of words by
    several people, after those and before the next ones.
    """
    left_out, said, parts = DOORS[name][1], letters(text), parts_of(ruling)
    for fact, words in of_whole(kb, ruling):
        if fact not in left_out:
            yield fact, is_in(said, words)
    if name == "description":
        parts = parts[:1]
    is_brief = "date" in left_out
    latest = max(
        (year for part in parts for fact, year in part.facts if fact == "year"), default=""
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
            if fact not in left_out and not (is_brief and fact == "year" and words != latest):
                yield fact, is_in(voice, words)


@pytest.mark.parametrize("name", DOORS)
def test_who_said_which_words_is_told_at_every_door(
    doors: Doors, kb: KnowledgeBase, name: str
) -> None:
    show, left_out = DOORS[name]
    cells, lost = Counter[str](), list[tuple[str, str]]()
    for ruling in kb.rulings:
        if (text := show(doors, ruling)) is None:
            continue
        for fact, is_told in told(kb, name, ruling, text):
            cells[fact] += 1
            if not is_told:
                lost.append((ruling.id, fact))
    assert lost == []
    facts = {fact for part in map(parts_of, kb.rulings) for each in part for fact, _ in each.facts}
    ruling_facts = {fact for ruling in kb.rulings for fact, _ in of_whole(kb, ruling)}
    assert {*cells} <= facts | ruling_facts
    if name != "home":
        assert facts - {*cells} == facts & {*left_out}


def test_a_suggestion_says_what_it_is_and_that_it_has_exceptions(
    doors: Doors, kb: KnowledgeBase
) -> None:
    entries: list[entities.AnyEntry] = [*kb.rulings, *kb.sections, *kb.steps]
    for entry in entries:
        if not entry.text:
            continue
        text = doors._page[entry.id]["suggestions"]
        for remark in remarks.of_entry(entry, remarks.WORDS)[:1]:
            assert remark.wording.sign in text, entry.id
        if isinstance(entry, entities.Section):
            document = kb.documents_by_id[entry.document]
            assert formatting.brief_standing(document) in text, entry.id
