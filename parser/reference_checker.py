"""The parsed documents → the ids, titles and words to which hand-edited files may refer, and the errors found in them.

A ruling whose words were changed has a new id. An unknown id that existed in the previous knowledge base is therefore
only a warning, until the YAML with the new id has been written. Any other unknown id is an error.
"""

from __future__ import annotations

from collections import defaultdict
from collections.abc import Iterable, Iterator
from dataclasses import dataclass, field
from functools import cached_property
from pathlib import Path

from rulings.errors import RulingsError, quoted
from rulings.model.ids import fold
from rulings.model.loading import assemble
from rulings.names.nearest import nearest, nearest_hint, unknown_name
from rulings.parser.parsed import ParsedKnowledge, ParsedRuling
from rulings.storage.files import read_tree
from rulings.storage.problems import Problem
from rulings.storage.yaml_reader import LocatedDict

_ID_CUTOFF = 0.4  # how similar the nearest id of a ruling must be, from 0 to 1


@dataclass(slots=True)
class Findings:
    """`errors` stop `rulings parse`, `warnings` do not."""

    errors: list[Problem] = field(default_factory=list)
    warnings: list[Problem] = field(default_factory=list)


class ReferenceChecker:
    """The ids, titles and words to which hand-edited files may refer, and the errors found (`findings`)."""

    def __init__(self, parsed: ParsedKnowledge, folders: tuple[Path, ...]) -> None:
        self.parsed, self.folders = parsed, folders
        self.folder, self.hand_edited = parsed.sources.folder, parsed.sources.hand_edited
        self.rulings = {r.id: r for r in parsed.rulings if r.subject}
        self.sections = {section.id: section for section in parsed.all_sections}
        self.steps = {step.number: step for step in parsed.run_chart.steps}
        self.step_ids = {step.id for step in parsed.run_chart.steps}
        self.titles = {fold(card.title): card.title for card in parsed.cards}
        self.findings = Findings()
        self.by_subject = defaultdict[str, list[str]](list)
        for id in self.rulings:
            self.by_subject[id.rpartition("-")[0]].append(id)

    @cached_property
    def previous_ids(self) -> frozenset[str]:
        """The ids of the rulings when they were last written; only read if an id is unknown."""
        return frozenset(previous_ruling_ids(self.folders))

    def add_error(self, file: str, line: int, text: str) -> None:
        """Adds an error about a hand-edited file. `file`: its name, without `.yaml`."""
        self.findings.errors.append(Problem(str(self.folder / f"{file}.yaml"), text, line))

    def add_unknown(self, file: str, line: int, kind: str, name: str, known: Iterable[str]) -> None:
        """Adds the error that no `kind` has the name, with the nearest of the known names; see `unknown_name`."""
        self.add_error(file, line, unknown_name(kind, name, known))

    def add_warning(self, file: str, line: int | None, text: str) -> None:
        """Adds a warning: for example, a row has no effect because this edition lacks what it is about."""
        self.findings.warnings.append(Problem(str(self.folder / f"{file}.yaml"), text, line))

    def find_ruling(self, file: str, line: int, id: str) -> ParsedRuling | None:
        """The ruling with that id. If there is none, adds an error or warning with the nearest id, and returns None."""
        if id in self.rulings:
            return self.rulings[id]
        same_subject = self.by_subject.get(id.rpartition("-")[0], [])
        if id in self.previous_ids:
            nearest_id = nearest(id, same_subject, _ID_CUTOFF)
            now = f"; its words were changed, and its id is now {nearest_id}" if nearest_id else ""
            text = f"there is no ruling {id} any more{now}; correct this, and add the old id to moved.yaml"
            self.findings.warnings.append(Problem(str(self.folder / f"{file}.yaml"), text, line, stale=True))
            return None
        suggestion = nearest_hint(id, same_subject or self.rulings, _ID_CUTOFF)
        self.add_error(file, line, f"no ruling is called {quoted(id)}{suggestion}")
        return None

    def check_words(self, file: str, line: int, words: str, text: str, text_name: str) -> None:
        """Adds an error if the quoted words are not in `text`, ignoring white space. `text_name`: what the text is."""
        if " ".join(words.split()) not in " ".join(text.split()):
            self.add_error(file, line, f"the words {quoted(words[:50])} are not in {text_name}")

    def find_quoted_ruling(self, file: str, row: LocatedDict) -> ParsedRuling | None:
        """The ruling that a row names (`ruling`) and quotes (`words`), checked by `find_ruling` and `check_words`."""
        ruling = self.find_ruling(file, row.key_lines["ruling"], row["ruling"])
        if ruling:
            self.check_words(file, row.key_lines["words"], row["words"], ruling.printed, row["ruling"])
        return ruling


def previous_ruling_ids(folders: Iterable[Path]) -> Iterator[str]:
    """The ids of the rulings in previously written knowledge bases; folders without one are skipped."""
    for folder in folders:
        if (folder / "cards").is_dir():
            try:
                yield from (ruling.id for ruling in assemble(read_tree(folder), folder).rulings)
            except RulingsError:
                continue
