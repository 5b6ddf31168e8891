"""The generated YAML and the hand-edited files → a `Knowledge`. Errors name the file and line.

Compiling reads the YAML too, although the parser has had the entities: what is shipped is what was reviewed.
"""

from __future__ import annotations

import re
from bisect import bisect_left, bisect_right
from collections import Counter, defaultdict
from collections.abc import Collection, Iterable, Iterator, Mapping, Sequence
from functools import partial
from itertools import accumulate, pairwise
from pathlib import Path
from typing import Any, TypeVar

from msgspec import Raw
from msgspec.json import encode
from msgspec.structs import asdict, replace

from rulings import errors
from rulings.model import constants, entities, formatting, ids, knowledge, located, plain_text, rows, status, tournament

Files = Mapping[str, Any]  # relative path of a generated file (`cards/corp/asp.yaml`) → its data
Converted = TypeVar("Converted")
_Entity = TypeVar("_Entity", bound=entities.Entity)
_Entry = TypeVar("_Entry", entities.Ruling, entities.Section, entities.Step)
MAX_QUESTIONS = 4  # of an entry that are shown: the heading and three more; the search uses all


_KEPT = ("names", "synonyms", "other_game", "questions", "unanswered")  # hand-edited files that are needed later


def assemble(files: Files, edited: rows.HandEdited, folder: Path) -> knowledge.Knowledge:
    """The knowledge base in `folder`, from its generated files and the hand-edited ones.

    Raises `RulingsError` for a file that `rulings parse` cannot have written.
    """
    people = {authority.name: authority for authority in authorities(edited)}
    cards, topics, rulings = _subjects_with_rulings(files, edited, people)
    applied = defaultdict[int, list[entities.AppliedRuling]](list)
    for row in edited.steps:
        applied[row.step].append(entity(entities.AppliedRuling, row))
    sections, steps = tuple(_sections(files, edited)), tuple(_steps(files, edited, applied))
    entries: list[entities.AnyEntry] = [*rulings, *sections, *steps]
    document_of = {entry.id: entry.source.document for entry in entries}
    kb = knowledge.Knowledge(  # without the statuses, the notes of which name other entries by their titles
        location=str(folder),
        documents=tuple(_documents(files, edited)),
        cards=tuple(sorted(cards, key=lambda card: plain_text.fold(card.title))),
        topics=in_order_of_print(topics, rulings),
        rulings=tuple(_completed(rulings, edited, applied)),
        sections=sections,
        steps=steps,
        tournament=_convert(files.get("tournament.yaml") or {}, tournament.Tournament, "tournament.yaml"),
        authorities=tuple(people.values()),
        notes=notes(edited, document_of),
        restorations=restorations(edited),
        applicable_topics={word: tuple(topics) for word, topics in edited.applicable_topics.items()},
        moved={old: new for old, new in edited.moved.items() if isinstance(new, str)},
        withdrawn={old: new.nothing for old, new in edited.moved.items() if not isinstance(new, str)},
        hand_edited={name: Raw(encode(getattr(edited, name))) for name in _KEPT},
    )
    notes_on = status.entry_notes(kb.notes, edited.reversals, partial(_describe, kb))
    titles = {document.id: formatting.title_with_edition(document) for document in kb.documents}
    return replace(
        kb,
        rulings=tuple(_finished(kb.rulings, notes_on, titles)),
        sections=tuple(_finished(kb.sections, notes_on, titles)),
        steps=tuple(_finished(kb.steps, notes_on, titles)),
    )


def entity(kind: type[_Entity], row: located.Row, **more: object) -> _Entity:
    """The entity with the values of a row, where both have them, and `more`; dates are in ISO 8601."""
    values = {name: getattr(row, name) for name in kind.__struct_fields__ if name in row.__struct_fields__}
    values = {name: tuple(value) if isinstance(value, list) else value for name, value in values.items()}
    dates = {name: value.isoformat() for name, value in values.items() if isinstance(value, constants.Date)}
    return kind(**{**values, **dates, **more})


def authorities(edited: rows.HandEdited) -> tuple[entities.Authority, ...]:
    """Who spoke."""
    found = []
    for row in edited.authorities:
        terms = tuple(entity(entities.Term, term) for term in row.terms or [row])
        known = {"terms": terms if terms != (entities.Term(),) else (), "start": terms[0].start, "end": terms[-1].end}
        found.append(entity(entities.Authority, row, **known))
    return tuple(found)


def notes(edited: rows.HandEdited, document_of: Mapping[str, str]) -> tuple[entities.Note, ...]:
    """The notes: contradictions, exceptions and clarifications. `document_of`: entry id → the document it is in."""

    def quotation(row: rows.Quotation) -> entities.Quotation:
        id = ids.step_id(row.step) if row.step else row.ruling or row.section or ""
        return entity(entities.Quotation, row, document=document_of.get(id, ""))

    return tuple(
        entity(entities.Note, row, one=quotation(row.one), other=quotation(row.other) if row.other else None)
        for row in edited.notes
    )


def restorations(edited: rows.HandEdited) -> tuple[entities.Restoration, ...]:
    """The restored lines."""
    evidence = edited.restorations.evidence.name
    return tuple(
        entity(entities.Restoration, row, line=row.line_number, evidence=evidence) for row in edited.restorations.lines
    )


# The rows of the generated files → entities. A row has their keys, without what follows from others.


def _convert(
    row: Mapping[str, Any], shape: type[Converted], file: str, without: Collection[str] = (), **changes: Any
) -> Converted:
    """A row in another shape, with other values and without some keys. Raises `RulingsError` with file and line."""
    faults: list[located.Fault] = []
    value = {key: value for key, value in row.items() if key not in without} | changes
    converted: Converted = located.convert_part(row, [], value, shape, faults)
    _refuse(file, faults)
    return converted


def _value(row: Mapping[str, Any], key: str, shape: Any, file: str, default: Any = None) -> Any:
    """The value of a key, which has that shape. Raises `RulingsError` with file and line if it has another."""
    value, faults = row.get(key, default), list[located.Fault]()
    located.convert_part(row, [key], value, shape, faults)
    _refuse(file, faults)
    return value


def _rows(row: Mapping[str, Any], key: str, file: str) -> Sequence[Mapping[str, Any]]:
    """The rows under a key; none if it is missing. An id in them must be one: it becomes a part of paths."""
    found: Sequence[Mapping[str, Any]] = _value(row, key, list[dict[str, Any]], file, [])
    for each in found:
        _value(each, "id", constants.Id | None, file)
    return found


def _refuse(file: str, faults: Iterable[located.Fault]) -> None:
    for line, sentence in faults:
        raise errors.RulingsError(f"{file}, line {line}: {sentence}; run `rulings parse`")


def _subjects_with_rulings(
    files: Files, edited: rows.HandEdited, people: dict[str, entities.Authority]
) -> tuple[list[entities.Card], list[entities.Topic], list[entities.Ruling]]:
    """The cards and topics, and their rulings in the order of the sources."""
    aliases = defaultdict[str, list[str]](list)
    for row in edited.names.aliases:
        aliases[plain_text.fold(row.card)].append(row.name)
    cards: list[entities.Card] = []
    topics: list[entities.Topic] = []
    rulings: list[entities.Ruling] = []
    for file, data in files.items():
        others = ("heading", *constants.RULING_LISTS)
        _value(data, "id", constants.Id | None, file)
        restored = _value(data, "heading", dict[str, Any], file, {}).get("restored")
        if file.startswith("cards/"):
            known_as = aliases.get(plain_text.fold(_value(data, "title", str, file)), ())
            inherits = [_inheritance(row) for row in _rows(data, "inherits", file)]
            changes = {"aliases": known_as, "inherits": inherits, "restored": restored}
            cards.append(_convert(data, entities.Card, file, others, **changes))
            subject = cards[-1].reference
        elif file.startswith("topics/"):
            topics.append(_convert(data, entities.Topic, file, others, restored=restored))
            subject = topics[-1].reference
        elif file == "unattributed.yaml":
            subject = entities.UNATTRIBUTED
            topics.append(entities.Topic(subject.id, subject.title))
        else:
            continue
        for name, kind in constants.RULING_LISTS.items():
            rulings += [_ruling(row, kind, subject, people, file) for row in _rows(data, name, file)]
    rulings.sort(key=lambda ruling: ruling.source.sort_key)
    for id, count in Counter(ruling.id for ruling in rulings).items():
        if count > 1:
            raise errors.RulingsError(f"the ruling {id} is there {count} times; run `rulings parse`")
    return cards, topics, rulings


def _inheritance(row: Mapping[str, Any]) -> dict[str, Any]:
    subject = {"kind": row.get("kind"), "id": row.get("id"), "title": row.get("title")}
    return {key: value for key, value in row.items() if key not in ("kind", "id", "title")} | {"subject": subject}


def _ruling(
    row: Mapping[str, Any],
    kind: constants.RulingKind,
    subject: entities.Reference,
    people: Mapping[str, entities.Authority],
    file: str,
) -> entities.Ruling:
    """A ruling from its row; the list that it is in gives the kind. Raises `RulingsError` with file and line."""
    ruling = _entry(
        row,
        entities.Ruling,
        file,
        _value(row, "document", constants.Id, file, constants.RULINGS_DOCUMENT),
        kind=kind,
        subject=asdict(subject),
        official=row.get("official", True),
        citations=row.get("citations", ()),
        see=[
            {
                "kind": "card" if "card" in target else "topic",
                "id": target.get("id"),
                "title": target.get("card", target.get("topic")),
            }
            for target in _rows(row, "see", file)
        ],
        reversal={"words": row["reversal_words"]} if row.get("reversal_words") else None,
    )
    citations = []
    for citation in ruling.citations:
        authority = people.get(citation.authority)
        person = citation.person or (authority.person if authority else None)
        standing, council = (authority.standing, authority.council) if authority else (None, None)
        citations.append(replace(citation, person=person, standing=standing, council=council))
    lines = ruling.printed.removesuffix("\n").split("\n")
    try:
        return derive(replace(ruling, citations=tuple(citations)), lines)
    except ValueError as error:
        raise _not_as_written(file, row, error) from None


def _not_as_written(file: str, row: Mapping[str, Any], error: ValueError) -> errors.RulingsError:
    line = getattr(row, "line", 1)
    return errors.RulingsError(f"{file}, line {line}: not as `rulings parse` writes it ({error}); run `rulings parse`")


def _entry(row: Mapping[str, Any], shape: type[_Entry], file: str, printed_in: str, **changes: Any) -> _Entry:
    """The ruling, section or step in a row. A mention in a row has no words if they are the card's title."""
    changes |= {
        "text": _value(row, "text", str, file, "").rstrip("\n"),
        "source": {"document": printed_in, "lines": _value(row, "lines", tuple[int, int], file)},
    }
    if shape is not entities.Step:
        changes["mentions"] = [{"words": mention.get("title"), **mention} for mention in _rows(row, "mentions", file)]
    return _convert(row, shape, file, without=("document", "lines", "reversal_words"), **changes)


def _documents(files: Files, edited: rows.HandEdited) -> Iterator[entities.Document]:
    """The documents, each with its ledger."""
    for row in edited.documents:
        file = f"documents/{row.id}.yaml"
        ledger = _value(files.get(file, {}), "ledger", dict[str, Any], file, {})
        lines, words, accounted = (_value(ledger, key, int, file, 0) for key in ("lines", "words", "accounted"))
        counts = entities.Ledger(words, accounted)
        yield entity(entities.Document, row, lines=lines, words=words, ledger=counts)


def _sections(files: Files, edited: rows.HandEdited) -> Iterator[entities.Section]:
    """All sections, document by document."""
    for document in edited.documents:
        file = f"documents/{document.id}.yaml"
        for row in _rows(files.get(file, {}), "sections", file):
            changes = {key: getattr(document, key) for key in ("game", "standing", "official")}
            changes["document"] = document.id
            changes["tables"] = row.get("tables", ())
            section = _entry(row, entities.Section, file, document.id, **changes)
            try:
                mentions = place(section.mentions, section.text)
            except ValueError as error:
                raise _not_as_written(file, row, error) from None
            yield replace(section, mentions=mentions, questions=_shown_questions(edited, section.id))


def _steps(
    files: Files, edited: rows.HandEdited, applied: Mapping[int, list[entities.AppliedRuling]]
) -> Iterator[entities.Step]:
    """The steps of the run chart."""
    file = "run-chart.yaml"
    for row in _rows(files.get(file, {}), "steps", file):
        step = _entry(row, entities.Step, file, constants.RUN_CHART_DOCUMENT, decision=row.get("decision"))
        yield replace(step, applied=tuple(applied.get(step.number, ())), questions=_shown_questions(edited, step.id))


def _shown_questions(edited: rows.HandEdited, id: str) -> tuple[str, ...]:
    return tuple(rows.questions_of(edited.questions.get(id, []))[:MAX_QUESTIONS])


# Rulings, sections and steps → the same, with what the hand-edited files say about them.


def in_order_of_print(
    topics: Iterable[entities.Topic], rulings: Iterable[entities.Ruling]
) -> tuple[entities.Topic, ...]:
    """The topics in the order of their first rulings. `rulings`: all of them, in order."""
    places: dict[str, int] = {}
    for place, ruling in enumerate(rulings):
        if ruling.subject.kind == "topic":
            places.setdefault(ruling.subject.id, place)
    return tuple(sorted(topics, key=lambda topic: places.get(topic.id, -1)))


def _completed(
    rulings: list[entities.Ruling], edited: rows.HandEdited, applied: Mapping[int, list[entities.AppliedRuling]]
) -> Iterator[entities.Ruling]:
    """The rulings with their questions, steps, near-identical rulings and reversals."""
    steps = defaultdict[str, set[int]](set)
    for number, applied_rulings in applied.items():
        for applied_ruling in applied_rulings:
            steps[applied_ruling.ruling].add(number)
    near_identical = find_near_identical(rulings, (group.rulings for group in edited.near_identical))
    reversals = {row.ruling: entity(entities.Reversal, row) for row in edited.reversals}
    for ruling in rulings:
        yield replace(
            ruling,
            questions=_shown_questions(edited, ruling.id),
            steps=tuple(sorted(steps.get(ruling.id, ()))),
            also_under=near_identical.get(ruling.id, ()),
            reversal=reversals.get(ruling.id, ruling.reversal),
        )


def _finished(
    entries: Iterable[_Entry], notes_on: Mapping[str, list[entities.EntryNote]], titles: Mapping[str, str]
) -> Iterator[_Entry]:
    """The entries with the title of their document, the notes on them, and the status that these give them."""
    for entry in entries:
        document = entry.source.document
        title = titles.get(document) or f"Added rulings, {document.removeprefix(ids.ADDITIONS + '-')}"
        yield status.with_notes(replace(entry, source=replace(entry.source, title=title)), notes_on.get(entry.id, ()))


def _describe(kb: knowledge.Knowledge, id: str, words: str) -> tuple[str, str | None]:
    """The title of an entry and, for a ruling, the earliest date of the citations for these words, or else of all."""
    ruling = kb.rulings_by_id.get(id)
    if ruling is None:
        return kb.entry_title(id), None
    position = " ".join(ruling.text.split()).find(" ".join(words.split()))
    dates = [c.best_date for c in ruling.citations if c.best_date and c.supports[0] <= position < c.supports[1]]
    return kb.entry_title(id), min(dates or ruling.dates, default=None)


_MIN_SIMILARITY = 0.8  # Jaccard similarity of three-word shingles; below it, differences begin to matter


def find_near_identical(
    rulings: Iterable[entities.Ruling], groups: Iterable[Iterable[str]]
) -> dict[str, tuple[str, ...]]:
    """Ruling id → ids of near-identical rulings under other subjects, in the order of `rulings`.

    Rulings are near-identical if they share `_MIN_SIMILARITY` of their three-word sequences, apart from the name of the
    subject, or if one of `groups` (of ids) contains them.
    """
    compared = {ruling.id: ruling for ruling in rulings if not ruling.is_see_entry}
    similar = defaultdict[str, set[str]](set)
    for group in groups:
        members = [id for id in group if id in compared]
        for id in members:
            similar[id].update(member for member in members if member != id)
    shingles = {id: _shingles(ruling) for id, ruling in compared.items()}
    frequency = Counter(shingle for own in shingles.values() for shingle in own)
    having = defaultdict[tuple[str, ...], list[str]](list)  # rare shingle → the rulings so far that have it
    for id, ruling in compared.items():
        own = shingles[id]
        # Two sets that share so much share one of the rarest of each (prefix filtering): the others need no look.
        may_lack = int(len(own) * (1 - _MIN_SIMILARITY) + 1e-9)
        rarest = sorted(own, key=lambda shingle: (frequency[shingle], shingle))[: may_lack + 1]
        for other in {other for shingle in rarest for other in having[shingle]}:
            shared = len(own & shingles[other])
            of_both = len(own) + len(shingles[other]) - shared
            if shared >= _MIN_SIMILARITY * of_both and compared[other].subject != ruling.subject:
                similar[id].add(other)
                similar[other].add(id)
        for shingle in rarest:
            having[shingle].append(id)
    places = {id: place for place, id in enumerate(compared)}
    return {id: tuple(sorted(others, key=places.__getitem__)) for id, others in similar.items() if others}


def _shingles(ruling: entities.Ruling) -> set[tuple[str, ...]]:
    """The three-word sequences of a ruling, without the name of its subject, which is often the only difference."""
    text = ruling.text
    names = {m.words for m in ruling.mentions if m.id == ruling.subject.id} | {ruling.subject.title}
    for name in sorted(names, key=len, reverse=True):
        text = text.replace(name, "itself")
    words = plain_text.fold(text).split()
    return {tuple(words[i : i + 3]) for i in range(max(1, len(words) - 2))}


# The printed lines of an entry → what follows from them. The parser uses `derive` too, so that the YAML need not
# repeat any of this.

# A date as printed: month and day in either order, with the year in two digits.
PRINTED_DATE = r"(\d{1,2})/(\d{1,2})/(\d{2})(?!\d)"
# In a citation: additions use ISO 8601, or the form in which this program shows dates (`9 August 1996`).
CITATION_DATE = re.compile(rf"{PRINTED_DATE}|\d{{4}}-\d\d-\d\d|\d{{1,2}} (?:{'|'.join(formatting.MONTHS)}) \d{{4}}")
_LABEL = re.compile(r"(?P<label>(?:Unofficial\s+)?ERRATA|(?:Unofficial\s+)Errata|Errata(?=\s*[:.]|\s{2}))[:.]?\s*")
_NUMBERED_ITEM = re.compile(r"\d\)")
# Columns: a line that ends a sentence, although the next word would have fitted into this width, ends a paragraph.
_PARAGRAPH_WIDTH = 52


def derive(ruling: entities.Ruling, lines: Sequence[str]) -> entities.Ruling:
    """The ruling with what follows from its printed lines; of its citations and mentions, only the places are new.

    Raises `ValueError` for a blank line, and for a citation or mention that is not in the lines in this order.
    """
    if not all(map(str.strip, lines)):
        raise ValueError("a blank line in its words")
    printed = " ".join(lines)
    label = _LABEL.match(printed)
    position = label.end() if label else 0
    offsets = list(accumulate((len(line) + 1 for line in lines), initial=0))  # of each line in `printed`
    breaks = [offsets[number] for number in _line_breaks(lines)]
    text = ""
    citations: list[entities.Citation] = []
    for citation in [*ruling.citations, None]:
        start = printed.index(citation.printed, position) if citation else len(printed)
        piece = _clean(printed, position, start, breaks)
        begin = len(text)
        if text and piece:
            begin += 1  # after the space or line feed between the pieces
            text += "" if piece.startswith("\n") else " "
        text += piece
        if citation:
            if not piece:  # it is cited for the same words as the citation before
                begin = citations[-1].supports[0] if citations else 0
            date = CITATION_DATE.search(citation.printed)
            supports = begin, len(text)
            citations.append(replace(citation, date_printed=date[0] if date else None, supports=supports))
            position = start + len(citation.printed)
    return replace(
        ruling,
        printed=printed,
        label=" ".join(label["label"].split()) if label else None,
        text=text,
        citations=tuple(citations),
        mentions=place(ruling.mentions, printed),
    )


def place(mentions: Iterable[entities.Mention], text: str) -> tuple[entities.Mention, ...]:
    """The mentions, in order, with their spans in `text`. Raises `ValueError` if they are not there in this order."""
    placed: list[entities.Mention] = []
    position = 0
    for mention in mentions:
        match = re.compile(rf"(?<![A-Za-z0-9]){re.escape(mention.words)}(?![A-Za-z0-9])").search(text, position)
        if match is None:
            raise ValueError(f"its words do not mention “{mention.words}” where they should")
        placed.append(replace(mention, span=match.span()))
        position = match.end()
    return tuple(placed)


def _line_breaks(lines: Sequence[str]) -> list[int]:
    """The indexes of the lines that begin a paragraph, or an item of those that are numbered 1), 2), 3) …

    A paragraph begins after a line that was broken before it was full.
    """
    items = [number for number, line in enumerate(lines) if _NUMBERED_ITEM.match(line)]
    is_numbered = "".join(lines[number][0] for number in items).startswith("123")
    paragraphs = [
        number
        for number, (line, below) in enumerate(pairwise(lines), 1)
        if line[-1:] in ".\"'"
        and len(line) + 1 + len(below.split()[0]) <= _PARAGRAPH_WIDTH
        and not below.startswith("(")
    ]
    return sorted({*paragraphs, *(items if is_numbered else ())})


def _clean(printed: str, start: int, stop: int, breaks: list[int]) -> str:
    """The words from `start` to `stop`, single-spaced, with line breaks at the (sorted) offsets in `breaks`."""
    cuts = breaks[bisect_right(breaks, start) : bisect_left(breaks, stop)]
    pieces = [printed[a:b] for a, b in zip([start, *cuts], [*cuts, stop], strict=True)]
    return "\n".join(" ".join(piece.split()) for piece in pieces)
