"""Checks all values of the hand-edited files in one loop: what refers to nothing, or quotes words that
are not there.

`rulings.model.hand_edited` declares what a value refers to and what a row quotes.
"""

from __future__ import annotations

import re
from collections.abc import Collection, Iterable, Iterator, Mapping
from functools import cached_property
from operator import attrgetter
from typing import Any

from msgspec.inspect import StrType, StructType

from rulings import edit_distance
from rulings.model import (
    entities,
    formatting,
    hand_edited,
    ids,
    page_table,
    plain_text,
    selecting,
    validation,
    vocabulary,
)
from rulings.model.base import by_id
from rulings.parser import entries, previous
from rulings.storage import files

# Not wanted in any value: markup, notes to oneself, Greek or Cyrillic letters in words
_UNWANTED = re.compile(
    r"(?P<markup></?[A-Za-z][^<>\n]*>|\]\([^\s()]+\)|&(?:amp|lt|gt|quot|nbsp|[lr][sd]quo|#\w+);)|"
    r"(?P<unfinished>\b(?:TODO|FIXME|TBD)\b)|"
    r"(?<=[A-Za-z])[\u0370-\u052f]+|[\u0370-\u052f]+(?=[A-Za-z])|[\u0370-\u052f]{2,}"
)
_LEAST_QUOTED = 3  # fewest letters and digits of a quotation
_KIND_NAMES = {  # kind of reference → its name for people
    "entry": "ruling",
    "card title": "card",
    "title": "card or topic",
    "address": "card, topic, ruling, section or note",
}
NEGATION = r"\b(?:no|not|never|none|nobody|nothing|neither|nor|cannot|without|\w+n['’]t)\b"
RowOrLine = validation.Row | int | None


def _by_folded(titles: Iterable[str]) -> dict[str, str]:
    return {plain_text.fold(title): title for title in titles}


def _steps(parsed: entries.ParsedKnowledge) -> dict[str, str]:
    """The words of the steps by id, with those of their decisions."""
    chart = parsed.sources.documents[vocabulary.RUN_CHART_DOCUMENT].lines
    words_by_step: dict[str, str] = {}
    for step in parsed.run_chart.steps:
        first, last = step.source.lines
        words_by_step[step.id] = " ".join(line.text for line in chart[first - 1 : last])
    return words_by_step


def _pages(parsed: entries.ParsedKnowledge) -> list[str]:
    """The addresses of the pages that do not depend on what was added to the site."""
    urls = [f"/{page.id}/" for page in page_table.PAGES]
    urls += map(page_table.keyword_url, parsed.sources.edited.keywords)
    for things in (parsed.cards, parsed.topics, parsed.sources.authorities):
        urls += map(attrgetter("url"), things)
    return urls


class ReferenceChecker:
    """What hand-edited files may refer to (`targets`), and what is wrong in them (`problems`).

    `generated`: the data of the generated files by relative path. `targets`: kind of reference (as
    in `vocabulary.refers`) → id or folded title → the words of an entry, or the
    title of another.
    """

    def __init__(
        self,
        parsed: entries.ParsedKnowledge,
        generated: Mapping[str, Any],
        commands: Collection[str] = (),
    ) -> None:
        self.parsed, self.commands = parsed, commands
        self.edited = parsed.sources.edited
        self.problems: list[files.Problem] = []
        self.rulings = by_id(r for r in parsed.rulings if r.subject != entities.UNATTRIBUTED)
        self.cards = by_id(parsed.cards)
        printed_rulings = {id: ruling.printed for id, ruling in self.rulings.items()}
        sections = {section.id: section.text for section in parsed.all_sections}
        steps = _steps(parsed)
        self.document_of = {
            s.id: parsed.sources.documents[s.document].row for s in parsed.all_sections
        }
        cards = {card.id: card.title for card in parsed.cards}
        topics = {topic.id: topic.title for topic in parsed.topics}
        self.targets: dict[str, dict[str, str]] = {
            "ruling": printed_rulings,
            "section": sections,
            "step": {str(step.number): steps[step.id] for step in parsed.run_chart.steps},
            "entry": {**printed_rulings, **sections, **steps},
            "card": cards,
            "topic": topics,
            "card or topic": {**cards, **topics},
            "address": dict.fromkeys([*previous.kinds_by_id(generated), *_pages(parsed)], ""),
            "card title": _by_folded(cards.values()),
            "title": _by_folded([*cards.values(), *topics.values()]),
            "set": dict.fromkeys(self.edited.sets, ""),
            "keyword": dict.fromkeys(self.edited.keywords, ""),
            "card type or keyword": dict.fromkeys(
                [*vocabulary.CARD_TYPES, *self.edited.keywords], ""
            ),
        }

    @cached_property
    def words(self) -> dict[str, set[str]]:
        """The folded words of each ruling."""
        return {id: set(plain_text.fold(r.text).split()) for id, r in self.rulings.items()}

    def added_rulings(self) -> Iterator[tuple[str, hand_edited.Addition, entities.Ruling]]:
        """The added rulings, each with its file and row."""
        rows = self.edited.additions_by_place
        for ruling in self.rulings.values():
            document = ruling.source.document
            if file := ids.additions_path(document):
                yield file, rows[document, ruling.source.lines[0]], ruling

    def listed(self, file: str) -> Iterator[tuple[str, int]]:
        """The words in a file that is a list of words, each with its line."""
        words = getattr(self.edited, file)
        return zip(words, getattr(words, "lines", ()), strict=False)

    def likeness(self, first_id: str, second_id: str) -> float:
        """The share of words that two rulings have in common, from 0 to 1 (Dice); 1 if one is
        unknown.
        """
        if not {first_id, second_id} <= self.words.keys():
            return 1
        first_words, second_words = self.words[first_id], self.words[second_id]
        return 2 * len(first_words & second_words) / (len(first_words) + len(second_words))

    @cached_property
    def concerned_ids(self) -> dict[str, set[str]]:
        """The cards and subjects that each ruling is about, also those from which a card inherits."""
        inherited_subjects = {
            card.id: {group.subject.id for group in card.inherits} for card in self.cards.values()
        }
        subjects_by_ruling = dict[str, set[str]]()
        for id, ruling in self.rulings.items():
            subject_ids = selecting.subject_and_named_cards(ruling)
            subject_ids |= {ruling.subject.id, *(reference.id for reference in ruling.see)}
            subjects_by_ruling[id] = subject_ids.union(
                *(inherited_subjects.get(card, ()) for card in subject_ids)
            )
        return subjects_by_ruling

    def is_apart(self, id: str, other_ids: Collection[str]) -> bool:
        """Whether an entry has no subject or card in common with any of the others. Sections and
        steps are about all cards.
        """
        if not ({id, *other_ids} <= self.concerned_ids.keys() and other_ids):
            return False
        return all(
            self.concerned_ids[id].isdisjoint(self.concerned_ids[other_id])
            for other_id in other_ids
        )

    def negates(self, first_id: str, second_id: str) -> bool:
        """Whether one of two rulings has more words that negate."""
        if not {first_id, second_id} <= self.rulings.keys():
            return False
        first_text, second_text = self.rulings[first_id].text, self.rulings[second_id].text
        first_count, second_count = (
            len(re.findall(NEGATION, text, re.IGNORECASE)) for text in (first_text, second_text)
        )
        return first_count != second_count

    def printed_in(self, id: str) -> str:
        """The short name of the document that has an entry; empty if none has."""
        if id in self.rulings:
            return vocabulary.RULINGS_SHORT
        if id in self.document_of:
            return self.document_of[id].short
        return vocabulary.RUN_CHART_SHORT if id in self.targets["entry"] else ""

    def is_same(self, first_id: str, second_id: str) -> bool:
        """Whether two entries say the same, or nearly."""
        return first_id[-8:] == second_id[-8:] or any(
            {first_id, second_id} <= {*row.rulings} for row in self.edited.near_identical
        )

    def standing_of(self, id: str, words: str | None) -> int:
        """The standing of an entry, as a number of `vocabulary.STANDING_ORDER`: the highest of those
        who are cited for it, or for these words of it, or that of its document. A document that is
        cited as later than the printed list is not the publisher's.
        """
        order, ruling = vocabulary.STANDING_ORDER, self.rulings.get(id)
        if ruling is None:
            official = id not in self.document_of or self.document_of[id].official
            return order["document" if official else "player"]
        if ruling.official and not ruling.citations:
            return order["publisher"]
        citations = formatting.citations_for(ruling, words or "") or ruling.citations
        highest = order["player"]
        for citation in citations if ruling.official else ():
            if citation.official:
                is_later = self.is_later_document(ruling, citation)
                standing = "players-council" if is_later else citation.standing or "player"
                highest = max(highest, order[standing])
        return highest

    def is_later_document(self, ruling: entities.Ruling, citation: entities.Citation) -> bool:
        """Whether an added ruling cites a document that is not known to be as old as the printed
        list.
        """
        edition = self.parsed.sources.documents[vocabulary.RULINGS_DOCUMENT].row.date or ""
        is_added = ids.additions_path(ruling.source.document) is not None
        is_late = (citation.best_date or vocabulary.FAR_FUTURE)[: len(edition)] > edition
        return is_added and citation.standing == "document" and is_late

    def add_error(self, file: str, at: RowOrLine, text: str, key: str = "") -> None:
        """Adds an error about a hand-edited file. `file`: its name, without `.yaml`; `at`: a line, or
        a row, of which it may be a key.
        """
        line = validation.line_of(at, key) if isinstance(at, validation.Row) else at
        problem = files.Problem(self.parsed.sources.path(file), text, line)
        if problem not in self.problems:
            self.problems.append(problem)

    def check(self, file: str, value: Any, shape: Any) -> None:
        """Checks the value of a file of that shape, and all that is in it."""
        for part in validation.parts(value, validation.type_of(shape), value):
            if isinstance(part.type_info, StrType) and isinstance(part.value, str):
                self._check_text(file, part.value, part.line, part.metadata)
            if "refers" in part.metadata and isinstance(part.value, str | int):
                self.require(file, part.line, part.metadata["refers"], str(part.value))
            if isinstance(part.type_info, StructType) and isinstance(part.value, validation.Row):
                self._check_quotation(file, part.value)

    def _check_text(self, file: str, text: str, line: int, metadata: dict[str, Any]) -> None:
        """Checks that words have no markup or foreign letters, and name no ruling that is not
        there, unless they are no words but a reference.
        """
        for match in _UNWANTED.finditer(text):
            problem = "it has letters that only look Latin"
            if match["markup"]:
                problem = "write words without markup"
            elif match["unfinished"]:
                problem = "finish this, or leave it out"
            self.add_error(file, line, f"{plain_text.quoted(match[0])}: {problem}")
        if "refers" not in metadata and file != "moved":
            for id in re.findall(rf"\b{vocabulary.RULING_ID}\b", text):
                self.require(file, line, "ruling", id)

    def require(self, file: str, line: int, kind: str, name: str) -> None:
        """Adds an error if nothing of that kind has the name."""
        targets, is_title = self.targets[kind], kind.endswith("title")
        key = plain_text.fold(name) if is_title else name
        if key in targets or name.startswith("/cards/by-"):
            return
        hint = edit_distance.nearest_hint(name, targets.values() if is_title else targets)
        if kind == "title":
            hint += "; for a new topic, add `topic: true`"
        kind_name = "page" if name.startswith("/") else _KIND_NAMES.get(kind, kind)
        self.add_error(file, line, f"no {kind_name} is called {plain_text.quoted(name)}{hint}")

    def _check_quotation(self, file: str, row: validation.Row) -> None:
        """Checks that the entry that a row names contains the words that the row quotes from it."""
        quotes, words = validation.constraints_of(row).quotes, getattr(row, "words", None)
        key = next((key for key in quotes if getattr(row, key) is not None), None)
        if key and words:
            name, line = str(getattr(row, key)), validation.line_of(row, "words")
            text = self.targets["ruling" if key == "entry" else key].get(name)
            text_name = f"step {name}" if key == "step" else name
            self.check_words(file, line, words, text, text_name)

    def check_words(
        self, file: str, line: int, words: str, text: str | None, text_name: str
    ) -> None:
        """Adds an error for each part of a quotation that is not in `text`, or not in order."""
        if text is None:
            return
        if text and sum(map(str.isalnum, words)) < _LEAST_QUOTED:
            self.add_error(file, line, f"{plain_text.quoted(words)} is too short to be a quotation")
        end = 0
        for part, places in plain_text.places_of_parts(words, text):
            later_ends = [last for first, last in places if first >= end]
            if not places:
                sentence = f"the words {plain_text.quoted(part)} are not in {text_name}"
                self.add_error(file, line, sentence)
            elif later_ends:
                end = later_ends[0]
            else:
                sentence = f"{plain_text.quoted(part)} stands before what is quoted before it"
                self.add_error(file, line, f"{sentence}, in {text_name}; quote in its order")
