"""The hand-edited files → what in them refers to nothing, quotes words that are not there, or repeats another row.

What a value refers to, what a row quotes and what must be unique is declared in `rulings.model.rows`, so that one loop
checks every file. The functions below it check what is true of one file alone, and whether ids have gone.
"""

from __future__ import annotations

import re
from collections import defaultdict
from collections.abc import Iterable, Iterator, Sequence
from dataclasses import dataclass, field
from functools import cached_property
from itertools import combinations, product
from pathlib import Path
from typing import Any

from msgspec.inspect import DictType, ListType, Metadata, StructType, UnionType, VarTupleType, type_info

from rulings import errors
from rulings import names as rulings_names
from rulings.model import constants, entities, formatting, ids, located, rows
from rulings.parser import mentions, rulings
from rulings.storage import files, yaml_files

_CUTOFF, _ID_CUTOFF = 0.5, 0.4  # how similar the nearest name, or id of a ruling, must be, from 0 to 1
_CALLED = {  # what a kind of reference is called
    "entry": "ruling",
    "card title": "card",
    "title": "card or topic",
    "address": "card, topic, ruling, section or note",
}


@dataclass(slots=True)
class Findings:
    """`errors` stop `rulings parse`, `warnings` do not."""

    errors: list[files.Problem] = field(default_factory=list)
    warnings: list[files.Problem] = field(default_factory=list)


class ReferenceChecker:
    """What hand-edited files may refer to (`known`), and what is wrong in them (`findings`).

    `known`: kind of reference (as in `rows`) → id or folded title → the words of an entry, or the title of another.
    """

    def __init__(self, parsed: rulings.ParsedKnowledge, folders: tuple[Path, ...]) -> None:
        self.parsed, self.folders, self.edited = parsed, folders, parsed.sources.edited
        self.findings = Findings()
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
            "address": {**cards, **topics, **printed_rulings, **sections, **{n.id: n.title for n in self.edited.notes}},
            "card title": {ids.fold(title): title for title in cards.values()},
            "title": {ids.fold(title): title for title in (*cards.values(), *topics.values())},
            "card type or keyword": {**{word: word for word in constants.CARD_TYPES}, **keywords},
        }

    @cached_property
    def previous_ids(self) -> frozenset[str]:
        """The ids of rulings and topics when they were last written; only read if an id is unknown."""
        return frozenset(previous_ids(self.folders))

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
            if refers:
                self.require(file, line, refers, str(value))
        elif isinstance(kind, UnionType):
            for option in kind.types if value is not None else ():
                self.check(file, value, option, line, data)
        elif isinstance(kind, ListType | VarTupleType):
            lines = data.lines if isinstance(data, located.LocatedList) else [line] * len(value)
            for item, item_line, item_data in zip(value, lines, data or value, strict=True):
                self.check(file, item, kind.item_type, item_line, item_data)
            self._check_repeated(file, [item for item in value if isinstance(item, located.Row)])
        elif isinstance(kind, DictType):
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
        if (ids.fold(name) if kind.endswith("title") else name) in known or name.startswith("/"):
            return  # the site knows which of its addresses, like /cards/asp/, exist
        shown: Iterable[str] = known.values() if kind.endswith("title") else known
        cutoff = _CUTOFF
        if called == "ruling":
            same_subject = [id for id in self.rulings if id.rpartition("-")[0] == name.rpartition("-")[0]]
            shown, cutoff = same_subject or self.rulings, _ID_CUTOFF
            nearest = rulings_names.nearest(name, same_subject, cutoff)
            if name in self.previous_ids:
                now = f"; its words were changed, and its id is now {nearest}" if nearest else ""
                text = f"there is no ruling {name} any more{now}; correct this, and add the old id to moved.yaml"
                self.add_warning(file, line, text, stale=True)
                return
        text = f"no {called} is called {errors.quoted(name)}{rulings_names.nearest_hint(name, shown, cutoff)}"
        if name in self.previous_ids:
            self.add_warning(file, line, f"{text}; it was there before", stale=True)
        else:
            self.add_error(file, line, text)

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
        """Adds an error for a value that is on two lines. `values`: what is compared, what it is called, its line."""
        first_lines: dict[str, int] = {}
        for value, name, line in values:
            first_line = first_lines.setdefault(value, line)
            if first_line != line:
                self.add_error(file, line, f"{name} is already on line {first_line}")


def previous_ids(folders: Iterable[Path]) -> Iterator[str]:
    """The ids of rulings and topics in previously written knowledge bases; folders without one are skipped."""
    for folder in folders:
        if (folder / "cards").is_dir():
            try:
                kb = yaml_files.read_folder(folder)
            except errors.RulingsError:
                continue
            yield from (*kb.rulings_by_id, *kb.topics_by_id)


# What is true of one file alone.


def check_references(parsed: rulings.ParsedKnowledge, folders: Iterable[Path]) -> Findings:
    """Checks all files. `folders`: previously written knowledge bases, whose ids are still recognized."""
    checker = ReferenceChecker(parsed, tuple(folders))
    for name, shape in rows.SHAPES.items():
        data = getattr(parsed.sources.edited, name.replace("-", "_"))
        checker.check(name, data, type_info(shape), 1, data)
    for check in _CHECKS:
        check(checker)
    return checker.findings


def _check_questions(checker: ReferenceChecker) -> None:
    questions = checker.edited.questions
    for id, ruling in checker.rulings.items():
        if questions and id not in questions:
            checker.add_warning("questions", None, f"no question yet for {id} ({ruling.text[:50]} …)")
    answered = {ids.fold(question): id for id, listed in questions.items() for question in listed}
    lines: Sequence[int] = getattr(checker.edited.unanswered, "lines", ())
    unanswered = list(zip(checker.edited.unanswered, lines, strict=False))
    for question, line in unanswered:
        if id := answered.get(ids.fold(question), ""):
            checker.add_error("unanswered", line, f"{errors.quoted(question)} is answered by {id}; delete it here")
    checker.check_distinct("unanswered", ((ids.fold(q), errors.quoted(q), line) for q, line in unanswered))


def _check_notes(checker: ReferenceChecker) -> None:
    for row in checker.edited.notes:
        for side in ("one", "other"):
            quotation = row.one if side == "one" else row.other
            if quotation:
                _check_words_of_others(checker, quotation, row.extent == "part" and row.follow != side)
        if row.kind in constants.AGREEING_KINDS or row.follow == "neither" or not row.other:
            continue
        followed, superseded = (row.one, row.other) if row.follow == "one" else (row.other, row.one)
        for id, date in _latest_dates(checker, superseded):
            for newer_id, newer_date in _latest_dates(checker, followed):
                if newer_date < date:
                    sentence = f"{newer_id} ({newer_date}) is older than {id} ({date}) and cannot supersede it"
                    checker.add_error("notes", row.line_of("follow"), sentence)


def _latest_dates(checker: ReferenceChecker, side: rows.Quotation) -> Iterator[tuple[str, str]]:
    """The rulings on one side of a note that cite a date, each with its latest (ISO 8601)."""
    for id in (side.ruling or "", *side.also):
        if id in checker.rulings and (date := checker.rulings[id].date):
            yield id, date


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
        ruling = checker.rulings.get(row.ruling)
        if ruling and ruling.subject.id != row.subject:
            checker.add_error("inheritance", row.line_of("ruling"), f"{row.ruling} is not a ruling on {row.subject}")
        if row.takes == "also" and not row.words:
            checker.add_error("inheritance", row.line, "`words` is missing: the words of the ruling that show why")
        for id in row.cards if row.takes != "also" else ():
            if id in inherited and row.subject not in inherited[id]:
                checker.add_warning("inheritance", row.line_of("cards"), f"{id} inherits nothing from {row.subject}")


def _check_needless_rows(checker: ReferenceChecker) -> None:
    for row in checker.edited.errata:
        if row.ruling in checker.rulings and checker.rulings[row.ruling].label:
            checker.add_error("errata", row.line_of("ruling"), f"{row.ruling} is labelled; delete the row")
    lines = getattr(checker.edited.moved, "key_lines", {})
    for old in checker.edited.moved:
        if old in checker.known["address"]:
            checker.add_error("moved", lines[old], f"{errors.quoted(old)} is still there; delete the redirect")


def _check_compared(checker: ReferenceChecker) -> None:
    """Warns of rulings that share a card or a topic and that nobody has compared."""
    edited = checker.edited
    if not edited.compared:  # a knowledge base that keeps no such list
        return
    groups: list[set[str]] = [
        *(set(row.entries) for row in edited.compared),
        *(set(row.rulings) for row in edited.near_identical),
        *({row.ruling, *row.replaces, *row.in_doubt} for row in edited.reversals),
    ]
    for note in edited.notes:
        sides = [side for side in (note.one, note.other) if side]
        groups.append({id for side in sides for id in (side.ruling, *side.also) if id}.union(note.related))
    compared = {pair for group in groups for pair in combinations(sorted(group), 2)}
    sharing = defaultdict[tuple[str, str], list[str]](
        list
    )  # card or topic → the rulings under it and those that name it
    for ruling in checker.parsed.rulings:
        if not ruling.is_see_entry:
            named = {("card", mention.id) for mention in ruling.mentions}
            for key in sorted(named | {(ruling.subject.kind, ruling.subject.id)}):
                sharing[key].append(ruling.id)
    missing = defaultdict[str, dict[str, None]](dict)
    for listed in sharing.values():
        for earlier, later in combinations(listed, 2):
            if (min(earlier, later), max(earlier, later)) not in compared:
                missing[later][earlier] = None
    for id, others in missing.items():
        sentence = f"compare {id} with {', '.join(others)}; then add it to their row, or write a note"
        checker.add_warning("compared", None, sentence)


def _check_twins(checker: ReferenceChecker) -> None:
    """Warns where rulings with the same words, apart from the name of their card, differ in steps, heading or links."""
    steps, questions = defaultdict[str, set[int]](set), checker.edited.questions
    for row in checker.edited.steps:
        steps[row.ruling].add(row.step)
    aliases = defaultdict[str, set[str]](set)
    for alias in checker.edited.names.aliases:
        aliases[ids.fold(alias.card)].add(ids.fold(alias.name))

    def without_own_name(ruling: entities.Ruling, words: str) -> str:
        title = ids.fold(ruling.subject.title)
        names = "|".join(map(re.escape, sorted({title, *aliases[title]}, key=len, reverse=True)))
        return re.sub(rf"\b(?:{names})s?\b", "…", ids.fold(words))

    def heading(ruling: entities.Ruling) -> str:
        return next(iter(questions.get(ruling.id, ())), "")

    def links(ruling: entities.Ruling, twin: entities.Ruling) -> set[str]:
        named = {mention.id for mention in ruling.mentions if mention.words in ruling.text}
        return named - {ruling.subject.id, twin.subject.id}

    twins = defaultdict[str, list[entities.Ruling]](list)
    for ruling in checker.rulings.values():
        for words in {ruling.text, without_own_name(ruling, ruling.text)} if not ruling.is_see_entry else ():
            twins[words].append(ruling)
    differences: dict[tuple[str, str], None] = {}  # file and sentence
    for first, *others in twins.values():
        for other in others:
            own_headings = [without_own_name(ruling, heading(ruling)) for ruling in (first, other)]
            for file, what, differs in (
                ("steps", "steps", steps[first.id] != steps[other.id]),
                ("questions", "headings", heading(first) != heading(other) and len({*own_headings}) == 2),
                ("names", "links", links(first, other) != links(other, first)),
            ):
                if differs:
                    differences[file, f"{first.id} and {other.id} have the same words, but different {what}"] = None
    for file, sentence in differences:
        checker.add_warning(file, None, sentence)


def _check_names(checker: ReferenceChecker) -> None:
    names = checker.edited.names
    for link in names.links:
        text = checker.known["ruling"].get(link.ruling, "")
        if link.words in text and not mentions.whole_words(link.words).search(text):
            sentence = f"{errors.quoted(link.words)} is only a part of a word of {link.ruling}; write whole words"
            checker.add_error("names", link.line_of("words"), sentence)
    topics = {ids.fold(topic.title): topic.title for topic in checker.parsed.topics}
    first_rows: dict[str, tuple[int, tuple[str, ...]]] = {}
    named: list[rows.Alias | rows.AmbiguousRow] = [*names.aliases, *names.ambiguous]
    for row in named:
        name = ids.fold(row.name)
        titles = (row.card,) if isinstance(row, rows.Alias) else row.cards
        if name not in first_rows:
            first_rows[name] = row.line, titles
            title = checker.known["card title"].get(name)
            taken = (
                f"the title of {title}" if title and titles != (title,)
                else f"the topic {topics[name]}" if name in topics
                else ""
            )  # fmt: skip
            if taken:
                checker.add_error("names", row.line, f"{errors.quoted(row.name)} is already {taken}; delete the row")
        first_line, others = first_rows[name]
        if sorted(map(ids.fold, others)) != sorted(map(ids.fold, titles)):
            sentence = f"{errors.quoted(row.name)} is also a name of {formatting.joined_with_or(list(others))}"
            sentence += f" (line {first_line}); list a name of several cards only under `ambiguous`"
            checker.add_error("names", row.line, sentence)


def _check_restored_headings(checker: ReferenceChecker) -> None:
    """Checks that each restored heading is the title of a card on its side, and in alphabetical order."""
    blocks = [block for block in checker.parsed.rulings_document.blocks if block.heading]
    restorations = {restoration.words: restoration for restoration in checker.edited.restorations.lines}
    for above, block, below in zip([None, *blocks], blocks, [*blocks[1:], None], strict=False):
        title = block.heading.words if block.heading and block.heading.restored else ""
        if title not in restorations:
            continue
        expected_side, line = restorations[title].side, restorations[title].line
        side = block.card.side.lower() if block.card else "general"
        if expected_side and expected_side != side:
            sentence = f"{errors.quoted(title)} is not a {expected_side} heading but a {side} heading"
            checker.add_error("restorations", line, sentence)
        for first, second, neighbour in ((above, block, above), (block, below, below)):
            cards = [b.card for b in (first, second) if b and b.card]
            is_on_one_side = len(cards) == 2 and cards[0].side == cards[1].side
            if neighbour and is_on_one_side and ids.alphabetical(cards[0].title) > ids.alphabetical(cards[1].title):
                sentence = f"is out of alphabetical order next to {errors.quoted(neighbour.subject.title)}"
                checker.add_error("restorations", line, f"{errors.quoted(title)} {sentence}")


def _check_additions(checker: ReferenceChecker) -> None:
    """Warns of additions without a known authority, which are not official, and of references to nothing."""
    known = {authority.name for authority in checker.parsed.sources.authorities}
    for ruling in checker.parsed.rulings:
        file = ids.additions_path(ruling.source.document)
        line = ruling.source.lines[0]
        if file is None:
            continue
        if ruling.text.startswith("See ") and not ruling.see:
            checker.add_warning(file, line, "it begins with “See”, but the name of no card or topic follows")
        for citation in ruling.citations:
            if citation.authority not in known:
                hint = rulings_names.nearest_hint(citation.authority, known)
                sentence = f"{errors.quoted(citation.authority)} is not in authorities.yaml{hint}"
                checker.add_warning(file, line, sentence)


_CHECKS = (
    _check_questions,
    _check_notes,
    _check_dates,
    _check_inheritance,
    _check_needless_rows,
    _check_compared,
    _check_twins,
    _check_names,
    _check_restored_headings,
    _check_additions,
)


# Ids that something had when it was written last, and has no more.

_WRITTEN_ID = re.compile(r"^id: (\S+)$", re.MULTILINE)


def vanished_ids(parsed: rulings.ParsedKnowledge, folder: Path) -> list[files.Problem]:
    """A problem for each card, topic, section or note that `folder` has an address for and that is gone.

    Links to it would break, so moved.yaml has to say what took its place. `folder`: as it was written last.
    """
    edited = parsed.sources.edited
    now = {card.id for card in parsed.cards} | {topic.id for topic in parsed.topics}
    now |= {section.id for section in parsed.all_sections} | {note.id for note in edited.notes}
    return [
        files.Problem(
            parsed.sources.path("moved"),
            f"the {kind} {id} is gone, and links to it would break: add a row with this id and what took its place",
        )
        for id, kind in _written_ids(folder)
        if id not in now and id not in edited.moved
    ]


def _written_ids(folder: Path) -> Iterator[tuple[str, str]]:
    """The id and kind of each card, topic, section and note in the generated files; nothing of damaged ones."""
    for kind, pattern in (("card", "cards/*/*.yaml"), ("topic", "topics/*.yaml")):
        for path in sorted(folder.glob(pattern)):
            if match := _WRITTEN_ID.search(path.read_text(encoding="utf-8", errors="replace")):
                yield match[1], kind
    for kind, pattern, key in (("section", "documents/*.yaml", "sections"), ("note", "note-ids.yaml", "ids")):
        for path in sorted(folder.glob(pattern)):
            try:
                listed = yaml_files.read_yaml(path)[key]
                yield from ((row["id"] if kind == "section" else row, kind) for row in listed)
            except (errors.RulingsError, TypeError, KeyError):
                continue
