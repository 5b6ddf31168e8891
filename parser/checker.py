"""Checks all values of the hand-edited files in one loop: what refers to nothing, or quotes words that
are not there.

`rulings.model.hand_edited` declares what a value refers to and what a row quotes.
"""

from __future__ import annotations

import re
from collections.abc import Iterable, Mapping
from operator import attrgetter
from typing import Any

from msgspec.inspect import StructType

from rulings import edit_distance
from rulings.model import page_table, plain_text, remarks, validation, vocabulary
from rulings.model.base import by_id
from rulings.parser import entries, previous
from rulings.storage import files

_KIND_NAMES = {  # kind of reference → its name for people
    "entry": "ruling",
    "card title": "card",
    "title": "card or topic",
    "address": "card, topic, ruling, section or note",
}
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

    def __init__(self, parsed: entries.ParsedKnowledge, generated: Mapping[str, Any]) -> None:
        self.parsed, self.edited = parsed, parsed.sources.edited
        self.problems: list[files.Problem] = []
        self.rulings = by_id(parsed.rulings)
        self.sections = by_id(parsed.all_sections)
        printed_rulings = {id: ruling.printed for id, ruling in self.rulings.items()}
        sections = {id: section.text for id, section in self.sections.items()}
        steps = _steps(parsed)
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
            kind = part.metadata.get("refers")
            if kind and isinstance(part.value, str | int):
                self.require(file, part.line, kind, str(part.value))
            elif isinstance(part.value, str) and file != "moved":
                for id in re.findall(rf"\b{vocabulary.RULING_ID}\b", part.value):
                    self.require(file, part.line, "ruling", id)
            elif isinstance(part.type_info, StructType):
                self._check_quotation(file, part.value)

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
            self.check_words(file, line, words, text, f"step {name}" if key == "step" else name)

    def check_words(
        self, file: str, line: int, words: str, text: str | None, text_name: str
    ) -> None:
        """Adds an error if a part of a quotation is not in `text`, or not in order."""
        if text is not None and not remarks.spans_of(text, words):
            sentence = f"the words {plain_text.quoted(words)} are not in {text_name}"
            self.add_error(file, line, sentence)
