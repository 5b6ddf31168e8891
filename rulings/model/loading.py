"""The data of the YAML files → a `Knowledge`. Errors name the file and line."""

from __future__ import annotations

import math
import re
from bisect import bisect_left, bisect_right
from collections import Counter, defaultdict
from collections.abc import Callable, Iterable, Iterator, Mapping
from functools import partial
from itertools import accumulate, pairwise
from pathlib import Path
from typing import Any, TypeVar

from msgspec import Struct, convert
from msgspec.structs import replace

from rulings import errors
from rulings.model import constants, entities, ids, knowledge, rows, status, tournament

# A printed entry and its citations → its label, kind and words, and what each citation supports.

# A date as printed: month and day in either order, with the year in two digits.
PRINTED_DATE = r"(\d{1,2})/(\d{1,2})/(\d{2})(?!\d)"
CITATION_DATE = rf"{PRINTED_DATE}|\d{{4}}-\d\d-\d\d"  # in a citation; additions use ISO 8601
_LABEL = re.compile(r"(?P<label>(?:Unofficial\s+)?ERRATA|(?:Unofficial\s+)Errata|Errata(?=\s*[:.]|\s{2}))[:.]?\s*")
_CALLED_ERRATA = re.compile(r"\bshould be considered (?:an )?errat(?:a|um)\b[^.;]*", re.IGNORECASE)
_REFERS_ELSEWHERE = re.compile(r"\s*(?:See\b|For (?:notes|rulings)\b.*\bsee\b)", re.IGNORECASE)
_NUMBERED_ITEM = re.compile(r"\d\)")
# Columns: a line that ends a sentence, although the next word would have fitted into this width, ends a paragraph.
_PARAGRAPH_WIDTH = 52


class CitationSpan(Struct, frozen=True):
    """The citations of one parenthesis, and its `start` and `end` (characters) in the printed entry."""

    start: int
    end: int
    citations: tuple[entities.Citation, ...]


class Wording(Struct, frozen=True):
    """The content of an entry: its kind, its text without label and citations, and its citations with their spans."""

    kind: constants.RulingKind
    label: str | None
    errata_because: str | None  # the sentence that calls the entry an erratum, if no label does
    text: str
    citations: tuple[entities.Citation, ...]

    @property
    def is_see_entry(self) -> bool:
        """Whether the entry only refers to rulings on other subjects."""
        return self.kind == "see"

    @property
    def is_official(self) -> bool:
        """Whether the entry does not call itself unofficial, and cites somebody with authority.

        An entry that only refers to other rulings always counts as official.
        """
        is_called_unofficial = (self.label or "").lower().startswith("unofficial")
        return self.is_see_entry or (not is_called_unofficial and any(c.official for c in self.citations))


def read_wording(body: list[str], spans: list[CitationSpan]) -> Wording:
    """The wording of an entry. `body`: its lines; `spans`: the citations in the lines joined by one space."""
    printed = " ".join(body)
    label = _LABEL.match(printed)
    start = label.end() if label else 0
    offsets = list(accumulate((len(line) + 1 for line in body), initial=0))  # of each line in `printed`
    breaks = [offsets[number] for number in sorted({*_numbered_items(body), *_paragraphs(body)})]
    text = ""
    citations: list[entities.Citation] = []
    for span in [*spans, None]:
        piece = _clean(printed, start, span.start if span else len(printed), breaks)
        begin = len(text)
        if text and piece:
            begin += 1  # after the space or line feed between the pieces
            text += "" if piece.startswith("\n") else " "
        text += piece
        if span:
            if not piece:  # it is cited for the same words as the citation before
                begin = citations[-1].supports[0] if citations else 0
            citations += [replace(c, supports=(begin, len(text))) for c in span.citations]
            start = span.end
    sentence = _sentence_of(_CALLED_ERRATA, text)
    return Wording(
        kind="errata" if label or sentence else "see" if not citations and _REFERS_ELSEWHERE.match(text) else "ruling",
        label=" ".join(label["label"].split()) if label else None,
        errata_because=sentence if not label else None,
        text=text,
        citations=tuple(citations),
    )


def _numbered_items(body: list[str]) -> list[int]:
    """The indexes of lines at which numbered items begin, if they are numbered 1), 2), 3)."""
    items = [number for number, line in enumerate(body) if _NUMBERED_ITEM.match(line)]
    return items if "".join(body[number][0] for number in items).startswith("123") else []


def _paragraphs(body: list[str]) -> list[int]:
    """The indexes of lines at which paragraphs begin: after a line that was broken before it was full."""
    return [
        number
        for number, (line, below) in enumerate(pairwise(body), 1)
        if line[-1:] in ".\"'"
        and len(line) + 1 + len(below.split()[0]) <= _PARAGRAPH_WIDTH
        and not below.startswith("(")
    ]


def _sentence_of(pattern: re.Pattern[str], text: str) -> str | None:
    """The first match, with the words before it back to the last full stop or semicolon."""
    match = pattern.search(text)
    if match is None:
        return None
    begin = max(text.rfind(sign, 0, match.start()) for sign in ".;") + 1
    return text[begin : match.end()].strip()


def _clean(printed: str, start: int, stop: int, breaks: list[int]) -> str:
    """The words from `start` to `stop`, single-spaced, with line breaks at the (sorted) offsets in `breaks`."""
    cuts = breaks[bisect_right(breaks, start) : bisect_left(breaks, stop)]
    pieces = [printed[a:b] for a, b in zip([start, *cuts], [*cuts, stop], strict=True)]
    return "\n".join(" ".join(piece.split()) for piece in pieces)


# All rulings → groups that say the same under several subjects, so that a search shows only one of each.

Shingle = tuple[str, ...]  # three words that follow each other, or all words of a shorter text
_MAX_COMPARED = 200  # at most this many earlier rulings are compared for each rare shingle
_MIN_SIMILARITY = 0.8  # Jaccard similarity of three-word shingles; below it, differences begin to matter


def find_near_identical(
    rulings: Iterable[entities.Ruling], groups: Iterable[Iterable[str]]
) -> dict[str, tuple[str, ...]]:
    """Ruling id → ids of near-identical rulings under other subjects, in the order of `rulings`.

    Rulings are near-identical if their words are similar, apart from the name of the subject, or if one of `groups`
    (of ids) contains them.
    """
    compared = [r for r in rulings if not r.is_see_entry]
    positions = {r.id: n for n, r in enumerate(compared)}
    similar = _similar(compared)
    for group in groups:
        members = [id for id in group if id in positions]
        for id in members:
            similar[id].update(member for member in members if member != id)
    return {
        id: tuple(sorted(similar_ids, key=positions.__getitem__)) for id, similar_ids in similar.items() if similar_ids
    }


def _similar(rulings: list[entities.Ruling]) -> defaultdict[str, set[str]]:
    """Pairs under different subjects that share at least `_MIN_SIMILARITY` of their shingles (Jaccard similarity).

    Prefix filtering: if the shingles of each ruling are sorted by frequency, the rarest first, two similar rulings
    share one of the first (1 - `_MIN_SIMILARITY`) of them. So only rulings that share one of these are compared.
    """
    shingles = [_shingles(ruling) for ruling in rulings]
    frequency = Counter(shingle for ruling_shingles in shingles for shingle in ruling_shingles)
    subjects = [(r.subject.kind, r.subject.id) for r in rulings]
    # Shingle → the rulings before that have it among their rarest.
    earlier_rulings = defaultdict[Shingle, list[int]](list)
    similar = defaultdict[str, set[str]](set)
    for number, ruling_shingles in enumerate(shingles):
        rarest = sorted(ruling_shingles, key=lambda shingle: (frequency[shingle], shingle))
        rarest = rarest[: len(rarest) - math.ceil(_MIN_SIMILARITY * len(rarest)) + 1]
        candidates = {candidate for shingle in rarest for candidate in earlier_rulings[shingle][-_MAX_COMPARED:]}
        for candidate in candidates:
            if subjects[candidate] == subjects[number]:
                continue
            shared = len(ruling_shingles & shingles[candidate])
            if shared >= _MIN_SIMILARITY * (len(ruling_shingles) + len(shingles[candidate]) - shared):
                similar[rulings[number].id].add(rulings[candidate].id)
                similar[rulings[candidate].id].add(rulings[number].id)
        for shingle in rarest:
            if frequency[shingle] > 1:
                earlier_rulings[shingle].append(number)
    return similar


def _shingles(ruling: entities.Ruling) -> set[Shingle]:
    """The three-word sequences of a ruling, apart from the name of its subject."""
    words = ids.fold(_without_subject_name(ruling)).split()
    return {tuple(words[i : i + 3]) for i in range(max(1, len(words) - 2))}


def _without_subject_name(ruling: entities.Ruling) -> str:
    """The text with the name of its subject replaced, as that is often the only difference."""
    text = ruling.text
    for name in sorted(
        {m.words for m in ruling.mentions if m.id == ruling.subject.id} | {ruling.subject.title}, key=len, reverse=True
    ):
        text = text.replace(name, "itself")
    return text


# Rows of YAML → entities, one function for each kind of row. `rulings.model.loading` puts them together.

Files = dict[str, Any]  # relative path of a YAML file → its data
MAX_QUESTIONS = 4  # of an entry that are shown: the heading and three more; the search uses all
SomeEntity = TypeVar("SomeEntity", bound=entities.Entity)
_CITATION_DATE = re.compile(CITATION_DATE)


def shown_questions(questions: Mapping[str, list[str]], id: str) -> tuple[str, ...]:
    """The questions that are shown with an entry, of all that it answers (by id)."""
    return tuple(questions.get(id, ())[:MAX_QUESTIONS])


def _entity(entity: type[SomeEntity], row: Mapping[str, Any], **overrides: object) -> SomeEntity:
    """An entity with the values of the row as its attributes, except for those in `overrides`; lists become tuples.

    Attributes that are in neither have their defaults. Keys of the row that are no attributes are ignored.
    """
    fields: tuple[str, ...] = entity.__struct_fields__
    values = {
        key: tuple(value) if isinstance(value, list) else value
        for key, value in row.items()
        if key in fields and key not in overrides
    }
    make: Callable[..., SomeEntity] = entity
    return make(**values, **overrides)


def card_from_row(row: rows.RowData, aliases: tuple[str, ...] = ()) -> entities.Card:
    """A card, from its row in `cards.yaml` or from its own file, which also says what it inherits."""
    return _entity(
        entities.Card,
        row,
        keywords=tuple(row.get("keywords") or ()),
        aliases=aliases,
        restored=_restored_heading(row),
        inherits=tuple(map(_inheritance, row.get("inherits") or ())),
    )


def _inheritance(row: rows.RowData) -> entities.Inheritance:
    return entities.Inheritance(
        subject=entities.Reference(row["kind"], row["id"], row["from"]),
        basis=row["basis"],
        on=row.get("on"),
        only=tuple(row.get("only") or ()),
        without=tuple(row.get("without") or ()),
        reason=row.get("reason"),
    )


def topic(row: rows.RowData) -> entities.Topic:
    """A topic, from its file."""
    return entities.Topic(row["id"], row["title"], _restored_heading(row))


def _restored_heading(row: rows.RowData) -> str | None:
    """The evidence for the heading of a card or topic, if it was lost and restored."""
    return row["heading"].get("restored") if "heading" in row else None


def rulings_from_rows(
    data: rows.RowData, subject: entities.Reference, file: str, authorities: dict[str, entities.Authority]
) -> list[entities.Ruling]:
    """The rulings in the data of the file of a card or topic. `authorities`: by name.

    Raises `RulingsError` with file and line for an entry that `rulings parse` cannot have written.
    """
    found: list[entities.Ruling] = []
    for key, kind in constants.RULING_LISTS.items():
        for entry in data.get(key) or ():
            try:
                found.append(_ruling(entry, kind, subject, authorities))
            except ValueError as error:
                line = getattr(entry, "line", None)
                raise errors.RulingsError(
                    f"{file}{f', line {line}' if line else ''}: not a ruling as `rulings parse` writes it "
                    f"({error}); run `rulings parse`"
                ) from None
    return found


def _ruling(
    entry: rows.RowData,
    kind: constants.RulingKind,
    subject: entities.Reference,
    authorities: dict[str, entities.Authority],
) -> entities.Ruling:
    body = entry["printed"].rstrip("\n").split("\n")
    if not all(line.strip() for line in body):
        raise ValueError("a blank line in its words")
    printed = " ".join(body)
    citations = [_citation(row, authorities) for row in entry.get("citations") or ()]
    wording = read_wording(body, _citation_spans(printed, citations))
    return entities.Ruling(
        id=ids.ruling_id(subject.id, wording.text),
        kind=kind,
        official=entry.get("official", True),
        subject=subject,
        printed=printed,
        text=wording.text,
        citations=wording.citations,
        mentions=tuple(mentions(printed, entry.get("mentions") or ())),
        see=tuple(
            entities.Reference("card" if "card" in row else "topic", row["id"], row.get("card") or row["topic"])
            for row in entry.get("see") or ()
        ),
        source=entities.Source(
            entry.get("document", constants.RULINGS_DOCUMENT), (entry["lines"][0], entry["lines"][1])
        ),
        label=wording.label,
        reversal=entities.Reversal(entry["reversal_words"]) if entry.get("reversal_words") else None,
        errata_because=entry.get("errata_because"),
        possible_titles=tuple(entry.get("possible_titles") or ()),
    )


def _citation(row: rows.RowData, authorities: dict[str, entities.Authority]) -> entities.Citation:
    authority = authorities.get(row["authority"])
    return _entity(
        entities.Citation,
        row,
        person=row.get("person") or (authority.person if authority else None),
        date_printed=_printed_date(row["printed"]),
        standing=authority.standing if authority else None,
    )


def _printed_date(printed: str) -> str | None:
    match = _CITATION_DATE.search(printed)
    return match[0] if match else None


def _citation_spans(printed: str, citations: list[entities.Citation]) -> list[CitationSpan]:
    """The spans of the citations, in order. Citations that follow each other in one parenthesis share a span."""
    spans: list[CitationSpan] = []
    position = 0
    for citation in citations:
        start = printed.index(citation.printed, position)
        end = start + len(citation.printed)
        if spans and not citation.printed.startswith("(") and not printed[spans[-1].end : start].strip():
            spans[-1] = CitationSpan(spans[-1].start, end, (*spans[-1].citations, citation))
        else:
            spans.append(CitationSpan(start, end, (citation,)))
        position = end
    return spans


def reversal(row: rows.RowData) -> entities.Reversal:
    """How a ruling takes back others, from its row in `reversals.yaml`."""
    return _entity(entities.Reversal, row)


def mentions(words: str, rows: Iterable[rows.RowData]) -> Iterator[entities.Mention]:
    """Mentions with their spans in `words`, in order. `at` in a row: which occurrence of the name it is, from 1."""
    position = 0
    for row in rows:
        name = row.get("as") or row["title"]
        start = words.index(name, position)
        for _ in range(row.get("at", 1) - 1):
            start = words.index(name, start + 1)
        position = start + len(name)
        yield entities.Mention(row["id"], row["title"], name, (start, position))


def documents(rows: Iterable[rows.RowData], files: Files) -> Iterator[entities.Document]:
    """The documents, each with its ledger."""
    for row in rows:
        ledger = (files.get(f"documents/{row['id']}.yaml") or {}).get("ledger") or {}
        words = ledger.get("words", 0)
        counts = entities.Ledger(words, ledger.get("accounted", 0))
        yield _entity(entities.Document, row, lines=ledger.get("lines", 0), words=words, ledger=counts)


def sections(
    document_rows: Iterable[rows.RowData], files: Files, questions: dict[str, list[str]]
) -> Iterator[entities.Section]:
    """All sections, document by document."""
    for row in document_rows:
        section_rows: Iterable[rows.RowData] = (files.get(f"documents/{row['id']}.yaml") or {}).get("sections") or ()
        for data in section_rows:
            text = (data.get("text") or "").rstrip("\n")
            yield entities.Section(
                id=data["id"],
                title=data["title"],
                document=row["id"],
                game=row["game"],
                level=data["level"],
                text=text,
                tables=tuple(
                    entities.Table(tuple(t["columns"]), tuple(tuple(r) for r in t["rows"]))
                    for t in data.get("tables") or ()
                ),
                mentions=tuple(mentions(text, data.get("mentions") or ())),
                source=entities.Source(row["id"], (data["lines"][0], data["lines"][1])),
                headed=data.get("headed", True),
                questions=shown_questions(questions, data["id"]),
            )


def steps(
    rows: Iterable[rows.RowData], applied: dict[int, list[entities.AppliedRuling]], questions: dict[str, list[str]]
) -> Iterator[entities.Step]:
    """The steps of the run chart."""
    for row in rows:
        yield entities.Step(
            number=row["number"],
            actor=row.get("actor"),
            text=row["text"].rstrip("\n"),
            decision=_decision(row["decision"]) if row.get("decision") else None,
            next=row.get("next"),
            source=entities.Source(constants.RUN_CHART_DOCUMENT, (row["lines"][0], row["lines"][1])),
            applied=tuple(applied.get(row["number"], ())),
            questions=shown_questions(questions, ids.step_id(row["number"])),
        )


def _decision(row: rows.RowData) -> entities.Decision:
    return entities.Decision(row["question"], _answer(row["yes"]), _answer(row["no"]))


def _answer(row: rows.RowData) -> entities.Answer:
    return entities.Answer(row.get("go"), _decision(row["decision"]) if row.get("decision") else None, row.get("end"))


def applied_rulings(rows: Iterable[rows.RowData]) -> dict[int, list[entities.AppliedRuling]]:
    """Step number → the rulings that apply to it, in the order of the rows, one for each step and ruling."""
    applied_by_step = defaultdict[int, list[entities.AppliedRuling]](list)
    for row in rows:
        applied_by_step[row["step"]].append(entities.AppliedRuling(row["ruling"], row["words"], row["reason"]))
    return applied_by_step


def authorities_from_rows(rows: Iterable[rows.RowData]) -> Iterator[entities.Authority]:
    """Who spoke, from the rows of `authorities.yaml`."""
    for row in rows:
        yield _entity(entities.Authority, row, person=row.get("person"), start=row.get("from"), end=row.get("to"))


def notes(rows: Iterable[rows.RowData]) -> Iterator[entities.Note]:
    """The notes: contradictions and clarifications."""
    for row in rows:
        other = row.get("other")
        one = _entity(entities.Quotation, row["one"])
        other_side = _entity(entities.Quotation, other) if other else None
        yield _entity(entities.Note, row, one=one, other=other_side)


def restorations(data: rows.RowData) -> Iterator[entities.Restoration]:
    """The restored lines, from the data of restorations.yaml."""
    for row in data.get("lines", ()):
        evidence = data["evidence"]["name"]
        row_line = getattr(row, "line", 0)
        yield _entity(entities.Restoration, row, side=row.get("side"), evidence=evidence, row_line=row_line)


def assemble(files: Files, folder: Path) -> knowledge.Knowledge:
    """The knowledge base in `folder`. `files`: relative path → data of the shapes in `rulings.model.files`.

    Raises `RulingsError` for an entry that `rulings parse` cannot have written, and one that occurs twice.
    """
    hand_edited = _hand_edited(files)
    names = hand_edited["names"]
    authorities = {a.name: a for a in authorities_from_rows(hand_edited["authorities"])}
    cards, topics, printed_rulings = _subjects_with_rulings(files, names.get("aliases", ()), authorities)
    applied = applied_rulings(hand_edited["steps"])
    rulings = _complete_rulings(printed_rulings, hand_edited, applied)
    step_rows = (files.get("run-chart.yaml") or {}).get("steps") or ()
    kb = knowledge.Knowledge(  # without the statuses, the notes of which name other entries by their titles
        location=str(folder),
        documents=tuple(documents(hand_edited["documents"], files)),
        cards=tuple(sorted(cards, key=lambda c: ids.fold(c.title))),
        topics=_in_order_of_print(topics, rulings),
        rulings=tuple(rulings),
        sections=tuple(sections(hand_edited["documents"], files, hand_edited["questions"])),
        steps=tuple(steps(step_rows, applied, hand_edited["questions"])),
        tournament=convert(files.get("tournament.yaml") or {}, tournament.Tournament),
        authorities=tuple(authorities.values()),
        notes=tuple(notes(hand_edited["notes"])),
        restorations=tuple(restorations(hand_edited["restorations"])),
        names=names,
        synonyms=hand_edited["synonyms"],
        unanswered=tuple(map(str, hand_edited["unanswered"])),
        applicable_topics=hand_edited["applicable-topics"],
        moved=hand_edited["moved"],
        questions=hand_edited["questions"],
    )
    statuses = status.entry_statuses(kb.notes, hand_edited["reversals"], partial(_describe, kb))
    return replace(
        kb,
        rulings=_with_status(kb.rulings, statuses),
        sections=_with_status(kb.sections, statuses),
        steps=_with_status(kb.steps, statuses),
    )


def _hand_edited(files: Files) -> rows.RowData:
    """The data of the files in `sources`, by name; empty for a file that does not exist."""
    folder = "sources/"
    data = {name.removeprefix(folder).removesuffix(".yaml"): files[name] for name in files if name.startswith(folder)}
    return rows.with_empty_files(data)


def _subjects_with_rulings(
    files: Files, alias_rows: Iterable[rows.RowData], authorities: dict[str, entities.Authority]
) -> tuple[list[entities.Card], list[entities.Topic], list[entities.Ruling]]:
    """The cards, the topics, and their rulings, without what the hand-edited files say about them.

    Raises `RulingsError` for a ruling that occurs twice.
    """
    aliases = defaultdict[str, list[str]](list)
    for row in alias_rows:
        aliases[ids.fold(row["card"])].append(row["name"])
    cards: list[entities.Card] = []
    topics: list[entities.Topic] = []
    rulings: list[entities.Ruling] = []
    for name, data in files.items():
        if name.startswith("cards/"):
            card = card_from_row(data, tuple(aliases.get(ids.fold(data["title"]), ())))
            cards.append(card)
            rulings += rulings_from_rows(data, entities.Reference("card", card.id, card.title), name, authorities)
        elif name.startswith("topics/"):
            topics.append(topic(data))
            rulings += rulings_from_rows(
                data, entities.Reference("topic", data["id"], data["title"]), name, authorities
            )
    file = "unattributed.yaml"
    unattributed = rulings_from_rows(files.get(file) or {}, knowledge.UNATTRIBUTED, file, authorities)
    if unattributed:
        topics.append(entities.Topic(knowledge.UNATTRIBUTED.id, knowledge.UNATTRIBUTED.title))
        rulings += _with_distinct_ids(unattributed)
    rulings.sort(key=lambda ruling: ruling.source.sort_key)
    _check_unique(rulings)
    return cards, topics, rulings


def _in_order_of_print(
    topics: Iterable[entities.Topic], rulings: Iterable[entities.Ruling]
) -> tuple[entities.Topic, ...]:
    """The topics in the order of their first rulings. `rulings`: all of them, in order."""
    places: dict[str, int] = {}
    for place, ruling in enumerate(rulings):
        if ruling.subject.kind == "topic":
            places.setdefault(ruling.subject.id, place)
    return tuple(sorted(topics, key=lambda topic: places.get(topic.id, -1)))


def _complete_rulings(
    rulings: list[entities.Ruling], hand_edited: rows.RowData, applied: dict[int, list[entities.AppliedRuling]]
) -> list[entities.Ruling]:
    """The rulings with their questions, steps, near-identical rulings and reversals from the hand-edited files."""
    steps = defaultdict[str, set[int]](set)
    for number, applied_rulings in applied.items():
        for applied_ruling in applied_rulings:
            steps[applied_ruling.ruling].add(number)
    near_identical = find_near_identical(rulings, (group["rulings"] for group in hand_edited["near-identical"]))
    reversal_rows = {row["ruling"]: row for row in hand_edited["reversals"]}
    reversed_by = defaultdict[str, list[str]](list)
    for reversal_row in reversal_rows.values():
        for earlier in reversal_row.get("replaces") or ():
            reversed_by[earlier].append(reversal_row["ruling"])
    completed = []
    for ruling in rulings:
        row = reversal_rows.get(ruling.id)
        completed.append(
            replace(
                ruling,
                questions=shown_questions(hand_edited["questions"], ruling.id),
                steps=tuple(sorted(steps.get(ruling.id, ()))),
                also_under=near_identical.get(ruling.id, ()),
                reversal=reversal(row) if row else ruling.reversal,
                reversed_by=tuple(reversed_by.get(ruling.id, ())),
            )
        )
    return completed


_Entry = TypeVar("_Entry", entities.Ruling, entities.Section, entities.Step)


def _with_status(entries: Iterable[_Entry], statuses: dict[str, status.EntryStatus]) -> tuple[_Entry, ...]:
    """The entries with their status, what supersedes them, and the notes that name them."""
    return tuple(
        replace(entry, status=entry_status.status, superseded_by=entry_status.superseded_by, notes=entry_status.notes)
        if (entry_status := statuses.get(entry.id))
        else entry
        for entry in entries
    )


def _describe(kb: knowledge.Knowledge, id: str, words: str) -> tuple[str, str | None]:
    """The title of an entry and, for a ruling, the date of these words."""
    ruling = kb.rulings_by_id.get(id)
    return kb.entry_title(id), _date_said(ruling, words) if ruling else None


def _date_said(ruling: entities.Ruling, words: str) -> str | None:
    """The earliest date of the citations for these words of a ruling, or of all its citations if none supports them."""
    position = " ".join(ruling.text.split()).find(" ".join(words.split()))
    dates = [c.best_date for c in ruling.citations if c.best_date and c.supports[0] <= position < c.supports[1]]
    return min(dates or ruling.dates, default=None)


def _with_distinct_ids(rulings: list[entities.Ruling]) -> list[entities.Ruling]:
    """The rulings without a heading; where several have the same words, their ids depend on the line too."""
    seen: set[str] = set()
    for i, ruling in enumerate(rulings):
        if ruling.id in seen:
            rulings[i] = replace(
                ruling, id=ids.ruling_id(knowledge.UNATTRIBUTED.id, f"{ruling.text} {ruling.source.lines[0]}")
            )
        seen.add(rulings[i].id)
    return rulings


def _check_unique(rulings: list[entities.Ruling]) -> None:
    seen: dict[str, entities.Ruling] = {}
    for ruling in rulings:
        if ruling.id in seen:
            raise errors.RulingsError(
                f"{ruling.subject.title}: lines {seen[ruling.id].source.lines[0]} and {ruling.source.lines[0]} "
                "have the same words; delete one of them"
            )
        seen[ruling.id] = ruling
