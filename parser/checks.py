"""Checks the hand-edited files: what refers to nothing or quotes words that are not there, and what
else is wrong or may be.

One loop checks every file (`checker`). The functions below it, and those of `question_checks`,
`note_checks` and `name_checks`, check what is true of one file alone.
"""

from __future__ import annotations

from collections import defaultdict
from collections.abc import Collection, Iterable, Iterator, Mapping
from itertools import pairwise
from operator import attrgetter
from pathlib import Path
from typing import Any

from rulings import edit_distance
from rulings.model import entities, hand_edited, ids, plain_text, validation, vocabulary
from rulings.parser import (
    entries,
    name_checks,
    note_checks,
    question_checks,
    sources,
    verdicts,
)
from rulings.parser.checker import ReferenceChecker
from rulings.parser.rulings_document import SECTION_LABELS, Block
from rulings.storage import files

_FORMER = "if the card was renamed, add its former title to names.yaml, under `aliases`, with `kind: former`"


def check_references(
    parsed: entries.ParsedKnowledge,
    generated: Mapping[str, Any],
    folders: Iterable[Path],
    commands: Collection[str] = (),
) -> entries.Findings:
    """Checks all files.

    `generated`: the data of the generated files by relative path. `folders`: previously written
    knowledge bases, whose ids are still recognized. `commands`: names that no card may have.
    """
    checker = ReferenceChecker(parsed, generated, tuple(folders), commands)
    for name, shape in hand_edited.SHAPES.items():
        checker.check(name, getattr(parsed.sources.edited, name.replace("-", "_")), shape)
    for name, additions in parsed.sources.edited.additions.items():
        checker.check(f"{ids.ADDITIONS}/{name}", additions, list[hand_edited.Addition])
    for check in _CHECKS:
        check(checker)
    return checker.findings


def _check_dates(checker: ReferenceChecker) -> None:
    """Checks that the dates of dates.yaml are cited, and that likely ones are possible."""
    edition = checker.parsed.sources.documents[vocabulary.RULINGS_DOCUMENT].row.date or ""
    added_ids = {ruling.id for _, _, ruling in checker.added_rulings()}
    for row in checker.edited.dates:
        for id in checker.rulings.keys() & row.rulings:
            citations = checker.rulings[id].citations
            dates = {(c.authority, c.date_printed): c.date for c in citations}
            if row.likely and row.likely == dates.get((row.authority, row.printed)):
                sentence = (
                    f"{row.likely} is the printed date of {id}; give another, or delete the row"
                )
                checker.add_error("dates", row, sentence, "likely")
            if (row.authority, row.printed) not in dates:
                is_truncated = "truncated" in [citation.doubt for citation in citations]
                report = checker.add_warning if is_truncated else checker.add_error
                sentence = f"{id} does not cite {row.authority} with {row.printed}"
                report("dates", row, sentence, "rulings")
        likely = row.likely or vocabulary.RELEASE_DATE
        if likely < vocabulary.RELEASE_DATE:
            checker.add_error("dates", row, f"{likely} is before the release of the game", "likely")
        elif likely[: len(edition)] > edition and not added_ids.issuperset(row.rulings):
            checker.add_warning("dates", row, f"{likely} is later than the document", "likely")


def _check_needless_rows(checker: ReferenceChecker) -> None:
    for row in checker.edited.errata:
        if row.ruling in checker.rulings and checker.rulings[row.ruling].label:
            checker.add_error(
                "documents", row, f"{row.ruling} is labelled; delete the row", "ruling"
            )
    tables = checker.edited.tournament
    document = checker.parsed.sources.documents.get(tables.document)
    if document and document.row.game != tables.game:
        sentence = f"tournament.yaml says that it is about the game {tables.game}"
        checker.add_error("documents", document.row, sentence, "game")
    lines = getattr(checker.edited.moved, "key_lines", {})
    for old, new in checker.edited.moved.items():
        if ids.is_ruling_id(old) and isinstance(new, str) and new not in checker.targets["entry"]:
            sentence = f"{plain_text.quoted(old)} was a ruling, and leads to none; name the one, or `nothing:`"
            checker.add_warning("moved", lines.get(old), sentence)
        if old in checker.targets["address"]:
            checker.add_error(
                "moved", lines[old], f"{plain_text.quoted(old)} is still there; delete the redirect"
            )


def _check_reversals(checker: ReferenceChecker) -> None:
    """Checks that what speaks of a reversal is in a row or a note."""
    explained = {id for verdict in verdicts.verdicts(checker.edited) for id in verdict.ids}
    for ruling in checker.rulings.values():
        words = entries.REVERSES.search(ruling.text)
        if words and ruling.id not in explained:
            sentence = f"{plain_text.quoted(words[0], whole=True)} in {ruling.id}: add a row on what it takes back"
            sentence += "; if that is nothing, name it in a note in notes.yaml"
            checker.add_warning("reversals", None, sentence)


def _check_cards(checker: ReferenceChecker) -> None:
    """Checks that no set or keyword is a type, and that the id of a card is that of its title, or
    of a former title.
    """
    used_names = {card.set for card in checker.edited.cards}
    used_names.update(*(card.keywords for card in checker.edited.cards))
    for file in ("sets", "keywords"):
        for name, line in checker.listed(file):
            if name not in used_names:
                checker.add_warning(
                    file, line, f"no card has {plain_text.quoted(name)}; delete it here"
                )
            if plain_text.fold(name) in map(plain_text.fold, vocabulary.CARD_TYPES):
                checker.add_error(
                    file, line, f"{plain_text.quoted(name)} is a type of cards; delete it here"
                )
    aliases = [alias for alias in checker.edited.names.aliases if alias.kind == "former"]
    former = {(plain_text.fold(alias.card), ids.slug(alias.name)) for alias in aliases}
    for card in checker.edited.cards:
        id = ids.slug(card.title)
        if card.id != id and (plain_text.fold(card.title), card.id) not in former:
            checker.add_error("cards", card, f"the id of {card.title} is {id}; {_FORMER}", "id")


def _check_authorities(checker: ReferenceChecker) -> None:
    owners: dict[str, entities.Authority] = {}
    outside = defaultdict[str, dict[str, None]](dict)
    for ruling in checker.rulings.values():
        for citation in ruling.citations:
            is_printed = not ids.additions_path(ruling.source.document)  # others are told of there
            if citation.doubt == "outside-term" and is_printed:
                outside[citation.authority][ruling.id] = None
    for row in checker.edited.authorities:
        needed = {"evidence": row.official, "terms": row.council and row.kind == "person"}
        for key, is_needed in needed.items():
            if is_needed and not getattr(row, key):
                sentence = f"{row.name} is official, and `{key}` is missing; write where it was announced, and for when"
                checker.add_warning("authorities", row, sentence)
        if left_out := outside.get(row.name):
            sentence = f"outside the term of {row.name}, and so not official by that: "
            sentence += f"{plain_text.count(len(left_out), 'ruling')}, {', '.join(left_out)}"
            checker.add_warning("authorities", row, sentence)
        for name in dict.fromkeys((row.name, *row.names)):
            if (owner := owners.setdefault(plain_text.fold(name), row)) is not row:
                checker.add_error(
                    "authorities",
                    row,
                    f"{plain_text.quoted(name)} is already a name of {owner.name} (line {validation.line_of(owner)})"
                    "; delete it here or there; a second term of the same person is a row of its `terms`",
                    "names",
                )


def _check_labels(checker: ReferenceChecker) -> None:
    """Checks that the labels above the parts of the list are there."""
    document = checker.parsed.rulings_document
    labels = {line.words for line in document.labels}
    for label in SECTION_LABELS:
        if checker.parsed.rulings and label not in labels:
            text = f"the label {plain_text.quoted(label)} above a part is lost; name it in restorations.yaml"
            checker.findings.warnings.append(files.Problem(document.path, text))


_Headed = list[tuple[Block, sources.SourceLine]]


def _check_headings(checker: ReferenceChecker) -> None:
    """Checks that no heading is there twice, and that each heading of a card is its title."""
    document, problems = checker.parsed.rulings_document, checker.findings.errors
    headed: _Headed = [(block, block.heading) for block in document.blocks if block.heading]
    headings: list[tuple[str, str, int]] = []
    for block, line in headed:
        words = f"the heading {plain_text.quoted(line.words)}"
        headings.append((str(block.subject), words, line.number))
    for number, text in validation.repeated(headings):
        problems.append(files.Problem(document.path, text, number))
    restorations = {row.words: row for row in checker.edited.restorations.lines}
    for line in document.unknown:
        row = restorations.get(line.words) if line.restored else None
        if row:
            checker.require("restorations", validation.line_of(row), "card title", line.words)
        else:
            hint = edit_distance.nearest_hint(line.words, checker.targets["card title"].values())
            text = f"{plain_text.quoted(line.words)} is not the title of a card{hint}; {_FORMER}"
            problems.append(files.Problem(document.path, text, line.number))
    _check_order(checker, headed, restorations)


def _check_order(
    checker: ReferenceChecker, headed: _Headed, restorations: dict[str, entities.Restoration]
) -> None:
    """Checks that a restored heading is on its side and in alphabetical order."""
    for (first_block, above), (second_block, below) in pairwise(headed):
        cards = first_block.card, second_block.card
        is_same_side = cards[0] and cards[1] and cards[0].side == cards[1].side
        titles = [plain_text.alphabetical(line.words) for line in (above, below)]
        if not is_same_side or titles[0] <= titles[1]:
            continue
        for line, neighbour in ((above, second_block), (below, first_block)):
            if line.restored and (row := restorations.get(line.words)):
                text = f"{plain_text.quoted(line.words)} is out of alphabetical order next to "
                text += plain_text.quoted(neighbour.subject.title)
                checker.add_error("restorations", row, text)


def _check_topics(checker: ReferenceChecker) -> None:
    """Checks that a new topic is new."""
    titles = checker.targets["card title"]
    subject_ids = {reference.id for reference in checker.parsed.headings}
    first_locations: dict[str, str] = {}
    for name, additions in checker.edited.additions.items():
        for row in filter(attrgetter("topic"), additions):
            subject, sentence = plain_text.quoted(row.subject), ""
            location = f"{ids.ADDITIONS}/{name}.yaml, line {validation.line_of(row)}"
            first_location = first_locations.setdefault(ids.slug(row.subject), location)
            if plain_text.fold(row.subject) in titles or ids.slug(row.subject) in subject_ids:
                sentence = f"{subject} is a card or topic already; delete `topic`"
            elif first_location != location:
                sentence = (
                    f"{subject} is new in {first_location} too; `topic` stays there, delete it here"
                )
            if sentence:
                checker.add_error(f"{ids.ADDITIONS}/{name}", row, sentence, "topic")


def _check_additions(checker: ReferenceChecker) -> None:
    """Warns of added rulings that lead nowhere, of errata that meet another, and of dates."""
    verdicts_by_pair = verdicts.verdicts_by_pair(checker.edited)
    for file, row, ruling in checker.added_rulings():
        doubts = [*_circles(checker, ruling), *_doubtful_errata(checker, ruling, verdicts_by_pair)]
        if row.added and row.added < (ruling.date or ""):
            doubts.append(f"it was added on {row.added}, before it was given; correct one of them")
        for sentence in doubts:
            checker.add_warning(file, row, sentence)


def _doubtful_errata(
    checker: ReferenceChecker,
    ruling: entities.Ruling,
    verdicts_by_pair: Mapping[frozenset[str], verdicts.Verdict],
) -> Iterator[str]:
    """Advice on an erratum that changes no card, or a card that has another one."""
    if ruling.kind != "errata":
        return
    if ruling.subject.kind == "topic":
        yield "an erratum changes the text of a card; write it under that card"
    for other in checker.rulings.values():
        is_other = other.id != ruling.id and other.subject == ruling.subject
        is_compared = frozenset((ruling.id, other.id)) in verdicts_by_pair
        if is_other and other.kind == "errata" and not is_compared:
            yield f"{other.id} is an erratum on {ruling.subject.title} too; say in a note which holds"


def _circles(checker: ReferenceChecker, ruling: entities.Ruling) -> Iterator[str]:
    """Advice on additions that refer to their own subject, or to one that refers back."""
    for target in ruling.see if ruling.is_see_entry else ():
        if target == ruling.subject:
            yield f"it refers to {target.title}, where it stands; name another"
        for other in checker.rulings.values():
            if other.subject == target and other.is_see_entry and ruling.subject in other.see:
                yield f"{other.id} refers back to {ruling.subject.title}; delete one of them"


_CHECKS = (
    question_checks.check_questions,
    verdicts.check_verdicts,
    note_checks.check_notes,
    note_checks.check_pairs,
    note_checks.check_settled,
    _check_dates,
    _check_needless_rows,
    _check_reversals,
    note_checks.check_newer,
    name_checks.check_names,
    name_checks.check_synonyms,
    _check_topics,
    _check_additions,
    _check_labels,
    _check_headings,
    _check_cards,
    _check_authorities,
)
