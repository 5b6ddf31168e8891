"""Makes rulings from the entries of the rulings document and from added rulings, with
their citations, mentions and references.
"""

from __future__ import annotations

import re
from collections import defaultdict
from collections.abc import Iterable, Iterator, Sequence

from msgspec import Struct
from msgspec.structs import replace

from rulings.model import (
    entities,
    hand_edited,
    ids,
    loader,
    plain_text,
    validation,
    vocabulary,
)
from rulings.names import edit_distance
from rulings.parser import citations, mentions, reversals, run_chart, sections
from rulings.parser.rulings_document import RulingsDocument
from rulings.parser.sources import Sources
from rulings.storage import files

# The parsed knowledge base before it is written


class ParsedKnowledge(Struct):
    """The knowledge base as parsed, before it is written."""

    sources: Sources
    rulings_document: RulingsDocument
    cards: tuple[entities.Card, ...]
    topics: tuple[entities.Topic, ...]
    rulings: list[entities.Ruling]
    bodies: dict[str, Sequence[str]]  # id of a ruling → its printed lines
    run_chart: run_chart.RunChart
    # Id of a document → its sections
    sectioned_documents: dict[str, sections.SectionedDocument]
    problems: list[files.Problem]  # the errors in what was read so far
    # Id of a ruling → a sentence of it that may take back another ruling, or that may be
    # an erratum without the label
    possible_slips: dict[str, files.Problem]


# Rulings

_WORD = re.compile(r"\w")
# The first words of a ruling, if a sign or capitals make them a label: `Erata:`,
# `UNOFFICIAL ERRTA`
_FIRST_WORDS = re.compile(
    r"(?i:\W*(?:(?:un)?official\s+)?)(?P<word>[A-Z]+\b|[A-Za-z]+(?=\s*[:.–—-]))[:.–—-]?"
)
_LABELS = {"errata": "errata", "erratum": "erratum", "correction": "correction"}
_CALLED_ERRATA = re.compile(
    r"\bshould be considered (?:an )?errat(?:a|um)\b", re.IGNORECASE
)
_REFERS_ELSEWHERE = re.compile(
    r"\s*(?:See\b|For (?:notes|rulings)\b.*\bsee\b)", re.IGNORECASE
)

# A ruling, its printed lines, and the line on which they begin
RulingWithLines = tuple[entities.Ruling, Sequence[str], int]


class RulingReader:
    """Makes rulings from entries, with the help of the hand-edited files.

    `problems`: the errors in what was read so far; `bodies`: id of a ruling → its
    printed lines; `possible_slips`: id of a ruling → a sentence of it that may take back
    another, or that may be an erratum without the label.
    """

    def __init__(
        self,
        sources: Sources,
        topics: tuple[entities.Topic, ...],
        mention_finder: mentions.MentionFinder,
    ) -> None:
        self.sources = sources
        self.topics = topics
        self.mention_finder = mention_finder
        self.problems: list[files.Problem] = []
        self.bodies: dict[str, Sequence[str]] = {}
        row = sources.documents[vocabulary.RULINGS_DOCUMENT].row
        self.citation_reader, self.added_citation_reader = (
            citations.CitationReader(
                sources.edited.authorities, row.dates, of_additions, row.date
            )
            for of_additions in (False, True)
        )
        self.dates_and_errata = citations.DatesAndErrata(sources.edited)
        self.possible_slips: dict[str, files.Problem] = {}
        names: list[str] = []
        for authority in sources.edited.authorities:
            names += authority.all_names
        self.reversal_finder = reversals.ReversalFinder(names)
        # The rulings whose relation to others is explained by a row of reversals.yaml
        # or a note
        self.explained = {row.ruling for row in sources.edited.reversals}
        for note in sources.edited.notes:
            self.explained.update(note.related)
            for side in note.sides:
                self.explained.update(side.entry_ids)

    def read(self, rulings_document: RulingsDocument) -> list[entities.Ruling]:
        """The printed rulings and the added ones.

        An addition with an unknown subject is left out. So is any ruling with an error,
        for example without words, or with the words of another ruling on the same
        subject.
        """
        rulings: dict[str, entities.Ruling] = {}
        readings = [*self.printed_rulings(rulings_document), *self.added_rulings()]
        for ruling, body, line in readings:
            file = self.sources.file_of(ruling.source.document)
            duplicate = rulings.get(ruling.id)
            if fault := self.fault(ruling, duplicate):
                self.problems.append(files.Problem(file, fault, line))
            else:
                self.note_possible_slip(ruling, file, line)
                rulings[ruling.id] = ruling
                self.bodies[ruling.id] = body
        return [*rulings.values()]

    def fault(
        self,
        ruling: entities.Ruling,
        duplicate: entities.Ruling | None,
    ) -> str | None:
        """The error in a ruling, or None. `duplicate`: an earlier one with its words."""
        if not _WORD.search(ruling.text):
            return "a ruling without words of its own; write them, or delete the entry"
        if duplicate:
            source = duplicate.source
            location = (
                f"{self.sources.file_of(source.document)}, line {source.lines[0]}"
            )
            return (
                f"a ruling on {ruling.subject.title} with the same words is in "
                f"{location}; write them once with both citations, or what differs"
            )
        if label := _misspelt_label(ruling):
            return (
                f"{plain_text.quoted(label)} does not begin an erratum; "
                "write `ERRATA:` or `Unofficial Errata:`, or other words"
            )
        return None

    def note_possible_slip(self, ruling: entities.Ruling, file: str, line: int) -> None:
        """Adds a ruling to `possible_slips` if it may be an erratum without the label, or
        may take back another and no row explains that.
        """
        first, second, *_ = [*plain_text.fold(ruling.text).split(), "", ""]
        in_title = second in plain_text.fold(ruling.subject.title).split()
        if not ruling.label and first in _LABELS and in_title:  # `Errata Asp is …`
            text = "it begins like an erratum; if it is one, begin it with `ERRATA:`"
            self.possible_slips[ruling.id] = files.Problem(file, text, line)
        if ruling.id in self.explained:
            return
        # Titles like Sparky's Run Chart and Runner Sensei contain names of people
        chart = self.sources.documents[vocabulary.RUN_CHART_DOCUMENT].row.title
        other_names = [chart, chart.replace("'", "’")]
        other_names += [mention.words for mention in ruling.mentions]
        if sentence := self.reversal_finder.find(ruling.text, other_names):
            text = (
                f"{plain_text.quoted(sentence)} may take back a ruling; if it does, add "
                f"a row to reversals.yaml with `ruling: {ruling.id}`; "
                "if not, change nothing"
            )
            self.possible_slips[ruling.id] = files.Problem(file, text, line)

    def printed_rulings(
        self, rulings_document: RulingsDocument
    ) -> Iterator[RulingWithLines]:
        """The rulings of the document, in order."""
        for block in rulings_document.blocks:
            for entry in block.entries:
                text = "\n".join(entry.body)
                entry_citations: list[entities.Citation] = []
                spans = self.citation_reader.find(" ".join(entry.body))
                for _, end, citation in spans:
                    # A citation is restored if the line on which it ends is
                    evidence = entry.lines[text.count("\n", 0, end)].evidence
                    entry_citations.append(replace(citation, restored_from=evidence))
                first = entry.lines[0].number
                line_range = (first, entry.lines[-1].number)
                source_lines = entities.SourceLines(
                    vocabulary.RULINGS_DOCUMENT, line_range
                )
                ruling = self._ruling(
                    block.subject, entry.body, entry_citations, source_lines
                )
                yield ruling, entry.body, first

    def added_rulings(self) -> Iterator[RulingWithLines]:
        """The rulings of `additions/`, in the order of the files. Fills `problems`."""
        subjects = {
            plain_text.fold(topic.title): topic.reference for topic in self.topics
        }
        for name, card in self.sources.cards.items():
            subjects[name] = card.reference
        for name, additions in self.sources.edited.additions.items():
            path = self.sources.path(f"{ids.ADDITIONS}/{name}")
            for row in additions:
                subject = subjects.get(plain_text.fold(row.subject))
                if subject is None:
                    continue  # `checks` reports it
                stripped_lines = map(str.strip, files.split_lines(row.printed))
                body = [words for words in stripped_lines if words]
                spans = self.added_citation_reader.find(" ".join(body))
                row_citations = [citation for _, _, citation in spans]
                line_range = (
                    validation.line_of(row),
                    validation.data_of(row).last_line,
                )
                source_lines = entities.SourceLines(
                    f"{ids.ADDITIONS}-{name}", line_range
                )
                ruling = self._ruling(subject, body, row_citations, source_lines)
                ruling = replace(ruling, added=row.added)
                line = validation.line_of(row, "printed")
                is_uncited = row.citation == "none"
                if fault := citations.find_citation_fault(ruling, is_uncited):
                    self.problems.append(files.Problem(path, fault, line))
                yield ruling, body, line

    def _ruling(
        self,
        subject: entities.Reference,
        body: Sequence[str],
        ruling_citations: Sequence[entities.Citation],
        source_lines: entities.SourceLines,
    ) -> entities.Ruling:
        """The ruling in these lines, changed as dates.yaml and documents.yaml say."""
        ruling = loader.derive(
            entities.Ruling(
                id="",
                kind="ruling",
                erratum=False,
                official=True,
                subject=subject,
                printed="",
                text="",
                citations=tuple(ruling_citations),
                mentions=(),
                see=(),
                source=source_lines,
            ),
            body,
        )
        id = ids.ruling_id(subject.id, ruling.text)
        words = loader.with_citations(ruling.text, ruling.citations)
        found_mentions = self.mention_finder.find(words, subject.title, id)
        located_mentions = loader.located(found_mentions, ruling.text, ruling.citations)
        erratum, reason = read_erratum(ruling)
        kind: vocabulary.RulingKind = "ruling"
        if not erratum and is_cross_reference(ruling):
            kind = "cross-reference"
        see = mentions.find_see(ruling.text, located_mentions, self.topics)
        ruling = replace(
            ruling,
            id=id,
            kind=kind,
            erratum=erratum,
            errata_reason=reason,
            mentions=located_mentions,
            see=see,
        )
        ruling = self.dates_and_errata.apply(ruling)
        return replace(ruling, official=is_official(ruling))


def _misspelt_label(ruling: entities.Ruling) -> str:
    """The first words of a ruling without a label, if they resemble one; else empty."""
    match = _FIRST_WORDS.match(ruling.printed)
    if ruling.label or match is None:
        return ""
    is_near = edit_distance.names_within_reach(match["word"].lower(), _LABELS)
    return match[0] if is_near else ""


def read_erratum(ruling: entities.Ruling) -> tuple[bool, str | None]:
    """Whether a ruling is an erratum. If it calls itself one without the label, also
    the sentence that does so.
    """
    if ruling.label:
        return True, None
    for sentence in re.split("[.;]", ruling.text):
        if _CALLED_ERRATA.search(sentence):
            return True, sentence.strip()
    return False, None


def is_cross_reference(ruling: entities.Ruling) -> bool:
    """Whether an entry only sends the reader to others: `See Tracing.`"""
    return not ruling.citations and bool(_REFERS_ELSEWHERE.match(ruling.text))


def is_official(ruling: entities.Ruling) -> bool:
    """Whether an entry cites somebody official and does not call itself unofficial. A
    cross-reference is official.
    """
    is_called_unofficial = (ruling.label or "").lower().startswith("unofficial")
    is_cited = any(citation.official for citation in ruling.citations)
    return ruling.is_cross_reference or (is_cited and not is_called_unofficial)


# Inheritance: cross-references and keywords decide which rulings of other subjects apply
# to a card, and why.


def find_inheritances(
    rulings: Sequence[entities.Ruling],
    inheritance_rows: Iterable[hand_edited.InheritanceRow] = (),
) -> dict[str, tuple[entities.Inheritance, ...]]:
    """Id of a card → its inheritances: from its own entries, then from
    inheritance.yaml.
    """
    inheritances = defaultdict[str, dict[entities.Reference, entities.Inheritance]](
        dict
    )
    for entry in rulings:
        if entry.is_cross_reference and entry.subject.kind == "card":
            for target in entry.see:
                inheritance = entities.Inheritance(target, "see", entry.text)
                inheritances[entry.subject.id].setdefault(target, inheritance)
    subjects = {r.subject.id: r.subject for r in rulings}
    for row in inheritance_rows:
        if row.subject in subjects:
            for card_id in row.cards:
                _apply_row(inheritances[card_id], subjects[row.subject], row)
    return {
        id: tuple(by_subject.values())
        for id, by_subject in inheritances.items()
        if by_subject
    }


def _apply_row(
    by_subject: dict[entities.Reference, entities.Inheritance],
    subject: entities.Reference,
    row: hand_edited.InheritanceRow,
) -> None:
    """Applies a row of inheritance.yaml to the inheritances of a card."""
    inheritance = by_subject.get(subject)
    if inheritance is None:
        if row.takes == "all":
            by_subject[subject] = entities.Inheritance(subject, "keyword", row.words)
        elif row.ruling and row.takes == "also":
            by_subject[subject] = entities.Inheritance(
                subject,
                "named",
                row.words,
                only_ids=(row.ruling,),
                reason=row.reason,
            )
        return
    if row.ruling is None or (row.takes == "also" and not inheritance.only_ids):
        return  # the card already inherits all rulings of the subject
    reasons = filter(None, (inheritance.reason, row.reason))
    reason = " ".join(dict.fromkeys(reasons))
    field = "without_ids" if row.takes == "not" else "only_ids"
    ids_of_rulings = {field: (*getattr(inheritance, field), row.ruling)}
    by_subject[subject] = replace(inheritance, reason=reason, **ids_of_rulings)
