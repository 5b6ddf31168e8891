"""The hand-edited files → what in them refers to nothing, quotes words that are not there, or repeats another row.

What a value refers to, what a row quotes and what must be unique is declared in `rulings.model.rows`, so that one loop
checks every file. The functions below it check what is true of one file alone, and whether ids have gone.
"""

from __future__ import annotations

from collections import defaultdict
from collections.abc import Collection, Iterable, Iterator, Sequence
from contextlib import suppress
from difflib import SequenceMatcher
from functools import cached_property
from itertools import pairwise, product
from pathlib import Path
from typing import Any, NamedTuple

from msgspec.inspect import DictType, ListType, Metadata, StructType, UnionType, VarTupleType, type_info

from rulings import edit_distance, errors, names
from rulings.model import constants, entities, ids, located, page_table, plain_text, rows
from rulings.parser import entries, mentions, sources
from rulings.storage import files, yaml_files

_CUTOFF, _ID_CUTOFF = 0.5, 0.4  # how similar the nearest name, or id of a ruling, must be, from 0 to 1
_FORMER = "if the card was renamed, add its former title to names.yaml, under `aliases`, with `kind: former`"
_CALLED = {  # what a kind of reference is called
    "entry": "ruling",
    "card title": "card",
    "title": "card or topic",
    "address": "card, topic, ruling, section or note",
}


class ReferenceChecker:
    """What hand-edited files may refer to (`known`), and what is wrong in them (`findings`).

    `known`: kind of reference (as in `rows`) → id or folded title → the words of an entry, or the title of another.
    """

    def __init__(
        self, parsed: entries.ParsedKnowledge, folders: tuple[Path, ...] = (), commands: Collection[str] = ()
    ) -> None:
        self.parsed, self.folders, self.edited, self.commands = parsed, folders, parsed.sources.edited, commands
        self.findings = entries.Findings()
        self.rulings = {r.id: r for r in parsed.rulings if r.subject != entities.UNATTRIBUTED}
        printed_rulings = {id: ruling.printed for id, ruling in self.rulings.items()}
        sections = {section.id: section.text for section in parsed.all_sections}
        chart = parsed.sources.documents[constants.RUN_CHART_DOCUMENT].lines
        steps = {  # with the words of their decisions
            step.id: " ".join(
                line.text for line in chart if step.source.lines[0] <= line.number <= step.source.lines[1]
            )
            for step in parsed.run_chart.steps
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
            "address": {each.id: each.words for each in _parsed_now(parsed)},
            "card title": {plain_text.fold(title): title for title in cards.values()},
            "title": {plain_text.fold(title): title for title in (*cards.values(), *topics.values())},
            "set": {name: name for name in self.edited.sets},
            "keyword": {name: name for name in self.edited.keywords},
            "card type or keyword": {**{word: word for word in constants.CARD_TYPES}, **keywords},
        }

    @cached_property
    def previous(self) -> dict[str, Written]:
        """What was there when the knowledge bases were last written; only read if an id is unknown."""
        return {former.id: former for folder in self.folders for former in written(folder)}

    def add_error(self, file: str, line: int, text: str) -> None:
        """Adds an error about a hand-edited file. `file`: its name, without `.yaml`."""
        self.findings.errors.append(files.Problem(self.parsed.sources.path(file), text, line))

    def add_warning(self, file: str, line: int | None, text: str, stale: bool = False) -> None:
        """Adds a warning: for example, a row has no effect because this edition lacks what it is about."""
        self.findings.warnings.append(files.Problem(self.parsed.sources.path(file), text, line, stale=stale))

    def check(self, file: str, value: Any, kind: Any, line: int, data: Any) -> None:
        """Checks a value of that kind, which is on that line. `data`: what it was converted from."""
        if isinstance(kind, Metadata):
            refers = (kind.extra or {}).get("refers")
            if refers and not isinstance(value, located.Row):
                self.require(file, line, refers, str(value))
        elif isinstance(kind, UnionType):
            for option in kind.types if value is not None else ():
                self.check(file, value, option, line, data)
        elif isinstance(kind, ListType | VarTupleType) and isinstance(value, list | tuple):
            lines = data.lines if isinstance(data, located.LocatedList) else [line] * len(value)
            for item, item_line, item_data in zip(value, lines, data or value, strict=True):
                self.check(file, item, kind.item_type, item_line, item_data)
            self._check_repeated(file, [item for item in value if isinstance(item, located.Row)])
        elif isinstance(kind, DictType) and isinstance(value, dict):
            key_lines = data.key_lines if isinstance(data, located.LocatedDict) else dict.fromkeys(value, line)
            for key, item in value.items():
                self.check(file, key, kind.key_type, key_lines[key], None)
                self.check(file, item, kind.value_type, key_lines[key], data.get(key) if data else None)
        elif isinstance(kind, StructType) and isinstance(value, located.Row):
            for f in kind.fields:
                key = f.encode_name
                self.check(file, getattr(value, f.name), f.type, value.line_of(key), value.data.get(key))
            self._check_quotation(file, value)

    def require(self, file: str, line: int, kind: str, name: str) -> None:
        """Adds an error if nothing of that kind has the name, or a warning if something had it when last written."""
        known = self.known[kind]
        called = _CALLED.get(kind, kind)
        if (plain_text.fold(name) if kind.endswith("title") else name) in known or name.startswith("/"):
            return  # the site knows which of its addresses, like /cards/asp/, exist
        shown: Iterable[str] = known.values() if kind.endswith("title") else known
        cutoff = _CUTOFF
        if former := self.previous.get(name):
            moved = self.edited.moved.get(name)
            took_place = moved if isinstance(moved, str) else successor(former, self.parsed, self.previous)
            now = f"its id is now {took_place}" if took_place else "it is gone"
            self.add_warning(file, line, f"there is no {called} {name} any more: {now}; correct this", stale=True)
            return
        if called == "ruling":
            same_subject = [id for id in self.rulings if id.rpartition("-")[0] == name.rpartition("-")[0]]
            shown, cutoff = same_subject or self.rulings, _ID_CUTOFF
        nearest = edit_distance.nearest_hint(name, shown, cutoff)
        if renamed := self.parsed.sources.cards_by_heading.get(plain_text.fold(name)):
            nearest = f" any more: it is now {renamed.title}"
        self.add_error(file, line, f"no {called} is called {errors.quoted(name)}{nearest}")

    def _check_quotation(self, file: str, row: located.Row) -> None:
        """Checks that the entry that a row names contains the words that the row quotes from it."""
        key = next((key for key in row.quotes if getattr(row, key) is not None), None)
        words = getattr(row, "words", None)
        if key and words:
            name = str(getattr(row, key))
            text = self.known["ruling" if key == "entry" else key].get(name)
            self.check_words(file, row.line_of("words"), words, text, f"step {name}" if key == "step" else name)

    def check_words(self, file: str, line: int, words: str, text: str | None, text_name: str) -> None:
        """Adds an error if the words are not in `text`, ignoring white space; ` … ` stands for words left out."""
        for part in words.split(" … ") if text is not None else ():
            if " ".join(part.split()) not in " ".join((text or "").split()):
                self.add_error(file, line, f"the words {errors.quoted(part[:50])} are not in {text_name}")

    def _check_repeated(self, file: str, found: Sequence[located.Row]) -> None:
        """Checks that no row has the same values as another under the keys that `unique` names."""
        values: list[tuple[str, str, int]] = []
        for row in found if found and found[0].unique else ():
            keys = [getattr(row, name) for name in row.unique]
            for combination in product(*(key if isinstance(key, tuple | list) else (key,) for key in keys)):
                words = ", ".join(map(str, combination))
                values.append((words.lower(), f"a row with {words}", row.line))
        self.check_distinct(file, values)

    def check_distinct(self, file: str, values: Iterable[tuple[str, str, int]]) -> None:
        """As `sources.repeated`, for a hand-edited file."""
        self.findings.errors += sources.repeated(self.parsed.sources.path(file), values)


# What is true of one file alone.


def check_references(
    parsed: entries.ParsedKnowledge, folders: Iterable[Path], commands: Collection[str] = ()
) -> entries.Findings:
    """Checks all files.

    `folders`: previously written knowledge bases, whose ids are still recognized. `commands`: names that no card may
    have.
    """
    checker = ReferenceChecker(parsed, tuple(folders), commands)
    for name, shape in rows.SHAPES.items():
        data = getattr(parsed.sources.edited, name.replace("-", "_"))
        checker.check(name, data, type_info(shape), 1, data)
    for name, additions in parsed.sources.edited.additions.items():
        checker.check(f"{ids.ADDITIONS}/{name}", additions, type_info(list[rows.Addition]), 1, additions)
    for check in _CHECKS:
        check(checker)
    return checker.findings


def _check_questions(checker: ReferenceChecker) -> None:
    questions = checker.edited.questions
    for id, ruling in checker.rulings.items():
        if questions and id not in questions:
            checker.add_warning("questions", None, f"no question yet for {id} ({ruling.text[:50]} …)")
    above: dict[str, str] = {}
    for id, asked in questions.items():
        listed = rows.questions_of(asked)
        if isinstance(asked, dict):
            _check_answering_words(checker, id, asked)
        other = above.setdefault(plain_text.fold(listed[0]), id)
        if id[-8:] != other[-8:] and not any({id, other} <= {*row.rulings} for row in checker.edited.near_identical):
            line = getattr(questions, "key_lines", {}).get(id)
            checker.add_warning("questions", line, f"{errors.quoted(listed[0])} stands above {other} too; ask another")
    answered = {
        plain_text.fold(question): id for id, asked in questions.items() for question in rows.questions_of(asked)
    }
    lines: Sequence[int] = getattr(checker.edited.unanswered, "lines", ())
    unanswered = list(zip(checker.edited.unanswered, lines, strict=False))
    for question, line in unanswered:
        if id := answered.get(plain_text.fold(question), ""):
            checker.add_error("unanswered", line, f"{errors.quoted(question)} is answered by {id}; delete it here")
    checker.check_distinct("unanswered", ((plain_text.fold(q), errors.quoted(q), line) for q, line in unanswered))


def _check_answering_words(checker: ReferenceChecker, id: str, asked: dict[str, list[str]]) -> None:
    """Checks that the words that answer the questions of a section are in its text or tables."""
    text = plain_text.fold(checker.known["section"].get(id, ""))
    for words in asked:
        line = asked.key_lines[words] if isinstance(asked, located.LocatedDict) else 1
        for part in filter(None, map(plain_text.fold, words.split("…"))):
            if f" {part} " not in f" {text} ":
                checker.add_error("questions", line, f"the words {errors.quoted(words[:50])} are not in {id}")


def _check_notes(checker: ReferenceChecker) -> None:
    for row in checker.edited.notes:
        for side in ("one", "other"):
            quotation = row.one if side == "one" else row.other
            if quotation:
                _check_words_of_others(checker, quotation, row.extent == "part" and row.follow != side)
        if row.kind in constants.AGREEING_KINDS or row.follow == "neither" or not row.other:
            continue
        sides = (row.one, row.other) if row.follow == "one" else (row.other, row.one)
        rulings = [[checker.rulings[id] for id in sorted(_ids_of(side) & checker.rulings.keys())] for side in sides]
        for newer, older in product(*rulings):
            if newer.date and older.date and newer.date < older.date:
                sentence = f"{newer.id} ({newer.date}) is older than {older.id} ({older.date}) and cannot supersede it"
                checker.add_error("notes", row.line_of("follow"), sentence)


def _ids_of(side: rows.Quotation | None) -> set[str]:
    """The ids of all entries on one side of a note."""
    if side is None:
        return set()
    step = ids.step_id(side.step) if side.step is not None else ""
    return {id for id in (side.ruling, side.section, step, *side.also) if id}


class _Verdict(NamedTuple):
    """What a note or a reversal makes of two statements: the ids that it follows, overrules as a whole, or disputes."""

    file: str
    row: rows.Note | rows.Reversal
    key: str  # of the row, that decides
    one: set[str]
    other: set[str]
    followed: Collection[str] = ()
    overruled: Collection[str] = ()
    disputed: Collection[str] = ()


def _verdicts(edited: rows.HandEdited) -> Iterator[_Verdict]:
    for note in edited.notes:
        one, other = _ids_of(note.one), _ids_of(note.other)
        winner, loser = (one, other) if note.follow == "one" else (other, one)
        verdict = _Verdict("notes", note, "follow", one, other)
        if note.kind in constants.AGREEING_KINDS:
            yield verdict._replace(followed=winner if note.follow != "neither" else ())
        elif note.follow == "neither":
            yield verdict._replace(disputed=one | other)
        else:
            yield verdict._replace(followed=winner, overruled=loser if note.extent == "whole" else ())
    for row in edited.reversals:
        one, lost, doubtful = {row.ruling}, set(row.replaces), set(row.in_doubt)
        yield _Verdict("reversals", row, "ruling", one, lost | doubtful, one if lost or doubtful else (), lost)
        if doubtful:
            yield _Verdict("reversals", row, "in_doubt", one, doubtful, disputed=doubtful)


def _check_settled(checker: ReferenceChecker) -> None:
    """Checks that nothing leads to a statement of which nothing remains, or disputes what is decided elsewhere.

    Otherwise a reader would be given two verdicts at once, or sent on to one that is no longer followed.
    """
    overruled: dict[str, str] = {}  # and where that is said
    decided: dict[tuple[str, str], str] = {}
    verdicts = [*_verdicts(checker.edited)]
    for verdict in verdicts:
        place = f"{verdict.file}.yaml, line {verdict.row.line}"
        overruled |= dict.fromkeys(verdict.overruled, place)
        is_decided = verdict.followed and isinstance(verdict.row, rows.Note) and verdict.row.kind != "clarification"
        pairs = product(verdict.one, verdict.other) if is_decided else ()
        decided |= {pair: place for one, other in pairs for pair in ((one, other), (other, one))}
    for file, row, key, one, other, followed, _, disputed in verdicts:
        for id in sorted(overruled.keys() & {*followed, *disputed}):
            what = "nothing may call it disputed" if id in disputed else "follow what overrules it"
            checker.add_error(file, row.line_of(key), f"{id} is superseded as a whole ({overruled[id]}); {what}")
        for pair in sorted(decided.keys() & product(one, other)) if disputed else ():
            sentence = f"{' and '.join(pair)} are disputed here, but {decided[pair]} says which to follow"
            checker.add_error(file, row.line_of(key), sentence)


def _check_newer(checker: ReferenceChecker) -> None:
    """Warns of added rulings that are newer than notes on their subject: each must be read against them."""
    verdicts_on = defaultdict[entities.Reference, list[tuple[str, str, _Verdict]]](list)  # with latest date and words
    for verdict in _verdicts(checker.edited):
        named = [checker.rulings[id] for id in (*verdict.one, *verdict.other) if id in checker.rulings]
        latest = max((ruling.date or "" for ruling in named), default="")
        for subject in {ruling.subject for ruling in named}:
            words = repr(verdict.row).replace("in_doubt=()", "")  # the key of a row in which nothing is in doubt
            verdicts_on[subject].append((latest, words, verdict))
    for ruling in checker.rulings.values():
        file = ids.additions_path(ruling.source.document)
        unread = dict[str, None]()
        for latest, words, verdict in verdicts_on[ruling.subject] if file else ():
            row = verdict.row
            if latest >= (ruling.date or "") or ruling.id in words:
                continue
            if not verdict.disputed and "doubt" not in words:
                unread[row.id if isinstance(row, rows.Note) else row.ruling] = None
            elif verdict.key != "in_doubt":
                sentence = f"the row speaks of a doubt, and {ruling.id} is newer: say what holds now, and name it here"
                checker.add_warning(verdict.file, row.line, sentence)
        if file and unread:
            sentence = f"{ruling.id} is newer than the notes {', '.join(unread)}: read them, and name it there"
            checker.add_warning(file, ruling.source.lines[0], sentence)


def _check_words_of_others(checker: ReferenceChecker, side: rows.Quotation, must_have_words: bool) -> None:
    """Checks that the entries under `also` contain their words under `also_words`; each may need to have some."""
    for id in [id for id in side.also if must_have_words and id not in side.also_words]:
        checker.add_error("notes", side.line_of("also"), f"`also_words` lacks the superseded words of {id}")
    lines = getattr(side.data.get("also_words"), "key_lines", {})
    for id, words in side.also_words.items():
        if id not in side.also:
            checker.add_error("notes", lines.get(id, side.line), f"{id} is not listed under `also`")
        checker.check_words("notes", lines.get(id, side.line), words, checker.known["entry"].get(id), id)


def _check_dates(checker: ReferenceChecker) -> None:
    dates = checker.edited.dates
    cited = defaultdict[str, set[tuple[str, str | None]]](set)
    for ruling in checker.rulings.values():
        cited[ruling.id] = {(c.authority, c.date_printed) for c in ruling.citations}
    named: list[tuple[rows.Misprinted | rows.Doubtful, str, str]] = [
        *((row, id, "rulings") for row in dates.misprinted for id in row.rulings),
        *((doubtful, doubtful.ruling, "ruling") for doubtful in dates.doubtful),
    ]
    for row, id, key in named:
        if id in checker.rulings and (row.authority, row.printed) not in cited[id]:
            is_truncated = any(c.doubt == "truncated" for c in checker.rulings[id].citations)
            report = checker.add_warning if is_truncated else checker.add_error
            report("dates", row.line_of(key), f"{id} does not cite {row.authority} with {row.printed}")
    for not_doubtful in dates.not_doubtful:
        for printed in not_doubtful.printed:
            if not any((not_doubtful.authority, printed) in citations for citations in cited.values()):
                text = f"{not_doubtful.authority} is cited nowhere with {printed}"
                checker.add_warning("dates", not_doubtful.line, text)


def _check_inheritance(checker: ReferenceChecker) -> None:
    inherited = {card.id: {i.subject.id for i in card.inherits} for card in checker.parsed.cards}
    for row in checker.edited.inheritance:
        ruling = checker.rulings.get(row.ruling or "")
        if ruling and ruling.subject.id != row.subject:
            checker.add_error("inheritance", row.line_of("ruling"), f"{row.ruling} is not a ruling on {row.subject}")
        for id in row.cards if row.takes in ("only", "not") else ():
            if id in inherited and row.subject not in inherited[id]:
                checker.add_warning("inheritance", row.line_of("cards"), f"{id} inherits nothing from {row.subject}")


def _check_needless_rows(checker: ReferenceChecker) -> None:
    for row in (erratum for document in checker.edited.documents for erratum in document.errata):
        if row.ruling in checker.rulings and checker.rulings[row.ruling].label:
            checker.add_error("documents", row.line_of("ruling"), f"{row.ruling} is labelled; delete the row")
    lines = getattr(checker.edited.moved, "key_lines", {})
    for old in checker.edited.moved:
        if old in checker.known["address"]:
            checker.add_error("moved", lines[old], f"{errors.quoted(old)} is still there; delete the redirect")


def _check_cards(checker: ReferenceChecker) -> None:
    """Checks that no two cards share an id or a title, and that an id is that of the title, or of a former title."""
    for key in ("id", "title"):
        named = [(getattr(card, key), card.line_of(key)) for card in checker.edited.cards]
        checker.check_distinct("cards", [(plain_text.fold(value), errors.quoted(value), line) for value, line in named])
    ids_of = defaultdict[str, list[str]](list)
    for alias in checker.edited.names.aliases:
        ids_of[plain_text.fold(alias.card)] += [ids.slug(alias.name)] if alias.kind == "former" else []
    for card in checker.edited.cards:
        id = ids.slug(card.title)
        if card.id not in (id, *ids_of[plain_text.fold(card.title)]):
            checker.add_error("cards", card.line_of("id"), f"the id of {card.title} is {id}; {_FORMER}")


def _check_authorities(checker: ReferenceChecker) -> None:
    owners: dict[str, rows.Authority] = {}
    for row in checker.edited.authorities:
        for name in dict.fromkeys((row.name, *row.names)):
            if (owner := owners.setdefault(plain_text.fold(name), row)) is not row:
                sentence = f"{errors.quoted(name)} is already a name of {owner.name} (line {owner.line})"
                cure = "delete it here or there; a second term of the same person is a row of its `terms`"
                checker.add_error("authorities", row.line_of("names"), f"{sentence}; {cure}")


def _check_names(checker: ReferenceChecker) -> None:
    edited = checker.edited.names
    for link in edited.links:
        text = checker.known["ruling"].get(link.ruling, "")
        if link.words in text and not mentions.whole_words(link.words).search(text):
            sentence = f"{errors.quoted(link.words)} is only a part of a word of {link.ruling}; write whole words"
            checker.add_error("names", link.line_of("words"), sentence)
    called: list[tuple[str, Iterable[str]]] = [
        *((f"the name of {page.meaning or 'a page'}", (page.id, *page.names)) for page in page_table.PAGES),
        *((f"a name of {row.title}", (row.title, row.short)) for row in checker.edited.documents),
        *((f"the command {name}", (name,)) for name in checker.commands),
        *((f"the keyword {word}", (word,)) for word in checker.edited.keywords),
        *((f"the card type {type}", (type, plain_text.plural(type))) for type in constants.CARD_TYPES),
        *((f"the topic {topic.title}", (topic.title,)) for topic in checker.parsed.topics),
    ]
    taken = {plain_text.fold(name): what for what, listed in called for name in listed}
    authorities = names.authority_names(checker.parsed.sources.authorities)
    people = {plain_text.fold(name): f"a name of {authority.name}" for name, authority in authorities}
    first_rows: dict[str, tuple[int, tuple[str, ...]]] = {}
    named: list[rows.Alias | rows.AmbiguousRow] = [*edited.aliases, *edited.ambiguous]
    for row in named:
        name = plain_text.fold(row.name)
        titles = (row.card,) if isinstance(row, rows.Alias) else row.cards
        if name not in first_rows:
            first_rows[name] = row.line, titles
            title = checker.known["card title"].get(name)
            other = f"the title of {title}" if title and titles != (title,) else taken.get(name)
            if not all(name in plain_text.fold(each).split() for each in titles):  # as `sensei` in Runner Sensei
                other = other or people.get(name)
            if other and (isinstance(row, rows.Alias) or "keyword" not in other):
                checker.add_error("names", row.line, f"{errors.quoted(row.name)} is already {other}; delete the row")
        first_line, others = first_rows[name]
        if sorted(map(plain_text.fold, others)) != sorted(map(plain_text.fold, titles)):
            sentence = f"{errors.quoted(row.name)} is also a name of {plain_text.joined_with('or', list(others))}"
            sentence += f" (line {first_line}); list a name of several cards only under `ambiguous`"
            checker.add_error("names", row.line, sentence)


def _check_headings(checker: ReferenceChecker) -> None:
    """Checks that each heading of a card is its title, a restored one on its side and in alphabetical order."""
    document = checker.parsed.rulings_document
    headed = [(block, block.heading) for block in document.blocks if block.heading]
    named = [(str(block.subject), f"the heading {errors.quoted(line.words)}", line.number) for block, line in headed]
    checker.findings.errors += sources.repeated(document.path, named)
    restorations = {restoration.words: restoration for restoration in checker.edited.restorations.lines}
    for block, line in headed:
        row = restorations.get(line.words) if line.restored else None
        side = block.card.side.lower() if block.card else "general"
        if line in document.unknown and row:
            checker.require("restorations", row.line, "card title", line.words)
        elif line in document.unknown:
            hint = edit_distance.nearest_hint(line.words, checker.known["card title"].values())
            sentence = f"{errors.quoted(line.words)} is not the title of a card{hint}; {_FORMER}"
            checker.findings.errors.append(files.Problem(document.path, sentence, line.number))
        elif row and row.side and row.side != side:
            sentence = f"{errors.quoted(row.words)} is not a {row.side} heading but a {side} heading"
            checker.add_error("restorations", row.line, sentence)
    for (one, above), (other, below) in pairwise(headed):
        is_same_side = one.card and other.card and one.card.side == other.card.side
        if is_same_side and plain_text.alphabetical(above.words) > plain_text.alphabetical(below.words):
            for line, neighbour in ((above, other), (below, one)):
                if line.restored and (row := restorations.get(line.words)):
                    sentence = f"is out of alphabetical order next to {errors.quoted(neighbour.subject.title)}"
                    checker.add_error("restorations", row.line, f"{errors.quoted(line.words)} {sentence}")


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


# Ids that something had when it was written last, and has no more.


class Written(NamedTuple):
    """What has an address: its kind, its id (of a document, the address of its page), and its words or its title."""

    kind: str
    id: str
    words: str = ""


def vanished_ids(parsed: entries.ParsedKnowledge, folder: Path) -> list[files.Problem]:
    """A problem for each address in `folder`, as it was written last, that leads nowhere any more.

    Links to it would break, so moved.yaml has to say what took its place. There is none under an unknown heading.
    """
    if parsed.rulings_document.unknown:
        return []
    previous = {former.id: former for former in written(folder)}
    now, moved = {each.id for each in _parsed_now(parsed)}, parsed.sources.edited.moved
    problems = []
    for id, former in previous.items():
        if id in now:
            continue
        took_place = successor(former, parsed, previous)
        if id not in moved or (took_place and isinstance(moved[id], str) and moved[id] != took_place):
            row = "add a row with this id and what took its place, or below it `nothing:` and the reason"
            if took_place:
                row = f"it is now {took_place}: write the row `{id}: {took_place}`"
            text = f"the {former.kind} {id} is gone, and links to it would break: {row}"
            line = getattr(moved, "key_lines", {}).get(id)
            problems.append(files.Problem(parsed.sources.path("moved"), text, line))
    return problems


_LEAST_SHARED = 0.6  # of the words of two statements, if one is the other with its words changed


def successor(former: Written, parsed: entries.ParsedKnowledge, previous: Collection[str]) -> str | None:
    """The id of what is new in this run and has the same words or, if there is none, most of them; None if nothing has.

    `previous`: the ids that were there before, which took nobody's place.
    """
    new = {each.id: each.words for each in _parsed_now(parsed) if each.kind == former.kind and each.id not in previous}
    same_words = [id for id, words in new.items() if words == former.words and words]
    if same_words:
        return edit_distance.nearest(former.id, same_words, 0)
    if former.kind not in ("ruling", "section") or not former.words:
        return None  # it has only a title
    shared = {
        id: SequenceMatcher(None, former.words.split(), words.split(), False).ratio() for id, words in new.items()
    }
    best = max(shared, key=shared.__getitem__, default=None)
    return best if best and shared[best] >= _LEAST_SHARED else None


def _parsed_now(parsed: entries.ParsedKnowledge) -> Iterator[Written]:
    yield from (Written("card", card.id, card.title) for card in parsed.cards)
    yield from (Written("topic", topic.id, topic.title) for topic in parsed.topics)
    yield from (Written("ruling", ruling.id, ruling.printed) for ruling in parsed.rulings)
    yield from (Written("section", section.id, section.text) for section in parsed.all_sections)
    yield from (Written("note", note.id) for note in parsed.sources.edited.notes)
    for document in parsed.sources.documents.values():
        yield Written("document", f"/documents/{document.id}/", document.row.title)


def written(folder: Path) -> Iterator[Written]:
    """What has an address in the generated files of a folder; nothing of damaged ones."""
    patterns = {"card": "cards/*/*.yaml", "topic": "topics/*.yaml", "document": "documents/*.yaml"}
    for kind, pattern in (*patterns.items(), ("note", "note-ids.yaml"), ("", "unattributed.yaml")):
        for path in sorted(folder.glob(pattern)):
            with suppress(errors.RulingsError, TypeError, KeyError, AttributeError):
                data = yaml_files.read_yaml(path)
                if kind == "document":
                    yield Written(kind, f"/documents/{data['id']}/", data["title"])
                elif kind in patterns:
                    yield Written(kind, data["id"], data["title"])
                yield from (Written("note", id) for id in data.get("ids", ()))
                for name in constants.RULING_LISTS:
                    for row in data.get(name, ()):
                        yield Written("ruling", row["id"], row["printed"].removesuffix("\n").replace("\n", " "))
                for row in data.get("sections", ()):
                    yield Written("section", row["id"], row.get("text", "").removesuffix("\n"))
