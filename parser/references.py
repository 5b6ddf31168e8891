"""The parsed documents → the ids, titles and words that a hand-kept file may name, and sentences about what is wrong.

A ruling whose words were changed has a new id. An unknown id that the previous knowledge base had is therefore only
noted, for a person to update; any other unknown id is an error.
"""

from __future__ import annotations

from collections import defaultdict
from collections.abc import Iterable, Iterator
from dataclasses import dataclass, field
from functools import cached_property
from pathlib import Path

from rulings.errors import RulingsError
from rulings.model.ids import fold
from rulings.names.nearest import nearest
from rulings.parser.parse import Parsed, ParsedRuling

HINTED = 10  # mistakes for which the nearest id is looked for


@dataclass(slots=True)
class Findings:
    """Sentences with file and line. `errors` stop a parse, `notes` do not."""

    errors: list[str] = field(default_factory=list)
    notes: list[str] = field(default_factory=list)


class References:
    """The ids, titles and words that kept files may name, and what was found wrong with them."""

    def __init__(self, parsed: Parsed, folders: tuple[Path, ...]) -> None:
        self.parsed, self.folders = parsed, folders
        self.folder, self.kept = parsed.sources.folder, parsed.sources.kept
        self.rulings = {r.id: r for r in parsed.rulings if r.subject}
        self.sections = {s.id: s for sections in parsed.sections.values() for s in sections.sections}
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

    def where(self, name: str, line: int) -> str:
        """A line of a hand-kept file, as sentences begin: `name` is the file's, without its ending."""
        return f"{self.folder / f'{name}.yaml'}, line {line}"

    def error(self, name: str, line: int, sentence: str) -> None:
        """Reports a mistake."""
        self.found.errors.append(f"{self.where(name, line)}: {sentence}")

    def unused(self, name: str, line: int, sentence: str) -> None:
        """Notes a row that has no effect, such as one for a heading or citation that this edition lacks."""
        self.found.notes.append(f"{self.where(name, line)}: {sentence}")

    def ruling(self, name: str, line: int, id: str) -> ParsedRuling | None:
        """The ruling with that id. An unknown id is reported with the nearest one."""
        if id in self.rulings:
            return self.rulings[id]
        same_subject = self.by_subject.get(id.rpartition("-")[0], [])
        if id in self.before:
            near = nearest(id, same_subject, cutoff=0.4)
            now = f"; its words were changed, and its id is now {near}" if near else ""
            self.found.notes.append(
                f"{self.where(name, line)}: there is no ruling {id} any more{now}; "
                "correct this, and add the old id to moved.yaml"
            )
            return None
        if len(self.found.errors) < HINTED:  # to look through all ids takes a tenth of a second
            near = nearest(id, same_subject or self.rulings, cutoff=0.4)
            self.error(name, line, f"no ruling is called {id!r}{f'; the nearest is {near!r}' if near else ''}")
        else:
            self.error(name, line, f"no ruling is called {id!r}")
        return None

    def require_words(self, name: str, line: int, words: str, text: str, what: str) -> None:
        """Reports a quotation that is not in `text`, whatever the spaces. `what`: what the text is called."""
        if " ".join(words.split()) not in " ".join(text.split()):
            self.error(name, line, f"the words {words[:50]!r} are not in {what}")


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
