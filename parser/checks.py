"""Checks that hand-edited files refer to and quote only what exists, and do not mislead
readers. Possible slips are not reported.

One loop checks all values of every file (`ReferenceChecker.check`).
`rulings.model.hand_edited` declares what a value refers to, what a row quotes, and what
distinguishes it from others. The functions below the loop check single files, and the
verdicts of notes and reversals, which a judge follows.
"""

from __future__ import annotations

import re
from collections.abc import Iterable, Iterator, Mapping
from itertools import chain, product
from operator import attrgetter
from typing import Any, NamedTuple

from rulings.model import (
    dates,
    entities,
    hand_edited,
    ids,
    page_table,
    plain_text,
    remarks,
    validation,
    vocabulary,
)
from rulings.model.base import by_id
from rulings.names import edit_distance, spelling
from rulings.parser import entries, mentions
from rulings.storage import files

# All values of the hand-edited files

_KIND_NAMES = {  # kind of reference → its name for people
    "entry": "ruling",
    "card title": "card",
    "title": "card or topic",
    "address": "card, topic, ruling, section or note",
}


def _already(words: str, location: str) -> str:
    return f"{plain_text.quoted(words)} is already {location}; keep one of them"


def _by_folded(titles: Iterable[str]) -> dict[str, str]:
    return {plain_text.fold(title): title for title in titles}


def _words_by_step(parsed_knowledge: entries.ParsedKnowledge) -> dict[str, str]:
    """Id of a step → its words, including its decision."""
    chart = parsed_knowledge.sources.documents[vocabulary.RUN_CHART_DOCUMENT].lines
    words_by_step: dict[str, str] = {}
    for step in parsed_knowledge.run_chart.steps:
        first, last = step.source.lines
        step_lines = chart[first - 1 : last]
        words_by_step[step.id] = " ".join(line.text for line in step_lines)
    return words_by_step


def _page_addresses(parsed_knowledge: entries.ParsedKnowledge) -> list[str]:
    """The addresses of pages and lists, and of cards, topics and authorities."""
    urls = [f"/{page.id}/" for page in page_table.PAGES if any(page.menu)]
    urls.append("/search/")
    urls += map(page_table.keyword_url, parsed_knowledge.sources.edited.keywords)
    for fact in ("side", "type", "set"):
        values = {getattr(card, fact) for card in parsed_knowledge.cards}
        urls += [page_table.card_list_url(value, fact) for value in values]
    for group in (
        parsed_knowledge.cards,
        parsed_knowledge.topics,
        parsed_knowledge.sources.edited.authorities,
    ):
        urls += map(attrgetter("url"), group)
    return urls


class ReferenceChecker:
    """The things that hand-edited files may refer to (`targets`), and the errors in
    them (`problems`).

    `generated_ids`: the ids in the generated files; `successors`: see `write.successors`.
    `targets`: kind of reference (as in `vocabulary.refers`) → id or folded title → the
    words of an entry, the title of a card or topic, or an empty text.
    """

    def __init__(
        self,
        parsed_knowledge: entries.ParsedKnowledge,
        generated_ids: Iterable[str],
        successors: Mapping[str, str],
    ) -> None:
        self.parsed_knowledge = parsed_knowledge
        self.successors = successors
        self.rows = parsed_knowledge.sources.edited
        self.problems: list[files.Problem] = []
        self.rulings = by_id(parsed_knowledge.rulings)
        documents = parsed_knowledge.sectioned_documents.values()
        self.sections = by_id(
            chain.from_iterable(document.sections for document in documents)
        )
        printed_rulings = {id: ruling.printed for id, ruling in self.rulings.items()}
        sections = {id: section.text for id, section in self.sections.items()}
        steps = _words_by_step(parsed_knowledge)
        cards = {card.id: card.title for card in parsed_knowledge.cards}
        topics = {topic.id: topic.title for topic in parsed_knowledge.topics}
        titles = [*cards.values(), *topics.values()]
        addresses = [*generated_ids, *_page_addresses(parsed_knowledge)]
        types_and_keywords = [*vocabulary.CARD_TYPES, *self.rows.keywords]
        self.targets: dict[str, dict[str, str]] = {
            "ruling": printed_rulings,
            "section": sections,
            "step": {
                str(step.number): steps[step.id]
                for step in parsed_knowledge.run_chart.steps
            },
            "entry": {**printed_rulings, **sections, **steps},
            "card": cards,
            "topic": topics,
            "card or topic": {**cards, **topics},
            "address": dict.fromkeys(addresses, ""),
            "card title": _by_folded(cards.values()),
            "title": _by_folded(titles),
            "set": dict.fromkeys(self.rows.sets, ""),
            "keyword": dict.fromkeys(self.rows.keywords, ""),
            "card type or keyword": dict.fromkeys(types_and_keywords, ""),
        }

    def add_error(
        self,
        file: str,
        line: int,
        text: str,
    ) -> None:
        """Adds an error about a hand-edited file. `file`: its name, without `.yaml`."""
        path = self.parsed_knowledge.sources.path(file)
        problem = files.Problem(path, text, line)
        if problem not in self.problems:
            self.problems.append(problem)

    def check(
        self,
        file: str,
        value: Any,
        shape: Any,
    ) -> None:
        """Checks the value of a file with this shape, and all values in it."""
        first_parts: dict[Any, validation.SchemaValue] = {}
        for part in validation.every_value(value, validation.type_of(shape), value):
            for identity in validation.identities(part):
                key = (part.keys[:-1], identity.keys, identity.form)
                first = first_parts.setdefault(key, part)
                if first.keys != part.keys:
                    location = f"on line {first.line}"
                    sentence = _already(identity.words, location)
                    self.add_error(file, part.line, sentence)
            kind = part.metadata.get("refers")
            if kind and isinstance(part.value, str | int):
                self.require(file, part.line, kind, str(part.value))
            elif file == "moved":
                is_old_name = part.keys == (part.value,)
                if is_old_name and part.value in self.targets["address"]:
                    old = plain_text.quoted(part.value)
                    sentence = f"{old} still exists; delete the redirect"
                    self.add_error(file, part.line, sentence)
            elif isinstance(part.value, str):
                for id in re.findall(rf"\b{vocabulary.RULING_ID}\b", part.value):
                    self.require(file, part.line, "ruling", id)
            elif isinstance(part.value, validation.Row):
                self._check_quotations(file, part.value)

    def require(
        self,
        file: str,
        line: int,
        kind: str,
        name: str,
    ) -> None:
        """Adds an error if nothing of that kind has the name."""
        targets = self.targets[kind]
        is_title = kind.endswith("title")
        key = plain_text.fold(name) if is_title else name
        if key in targets:
            return
        former_id = ids.slug(name) if is_title else name
        if now := self.rows.moved.get(former_id):
            hint = f" any more: {getattr(now, 'nothing', f'it is {now} now')}"
        elif new := self.successors.get(name):
            hint = f" any more; the only new ruling on its subject is {new}"
        elif name in self.successors:
            hint = " any more"
        else:
            names = targets.values() if is_title else targets
            hint = edit_distance.nearest_hint(name, names)
        if kind == "title":
            hint += "; for a new topic, add `topic: true`"
        kind_name = "page" if name.startswith("/") else _KIND_NAMES.get(kind, kind)
        sentence = f"no {kind_name} is called {plain_text.quoted(name)}{hint}"
        self.add_error(file, line, sentence)

    def _check_quotations(
        self,
        file: str,
        row: validation.Row,
    ) -> None:
        """Checks that the entries of a row contain the words that it quotes."""
        words = getattr(row, "words", None)
        keys = [key for key in row.quotes if getattr(row, key, None) is not None]
        if keys and words:
            key = keys[0]
            name = str(getattr(row, key))
            kind = "ruling" if key == "entry" else key
            text = self.targets[kind].get(name)
            text_name = f"step {name}" if key == "step" else name
            line = validation.line_of(row, "words")
            self.check_words(file, line, words, text, text_name)
        for id, words in getattr(row, "also_words", {}).items():
            line = validation.data_of(row)["also_words"].lines[id]
            text = self.targets["entry"].get(id)
            self.check_words(file, line, words, text, id)

    def check_words(
        self,
        file: str,
        line: int,
        words: str,
        text: str | None,
        text_name: str,
    ) -> None:
        """Adds an error if a part of a quotation is not in `text`, or not in order."""
        if text is not None and not remarks.spans_of(text, words):
            sentence = f"the words {plain_text.quoted(words)} are not in {text_name}"
            self.add_error(file, line, sentence)


def check_references(
    parsed_knowledge: entries.ParsedKnowledge,
    generated_ids: Iterable[str],
    successors: Mapping[str, str],
) -> list[files.Problem]:
    """The errors in all files. `generated_ids`, `successors`: as in `ReferenceChecker`."""
    checker = ReferenceChecker(parsed_knowledge, generated_ids, successors)
    for name, shape in hand_edited.SHAPES.items():
        rows = getattr(checker.rows, name.replace("-", "_"))
        checker.check(name, rows, shape)
    for name, additions in checker.rows.additions.items():
        file = f"{ids.ADDITIONS}/{name}"
        checker.check(file, additions, list[hand_edited.Addition])
    check_verdicts(checker)
    _check_dates(checker)
    _check_inheritance(checker)
    _check_questions(checker)
    _check_headings(checker)
    return checker.problems


def _check_dates(checker: ReferenceChecker) -> None:
    """Checks that the dates of dates.yaml are cited, and that likely ones
    are possible.
    """
    for row in checker.rows.dates:
        line = validation.line_of(row, "likely")
        printed_date = (row.authority, row.printed)
        if row.likely and not vocabulary.RELEASE_DATE <= row.likely <= dates.today():
            sentence = (
                f"{row.likely} is before the release of the game, or in the future"
            )
            checker.add_error("dates", line, sentence)
        for id in checker.rulings.keys() & row.rulings:
            dates_cited = {
                citation.date
                for citation in checker.rulings[id].citations
                if (citation.authority, citation.date_printed) == printed_date
            }
            if not dates_cited:
                sentence = f"{id} does not cite {row.authority} with {row.printed}"
                rulings_line = validation.line_of(row, "rulings")
                checker.add_error("dates", rulings_line, sentence)
            if row.likely and row.likely in dates_cited:
                sentence = (
                    f"{row.likely} is the date that is printed; leave out `likely`"
                )
                checker.add_error("dates", line, sentence)


def _check_inheritance(checker: ReferenceChecker) -> None:
    """Checks that a ruling that cards inherit is on the subject that its row names."""
    for row in checker.rows.inheritance:
        ruling = checker.rulings.get(row.ruling or "")
        if ruling and ruling.subject.id != row.subject:
            sentence = f"{ruling.id} is a ruling on {ruling.subject.id}"
            line = validation.line_of(row, "subject")
            checker.add_error("inheritance", line, sentence)


class _Question(NamedTuple):
    """A question of ours, the entry that answers it, and its place."""

    words: str
    entry_id: str
    file: str
    line: int


def with_lines(texts: Iterable[str]) -> Iterable[tuple[str, int]]:
    """Each text of a list in a hand-edited file, with its line."""
    return zip(texts, getattr(texts, "lines", ()), strict=False)


def _questions(checker: ReferenceChecker) -> Iterator[_Question]:
    """The questions in questions.yaml and in the rows of added rulings, and the
    unanswered ones.
    """
    rows = checker.rows
    for id, of_entry in rows.questions.items():
        lists = [of_entry] if isinstance(of_entry, list) else of_entry.values()
        for questions in lists:
            for words, line in with_lines(questions):
                yield _Question(words, id, "questions", line)
    for ruling, row in hand_edited.added_rulings(rows, checker.rulings.values()):
        file = ids.additions_path(ruling.source.document) or ""
        questions = validation.data_of(row).get("questions", ())
        for words, line in with_lines(questions):
            yield _Question(words, ruling.id, file, line)
    for words, line in with_lines(rows.unanswered):
        yield _Question(words, "", "unanswered", line)


def _are_alike(rows: hand_edited.HandEdited, first_id: str, second_id: str) -> bool:
    """Whether one question may be under both entries: they are the same, or rulings
    with the same words, or on the same side of a note.
    """
    if first_id == second_id:
        return True
    if ids.is_ruling_id(first_id) and first_id[-8:] == second_id[-8:]:
        return True
    sides = chain.from_iterable(note.sides for note in rows.notes)
    return any({first_id, second_id}.issubset(side.entry_ids) for side in sides)


def _check_questions(checker: ReferenceChecker) -> None:
    """Checks that each question is there once, among the questions of all entries and
    the unanswered ones, and that the words that answer questions are in their sections.
    """
    rows = checker.rows
    first_questions: dict[str, _Question] = {}
    for question in _questions(checker):
        first = first_questions.setdefault(plain_text.fold(question.words), question)
        is_same = (first.file, first.line) == (question.file, question.line)
        if not is_same and not _are_alike(rows, first.entry_id, question.entry_id):
            file_and_line = f"{first.file}.yaml, line {first.line}"
            location = f"a question of {first.entry_id} ({file_and_line})"
            sentence = _already(question.words, location)
            checker.add_error(question.file, question.line, sentence)
    for id, questions_by_words in rows.questions.items():
        if isinstance(questions_by_words, list):
            continue
        # A section's text or tables have the words that answer its questions.
        section_text = checker.targets["section"].get(id, "")
        text = plain_text.fold(section_text)
        line_by_words = getattr(questions_by_words, "lines", {})
        for words in questions_by_words:
            if words == plain_text.GAP:
                continue
            if not remarks.spans_of(text, words, plain_text.fold):
                sentence = f"the words {plain_text.quoted(words)} are not in {id}"
                line = line_by_words.get(words, 1)
                checker.add_error("questions", line, sentence)


def _check_headings(checker: ReferenceChecker) -> None:
    """Checks that the first question on a ruling, its heading, names no other card
    instead: the questions of two rulings may have changed places.
    """
    cards = checker.parsed_knowledge.sources.cards
    finder = mentions.MentionFinder(cards, checker.rows.names)
    headings: dict[str, _Question] = {}
    for question in _questions(checker):
        headings.setdefault(question.entry_id, question)
    for id in checker.rulings.keys() & headings.keys():
        heading = headings[id]
        ruling = checker.rulings[id]
        subject = ruling.subject.title
        named_cards = finder.find(heading.words, subject)
        title_words = plain_text.fold(subject).split()
        own_words = {*spelling.content_words(title_words)}
        has_own_words = own_words.intersection(plain_text.fold(heading.words).split())
        concerned = _concerns(ruling).intersection(
            mention.id for mention in named_cards
        )
        if named_cards and not has_own_words and not concerned:
            sentence = (
                f"the heading {plain_text.quoted(heading.words)} names "
                f"{named_cards[0].title}, but {id} does not; name {subject} there"
            )
            checker.add_error(heading.file, heading.line, sentence)


# Verdicts: a judge follows them, so no slip may overrule anything, and no two rows may
# disagree

OVERRULE, DISPUTE = "overrule", "dispute"


class Verdict(NamedTuple):
    """A row's verdict on statements: the `effect` of the `winners` on the `losers`,
    empty if both hold. In a note that follows neither, both are disputed or both hold.
    """

    file: str
    row: entities.Note | hand_edited.ReversalRow
    effect: str
    winners: tuple[str, ...]
    losers: tuple[str, ...]
    as_a_whole: bool = True

    @property
    def pairs(self) -> list[tuple[str, str]]:
        """Each winner with each loser."""
        return [*product(self.winners, self.losers)]


def verdicts(edited: hand_edited.HandEdited) -> Iterator[Verdict]:
    """The verdicts of notes and reversals."""
    for note in edited.notes:
        winners = note.one.entry_ids
        losers = note.other.entry_ids if note.other else ()
        if note.follow == "other":
            winners, losers = losers, winners
        effect = ""
        if note.is_contradiction:
            effect = DISPUTE if note.follow == "neither" else OVERRULE
        is_whole = note.extent == "whole"
        yield Verdict("notes", note, effect, winners, losers, is_whole)
    for row in edited.reversals:
        yield Verdict("reversals", row, OVERRULE, (row.ruling,), row.replaces)
        yield Verdict("reversals", row, DISPUTE, (row.ruling,), row.may_replace)


def check_verdicts(checker: ReferenceChecker) -> None:
    """Checks each verdict alone, and together with the others.

    A reader must find a single verdict, and must not be sent to a statement that is
    overruled entirely.
    """
    location_by_loser: dict[str, str] = {}  # statements that are overruled entirely
    all_verdicts = [*verdicts(checker.rows)]
    for verdict in all_verdicts:
        location = f"{verdict.file}.yaml, line {validation.line_of(verdict.row)}"
        if verdict.effect == OVERRULE and verdict.as_a_whole:
            location_by_loser |= dict.fromkeys(verdict.losers, location)
    for verdict in all_verdicts:
        sentences = [
            *_superseded_sides(verdict, location_by_loser),
            *_wrong_sides(checker, verdict),
        ]
        line = validation.line_of(verdict.row)
        for sentence in sentences:
            checker.add_error(verdict.file, line, sentence)
    for verdict, sentence in _explained_twice(checker, all_verdicts):
        line = validation.line_of(verdict.row)
        checker.add_error(verdict.file, line, sentence)


def _explained_twice(
    checker: ReferenceChecker, all_verdicts: Iterable[Verdict]
) -> Iterator[tuple[Verdict, str]]:
    """The second of two rows on the same two statements, if one says that they disagree:
    the statements would have two marks.

    Two sections may disagree in one sentence and agree in another. Two rulings may not,
    unless a reversal says what its own words leave open.
    """
    contradictions_first = sorted(all_verdicts, key=lambda verdict: not verdict.effect)
    first_by_pair: dict[frozenset[str], Verdict] = {}
    for verdict in contradictions_first:
        for pair in verdict.pairs:
            first = first_by_pair.setdefault(frozenset(pair), verdict)
            are_rulings = checker.rulings.keys() >= {*pair}
            are_notes = first.file == verdict.file == "notes"
            may_agree = not verdict.effect and not (are_rulings and are_notes)
            if first is not verdict and first.effect and not may_agree:
                names = " and ".join(pair)
                location = f"{first.file}.yaml, line {validation.line_of(first.row)}"
                yield verdict, f"{names} are already in {location}; keep one of them"


def _superseded_sides(
    verdict: Verdict, location_by_loser: Mapping[str, str]
) -> Iterator[str]:
    """Errors on sides that are overruled entirely, but are to be followed or disputed."""
    is_dispute = verdict.effect == DISPUTE
    if not is_dispute and getattr(verdict.row, "follow", "") == "neither":
        return  # such a clarification says nothing about its sides
    entry_ids = verdict.winners
    advice = "follow what overrules it"
    if is_dispute:
        entry_ids += verdict.losers
        advice = "nothing may call it disputed"
    for id in entry_ids:
        if location := location_by_loser.get(id):
            yield f"{id} is entirely superseded ({location}); {advice}"


def _wrong_sides(
    checker: ReferenceChecker,
    verdict: Verdict,
) -> Iterator[str]:
    """Errors in the two sides of a verdict.

    An unofficial statement cannot overrule or dispute an official one, nor an older
    ruling overrule a newer one. Both sides must share a subject or a card, unless the
    row says what they are about.
    """
    if not verdict.effect:
        return
    for winner, loser in verdict.pairs:
        is_loser_official = _is_official(checker, loser)
        if is_loser_official and not _is_official(checker, winner):
            yield (
                f"{winner} is not official and cannot {verdict.effect} {loser}; "
                "follow the latter"
            )
        newer = checker.rulings.get(winner)
        older = checker.rulings.get(loser)
        if newer is None or older is None:
            continue  # a section or a step is about all cards, and has no date
        is_dated = newer.dates and older.dates
        is_older = is_dated and newer.dates[-1] < older.dates[-1]
        if verdict.effect == OVERRULE and is_older:
            yield f"{winner} ({newer.date}) is older than {loser} ({older.date})"
        is_unrelated = _concerns(newer).isdisjoint(_concerns(older))
        if is_unrelated and not verdict.row.about:
            yield (
                f"{winner} and {loser} have neither a subject nor a card in common; "
                "if both answer the same question, say under `about` which one"
            )


def _is_official(checker: ReferenceChecker, id: str) -> bool:
    """Whether a ruling, or the document of a section, is official. Steps always are."""
    if section := checker.sections.get(id):
        return checker.parsed_knowledge.sources.documents[section.document].row.official
    return id not in checker.rulings or checker.rulings[id].official


def _concerns(ruling: entities.Ruling) -> set[str]:
    """The ids of the cards and subjects that a ruling is about."""
    subject_ids = {ruling.subject.id}
    subject_ids.update(mention.id for mention in ruling.mentions)
    subject_ids.update(reference.id for reference in ruling.see)
    return subject_ids
