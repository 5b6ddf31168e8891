"""The entries of the rulings document and the added rulings → rulings with their citations, mentions and references."""

from __future__ import annotations

import re
from dataclasses import dataclass

from msgspec.structs import replace

from rulings.errors import RulingsError
from rulings.model.entities import Card, Reference, Topic
from rulings.model.ids import additions_path
from rulings.model.printed_entry import read_wording
from rulings.parser.additions import Addition
from rulings.parser.citation_faults import find_citation_fault
from rulings.parser.citations import CitationReader
from rulings.parser.headings import subject_of
from rulings.parser.lost_headings import find_possible_titles
from rulings.parser.mentions import MentionFinder
from rulings.parser.parsed import ParsedRuling
from rulings.parser.rulings_document import PrintedRuling, RulingsDocument
from rulings.parser.see import find_see
from rulings.parser.sources import Sources

_WORD = re.compile(r"\w")
_REVERSAL = re.compile(
    r"\(REVERSEs? [^()]*\)|\(note that this is a reversal [^()]*\)|this is a reversal of a previous ruling|"
    r"Contrary to Netrunner FAQ v\.?1\.0|no longer has an erratum",
    re.IGNORECASE,
)


@dataclass(frozen=True, slots=True)
class RulingReader:
    """Reads rulings, printed or added. `topics`: those to which a ruling may refer."""

    citation_reader: CitationReader
    mention_finder: MentionFinder
    topics: tuple[Topic, ...]

    def read_printed(self, document: RulingsDocument, document_id: str, cards: dict[str, Card]) -> list[ParsedRuling]:
        """The rulings of the document with that id, in order. `cards`: by folded title."""
        possible_titles = find_possible_titles(document, cards)
        return [
            self._read(
                tuple(entry.body),
                entry.span,
                document_id,
                subject_of(block),
                _restored_spans(entry),
                possible_titles.get(position, ()),
            )
            for position, block in enumerate(document.blocks)
            for entry in block.entries
        ]

    def read_addition(self, addition: Addition) -> ParsedRuling:
        """A ruling of `additions/`. Raises `RulingsError` if a citation is missing or has a mistake."""
        ruling = self._read(addition.body, addition.lines, addition.document, addition.subject)
        fault = find_citation_fault(" ".join(addition.body), ruling.wording, addition.is_uncited)
        if fault:
            raise RulingsError(f"{addition.path}, line {addition.lines[0]}: {fault}")
        return ruling

    def _read(
        self,
        body: tuple[str, ...],
        lines: tuple[int, int],
        document: str,
        subject: Reference | None,
        restored_spans: tuple[tuple[int, int, str], ...] = (),
        possible_titles: tuple[str, ...] = (),
    ) -> ParsedRuling:
        """The ruling in the lines `body`. `restored_spans`: those of the joined lines, each with its evidence."""
        printed = " ".join(body)
        ruling = ParsedRuling(
            subject=subject,
            body=body,
            lines=lines,
            document=document,
            wording=read_wording(list(body), self.citation_reader.find(printed, restored_spans)),
            mentions=(),
            see=(),
            reversal_words=find_reversal(printed),
            possible_titles=possible_titles,
        )
        mentions = self.mention_finder.find(printed, subject.title if subject else "", ruling.id)
        return replace(ruling, mentions=mentions, see=find_see(printed, mentions, self.topics))


def require_valid_rulings(rulings: list[ParsedRuling], sources: Sources) -> None:
    """Raises `RulingsError` if rulings of a subject have the same words (and so the same id), or an entry has none."""
    seen: dict[str, str] = {}
    for ruling in rulings:
        document = sources.documents.get(ruling.document)
        path = document.path if document else sources.folder / f"{additions_path(ruling.document)}.yaml"
        location = f"{path}, line {ruling.lines[0]}"
        if not _WORD.search(ruling.wording.text):
            raise RulingsError(f"{location}: a ruling without words of its own; write them, or delete the entry")
        if ruling.subject:
            id = ruling.id
            if id in seen:
                raise RulingsError(
                    f"{location}: a ruling on {ruling.subject.title} with the same words is in {seen[id]}; delete one"
                )
            seen[id] = location


def _restored_spans(entry: PrintedRuling) -> tuple[tuple[int, int, str], ...]:
    """The spans of the restored lines in the joined entry (start, end; characters), each with its evidence."""
    spans: list[tuple[int, int, str]] = []
    position = 0
    for line, words in zip(entry.lines, entry.body, strict=True):
        if line.restored:
            spans.append((position, position + len(words), line.restored))
        position += len(words) + 1
    return tuple(spans)


def find_reversal(printed: str) -> str | None:
    """The words with which an entry takes back an earlier ruling, or None."""
    match = _REVERSAL.search(printed)
    return match[0].strip("()") if match else None
