"""What is kept by hand, held against what was parsed → every id, title and quotation that leads nowhere.

A ruling whose words were changed has a new id. An id that the knowledge base written before still had is therefore no
mistake of the file's but a note that it has to follow; any other unknown id is an error.
"""

from __future__ import annotations

from collections.abc import Callable, Iterable, Iterator
from dataclasses import dataclass, field
from pathlib import Path
from typing import Any

from rulings.errors import RulingsError
from rulings.ids import alphabetical, fold, ruling_id
from rulings.nearest import hint, nearest
from rulings.parser.parse import Parsed, ParsedRuling
from rulings.schema import violations
from rulings.store import KEPT_BY_HAND
from rulings.yaml_reader import read_yaml

_FILES = ("cards", *KEPT_BY_HAND)


@dataclass(slots=True)
class Findings:
    """Sentences with file and line: `errors` stop a parse, `notes` do not."""

    errors: list[str] = field(default_factory=list)
    notes: list[str] = field(default_factory=list)


def read_kept(folder: Path) -> dict[str, Any]:
    """The files kept by hand that are there, by name without `.yaml`."""
    found = {name: read_yaml(folder / f"{name}.yaml") for name in _FILES if (folder / f"{name}.yaml").exists()}
    additions = folder / "additions"
    for path in sorted(additions.glob("*.yaml")) if additions.is_dir() else []:
        found[f"additions/{path.stem}"] = read_yaml(path)
    return found


def check_schema(kept: dict[str, Any], folder: Path) -> list[str]:
    """What does not fit the schema, in all of these files."""
    return [
        sentence
        for name, data in kept.items()
        for sentence in violations(data, f"sources/{name}.yaml", str(folder / f"{name}.yaml"))
    ]


def check_references(kept: dict[str, Any], parsed: Parsed, before: Iterable[str] = ()) -> Findings:
    """`before`: the ids of rulings as they were last written."""
    return _Check(kept, parsed, frozenset(before)).run()


class _Check:
    def __init__(self, kept: dict[str, Any], parsed: Parsed, before: frozenset[str]) -> None:
        self.kept, self.parsed, self.before = kept, parsed, before
        self.folder = parsed.sources.folder
        self.rulings = {ruling_id(r.subject.id, r.wording.text): r for r in parsed.rulings if r.subject}
        self.sections = {s.id: (d, s) for d, sections in parsed.sections.items() for s in sections.sections}
        self.steps = {step.number: step for step in parsed.run_chart.steps}
        self.titles = {fold(card.title): card.title for card in parsed.cards}
        self.found = Findings()

    def run(self) -> Findings:
        self._questions()
        self._steps()
        self._notes()
        self._reversals()
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

    def _ruling(self, name: str, line: int, id: str) -> ParsedRuling | None:
        """The ruling of that id; unknown ids are reported, with the nearest."""
        if id in self.rulings:
            return self.rulings[id]
        subject = id.rpartition("-")[0]
        here = [known for known in self.rulings if known.rpartition("-")[0] == subject]
        near = nearest(id, here or self.rulings, cutoff=0.4)
        if id in self.before:
            now = f"; its words were changed, and its id is {near} now" if here and near else ""
            self.found.notes.append(
                f"{self._where(name, line)}: {id} is not there any more{now}; mend it, and moved.yaml for old links"
            )
        else:
            self._error(name, line, f"no ruling is called {id!r}{f'; the nearest is {near!r}' if near else ''}")
        return None

    def _words(self, name: str, line: int, words: str, text: str, what: str) -> None:
        if " ".join(words.split()) not in " ".join(text.split()):
            self._error(name, line, f"the words {words[:50]!r} do not stand in {what}")

    def _questions(self) -> None:
        questions: Any = self.kept.get("questions") or {}
        known = {*self.sections, *(f"run-chart-{number}" for number in self.steps)}
        for name in ("questions", "questions-further"):
            asked: Any = self.kept.get(name) or {}
            for id in asked:
                if id not in known:
                    self._ruling(name, asked.key_lines[id], id)
        for id, ruling in self.rulings.items():
            if questions and id not in questions:
                self.found.notes.append(
                    f"{self.folder / 'questions.yaml'}: nothing is asked yet of {id} ({ruling.wording.text[:50]} …)"
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
            for id in row.get("see_also") or ():
                self._ruling("notes", row.key_lines["see_also"], id)

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
        elif "step" in row and row["step"] not in self.steps:
            self._error("notes", row.key_lines["step"], f"the run chart has no step {row['step']}")
            return
        self._words("notes", row.key_lines["words"], row["words"], text, what)

    def _reversals(self) -> None:
        for row in self.kept.get("reversals") or []:
            ruling = self._ruling("reversals", row.key_lines["ruling"], row["ruling"])
            if ruling:
                self._words("reversals", row.key_lines["words"], row["words"], ruling.printed, row["ruling"])
            for key in ("replaces", "in_doubt"):
                for id in row.get(key) or ():
                    self._ruling("reversals", row.key_lines[key], id)

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
                    f"{title!r} is no {sides[title]} heading, but {side}",
                )
            for other, wrong in ((above, lambda a, b: a > b), (below, lambda a, b: a < b)):
                if (
                    other
                    and other.card
                    and block.card
                    and other.card.side == block.card.side
                    and _out_of_place(other, block, wrong)
                ):
                    self._error("restorations", line, f"{title!r} is out of alphabetical place beside {other.title!r}")

    def _additions(self) -> None:
        """An added ruling should say who said it, and that should be somebody we know: else it is not official."""
        known = {authority.name for authority in self.parsed.sources.authorities}
        for ruling in self.parsed.rulings:
            if not ruling.document.startswith("additions-"):
                continue
            name = ruling.document.replace("-", "/", 1)
            said = [citation.authority for citation in ruling.wording.citations]
            strangers = [who for who in said if who not in known]
            if not said and ruling.wording.kind != "see":
                self.found.notes.append(f"{self._where(name, ruling.lines[0])}: nobody is cited for it")
            self.found.notes += [
                f"{self._where(name, ruling.lines[0])}: authorities.yaml does not know {who!r}{hint(who, known)}"
                for who in strangers
            ]

    def _moved(self) -> None:
        moved: Any = self.kept.get("moved") or {}
        known = {*self.rulings, *self.sections, *(c.id for c in self.parsed.cards), *(t.id for t in self.parsed.topics)}
        for old, new in moved.items():
            if new not in known:
                self._error(
                    "moved", moved.key_lines[old], f"{old!r} is sent to {new!r}, which is not there{hint(new, known)}"
                )
            if old in known:
                self._error("moved", moved.key_lines[old], f"{old!r} is still there; delete the redirect")


def _out_of_place(other: Any, block: Any, wrong: Callable[[str, str], bool]) -> bool:
    return wrong(alphabetical(other.card.title), alphabetical(block.card.title))


def require(folder: Path, parsed: Parsed, before: Iterable[str]) -> list[str]:
    """Notes for a parse that may go on. `RulingsError`, one sentence a line, where a file kept by hand is wrong."""
    kept = read_kept(folder)
    errors = check_schema(kept, folder)
    found = Findings() if errors else check_references(kept, parsed, before)
    errors += found.errors
    if errors:
        raise RulingsError("\n".join(errors))
    return found.notes


def ids_before(folders: Iterable[Path]) -> Iterator[str]:
    """The ids of the rulings in knowledge bases as they were last written; folders that hold none are passed over."""
    from rulings.assemble import assemble
    from rulings.store import read_tree

    for folder in folders:
        if (folder / "cards").is_dir():
            try:
                yield from (ruling.id for ruling in assemble(read_tree(folder), folder).rulings)
            except (RulingsError, KeyError, TypeError, ValueError):
                continue
