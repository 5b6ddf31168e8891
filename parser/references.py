"""The hand-kept files and the parsed documents → every id, title and quotation that leads nowhere.

A ruling whose words were changed has a new id. An unknown id that the previous knowledge base had is therefore only
noted, for a person to update; any other unknown id is an error.
"""

from __future__ import annotations

from collections import defaultdict
from collections.abc import Callable, Iterable, Iterator
from dataclasses import dataclass, field
from functools import cached_property
from pathlib import Path
from typing import Any

from rulings.errors import RulingsError
from rulings.model.ids import alphabetical, fold, ruling_id
from rulings.names.nearest import hint, nearest
from rulings.parser.parse import Parsed, ParsedRuling
from rulings.storage.error_lists import first_of_each_file

_HINTED = 10  # mistakes for which the nearest id is looked for


@dataclass(slots=True)
class Findings:
    """Sentences with file and line. `errors` stop a parse, `notes` do not."""

    errors: list[str] = field(default_factory=list)
    notes: list[str] = field(default_factory=list)


def check_references(parsed: Parsed, folders: Iterable[Path] = ()) -> Findings:
    """Finds them. `folders`: previously written knowledge bases, for the ids that rulings had there."""
    return _Check(parsed, tuple(folders)).run()


class _Check:
    def __init__(self, parsed: Parsed, folders: tuple[Path, ...]) -> None:
        self.parsed, self.folders = parsed, folders
        self.folder, self.kept = parsed.sources.folder, parsed.sources.kept
        self.rulings = {ruling_id(r.subject.id, r.wording.text): r for r in parsed.rulings if r.subject}
        self.sections = {s.id: (d, s) for d, sections in parsed.sections.items() for s in sections.sections}
        self.steps = {step.number: step for step in parsed.run_chart.steps}
        self.step_ids = {step.id for step in parsed.run_chart.steps}
        self.titles = {fold(card.title): card.title for card in parsed.cards}
        self.found = Findings()
        self.by_subject = defaultdict[str, list[str]](list)
        for id in self.rulings:
            self.by_subject[id.rpartition("-")[0]].append(id)

    @cached_property
    def before(self) -> frozenset[str]:
        """The ids of the rulings as last written; only read if an id is unknown."""
        return frozenset(ids_before(self.folders))

    def run(self) -> Findings:
        self._questions()
        self._steps()
        self._notes()
        self._reversals()
        self._dates()
        self._inheritance()
        self._errata()
        self._groups()
        self._names()
        self._restorations()
        self._moved()
        self._additions()
        return self.found

    def _where(self, name: str, line: int) -> str:
        return f"{self.folder / f'{name}.yaml'}, line {line}"

    def _error(self, name: str, line: int, sentence: str) -> None:
        self.found.errors.append(f"{self._where(name, line)}: {sentence}")

    def _unused(self, name: str, line: int, sentence: str) -> None:
        """Notes a row that has no effect, such as one for a heading or citation that this edition lacks."""
        self.found.notes.append(f"{self._where(name, line)}: {sentence}")

    def _ruling(self, name: str, line: int, id: str) -> ParsedRuling | None:
        """The ruling with that id. An unknown id is reported with the nearest one."""
        if id in self.rulings:
            return self.rulings[id]
        here = self.by_subject.get(id.rpartition("-")[0], [])
        if id in self.before:
            near = nearest(id, here, cutoff=0.4)
            now = f"; its words were changed, and its id is now {near}" if near else ""
            self.found.notes.append(
                f"{self._where(name, line)}: there is no ruling {id} any more{now}; "
                "correct this, and add the old id to moved.yaml"
            )
            return None
        if len(self.found.errors) < _HINTED:  # to look through all ids takes a tenth of a second
            near = nearest(id, here or self.rulings, cutoff=0.4)
            self._error(name, line, f"no ruling is called {id!r}{f'; the nearest is {near!r}' if near else ''}")
        else:
            self._error(name, line, f"no ruling is called {id!r}")
        return None

    def _words(self, name: str, line: int, words: str, text: str, what: str) -> None:
        if " ".join(words.split()) not in " ".join(text.split()):
            self._error(name, line, f"the words {words[:50]!r} are not in {what}")

    def _questions(self) -> None:
        questions: Any = self.kept.get("questions") or {}
        known = {*self.sections, *self.step_ids}
        for id in questions:
            if id not in known:
                self._ruling("questions", questions.key_lines[id], id)
        for id, ruling in self.rulings.items():
            if questions and id not in questions:
                self.found.notes.append(
                    f"{self.folder / 'questions.yaml'}: no question yet for {id} ({ruling.wording.text[:50]} …)"
                )

    def _steps(self) -> None:
        for row in self.kept.get("steps") or []:
            if row["step"] not in self.steps:
                self._error("steps", row.key_lines["step"], f"the run chart has no step {row['step']}")
            ruling = self._ruling("steps", row.key_lines["ruling"], row["ruling"])
            if ruling:
                self._words("steps", row.key_lines["words"], row["words"], ruling.printed, row["ruling"])

    def _notes(self) -> None:
        for row in self.kept.get("notes") or []:
            for quotation in (row["one"], row.get("other")):
                if quotation:
                    self._quotation(quotation)
                    self._entries(quotation, "also")
            self._entries(row, "related")

    def _entries(self, row: Any, key: str) -> None:
        """Ids of rulings, sections and steps."""
        for id in row.get(key) or ():
            if id not in self.sections and id not in self.step_ids:
                self._ruling("notes", row.key_lines[key], id)

    def _quotation(self, row: Any) -> None:
        document = self.parsed.sources.documents.get(row["document"])
        if document is None:
            self._error(
                "notes",
                row.line,
                f"no document is called {row['document']!r}{hint(row['document'], self.parsed.sources.documents)}",
            )
            return
        text, what = " ".join(line.text for line in document.lines), document.id
        if "ruling" in row:
            ruling = self._ruling("notes", row.key_lines["ruling"], row["ruling"])
            if ruling is None:
                return
            text, what = ruling.printed, row["ruling"]
        elif "section" in row:
            if row["section"] not in self.sections:
                self._error(
                    "notes",
                    row.key_lines["section"],
                    f"no section is called {row['section']!r}{hint(row['section'], self.sections)}",
                )
                return
            text, what = self.sections[row["section"]][1].text, row["section"]
        elif "step" in row:
            if row["step"] not in self.steps:
                self._error("notes", row.key_lines["step"], f"the run chart has no step {row['step']}")
                return
            text, what = self._step_words(row["step"]), f"step {row['step']}"
        self._words("notes", row.key_lines["words"], row["words"], text, what)

    def _step_words(self, number: int) -> str:
        """The words of a step as printed, including its decisions."""
        first, last = self.steps[number].source.lines
        lines = self.parsed.sources.document("run-chart").lines
        return " ".join(line.text for line in lines if first <= line.number <= last)

    def _reversals(self) -> None:
        for row in self.kept.get("reversals") or []:
            ruling = self._ruling("reversals", row.key_lines["ruling"], row["ruling"])
            if ruling:
                self._words("reversals", row.key_lines["words"], row["words"], ruling.printed, row["ruling"])
            for key in ("replaces", "in_doubt"):
                for id in row.get(key) or ():
                    self._ruling("reversals", row.key_lines[key], id)

    def _dates(self) -> None:
        dates: Any = self.kept.get("dates") or {}
        for row in dates.get("misprinted") or ():
            for id in row["rulings"]:
                self._cited(row, row.key_lines["rulings"], id)
        for row in dates.get("doubts") or ():
            self._cited(row, row.key_lines["ruling"], row["ruling"])
        said = {(c.authority, c.date_printed) for r in self.parsed.rulings for c in r.wording.citations}
        for row in dates.get("not_doubtful") or ():
            for printed in row["printed"]:
                if (row["authority"], printed) not in said:
                    self._unused("dates", row.line, f"{row['authority']} is cited nowhere with {printed}")

    def _cited(self, row: Any, line: int, id: str) -> None:
        ruling = self._ruling("dates", line, id)
        wanted = row["authority"], row["printed"]
        citations = ruling.wording.citations if ruling else ()
        if ruling and wanted not in {(c.authority, c.date_printed) for c in citations}:
            report = self._unused if any(c.doubt == "truncated" for c in citations) else self._error
            report("dates", line, f"{id} does not cite {row['authority']} with {row['printed']}")

    def _inheritance(self) -> None:
        cards = {card.id: card for card in self.parsed.cards}
        subjects = {*cards, *(topic.id for topic in self.parsed.topics)}
        for row in self.kept.get("inheritance") or []:
            for id in row["cards"]:
                if id not in cards:
                    self._error("inheritance", row.key_lines["cards"], f"no card is called {id!r}{hint(id, cards)}")
                elif row["takes"] != "also" and row["source"] not in {i.source.id for i in cards[id].inherits}:
                    self._unused("inheritance", row.key_lines["cards"], f"{id} inherits nothing from {row['source']}")
            if row["source"] not in subjects:
                self._error(
                    "inheritance",
                    row.key_lines["source"],
                    f"no card or topic is called {row['source']!r}{hint(row['source'], subjects)}",
                )
            ruling = self._ruling("inheritance", row.key_lines["ruling"], row["ruling"])
            if ruling and ruling.subject and ruling.subject.id != row["source"]:
                self._error(
                    "inheritance", row.key_lines["ruling"], f"{row['ruling']} is not a ruling on {row['source']}"
                )
            entry = row.get("entry", row["ruling"])
            shown = self._ruling("inheritance", row.key_lines["entry"], entry) if "entry" in row else ruling
            if "words" in row and shown:
                self._words("inheritance", row.key_lines["words"], row["words"], shown.printed, entry)
            elif row["takes"] == "also" and "words" not in row:
                self._error("inheritance", row.line, "`words` is missing: the words of the ruling that show why")

    def _errata(self) -> None:
        for row in self.kept.get("errata") or []:
            ruling = self._ruling("errata", row.key_lines["ruling"], row["ruling"])
            if ruling:
                self._words("errata", row.key_lines["words"], row["words"], ruling.printed, row["ruling"])
                if ruling.wording.label:
                    self._error("errata", row.key_lines["ruling"], f"{row['ruling']} is labelled; delete the row")

    def _groups(self) -> None:
        for row in self.kept.get("near-identical") or []:
            for id in row["rulings"]:
                self._ruling("near-identical", row.key_lines["rulings"], id)

    def _names(self) -> None:
        names = self.kept.get("names") or {}
        subjects = {**self.titles, **{fold(topic.title): topic.title for topic in self.parsed.topics}}
        for part, known in (
            ("aliases", self.titles),
            ("context", self.titles),
            ("ambiguous", self.titles),
            ("false_friends", self.titles),
        ):
            for row in names.get(part) or []:
                for title in [*([row["card"]] if row.get("card") else []), *(row.get("cards") or ())]:
                    self._title(row, title, known)
                for title in row.get("only_under") or ():
                    self._title(row, title, subjects)

    def _title(self, row: Any, title: str, known: dict[str, str]) -> None:
        if fold(title) not in known:
            self._error("names", row.line, f"no card is called {title!r}{hint(title, known.values())}")

    def _restorations(self) -> None:
        """A restored heading must be a title or a topic, on its side, in alphabetical place."""
        blocks = [b for b in self.parsed.text.blocks if b.heading]
        lines = {
            row["words"]: row.line
            for row in (self.kept.get("restorations") or {}).get("lines") or ()
            if row["what"] == "heading"
        }
        sides = {r.words: r.side for r in self.parsed.sources.restorations if r.what == "heading"}
        for above, block, below in zip([None, *blocks], blocks, [*blocks[1:], None], strict=False):
            if block.heading is None or not block.heading.restored:
                continue
            title, line = block.heading.text.strip(), lines.get(block.heading.text.strip(), 1)
            side = block.card.side.lower() if block.card else "general"
            if sides.get(title) and sides[title] != side:
                self._error(
                    "restorations",
                    line,
                    f"{title!r} is not a {sides[title]} heading but a {side} heading",
                )
            for other, wrong in ((above, lambda a, b: a > b), (below, lambda a, b: a < b)):
                if (
                    other
                    and other.card
                    and block.card
                    and other.card.side == block.card.side
                    and _out_of_place(other, block, wrong)
                ):
                    self._error("restorations", line, f"{title!r} is out of alphabetical order next to {other.title!r}")

    def _additions(self) -> None:
        """Notes additions without a known authority: such rulings are not official."""
        known, unknown = {authority.name for authority in self.parsed.sources.authorities}, 0
        for ruling in self.parsed.rulings:
            if not ruling.document.startswith("additions-"):
                continue
            name = ruling.document.replace("-", "/", 1)
            said = [citation.authority for citation in ruling.wording.citations]
            strangers = [who for who in said if who not in known]
            if not said and ruling.wording.kind != "see":
                self.found.notes.append(f"{self._where(name, ruling.lines[0])}: it has no citation")
            for who in strangers:
                near = hint(who, known) if (unknown := unknown + 1) <= _HINTED else ""
                self.found.notes.append(
                    f"{self._where(name, ruling.lines[0])}: {who!r} is not in authorities.yaml{near}"
                )

    def _moved(self) -> None:
        moved: Any = self.kept.get("moved") or {}
        known = {*self.rulings, *self.sections, *(c.id for c in self.parsed.cards), *(t.id for t in self.parsed.topics)}
        for old, new in moved.items():
            if new not in known:
                near = hint(new, known) if len(self.found.errors) < _HINTED else ""
                self._error("moved", moved.key_lines[old], f"{old!r} redirects to {new!r}, which does not exist{near}")
            if old in known:
                self._error("moved", moved.key_lines[old], f"{old!r} is still there; delete the redirect")


def _out_of_place(other: Any, block: Any, wrong: Callable[[str, str], bool]) -> bool:
    return wrong(alphabetical(other.card.title), alphabetical(block.card.title))


def require(parsed: Parsed, folders: Iterable[Path]) -> list[str]:
    """Returns the notes. Raises `RulingsError`, with one sentence a line, if a hand-kept file is wrong."""
    found = check_references(parsed, folders)
    if found.errors:
        raise RulingsError("\n".join(first_of_each_file(found.errors)))
    return found.notes


def ids_before(folders: Iterable[Path]) -> Iterator[str]:
    """The ids of the rulings in previously written knowledge bases; folders without one are skipped."""
    from rulings.model.loading import assemble
    from rulings.storage.files import read_tree

    for folder in folders:
        if (folder / "cards").is_dir():
            try:
                yield from (ruling.id for ruling in assemble(read_tree(folder)[0], folder).rulings)
            except (RulingsError, KeyError, TypeError, ValueError):
                continue
