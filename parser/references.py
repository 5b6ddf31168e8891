"""The hand-edited files → what in them refers to nothing, quotes words that are not there, or repeats another row.

What a value refers to, what a row quotes and what must be unique is declared in `rulings.model.rows`, so that one loop
checks every file. What is true of one file alone is in `rulings.parser.checks`.
"""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Sequence
from dataclasses import dataclass, field
from functools import cached_property
from itertools import product
from pathlib import Path
from typing import Any

from msgspec.inspect import DictType, ListType, Metadata, StructType, UnionType, VarTupleType, type_info

from rulings import errors
from rulings import names as names_module
from rulings.model import constants, entities, ids, located
from rulings.parser import rulings
from rulings.storage import files, yaml_files

_CUTOFF, _ID_CUTOFF = 0.5, 0.4  # how similar the nearest name, or id of a ruling, must be, from 0 to 1
_CALLED = {  # what a kind of reference is called
    "entry": "ruling",
    "card title": "card",
    "title": "card or topic",
    "address": "card, topic, ruling, section or note",
}


@dataclass(slots=True)
class Findings:
    """`errors` stop `rulings parse`, `warnings` do not."""

    errors: list[files.Problem] = field(default_factory=list)
    warnings: list[files.Problem] = field(default_factory=list)


class ReferenceChecker:
    """What hand-edited files may refer to (`known`), and what is wrong in them (`findings`).

    `known`: kind of reference (as in `rows`) → id or folded title → the words of an entry, or the title of another.
    """

    def __init__(self, parsed: rulings.ParsedKnowledge, folders: tuple[Path, ...]) -> None:
        self.parsed, self.folders, self.edited = parsed, folders, parsed.sources.edited
        self.findings = Findings()
        self.rulings = {r.id: r for r in parsed.rulings if r.subject != entities.UNATTRIBUTED}
        printed_rulings = {id: ruling.printed for id, ruling in self.rulings.items()}
        sections = {section.id: section.text for section in parsed.all_sections}
        chart = parsed.sources.documents[constants.RUN_CHART_DOCUMENT].lines
        steps = {  # with the words of their decisions
            step.id: " ".join(
                line.text for line in chart if step.source.lines[0] <= line.number <= step.source.lines[1]
            )
            for step in parsed.run_chart.steps
        }
        cards = {card.id: card.title for card in parsed.cards}
        topics = {topic.id: topic.title for topic in parsed.topics}
        keywords = {word: word for card in parsed.cards for word in (card.type, *card.keywords)}
        self.known: dict[str, dict[str, str]] = {
            "ruling": printed_rulings,
            "section": sections,
            "step": {str(step.number): steps[step.id] for step in parsed.run_chart.steps},
            "entry": {**printed_rulings, **sections, **steps},
            "card": cards,
            "topic": topics,
            "card or topic": {**cards, **topics},
            "address": {**cards, **topics, **printed_rulings, **sections, **{n.id: n.title for n in self.edited.notes}},
            "card title": {ids.fold(title): title for title in cards.values()},
            "title": {ids.fold(title): title for title in (*cards.values(), *topics.values())},
            "card type or keyword": {**{word: word for word in constants.CARD_TYPES}, **keywords},
        }

    @cached_property
    def previous_ids(self) -> frozenset[str]:
        """The ids of rulings and topics when they were last written; only read if an id is unknown."""
        return frozenset(previous_ids(self.folders))

    def add_error(self, file: str, line: int, text: str) -> None:
        """Adds an error about a hand-edited file. `file`: its name, without `.yaml`."""
        self.findings.errors.append(files.Problem(self.parsed.sources.path(file), text, line))

    def add_warning(self, file: str, line: int | None, text: str, stale: bool = False) -> None:
        """Adds a warning: for example, a row has no effect because this edition lacks what it is about."""
        self.findings.warnings.append(files.Problem(self.parsed.sources.path(file), text, line, stale=stale))

    def check_file(self, file: str, data: Any, shape: Any) -> None:
        """Checks the references, quotations and repeated rows in the data of a file."""
        self._check(file, data, type_info(shape), 1, data)

    def _check(self, file: str, value: Any, kind: Any, line: int, data: Any) -> None:
        """Checks a value of that kind, which is on that line. `data`: what it was converted from."""
        if isinstance(kind, Metadata):
            refers = (kind.extra or {}).get("refers")
            if refers:
                self.require(file, line, refers, str(value))
        elif isinstance(kind, UnionType):
            for option in kind.types if value is not None else ():
                self._check(file, value, option, line, data)
        elif isinstance(kind, ListType | VarTupleType):
            lines = data.lines if isinstance(data, located.LocatedList) else [line] * len(value)
            for item, item_line, item_data in zip(value, lines, data or value, strict=True):
                self._check(file, item, kind.item_type, item_line, item_data)
            self._check_repeated(file, [item for item in value if isinstance(item, located.Row)])
        elif isinstance(kind, DictType):
            key_lines = data.key_lines if isinstance(data, located.LocatedDict) else dict.fromkeys(value, line)
            for key, item in value.items():
                self._check(file, key, kind.key_type, key_lines[key], None)
                self._check(file, item, kind.value_type, key_lines[key], data.get(key) if data else None)
        elif isinstance(kind, StructType) and isinstance(value, located.Row):
            for f in kind.fields:
                key = f.encode_name
                self._check(file, getattr(value, f.name), f.type, value.line_of(key), value.data.get(key))
            self._check_quotation(file, value)

    def require(self, file: str, line: int, kind: str, name: str) -> None:
        """Adds an error if nothing of that kind has the name, or a warning if something had it when last written."""
        known = self.known[kind]
        called = _CALLED.get(kind, kind)
        if (ids.fold(name) if kind.endswith("title") else name) in known or name.startswith("/"):
            return  # the site knows which of its addresses, like /cards/asp/, exist
        shown: Iterable[str] = known.values() if kind.endswith("title") else known
        cutoff = _CUTOFF
        if called == "ruling":
            same_subject = [id for id in self.rulings if id.rpartition("-")[0] == name.rpartition("-")[0]]
            shown, cutoff = same_subject or self.rulings, _ID_CUTOFF
            nearest = names_module.nearest(name, same_subject, cutoff)
            if name in self.previous_ids:
                now = f"; its words were changed, and its id is now {nearest}" if nearest else ""
                text = f"there is no ruling {name} any more{now}; correct this, and add the old id to moved.yaml"
                self.add_warning(file, line, text, stale=True)
                return
        text = f"no {called} is called {errors.quoted(name)}{names_module.nearest_hint(name, shown, cutoff)}"
        if name in self.previous_ids:
            self.add_warning(file, line, f"{text}; it was there before", stale=True)
        else:
            self.add_error(file, line, text)

    def _check_quotation(self, file: str, row: located.Row) -> None:
        """Checks that the entry that a row names contains the words that the row quotes from it."""
        key = next((key for key in row.quotes if getattr(row, key) is not None), None)
        words = getattr(row, "words", None)
        if key and words:
            name = str(getattr(row, key))
            text = self.known["ruling" if key == "entry" else key].get(name)
            self.check_words(file, row.line_of("words"), words, text, f"step {name}" if key == "step" else name)

    def check_words(self, file: str, line: int, words: str, text: str | None, text_name: str) -> None:
        """Adds an error if the words are not in `text`, ignoring white space; ` … ` stands for words left out."""
        for part in words.split(" … ") if text is not None else ():
            if " ".join(part.split()) not in " ".join((text or "").split()):
                self.add_error(file, line, f"the words {errors.quoted(part[:50])} are not in {text_name}")

    def _check_repeated(self, file: str, found: Sequence[located.Row]) -> None:
        """Checks that no row has the same values as another under the keys that `unique` names."""
        values: list[tuple[str, str, int]] = []
        for row in found if found and found[0].unique else ():
            keys = [getattr(row, name) for name in row.unique]
            for combination in product(*(key if isinstance(key, tuple | list) else (key,) for key in keys)):
                words = ", ".join(map(str, combination))
                values.append((words.lower(), f"a row with {words}", row.line))
        self.check_distinct(file, values)

    def check_distinct(self, file: str, values: Iterable[tuple[str, str, int]]) -> None:
        """Adds an error for a value that is on two lines. `values`: what is compared, what it is called, its line."""
        first_lines: dict[str, int] = {}
        for value, name, line in values:
            first_line = first_lines.setdefault(value, line)
            if first_line != line:
                self.add_error(file, line, f"{name} is already on line {first_line}")


def previous_ids(folders: Iterable[Path]) -> Iterator[str]:
    """The ids of rulings and topics in previously written knowledge bases; folders without one are skipped."""
    for folder in folders:
        if (folder / "cards").is_dir():
            try:
                kb = yaml_files.read_folder(folder)
            except errors.RulingsError:
                continue
            yield from (*kb.rulings_by_id, *kb.topics_by_id)
