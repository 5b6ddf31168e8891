"""Makes a `Knowledge` from the generated YAML and the hand-edited files. Errors name
the file and line.

Rows are entities without the values that follow from elsewhere (`vocabulary.Derived`),
which are added here. Compiling reads the YAML too, although the parser already had the
entities, so the program ships exactly the data that was reviewed.
"""

from __future__ import annotations

import re
from collections import defaultdict
from collections.abc import Iterable, Iterator, Mapping, Sequence
from contextlib import contextmanager
from functools import partial
from itertools import pairwise
from operator import attrgetter
from pathlib import Path
from typing import Any, TypeVar

from msgspec import convert
from msgspec.structs import replace

from rulings import errors
from rulings.model import (
    dates,
    entities,
    formatting,
    hand_edited,
    ids,
    knowledge,
    plain_text,
    status,
    vocabulary,
)
from rulings.model.base import grouped

# Relative path of a generated file (`cards/corp/asp.yaml`) → its data
Files = Mapping[str, Any]
_LedgerCounts = dict[str, int | dict[str, int]]
_Entity = TypeVar("_Entity", bound=entities.Entity)
_Entry = TypeVar("_Entry", entities.Ruling, entities.Section, entities.Step)
# Questions shown with an entry: the heading and three more; the search uses all
MAX_QUESTIONS = 4


def assemble(
    files: Files,
    edited: hand_edited.HandEdited,
    folder: Path,
) -> knowledge.Knowledge:
    """The knowledge base in `folder`, from its generated files and the hand-edited
    ones.

    Raises `RulingsError` for a file that `rulings parse` cannot have written.
    """
    for file, data in files.items():
        _check_ids(data, file)
    cards, topics, rulings = _subjects_with_rulings(files, edited)
    questions = hand_edited.questions_by_entry(edited, rulings)
    edited = replace(edited, questions=questions)
    completed = [*_completed(rulings, edited)]
    sections = tuple(_sections(files, edited))
    steps = tuple(_chart_steps(files, edited))
    cards.sort(key=lambda card: plain_text.fold(card.title))
    entries: list[entities.AnyEntry] = [*rulings, *sections, *steps]
    document_of = {entry.id: entry.source.document for entry in entries}
    evidence = edited.restorations.evidence
    moved: dict[str, str] = {}
    withdrawn: dict[str, str] = {}
    for old, new in edited.moved.items():
        if isinstance(new, str):
            moved[old] = new
        else:
            withdrawn[old] = new.nothing
    kb = knowledge.Knowledge(
        location=str(folder),
        documents=tuple(_documents(files, edited)),
        cards=tuple(cards),
        topics=in_order_of_print(topics, rulings),
        rulings=tuple(ruling for ruling in completed if not ruling.is_cross_reference),
        cross_references=tuple(
            ruling for ruling in completed if ruling.is_cross_reference
        ),
        sections=sections,
        steps=steps,
        authorities=tuple(edited.authorities),
        notes=tuple(_with_document(note, document_of) for note in edited.notes),
        restorations=tuple(
            replace(row, evidence=evidence) for row in edited.restorations.lines
        ),
        applicable_topics=edited.applicable_topics,
        moved=moved,
        withdrawn=withdrawn,
        edited=edited,
    )
    # The statuses come last, because their notes need the titles of other entries.
    opposite = partial(_opposite, kb)
    notes_on = status.entry_notes(kb.notes, edited.reversals, opposite)
    titles = {
        document.id: formatting.title_with_edition(document)
        for document in kb.documents
    }
    finished: dict[str, tuple[entities.AnyEntry, ...]] = {}
    for name in knowledge.ENTRIES:
        unfinished = getattr(kb, name)
        finished[name] = tuple(_finished(unfinished, edited, notes_on, titles))
    return kb.replaced(**finished)


def entity_of_row(
    kind: type[_Entity],
    row: _Entity,
    **further_fields: object,
) -> _Entity:
    """Makes an entity from a row, without the fields that only rows have, and with
    `further_fields`.
    """
    fields = {name: getattr(row, name) for name in kind.__struct_fields__}
    return kind(**fields | further_fields)


def _with_document(
    note: entities.Note,
    document_of: Mapping[str, str],
) -> entities.Note:
    """The note, each side with the document that contains its words. `document_of`:
    entry id → id of its document.
    """

    def placed(side: entities.Quotation) -> entities.Quotation:
        return replace(side, document=document_of.get(side.entry_id, ""))

    other = note.other and placed(note.other)
    return replace(note, one=placed(note.one), other=other)


# Entities from the rows of the generated files


def _entity_in(
    row: Mapping[str, Any],
    shape: type[_Entity],
    file: str,
    printed_in: str = "",
    **further_fields: Any,
) -> _Entity:
    """Reads the entity in a row and adds `further_fields`. `printed_in`: the document
    of an entry whose row names no other.
    """
    with _as_written(file, row):
        if printed_in:
            source = convert(row.get("source"), dict[str, Any])
            further_fields["source"] = {"document": printed_in} | source
        value = {**shape.omitted_values, **row, **further_fields}
        if shape in (entities.Card, entities.Topic):  # their rows have the rulings too
            value.pop("heading", None)
            value.pop("entries", None)
        entity = convert(value, shape)
    return entity


@contextmanager
def _as_written(file: str, row: Any) -> Iterator[None]:
    """Turns any `ValueError` into a `RulingsError` with the file and the line of the
    row.
    """
    try:
        yield
    except ValueError as error:
        line = getattr(row, "line", 1)
        raise errors.RulingsError(
            f"{file}, line {line}: not as `rulings parse` writes it ({error}); "
            "run `rulings parse`"
        ) from None


def _mappings(
    row: Mapping[str, Any],
    key: str,
    file: str,
) -> Sequence[Mapping[str, Any]]:
    """The rows under a key; none if it is missing."""
    rows: Sequence[Mapping[str, Any]]
    rows = row.get(key, [])
    with _as_written(file, row):
        convert(rows, list[dict[str, Any]])
    return rows  # unlike the converted ones, these know their lines


def _check_ids(data: Any, file: str) -> None:
    """Raises `RulingsError` for an invalid id, because ids become parts of paths."""
    if isinstance(data, dict):
        _check_ids([*data.values()], file)
        with _as_written(file, data):
            for key in {"id", "document"} & data.keys():
                id = data[key]
                if not re.search(vocabulary.ID_PATTERN, str(id)):
                    raise ValueError(
                        f"{key} must be an id, not {plain_text.quoted(id)}"
                    )
    elif isinstance(data, list):
        for item in data:
            _check_ids(item, file)


def _subjects_with_rulings(
    files: Files,
    edited: hand_edited.HandEdited,
) -> tuple[
    list[entities.Card],
    list[entities.Topic],
    list[entities.Ruling],
]:
    """The cards and topics, and their rulings in the order of the sources."""
    people = {authority.name: authority for authority in edited.authorities}
    alias_rows = edited.names.aliases
    aliases_by_name = grouped(
        (plain_text.fold(row.card), row.name) for row in alias_rows
    )
    cards: list[entities.Card] = []
    topics: list[entities.Topic] = []
    rulings: list[entities.Ruling] = []
    for file, data in files.items():
        if file.startswith("cards/"):
            card = _entity_in(data, entities.Card, file)
            aliases = aliases_by_name.get(plain_text.fold(card.title), ())
            cards.append(replace(card, aliases=tuple(aliases)))
            subject = card.reference
        elif file.startswith("topics/"):
            topics.append(_entity_in(data, entities.Topic, file))
            subject = topics[-1].reference
        else:
            continue
        for row in _mappings(data, "entries", file):
            rulings.append(_ruling_in_row(row, subject, people, file))
    rulings.sort(key=lambda ruling: ruling.source.sort_key)
    return cards, topics, rulings


def _ruling_in_row(
    row: Mapping[str, Any],
    subject: entities.Reference,
    people: Mapping[str, entities.Authority],
    file: str,
) -> entities.Ruling:
    """Reads a ruling and adds the person, standing and council of the authorities that
    it cites.
    """
    ruling = _entity_in(
        row,
        entities.Ruling,
        file,
        vocabulary.RULINGS_DOCUMENT,
        subject=subject,
    )
    citations: list[entities.Citation] = []
    for citation in ruling.citations:
        if authority := people.get(citation.authority):
            citation = replace(
                citation,
                person=authority.person,
                standing=authority.standing,
                council=authority.council,
            )
        citations.append(citation)
    lines = ruling.printed.removesuffix("\n").split("\n")
    ruling = replace(ruling, citations=tuple(citations))
    with _as_written(file, row):
        return derive(ruling, lines)


def _documents(
    files: Files, edited: hand_edited.HandEdited
) -> Iterator[entities.Document]:
    """The documents, each with its ledger."""
    for row in edited.documents:
        file = f"documents/{row.id}.yaml"
        data = files.get(file, {})
        ledger_data = data.get("ledger", {})
        with _as_written(file, data):
            counts: dict[str, Any] = convert(ledger_data, _LedgerCounts)
        words = counts.get("words", 0)
        ledger = entities.Ledger(words, counts.get("accounted", 0))
        yield entity_of_row(
            entities.Document,
            row,
            line_count=counts.get("lines", 0),
            word_count=words,
            ledger=ledger,
        )


def _sections(
    files: Files, edited: hand_edited.HandEdited
) -> Iterator[entities.Section]:
    """All sections, document by document."""
    for document in edited.documents:
        file = f"documents/{document.id}.yaml"
        data = files.get(file, {})
        for row in _mappings(data, "sections", file):
            section = _entity_in(
                row,
                entities.Section,
                file,
                document.id,
                document=document.id,
                game=document.game,
                standing_in_words=document.standing_in_words,
                official=document.official,
            )
            text = section.text.rstrip("\n")
            with _as_written(file, row):
                mentions = located(section.mentions, text)
            yield replace(section, text=text, mentions=mentions)


def _chart_steps(
    files: Files, edited: hand_edited.HandEdited
) -> Iterator[entities.Step]:
    """The steps of the run chart."""
    file = "run-chart.yaml"
    data = files.get(file, {})
    for row in _mappings(data, "steps", file):
        step = _entity_in(row, entities.Step, file, vocabulary.RUN_CHART_DOCUMENT)
        applied = tuple(
            entity_of_row(entities.AppliedRuling, row)
            for row in edited.steps
            if row.step == step.number
        )
        text = step.text.rstrip("\n")
        yield replace(step, text=text, applied=applied)


# What the hand-edited files say about rulings, sections and steps


def in_order_of_print(
    topics: Iterable[entities.Topic],
    rulings: Iterable[entities.Ruling],
) -> tuple[entities.Topic, ...]:
    """The topics in the order of their first rulings. `rulings`: all of
    them, in order.
    """
    subjects = dict.fromkeys(ruling.subject.id for ruling in rulings)
    positions = {subject: position for position, subject in enumerate(subjects)}
    return tuple(sorted(topics, key=lambda topic: positions.get(topic.id, -1)))


def _completed(
    rulings: list[entities.Ruling],
    edited: hand_edited.HandEdited,
) -> Iterator[entities.Ruling]:
    """The rulings, each with its steps, its reversal and the rulings with the same
    words.
    """
    steps = grouped((row.ruling, row.step) for row in edited.steps)
    positions = {ruling.id: position for position, ruling in enumerate(rulings)}
    ids_by_text = defaultdict[str, set[str]](set)
    for ruling in rulings:
        for text in _comparable_texts(ruling):
            ids_by_text[text].add(ruling.id)
    reversals = {
        row.ruling: entity_of_row(entities.Reversal, row) for row in edited.reversals
    }
    for ruling in rulings:
        ids_with_words = set[str]()
        for text in _comparable_texts(ruling):
            ids_with_words |= ids_by_text[text]
        ids_with_words.discard(ruling.id)
        near_identical_ids = sorted(ids_with_words, key=positions.__getitem__)
        yield replace(
            ruling,
            steps=tuple(sorted(steps.get(ruling.id, ()))),
            near_identical_ids=tuple(near_identical_ids),
            takes_back=reversals.get(ruling.id),
        )


def _comparable_texts(ruling: entities.Ruling) -> set[str]:
    """The words of a ruling, as they are and without the name of its subject. Two
    rulings that share one of these texts are near-identical. A cross-reference has
    none.
    """
    if ruling.is_cross_reference:
        return set()
    words = plain_text.fold(ruling.text)
    name = plain_text.fold(ruling.subject.title)
    # One text lacks only the first occurrence: `TRAP!` is also a word of Speed Trap
    return {
        words,
        words.replace(name, plain_text.GAP),
        words.replace(name, plain_text.GAP, 1),
    }


def _finished(
    entries: Iterable[_Entry],
    edited: hand_edited.HandEdited,
    notes_on: Mapping[str, list[entities.EntryNote]],
    titles: Mapping[str, str],
) -> Iterator[_Entry]:
    """The entries with the title of their document, the questions that are shown, and
    the notes on them with the resulting status.
    """
    for entry in entries:
        document = entry.source.document
        title = titles.get(document)
        if not title:
            year = document.removeprefix(f"{ids.ADDITIONS}-")
            title = f"Added rulings, {year}"
        source = replace(entry.source, title=title)
        questions = hand_edited.questions_of(edited.questions.get(entry.id, []))
        questions_shown = tuple(questions[:MAX_QUESTIONS])
        entry = replace(entry, source=source, questions=questions_shown)
        yield status.with_notes(entry, notes_on.get(entry.id, ()))


def _opposite(
    kb: knowledge.Knowledge,
    quotation: entities.Quotation,
) -> entities.Opposite:
    """A side of a note, as readers of the other side see it.

    Its date is the earliest of the citations for its words, or else of the whole
    ruling. If a council said the words, it says where they count.
    """
    id = quotation.entry_id
    words = quotation.words
    kind = next(
        kind for kind in vocabulary.ENTRY_TYPES if getattr(quotation, kind) is not None
    )
    ruling = kb.rulings_by_id.get(id)
    date: str | None = None
    council: str | None = None
    if ruling:
        citations = formatting.citations_for(ruling, words)
        best_dates = map(attrgetter("best_date"), citations)
        known_dates = [*filter(None, best_dates)]
        date = min(known_dates or ruling.dates, default=None)
        councils = [citation.council for citation in citations if citation.council]
        if councils and len(councils) == len(citations):
            council = councils[0].standing_in_words
    return entities.Opposite(
        kind,
        id,
        kb.entry_title(id),
        words,
        date,
        quotation.also,
        council,
    )


# Values that follow from the printed lines of an entry. The parser uses `derive` too,
# so the YAML need not repeat them.

# A date as printed: month and day in either order, with the year in two digits.
PRINTED_DATE = r"(\d{1,2})/(\d{1,2})/(\d{2})(?!\d)"
_MONTH = f"(?:{'|'.join(dates.MONTHS)})"
# Dates in citations: additions use ISO 8601, or the form in which this program shows
# dates (`9 August 1996`).
CITATION_DATE = re.compile(
    rf"{PRINTED_DATE}|\d{{4}}-\d\d-\d\d|\d{{1,2}} {_MONTH} \d{{4}}"
)
# Dates of additions without a day: `January 2026`, `2026-01`, `2026`
MONTH_OR_YEAR = re.compile(rf"(?:{_MONTH} )?\d{{4}}(?!-)|\d{{4}}-(?:0[1-9]|1[0-2])")
_LABEL = re.compile(
    r"(?P<label>(?:Unofficial\s+)?ERRATA"
    r"|(?:Unofficial\s+)Errata"
    r"|Errata(?=\s*[:.]|\s{2}))[:.]?\s*"
)
_NUMBERED_ITEM = re.compile(r"\d\)")
# Columns. A line that ends a sentence also ends a paragraph if the next word would have
# fitted into this width.
_PARAGRAPH_WIDTH = 52


def derive(
    ruling: entities.Ruling,
    lines: Sequence[str],
) -> entities.Ruling:
    """The ruling with the values that follow from its printed lines. Its citations and
    mentions get their places and printed dates.

    Raises `ValueError` for a blank line, and for a citation or mention that is not in
    the lines in this order.
    """
    if not all(map(str.strip, lines)):
        raise ValueError("a blank line in its words")
    printed_text = " ".join(lines)
    label = _LABEL.match(printed_text)
    position = label.end() if label else 0
    broken_text = _with_line_breaks(lines)  # as long as `printed_text`: same positions
    text = ""
    citations: list[entities.Citation] = []
    for citation in ruling.citations:
        start = printed_text.index(citation.printed, position)
        piece = _single_spaced(broken_text[position:start])
        text = _joined(text, piece)
        # The words begin after any line breaks
        start_in_text = len(text) - len(piece.lstrip("\n"))
        supports = start_in_text, len(text)
        if not piece and citations:  # it supports the same words as the one before
            supports = citations[-1].supports
        date = _date_printed(citation)
        citations.append(replace(citation, date_printed=date, supports=supports))
        position = start + len(citation.printed)
    text = _joined(text, _single_spaced(broken_text[position:]))
    label_words = label["label"].split() if label else []
    return replace(
        ruling,
        printed=printed_text,
        label=" ".join(label_words) or None,
        text=text,
        citations=tuple(citations),
        mentions=located(ruling.mentions, text, citations),
    )


def _joined(text: str, piece: str) -> str:
    """The text with a piece after it, on the same line unless the piece begins with a
    line feed.
    """
    needs_space = text and piece and not piece.startswith(("\n", "."))
    space = " " if needs_space else ""
    return f"{text}{space}{piece}"


def _date_printed(citation: entities.Citation) -> str | None:
    """The date in the printed words of a citation; a month or year is the last one in
    them.
    """
    if citation.date and len(citation.date) < len(vocabulary.RELEASE_DATE):
        *_, date = map(str, MONTH_OR_YEAR.findall(citation.printed))
        return date
    match = CITATION_DATE.search(citation.printed)
    return match[0] if match else None


def with_citations(text: str, citations: Iterable[entities.Citation]) -> str:
    """The text of a ruling, then its citations as printed, each on a line."""
    return "\n".join([text, *map(attrgetter("printed"), citations)])


def located(
    mentions: Iterable[entities.Mention],
    text: str,
    citations: Iterable[entities.Citation] = (),
) -> tuple[entities.Mention, ...]:
    """The mentions, in order, with their spans in `text`; None for a mention in one of
    the citations, which come after it. Raises `ValueError` if they are not there in
    this order.
    """
    located_mentions: list[entities.Mention] = []
    words_to_search = with_citations(text, citations)
    position = 0
    for mention in mentions:
        words = re.escape(mention.words)
        pattern = re.compile(f"(?<![A-Za-z0-9]){words}(?![A-Za-z0-9])")
        match = pattern.search(words_to_search, position)
        if match is None:
            raise ValueError(
                f"its words do not mention “{mention.words}” where they should"
            )
        span = match.span() if match.end() <= len(text) else None
        located_mentions.append(replace(mention, span=span))
        position = match.end()
    return tuple(located_mentions)


def _with_line_breaks(lines: Sequence[str]) -> str:
    """The lines in one text. A line feed goes before a line that begins a paragraph or
    one of the items 1), 2), 3) …, and a space before any other line.

    A paragraph begins after a line that was broken before it was full.
    """
    numbers = [line[0] for line in lines if _NUMBERED_ITEM.match(line)]
    is_numbered = "".join(numbers).startswith("123")
    text = lines[0]
    for line, below in pairwise(lines):
        next_word, *_ = below.split()
        has_room = len(f"{line} {next_word}") <= _PARAGRAPH_WIDTH
        ends_sentence = line[-1:] in ".\"'" and not below.startswith("(")
        is_paragraph = has_room and ends_sentence
        is_item = is_numbered and _NUMBERED_ITEM.match(below)
        text += ("\n" if is_paragraph or is_item else " ") + below
    return text


def _single_spaced(text: str) -> str:
    """The words with single spaces between them, and the line breaks."""
    lines = map(str.split, text.split("\n"))
    return "\n".join(" ".join(words) for words in lines)
