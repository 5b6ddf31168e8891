"""The entries of the rulings document and the added rulings → rulings with their citations, mentions and references."""

from __future__ import annotations

import re
from collections import defaultdict
from collections.abc import Iterable, Iterator, Mapping
from dataclasses import dataclass, field
from pathlib import Path
from typing import Any

from msgspec import Struct
from msgspec.structs import replace

from rulings import errors, names
from rulings.model import constants, entities, ids, loading, rows
from rulings.model import tournament as model_tournament
from rulings.parser import citations, sections, tables
from rulings.parser import document as parser_document
from rulings.parser import mentions as parser_mentions
from rulings.parser import sources as parser_sources
from rulings.storage import files

# What the parser makes of the sources: each ruling, and the whole knowledge base before it is written.


class ParsedRuling(Struct, frozen=True):
    """One entry, parsed: its subject, its lines as printed, its wording, and what it refers to."""

    subject: entities.Reference | None
    body: tuple[str, ...]
    lines: tuple[int, int]
    document: str
    wording: loading.Wording
    mentions: tuple[entities.Mention, ...]
    see: tuple[entities.Reference, ...]
    reversal_words: str | None  # the words that say that it reverses an earlier ruling
    possible_titles: tuple[str, ...] = ()

    @property
    def id(self) -> str:
        """The ruling's id; empty if it has no subject."""
        return ids.ruling_id(self.subject.id, self.wording.text) if self.subject else ""

    @property
    def printed(self) -> str:
        """The whole entry, lines joined by one space."""
        return " ".join(self.body)


@dataclass(slots=True)
class ParsedKnowledge:
    """The knowledge base as parsed, before it is written."""

    sources: parser_sources.Sources
    rulings_document: parser_document.RulingsDocument
    cards: tuple[entities.Card, ...]
    topics: tuple[entities.Topic, ...]
    headings: dict[tuple[str, str], parser_sources.Line]  # by kind and id of the card or topic
    rulings: list[ParsedRuling]
    run_chart: tables.RunChart
    sectioned_documents: dict[str, sections.SectionedDocument]  # by id
    tournament: model_tournament.Tournament
    warnings: list[files.Problem] = field(default_factory=list)

    @property
    def all_sections(self) -> list[entities.Section]:
        """The sections of all documents."""
        return [section for document in self.sectioned_documents.values() for section in document.sections]

    @property
    def unattributed(self) -> list[ParsedRuling]:
        """Entries whose heading was lost and not restored."""
        return [ruling for ruling in self.rulings if ruling.subject is None]

    @property
    def lost_headings(self) -> list[files.Problem]:
        """A problem for each entry in `unattributed`."""
        path = str(self.sources.documents[constants.RULINGS_DOCUMENT].path)
        return [
            files.Problem(
                path,
                f"the heading over {errors.quoted(ruling.printed[:50])} is lost; it may have been: "
                f"{', '.join(ruling.possible_titles) or 'a topic'}",
                ruling.lines[0],
            )
            for ruling in self.unattributed
        ]


# `sources/additions/*.yaml` → rulings newer than the printed list, each with its subject and its words.


@dataclass(frozen=True, slots=True)
class Addition:
    """One added ruling. `lines`: first and last line of its entry in the file that `document` names.

    `is_uncited`: whether it says that nobody is cited (`citation: none`).
    """

    subject: entities.Reference
    body: tuple[str, ...]
    lines: tuple[int, int]
    document: str
    path: Path
    is_uncited: bool


def read_additions(
    hand_edited: Mapping[str, Any], folder: Path, cards: Mapping[str, entities.Card], topics: tuple[entities.Topic, ...]
) -> list[Addition]:
    """All additions, in the order of their files. `cards`: by folded title.

    Raises `RulingsError` with file and line for an unknown subject.
    """
    subjects = {key: entities.Reference("card", card.id, card.title) for key, card in cards.items()}
    subjects |= {ids.fold(topic.title): entities.Reference("topic", topic.id, topic.title) for topic in topics}
    additions = []
    for name, entries in hand_edited.items():
        document = ids.additions_document(name)
        if document is None:
            continue
        path = folder / f"{name}.yaml"
        for entry in entries or ():
            subject = subjects.get(ids.fold(entry["subject"]))
            if subject is None:
                suggestion = names.nearest_hint(entry["subject"], [known.title for known in subjects.values()])
                raise errors.RulingsError(
                    f"{path}, line {entry.key_lines['subject']}: no card or topic is called "
                    f"{errors.quoted(entry['subject'][:80])}{suggestion}"
                )
            body = tuple(line.strip() for line in files.split_lines(entry["printed"]) if line.strip())
            additions.append(
                Addition(subject, body, (entry.line, entry.last_line), document, path, "citation" in entry)
            )
    return additions


# The `see` entries and the cards' keywords → which rulings of other subjects apply to a card, and why.


def find_inheritances(
    cards: Iterable[entities.Card], rulings: Iterable[ParsedRuling], rows: Iterable[rows.RowData] = ()
) -> dict[str, tuple[entities.Inheritance, ...]]:
    """Card id → inheritances, in order: by its own entries, by its keywords, and by `rows` of inheritance.yaml."""
    rulings = list(rulings)
    by_id = {card.id: card for card in cards}
    see_entries = [r for r in rulings if r.wording.is_see_entry and r.subject]
    inheritances = defaultdict[str, dict[tuple[str, str], entities.Inheritance]](dict)
    for card_id, inheritance in (*_by_entries(see_entries), *_by_keywords(see_entries, by_id)):
        inheritances[card_id].setdefault((inheritance.subject.kind, inheritance.subject.id), inheritance)
    subjects = {r.id: r.subject for r in rulings if r.subject}
    for row in rows:
        subject = subjects.get(row["ruling"])
        if subject:
            for card_id in row["cards"]:
                if card_id in by_id:
                    _apply_row(inheritances[card_id], subject, row)
    return {card_id: tuple(by_subject.values()) for card_id, by_subject in inheritances.items() if by_subject}


def _by_entries(see_entries: Iterable[ParsedRuling]) -> Iterator[tuple[str, entities.Inheritance]]:
    """Card id and inheritance, for each target of a `see` entry under a card."""
    for entry in see_entries:
        if entry.subject and entry.subject.kind == "card":
            for target in entry.see:
                yield entry.subject.id, entities.Inheritance(target, "see", entry.wording.text)


def _by_keywords(
    see_entries: Iterable[ParsedRuling], cards: Mapping[str, entities.Card]
) -> Iterator[tuple[str, entities.Inheritance]]:
    """Card id and inheritance, for each card with a keyword that a `see` entry explains by a card of the same side."""
    keywords = {keyword for card in cards.values() for keyword in card.keywords}
    guidance: dict[tuple[str, str | None, str, str], entities.Reference] = {}
    for entry in see_entries:
        keyword_and_type = parser_mentions.keyword_of(entry.wording.text, keywords)
        if keyword_and_type:
            for target in entry.see:
                if target.kind == "card":
                    guidance[(*keyword_and_type, cards[target.id].side, target.id)] = target
    in_order = sorted(guidance.items(), key=lambda item: [part or "" for part in item[0]])
    for (keyword, card_type, side, subject_id), target in in_order:
        for card in cards.values():
            applies = keyword in card.keywords and card.side == side and card_type in (None, card.type)
            if applies and card.id != subject_id:
                yield card.id, entities.Inheritance(target, "keyword", keyword)


def _apply_row(
    by_subject: dict[tuple[str, str], entities.Inheritance], subject: entities.Reference, row: rows.RowData
) -> None:
    """Changes what a card inherits from one subject as a row of inheritance.yaml says."""
    key = (subject.kind, subject.id)
    ruling = row["ruling"]
    known = by_subject.get(key)
    if known is None:
        if row["takes"] == "also":
            by_subject[key] = entities.Inheritance(
                subject, "named", row.get("words"), only=(ruling,), reason=row["reason"]
            )
        return
    if row["takes"] == "also" and not known.only:
        return  # the card inherits all of them
    reason = " ".join(dict.fromkeys(filter(None, (known.reason, row["reason"]))))
    if row["takes"] == "not":
        by_subject[key] = replace(known, without=(*known.without, ruling), reason=reason)
    else:
        by_subject[key] = replace(known, only=(*known.only, ruling), reason=reason)


_WORD = re.compile(r"\w")
_REVERSAL = re.compile(
    r"\(REVERSEs? [^()]*\)|\(note that this is a reversal [^()]*\)|this is a reversal of a previous ruling|"
    r"Contrary to Netrunner FAQ v\.?1\.0|no longer has an erratum",
    re.IGNORECASE,
)


@dataclass(frozen=True, slots=True)
class RulingReader:
    """Reads rulings, printed or added. `topics`: those to which a ruling may refer."""

    citation_reader: citations.CitationReader
    mention_finder: parser_mentions.MentionFinder
    topics: tuple[entities.Topic, ...]

    def read_printed(
        self, document: parser_document.RulingsDocument, document_id: str, cards: dict[str, entities.Card]
    ) -> list[ParsedRuling]:
        """The rulings of the document with that id, in order. `cards`: by folded title."""
        possible_titles = parser_document.find_possible_titles(document, cards)
        return [
            self._read(
                tuple(entry.body),
                entry.span,
                document_id,
                parser_document.subject_of(block),
                _restored_spans(entry),
                possible_titles.get(position, ()),
            )
            for position, block in enumerate(document.blocks)
            for entry in block.entries
        ]

    def read_addition(self, addition: Addition) -> ParsedRuling:
        """A ruling of `additions/`. Raises `RulingsError` if a citation is missing or has a mistake."""
        ruling = self._read(addition.body, addition.lines, addition.document, addition.subject)
        fault = citations.find_citation_fault(" ".join(addition.body), ruling.wording, addition.is_uncited)
        if fault:
            raise errors.RulingsError(f"{addition.path}, line {addition.lines[0]}: {fault}")
        return ruling

    def _read(
        self,
        body: tuple[str, ...],
        lines: tuple[int, int],
        document: str,
        subject: entities.Reference | None,
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
            wording=loading.read_wording(list(body), self.citation_reader.find(printed, restored_spans)),
            mentions=(),
            see=(),
            reversal_words=find_reversal(printed),
            possible_titles=possible_titles,
        )
        mentions = self.mention_finder.find(printed, subject.title if subject else "", ruling.id)
        return replace(ruling, mentions=mentions, see=parser_mentions.find_see(printed, mentions, self.topics))


def require_valid_rulings(rulings: list[ParsedRuling], sources: parser_sources.Sources) -> None:
    """Raises `RulingsError` if rulings of a subject have the same words (and so the same id), or an entry has none."""
    seen: dict[str, str] = {}
    for ruling in rulings:
        document = sources.documents.get(ruling.document)
        path = document.path if document else sources.folder / f"{ids.additions_path(ruling.document)}.yaml"
        location = f"{path}, line {ruling.lines[0]}"
        if not _WORD.search(ruling.wording.text):
            raise errors.RulingsError(f"{location}: a ruling without words of its own; write them, or delete the entry")
        if ruling.subject:
            id = ruling.id
            if id in seen:
                raise errors.RulingsError(
                    f"{location}: a ruling on {ruling.subject.title} with the same words is in {seen[id]}; delete one"
                )
            seen[id] = location


def _restored_spans(entry: parser_document.PrintedRuling) -> tuple[tuple[int, int, str], ...]:
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
