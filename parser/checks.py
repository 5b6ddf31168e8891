"""The hand-edited files → what in them refers to nothing, quotes words that are not there, or
repeats another row.

What a value refers to, what a row quotes and what must be unique is declared in
`rulings.model.rows`, so that one loop checks every file. The functions below it check what is true
of one file alone.
"""

from __future__ import annotations

import re
from collections import Counter, defaultdict
from collections.abc import Collection, Iterable, Iterator, Sequence
from functools import cached_property
from itertools import pairwise, product
from pathlib import Path
from typing import Any, NamedTuple

from msgspec.inspect import (
    DictType,
    ListType,
    Metadata,
    StructType,
    UnionType,
    VarTupleType,
    type_info,
)

from rulings import edit_distance, errors, naming
from rulings.model import (
    entities,
    ids,
    page_table,
    plain_text,
    rows,
    status,
    validation,
    vocabulary,
)
from rulings.parser import document as parser_document
from rulings.parser import entries, mentions, previous, sources, write
from rulings.storage import files

_UNWANTED = re.compile(  # in any value: markup, and Greek or Cyrillic letters in words
    r"(?P<markup></?[A-Za-z][^<>\n]*>|\]\([^\s()]+\)|&(?:amp|lt|gt|quot|nbsp|[lr][sd]quo|#\w+);)|"
    r"(?<=[A-Za-z])[\u0370-\u052f]+|[\u0370-\u052f]+(?=[A-Za-z])|[\u0370-\u052f]{2,}"
)
# How similar the nearest name, or id of a ruling, must be, from 0 to 1
_CUTOFF, _ID_CUTOFF = 0.5, 0.4
_MOST_LINKED = 25  # rulings in which a nickname may be a link, or a twentieth of all
_FORMER = "if the card was renamed, add its former title to names.yaml, under `aliases`, with `kind: former`"
_CALLED = {  # what a kind of reference is called
    "entry": "ruling",
    "card title": "card",
    "title": "card or topic",
    "address": "card, topic, ruling, section or note",
}
_LISTED_IN = {"set": "sets", "keyword": "keywords", "card title": "cards"}


class ReferenceChecker:
    """What hand-edited files may refer to (`known`), and what is wrong in them (`findings`).

    `known`: kind of reference (as in `rows`) → id or folded title → the words of an entry, or the
    title of another.
    """

    def __init__(
        self,
        parsed: entries.ParsedKnowledge,
        folders: tuple[Path, ...] = (),
        commands: Collection[str] = (),
    ) -> None:
        self.parsed, self.folders, self.edited, self.commands = (
            parsed,
            folders,
            parsed.sources.edited,
            commands,
        )
        self.findings = entries.Findings()
        self.now = previous.addresses(write.generated_data(parsed))
        self.rulings = {r.id: r for r in parsed.rulings if r.subject != entities.UNATTRIBUTED}
        printed_rulings = {id: ruling.printed for id, ruling in self.rulings.items()}
        sections = {section.id: section.text for section in parsed.all_sections}
        chart = parsed.sources.documents[vocabulary.RUN_CHART_DOCUMENT].lines
        # With the words of their decisions
        lines = {step.id: step.source.lines for step in parsed.run_chart.steps}
        steps = {
            id: " ".join(line.text for line in chart[first - 1 : last])
            for id, (first, last) in lines.items()
        }
        self.official_sections = {
            s.id: parsed.sources.documents[s.document].row.official for s in parsed.all_sections
        }
        cards = {card.id: card.title for card in parsed.cards}
        topics = {topic.id: topic.title for topic in parsed.topics}
        keywords = {word: word for card in parsed.cards for word in (card.type, *card.keywords)}
        self.known: dict[str, dict[str, str]] = {
            "ruling": printed_rulings,
            "section": sections,
            "step": {str(step.number): steps[step.id] for step in parsed.run_chart.steps},
            "entry": {**printed_rulings, **sections, **steps},
            "card": cards,
            "topic": topics,
            "card or topic": {**cards, **topics},
            "address": {id: each.words for id, each in self.now.items()},
            "card title": {plain_text.fold(title): title for title in cards.values()},
            "title": {
                plain_text.fold(title): title for title in (*cards.values(), *topics.values())
            },
            "set": {name: name for name in self.edited.sets},
            "keyword": {name: name for name in self.edited.keywords},
            "card type or keyword": {**{word: word for word in vocabulary.CARD_TYPES}, **keywords},
        }

    @cached_property
    def former(self) -> dict[str, previous.Written]:
        """What was there when the knowledge bases were last written; only read if an id is
        unknown.
        """
        return {
            id: former for folder in self.folders for id, former in previous.written(folder).items()
        }

    def standing_of(self, id: str) -> int:
        """The standing of an entry, as a number of `vocabulary.STANDING_ORDER`: the highest of those
        who are cited for it, or that of its document.
        """
        if ruling := self.rulings.get(id):
            ranks = [
                vocabulary.STANDING_ORDER[citation.standing or "player"]
                for citation in ruling.citations
            ]
            return (
                max(ranks, default=vocabulary.STANDING_ORDER["publisher"])
                if ruling.official
                else vocabulary.STANDING_ORDER["player"]
            )
        official = self.official_sections.get(id, True)
        return vocabulary.STANDING_ORDER["document" if official else "player"]

    def add_error(self, file: str, line: int | None, text: str) -> None:
        """Adds an error about a hand-edited file. `file`: its name, without `.yaml`."""
        self.findings.errors.append(files.Problem(self.parsed.sources.path(file), text, line))

    def add_warning(self, file: str, line: int | None, text: str, stale: bool = False) -> None:
        """Adds a warning: for example, a row has no effect because this edition lacks what it is
        about.
        """
        self.findings.warnings.append(
            files.Problem(self.parsed.sources.path(file), text, line, stale=stale)
        )

    def check(self, file: str, value: Any, kind: Any, line: int, data: Any) -> None:
        """Checks a value of that kind, which is on that line. `data`: what it was converted
        from.
        """
        if isinstance(value, str):
            for match in _UNWANTED.finditer(value):
                what = (
                    "write words without markup"
                    if match["markup"]
                    else "it has letters that only look Latin"
                )
                self.add_error(file, line, f"{errors.quoted(match[0])}: {what}")
        if isinstance(kind, Metadata):
            extra = kind.extra or {}
            if extra.get("date") and data is not None and not sources.is_date(value):  # 29 February
                self.add_error(file, line, f"{value} is not a date")
            elif extra.get("date") and data is not None and value > vocabulary.next_year():
                self.add_warning(file, line, f"{value} is more than a year from now")
            refers = extra.get("refers")
            if refers and not isinstance(value, validation.Row):
                self.require(file, line, refers, str(value))
        elif isinstance(kind, UnionType):
            for option in kind.types if value is not None else ():
                self.check(file, value, option, line, data)
        elif isinstance(kind, ListType | VarTupleType) and isinstance(value, list | tuple):
            lines = data.lines if isinstance(data, validation.LocatedList) else [line] * len(value)
            for item, item_line, item_data in zip(value, lines, data or value, strict=True):
                self.check(file, item, kind.item_type, item_line, item_data)
            self._check_repeated(file, [item for item in value if isinstance(item, validation.Row)])
        elif isinstance(kind, DictType) and isinstance(value, dict):
            key_lines = (
                data.key_lines
                if isinstance(data, validation.LocatedDict)
                else dict.fromkeys(value, line)
            )
            for key, item in value.items():
                self.check(file, key, kind.key_type, key_lines[key], None)
                self.check(
                    file, item, kind.value_type, key_lines[key], data.get(key) if data else None
                )
        elif isinstance(kind, StructType) and isinstance(value, validation.Row):
            for f in kind.fields:
                self.check(
                    file,
                    getattr(value, f.name),
                    f.type,
                    validation.line_of(value, f.name),
                    validation.data_of(value).get(f.name),
                )
            self._check_quotation(file, value)

    def require(self, file: str, line: int, kind: str, name: str) -> None:
        """Adds an error if nothing of that kind has the name, or a warning if something had it when
        last written.
        """
        known = self.known[kind]
        called = _CALLED.get(kind, kind)
        if (plain_text.fold(name) if kind.endswith("title") else name) in known or name.startswith(
            "/"
        ):
            return  # the site knows which of its addresses, like /cards/asp/, exist
        shown: Iterable[str] = known.values() if kind.endswith("title") else known
        cutoff = _CUTOFF
        if former := self.former.get(name):
            moved = self.edited.moved.get(name)
            took_place = (
                moved
                if isinstance(moved, str)
                else previous.successor(former, self.now, self.former)
            )
            now = f"its id is now {took_place}" if took_place else "it is gone"
            self.add_warning(
                file, line, f"there is no {called} {name} any more: {now}; correct this", stale=True
            )
            return
        if called == "ruling":
            same_subject = [
                id for id in self.rulings if id.rpartition("-")[0] == name.rpartition("-")[0]
            ]
            shown, cutoff = same_subject or self.rulings, _ID_CUTOFF
        nearest = edit_distance.nearest_hint(name, shown, cutoff)
        if renamed := self.parsed.sources.cards_by_heading.get(plain_text.fold(name)):
            nearest = f" any more: it is now {renamed.title}"
        if not nearest and kind in _LISTED_IN:
            nearest = f"; if it is new, add it to {_LISTED_IN[kind]}.yaml"
        self.add_error(file, line, f"no {called} is called {errors.quoted(name)}{nearest}")

    def _check_quotation(self, file: str, row: validation.Row) -> None:
        """Checks that the entry that a row names contains the words that the row quotes from it."""
        key = next(
            (key for key in validation.rules_of(row).quotes if getattr(row, key) is not None), None
        )
        words = getattr(row, "words", None)
        if key and words:
            name = str(getattr(row, key))
            text = self.known["ruling" if key == "entry" else key].get(name)
            self.check_words(
                file,
                validation.line_of(row, "words"),
                words,
                text,
                f"step {name}" if key == "step" else name,
            )

    def check_words(
        self, file: str, line: int, words: str, text: str | None, text_name: str
    ) -> None:
        """Adds an error if the words are not in `text`, ignoring white space; ` … ` stands for
        words left out.
        """
        for part in words.split(" … ") if text is not None else ():
            if " ".join(part.split()) not in " ".join((text or "").split()):
                self.add_error(
                    file, line, f"the words {errors.quoted(part[:50])} are not in {text_name}"
                )

    def _check_repeated(self, file: str, found: Sequence[validation.Row]) -> None:
        """Checks that no row has the same values as another under the keys that `unique` names."""
        values: list[tuple[str, str, int]] = []
        for row in found if found and validation.rules_of(found[0]).unique else ():
            keys = [getattr(row, name) for name in validation.rules_of(row).unique]
            for combination in product(
                *(key if isinstance(key, tuple | list) else (key,) for key in keys)
            ):
                words = ", ".join(map(str, combination))
                values.append((words.lower(), f"a row with {words}", validation.line_of(row)))
        self.findings.errors += sources.repeated(self.parsed.sources.path(file), values)


def check_references(
    parsed: entries.ParsedKnowledge, folders: Iterable[Path], commands: Collection[str] = ()
) -> entries.Findings:
    """Checks all files.

    `folders`: previously written knowledge bases, whose ids are still recognized. `commands`: names
    that no card may have.
    """
    checker = ReferenceChecker(parsed, tuple(folders), commands)
    for name, shape in rows.SHAPES.items():
        data = getattr(parsed.sources.edited, name.replace("-", "_"))
        checker.check(name, data, type_info(shape), 1, data)
        if shape == list[vocabulary.Words] and isinstance(data, validation.LocatedList):
            values = [
                (plain_text.fold(w), errors.quoted(w), line)
                for w, line in zip(data, data.lines, strict=True)
            ]
            checker.findings.errors += sources.repeated(parsed.sources.path(name), values)
    for name, additions in parsed.sources.edited.additions.items():
        checker.check(
            f"{ids.ADDITIONS}/{name}", additions, type_info(list[rows.Addition]), 1, additions
        )
    for check in _CHECKS:
        check(checker)
    return checker.findings


def _check_questions(checker: ReferenceChecker) -> None:
    questions = checker.edited.questions
    for id, ruling in checker.rulings.items():
        count = len(rows.questions_of(questions.get(id, [])))
        if questions and not ruling.is_see_entry and count < vocabulary.ENOUGH_QUESTIONS:
            has = f"{plain_text.count(count, 'question')} of {vocabulary.ENOUGH_QUESTIONS}"
            checker.add_warning("questions", None, f"{has} for {id} ({ruling.text[:50]} …)")
    above: dict[str, str] = {}
    for id, asked in questions.items():
        listed = rows.questions_of(asked)
        if isinstance(asked, dict):
            _check_answering_words(checker, id, asked)
        other = above.setdefault(plain_text.fold(listed[0]), id)
        if id[-8:] != other[-8:] and not any(
            {id, other} <= {*row.rulings} for row in checker.edited.near_identical
        ):
            line = getattr(questions, "key_lines", {}).get(id)
            checker.add_warning(
                "questions",
                line,
                f"{errors.quoted(listed[0])} stands above {other} too; ask another",
            )
    answered = {
        plain_text.fold(question): id
        for id, asked in questions.items()
        for question in rows.questions_of(asked)
    }
    lines: Sequence[int] = getattr(checker.edited.unanswered, "lines", ())
    for question, line in zip(checker.edited.unanswered, lines, strict=False):
        if id := answered.get(plain_text.fold(question), ""):
            checker.add_error(
                "unanswered", line, f"{errors.quoted(question)} is answered by {id}; delete it here"
            )


def _check_answering_words(checker: ReferenceChecker, id: str, asked: dict[str, list[str]]) -> None:
    """Checks that the words that answer the questions of a section are in its text or tables."""
    text = plain_text.fold(checker.known["section"].get(id, ""))
    for words in asked:
        line = asked.key_lines[words] if isinstance(asked, validation.LocatedDict) else 1
        for part in filter(None, map(plain_text.fold, words.split("…"))):
            if f" {part} " not in f" {text} ":
                checker.add_error(
                    "questions", line, f"the words {errors.quoted(words[:50])} are not in {id}"
                )


def _check_notes(checker: ReferenceChecker) -> None:
    for row in checker.edited.notes:
        for side in ("one", "other"):
            quotation = row.one if side == "one" else row.other
            if quotation:
                _check_words_of_others(
                    checker, quotation, row.extent == "part" and row.follow != side
                )
        if row.kind in vocabulary.AGREEING_KINDS or row.follow == "neither" or not row.other:
            continue
        sides = (row.one, row.other) if row.follow == "one" else (row.other, row.one)
        rulings = [
            [checker.rulings[id] for id in sorted(_ids_of(side) & checker.rulings.keys())]
            for side in sides
        ]
        for newer, older in product(*rulings):
            if newer.date and older.date and newer.date < older.date:
                sentence = f"{newer.id} ({newer.date}) is older than {older.id} ({older.date}) and cannot supersede it"
                checker.add_error("notes", validation.line_of(row, "follow"), sentence)


def _ids_of(side: entities.Quotation | None) -> set[str]:
    """The ids of all entries on one side of a note."""
    return {status.entry_id(side), *side.also} if side else set()


class _Verdict(NamedTuple):
    """What a note or a reversal makes of two statements: the ids that it follows, overrules or
    disputes.
    """

    file: str
    row: entities.Note | rows.Reversal
    key: str  # of the row, that decides
    one: set[str]
    other: set[str]
    followed: Collection[str] = ()
    overruled: Collection[str] = ()
    as_a_whole: bool = True
    disputed: Collection[str] = ()

    @property
    def told(self) -> str:
        """What the row says in our words, and the ids of what it names as related."""
        row = self.row
        if isinstance(row, entities.Note):
            return " ".join((row.title, row.reason, row.table or "", *row.related))
        return " ".join(filter(None, (row.note, row.earlier, row.table)))

    def names(self, id: str) -> bool:
        """Whether the row names the entry anywhere."""
        return id in self.one | self.other or id in self.told


def _verdicts(edited: rows.HandEdited) -> Iterator[_Verdict]:
    for note in edited.notes:
        one, other = _ids_of(note.one), _ids_of(note.other)
        winner, loser = (one, other) if note.follow == "one" else (other, one)
        verdict = _Verdict("notes", note, "follow", one, other)
        if note.kind in vocabulary.AGREEING_KINDS:
            yield verdict._replace(followed=winner if note.follow != "neither" else ())
        elif note.follow == "neither":
            yield verdict._replace(disputed=one | other)
        else:
            yield verdict._replace(
                followed=winner, overruled=loser, as_a_whole=note.extent == "whole"
            )
    for row in edited.reversals:
        one, lost, doubtful = {row.ruling}, set(row.replaces), set(row.in_doubt)
        yield _Verdict(
            "reversals", row, "ruling", one, lost | doubtful, one if lost or doubtful else (), lost
        )
        if doubtful:
            yield _Verdict("reversals", row, "in_doubt", one, doubtful, disputed=doubtful)


def _check_settled(checker: ReferenceChecker) -> None:
    """Checks that nothing leads to a statement of which nothing remains, or disputes what is
    decided elsewhere.

    Otherwise a reader would be given two verdicts at once, or sent on to one that is no longer
    followed.
    """
    overruled: dict[str, str] = {}  # and where that is said
    decided: dict[tuple[str, str], str] = {}
    verdicts = [*_verdicts(checker.edited)]
    for verdict in verdicts:
        place = f"{verdict.file}.yaml, line {validation.line_of(verdict.row)}"
        overruled |= dict.fromkeys(verdict.overruled if verdict.as_a_whole else (), place)
        is_decided = (
            verdict.followed
            and isinstance(verdict.row, entities.Note)
            and verdict.row.kind != "clarification"
        )
        pairs = product(verdict.one, verdict.other) if is_decided else ()
        decided |= {pair: place for one, other in pairs for pair in ((one, other), (other, one))}
    for verdict in verdicts:
        line = validation.line_of(verdict.row, verdict.key)
        for id in sorted(overruled.keys() & {*verdict.followed, *verdict.disputed}):
            what = (
                "nothing may call it disputed"
                if id in verdict.disputed
                else "follow what overrules it"
            )
            checker.add_error(
                verdict.file, line, f"{id} is superseded as a whole ({overruled[id]}); {what}"
            )
        for pair in (
            sorted(decided.keys() & product(verdict.one, verdict.other)) if verdict.disputed else ()
        ):
            sentence = (
                f"{' and '.join(pair)} are disputed here, but {decided[pair]} says which to follow"
            )
            checker.add_error(verdict.file, line, sentence)
        _check_standing(checker, verdict, line)


def _check_standing(checker: ReferenceChecker, verdict: _Verdict, line: int) -> None:
    """Checks that nothing overrules what stands higher: authorities.yaml says who is official, and
    for whom, and when.

    A council may overrule the publisher, after whom it rules, if the row says so.
    """
    for one, other in product(sorted(verdict.followed), sorted(verdict.overruled)):
        standing, least = checker.standing_of(one), checker.standing_of(other)
        if standing < least and standing == vocabulary.STANDING_ORDER["players-council"]:
            councils = {c.council.name for c in checker.rulings[one].citations if c.council}
            if not any(name in verdict.told for name in councils):
                sentence = f"{one} is the word of a council ({', '.join(councils)}), and {other} that of the publisher"
                checker.add_warning(
                    verdict.file, line, f"{sentence}: if it overrules that, name the council here"
                )
        elif standing < least:
            sentence = f"{one} is not official, by authorities.yaml and documents.yaml, and cannot overrule {other}"
            checker.add_error(verdict.file, line, f"{sentence}: follow that, or follow neither")


def _check_newer(checker: ReferenceChecker) -> None:
    """Warns of added rulings that are newer than notes on their subject: each must be read against
    them.
    """
    # With the latest date
    verdicts_on = defaultdict[entities.Reference, list[tuple[str, _Verdict]]](list)
    for verdict in _verdicts(checker.edited):
        named = [
            checker.rulings[id] for id in (*verdict.one, *verdict.other) if id in checker.rulings
        ]
        latest = max((ruling.date or "" for ruling in named), default="")
        for subject in {ruling.subject for ruling in named}:
            verdicts_on[subject].append((latest, verdict))
    additions = checker.edited.additions
    read = {
        (f"{ids.ADDITIONS}/{name}", validation.line_of(row)): row.read
        for name in additions
        for row in additions[name]
    }
    for ruling in checker.rulings.values():
        file = ids.additions_path(ruling.source.document)
        unread = dict[str, None]()
        for latest, verdict in verdicts_on[ruling.subject] if file else ():
            row = verdict.row
            if latest >= (ruling.date or "") or verdict.names(ruling.id):
                continue
            if not verdict.disputed and "doubt" not in verdict.told:
                unread[row.id if isinstance(row, entities.Note) else row.ruling] = None
            elif verdict.key != "in_doubt":
                sentence = f"the row speaks of a doubt, and {ruling.id} is newer: say what holds now, and name it here"
                checker.add_warning(verdict.file, validation.line_of(row), sentence)
        line = ruling.source.lines[0]
        if file and (left := [id for id in unread if id not in read.get((file, line), ())]):
            sentence = f"{ruling.id} is newer than the notes {', '.join(left)}: read them, and name it there"
            checker.add_warning(
                file, line, f"{sentence}, or write here `read: [{', '.join(unread)}]`"
            )


def _check_words_of_others(
    checker: ReferenceChecker, side: entities.Quotation, must_have_words: bool
) -> None:
    """Checks that the entries under `also` contain their words under `also_words`; each may need to
    have some.
    """
    for id in [id for id in side.also if must_have_words and id not in side.also_words]:
        checker.add_error(
            "notes",
            validation.line_of(side, "also"),
            f"`also_words` lacks the superseded words of {id}",
        )
    lines = getattr(validation.data_of(side).get("also_words"), "key_lines", {})
    for id, words in side.also_words.items():
        if id not in side.also:
            checker.add_error(
                "notes", lines.get(id, validation.line_of(side)), f"{id} is not listed under `also`"
            )
        checker.check_words(
            "notes",
            lines.get(id, validation.line_of(side)),
            words,
            checker.known["entry"].get(id),
            id,
        )


def _check_dates(checker: ReferenceChecker) -> None:
    dates = checker.edited.dates
    for row in dates.misprinted:
        if row.likely < vocabulary.RELEASE_DATE:
            checker.add_error(
                "dates",
                validation.line_of(row, "likely"),
                f"{row.likely} is before the release of the game",
            )
    cited = defaultdict[str, set[tuple[str, str | None]]](set)
    for ruling in checker.rulings.values():
        cited[ruling.id] = {(c.authority, c.date_printed) for c in ruling.citations}
    named: list[tuple[rows.Misprinted | rows.Doubtful, str, str]] = [
        *(
            (misprinted, id, "rulings")
            for misprinted in dates.misprinted
            for id in misprinted.rulings
        ),
        *((doubtful, doubtful.ruling, "ruling") for doubtful in dates.doubtful),
    ]
    for about, id, key in named:
        if id in checker.rulings and (about.authority, about.printed) not in cited[id]:
            is_truncated = any(c.doubt == "truncated" for c in checker.rulings[id].citations)
            report = checker.add_warning if is_truncated else checker.add_error
            report(
                "dates",
                validation.line_of(about, key),
                f"{id} does not cite {about.authority} with {about.printed}",
            )
    for not_doubtful in dates.not_doubtful:
        for printed in not_doubtful.printed:
            if not any(
                (not_doubtful.authority, printed) in citations for citations in cited.values()
            ):
                text = f"{not_doubtful.authority} is cited nowhere with {printed}"
                checker.add_warning("dates", validation.line_of(not_doubtful), text)


def _check_inheritance(checker: ReferenceChecker) -> None:
    inherited = {card.id: {i.subject.id for i in card.inherits} for card in checker.parsed.cards}
    for row in checker.edited.inheritance:
        ruling = checker.rulings.get(row.ruling or "")
        if ruling and ruling.subject.id != row.subject:
            checker.add_error(
                "inheritance",
                validation.line_of(row, "ruling"),
                f"{row.ruling} is not a ruling on {row.subject}",
            )
        for id in row.cards if row.takes in ("only", "not") else ():
            if id in inherited and row.subject not in inherited[id]:
                checker.add_warning(
                    "inheritance",
                    validation.line_of(row, "cards"),
                    f"{id} inherits nothing from {row.subject}",
                )


def _check_needless_rows(checker: ReferenceChecker) -> None:
    for row in (erratum for document in checker.edited.documents for erratum in document.errata):
        if row.ruling in checker.rulings and checker.rulings[row.ruling].label:
            checker.add_error(
                "documents",
                validation.line_of(row, "ruling"),
                f"{row.ruling} is labelled; delete the row",
            )
    reversing = {row.ruling for row in checker.edited.reversals}
    for ruling in checker.rulings.values():
        if ruling.reversal and ruling.id not in reversing:
            sentence = f"{errors.quoted(ruling.reversal.words)} in {ruling.id}: add a row on what it takes back"
            checker.add_warning("reversals", None, sentence)
    lines = getattr(checker.edited.moved, "key_lines", {})
    pages = {f"/{page.id}/" for page in page_table.PAGES}
    pages |= {
        f"/{each.kind}s/{each.id}/"
        for each in checker.now.values()
        if each.kind in ("card", "topic")
    }
    for old in checker.edited.moved:
        if old in checker.known["address"] or old in pages:
            checker.add_error(
                "moved", lines[old], f"{errors.quoted(old)} is still there; delete the redirect"
            )


def _check_cards(checker: ReferenceChecker) -> None:
    """Checks that no set or keyword is a type, and that the id of a card is that of its title, or
    of a former title.
    """
    for file in ("sets", "keywords"):
        listed = getattr(checker.edited, file) or validation.LocatedList()
        for name, line in zip(listed, listed.lines, strict=True):
            if plain_text.fold(name) in map(plain_text.fold, vocabulary.CARD_TYPES):
                checker.add_error(
                    file, line, f"{errors.quoted(name)} is a type of cards; delete it here"
                )
    aliases = [alias for alias in checker.edited.names.aliases if alias.kind == "former"]
    former = {(plain_text.fold(alias.card), ids.slug(alias.name)) for alias in aliases}
    for card in checker.edited.cards:
        id = ids.slug(card.title)
        if card.id != id and (plain_text.fold(card.title), card.id) not in former:
            checker.add_error(
                "cards",
                validation.line_of(card, "id"),
                f"the id of {card.title} is {id}; {_FORMER}",
            )


def _check_authorities(checker: ReferenceChecker) -> None:
    owners: dict[str, entities.Authority] = {}
    cited = [
        (citation, ruling.id)
        for ruling in checker.rulings.values()
        for citation in ruling.citations
    ]
    outside = [
        (citation.authority, id) for citation, id in cited if citation.doubt == "outside-term"
    ]
    for row in checker.edited.authorities:
        if left_out := dict.fromkeys(id for name, id in outside if name == row.name):
            sentence = f"outside the term of {row.name}, and so not official by that: "
            sentence += f"{plain_text.count(len(left_out), 'ruling')}, {', '.join(left_out)}"
            checker.add_warning("authorities", validation.line_of(row), sentence)
        for name in dict.fromkeys((row.name, *row.names)):
            if (owner := owners.setdefault(plain_text.fold(name), row)) is not row:
                sentence = f"{errors.quoted(name)} is already a name of {owner.name} (line {validation.line_of(owner)})"
                cure = "delete it here or there; a second term of the same person is a row of its `terms`"
                checker.add_error(
                    "authorities", validation.line_of(row, "names"), f"{sentence}; {cure}"
                )


def _check_names(checker: ReferenceChecker) -> None:
    edited = checker.edited.names
    for link in edited.links:
        text = checker.known["ruling"].get(link.ruling, "")
        if link.words in text and not mentions.whole_words(link.words).search(text):
            sentence = f"{errors.quoted(link.words)} is only a part of a word of {link.ruling}; write whole words"
            checker.add_error("names", validation.line_of(link, "words"), sentence)
    links = Counter(
        words for ruling in checker.rulings.values() for words in {m.words for m in ruling.mentions}
    )
    most = max(_MOST_LINKED, len(checker.rulings) // 20)
    for alias in edited.aliases:
        if alias.in_text and links[alias.name] > most:
            sentence = f"{errors.quoted(alias.name)} would be a link in {links[alias.name]} rulings"
            checker.add_error(
                "names",
                validation.line_of(alias),
                f"{sentence}: if it is a word of the language, write `in_text: false`",
            )
    called: list[tuple[str, Iterable[str]]] = [
        *(
            (f"the name of {page.meaning or 'a page'}", (page.id, *page.names))
            for page in page_table.PAGES
        ),
        *((f"a name of {row.title}", (row.title, row.short)) for row in checker.edited.documents),
        *((f"the command {name}", (name,)) for name in checker.commands),
        *((f"the keyword {word}", (word,)) for word in checker.edited.keywords),
        *(
            (f"the card type {type}", (type, plain_text.plural(type)))
            for type in vocabulary.CARD_TYPES
        ),
        *((f"the topic {topic.title}", (topic.title,)) for topic in checker.parsed.topics),
    ]
    taken = {plain_text.fold(name): what for what, listed in called for name in listed}
    authorities = naming.authority_names(checker.parsed.sources.authorities)
    people = {
        plain_text.fold(name): f"a name of {authority.name}" for name, authority in authorities
    }
    first_rows: dict[str, tuple[int, tuple[str, ...]]] = {}
    named: list[rows.Alias | rows.AmbiguousRow] = [*edited.aliases, *edited.ambiguous]
    for row in named:
        name = plain_text.fold(row.name)
        titles = (row.card,) if isinstance(row, rows.Alias) else row.cards
        if name not in first_rows:
            first_rows[name] = validation.line_of(row), titles
            title = checker.known["card title"].get(name)
            other = f"the title of {title}" if title and titles != (title,) else taken.get(name)
            # As `sensei` in Runner Sensei
            if not all(name in plain_text.fold(each).split() for each in titles):
                other = other or people.get(name)
            if other and (isinstance(row, rows.Alias) or "keyword" not in other):
                checker.add_error(
                    "names",
                    validation.line_of(row),
                    f"{errors.quoted(row.name)} is already {other}; delete the row",
                )
        first_line, others = first_rows[name]
        if sorted(map(plain_text.fold, others)) != sorted(map(plain_text.fold, titles)):
            sentence = f"{errors.quoted(row.name)} is also a name of {plain_text.joined_with('or', list(others))}"
            sentence += f" (line {first_line}); list a name of several cards only under `ambiguous`"
            checker.add_error("names", validation.line_of(row), sentence)


def _check_headings(checker: ReferenceChecker) -> None:
    """Checks that each heading of a card is its title, a restored one on its side and in
    alphabetical order.
    """
    document = checker.parsed.rulings_document
    labels = {line.words for line in document.labels}
    for label in parser_document.SECTION_LABELS if checker.parsed.rulings else ():
        if label not in labels:
            sentence = f"the label {errors.quoted(label)} above a part is lost; name it in restorations.yaml"
            checker.findings.warnings.append(files.Problem(document.path, sentence))
    headed = [(block, block.heading) for block in document.blocks if block.heading]
    named = [
        (str(block.subject), f"the heading {errors.quoted(line.words)}", line.number)
        for block, line in headed
    ]
    checker.findings.errors += sources.repeated(document.path, named)
    restorations = {
        restoration.words: restoration for restoration in checker.edited.restorations.lines
    }
    for _, line in headed:
        row = restorations.get(line.words) if line.restored else None
        if line in document.unknown and row:
            checker.require("restorations", validation.line_of(row), "card title", line.words)
        elif line in document.unknown:
            hint = edit_distance.nearest_hint(line.words, checker.known["card title"].values())
            sentence = f"{errors.quoted(line.words)} is not the title of a card{hint}; {_FORMER}"
            checker.findings.errors.append(files.Problem(document.path, sentence, line.number))
    for (one, above), (other, below) in pairwise(headed):
        is_same_side = one.card and other.card and one.card.side == other.card.side
        if is_same_side and plain_text.alphabetical(above.words) > plain_text.alphabetical(
            below.words
        ):
            for line, neighbour in ((above, other), (below, one)):
                if line.restored and (row := restorations.get(line.words)):
                    sentence = f"is out of alphabetical order next to {errors.quoted(neighbour.subject.title)}"
                    checker.add_error(
                        "restorations",
                        validation.line_of(row),
                        f"{errors.quoted(line.words)} {sentence}",
                    )


_CHECKS = (
    _check_questions,
    _check_notes,
    _check_settled,
    _check_dates,
    _check_inheritance,
    _check_needless_rows,
    _check_newer,
    _check_names,
    _check_headings,
    _check_cards,
    _check_authorities,
)
