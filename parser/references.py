"""The hand-edited files → errors about ids, titles and quotations in them that do not exist. One check per file."""

from __future__ import annotations

from collections import defaultdict
from collections.abc import Iterable, Iterator, Mapping
from dataclasses import dataclass, field
from functools import cached_property
from pathlib import Path
from typing import Any, NamedTuple

from rulings import errors
from rulings import names as names_module
from rulings.model import constants, entities, formatting, ids, loading
from rulings.parser import mentions, rulings
from rulings.storage import files, yaml_files
from rulings.storage import folder as folder_files

# The parsed documents → the ids, titles and words to which hand-edited files may refer, and the errors found in them.

_ID_CUTOFF = 0.4  # how similar the nearest id of a ruling must be, from 0 to 1


@dataclass(slots=True)
class Findings:
    """`errors` stop `rulings parse`, `warnings` do not."""

    errors: list[files.Problem] = field(default_factory=list)
    warnings: list[files.Problem] = field(default_factory=list)


class ReferenceChecker:
    """The ids, titles and words to which hand-edited files may refer, and the errors found (`findings`)."""

    def __init__(self, parsed: rulings.ParsedKnowledge, folders: tuple[Path, ...]) -> None:
        self.parsed, self.folders = parsed, folders
        self.folder, self.hand_edited = parsed.sources.folder, parsed.sources.hand_edited
        self.rulings = {r.id: r for r in parsed.rulings if r.subject}
        self.sections = {section.id: section for section in parsed.all_sections}
        self.steps = {step.number: step for step in parsed.run_chart.steps}
        self.step_ids = {step.id for step in parsed.run_chart.steps}
        self.titles = {ids.fold(card.title): card.title for card in parsed.cards}
        self.findings = Findings()
        self.by_subject = defaultdict[str, list[str]](list)
        for id in self.rulings:
            self.by_subject[id.rpartition("-")[0]].append(id)

    @cached_property
    def previous_ids(self) -> frozenset[str]:
        """The ids of the rulings when they were last written; only read if an id is unknown."""
        return frozenset(previous_ruling_ids(self.folders))

    def add_error(self, file: str, line: int, text: str) -> None:
        """Adds an error about a hand-edited file. `file`: its name, without `.yaml`."""
        self.findings.errors.append(files.Problem(str(self.folder / f"{file}.yaml"), text, line))

    def add_unknown(self, file: str, line: int, kind: str, name: str, known: Iterable[str]) -> None:
        """Adds the error that no `kind` has the name, with the nearest of the known names; see `unknown_name`."""
        self.add_error(file, line, names_module.unknown_name(kind, name, known))

    def add_warning(self, file: str, line: int | None, text: str) -> None:
        """Adds a warning: for example, a row has no effect because this edition lacks what it is about."""
        self.findings.warnings.append(files.Problem(str(self.folder / f"{file}.yaml"), text, line))

    def find_ruling(self, file: str, line: int, id: str) -> rulings.ParsedRuling | None:
        """The ruling with that id. If there is none, adds an error or warning with the nearest id, and returns None."""
        if id in self.rulings:
            return self.rulings[id]
        same_subject = self.by_subject.get(id.rpartition("-")[0], [])
        if id in self.previous_ids:
            nearest_id = names_module.nearest(id, same_subject, _ID_CUTOFF)
            now = f"; its words were changed, and its id is now {nearest_id}" if nearest_id else ""
            text = f"there is no ruling {id} any more{now}; correct this, and add the old id to moved.yaml"
            self.findings.warnings.append(files.Problem(str(self.folder / f"{file}.yaml"), text, line, stale=True))
            return None
        suggestion = names_module.nearest_hint(id, same_subject or self.rulings, _ID_CUTOFF)
        self.add_error(file, line, f"no ruling is called {errors.quoted(id)}{suggestion}")
        return None

    def check_words(self, file: str, line: int, words: str, text: str, text_name: str) -> None:
        """Adds an error if the quoted words are not in `text`, ignoring white space. `text_name`: what the text is."""
        if " ".join(words.split()) not in " ".join(text.split()):
            self.add_error(file, line, f"the words {errors.quoted(words[:50])} are not in {text_name}")

    def find_quoted_ruling(self, file: str, row: yaml_files.LocatedDict) -> rulings.ParsedRuling | None:
        """The ruling that a row names (`ruling`) and quotes (`words`), checked by `find_ruling` and `check_words`."""
        ruling = self.find_ruling(file, row.key_lines["ruling"], row["ruling"])
        if ruling:
            self.check_words(file, row.key_lines["words"], row["words"], ruling.printed, row["ruling"])
        return ruling


def previous_ruling_ids(folders: Iterable[Path]) -> Iterator[str]:
    """The ids of the rulings in previously written knowledge bases; folders without one are skipped."""
    for folder in folders:
        if (folder / "cards").is_dir():
            try:
                yield from (ruling.id for ruling in loading.assemble(folder_files.read_tree(folder), folder).rulings)
            except errors.RulingsError:
                continue


def check_references(parsed: rulings.ParsedKnowledge, folders: Iterable[Path]) -> Findings:
    """Checks all files. `folders`: previously written knowledge bases, whose ids are still recognized."""
    checker = ReferenceChecker(parsed, tuple(folders))
    for check in _CHECKS:
        check(checker)
    return checker.findings


def _check_questions(checker: ReferenceChecker) -> None:
    questions: yaml_files.LocatedDict = checker.hand_edited["questions"]
    known = {*checker.sections, *checker.step_ids}
    for id in questions:
        if id not in known:
            checker.find_ruling("questions", questions.key_lines[id], id)
    for id, ruling in checker.rulings.items():
        if questions and id not in questions:
            checker.add_warning("questions", None, f"no question yet for {id} ({ruling.wording.text[:50]} …)")


def _check_unanswered(checker: ReferenceChecker) -> None:
    answered = {ids.fold(q): id for id, questions in checker.hand_edited["questions"].items() for q in questions}
    unanswered: yaml_files.LocatedList = checker.hand_edited["unanswered"]
    for index, question in enumerate(unanswered):
        if id := answered.get(ids.fold(question)):
            line = unanswered.lines[index]
            checker.add_error("unanswered", line, f"{errors.quoted(question)} is answered by {id}; delete it here")
    questions = (
        (ids.fold(question), errors.quoted(question), unanswered.lines[i]) for i, question in enumerate(unanswered)
    )
    _check_distinct(checker, "unanswered", questions)


def _check_steps(checker: ReferenceChecker) -> None:
    for row in checker.hand_edited["steps"]:
        if row["step"] not in checker.steps:
            checker.add_error("steps", row.key_lines["step"], f"the run chart has no step {row['step']}")
        checker.find_quoted_ruling("steps", row)


def _check_notes(checker: ReferenceChecker) -> None:
    for row in checker.hand_edited["notes"]:
        for side in ("one", "other"):
            quotation = row.get(side)
            if quotation:
                _check_quotation(checker, quotation)
                _check_entry_ids(checker, quotation, "also")
                is_superseded = row.get("extent") == "part" and row["follow"] != side
                _check_words_of_others(checker, quotation, is_superseded)
        _check_entry_ids(checker, row, "related")
        _check_ages(checker, row)


def _check_ages(checker: ReferenceChecker, row: yaml_files.LocatedDict) -> None:
    """Checks that no ruling is superseded by an older one, going by the latest date cited for each."""
    if row["kind"] == constants.CLARIFICATION or row["follow"] == "neither" or not row.get("other"):
        return
    followed, superseded = (row["one"], row["other"]) if row["follow"] == "one" else (row["other"], row["one"])
    for id, date in _latest_dates(checker, superseded):
        for newer_id, newer_date in _latest_dates(checker, followed):
            if newer_date < date:
                sentence = f"{newer_id} ({newer_date}) is older than {id} ({date}) and cannot supersede it"
                checker.add_error("notes", row.key_lines["follow"], sentence)


def _latest_dates(checker: ReferenceChecker, side: yaml_files.LocatedDict) -> Iterable[tuple[str, str]]:
    """The rulings on one side of a note that cite a date, each with its latest (ISO 8601)."""
    for id in (side.get("ruling"), *(side.get("also") or ())):
        citations = checker.rulings[id].wording.citations if id in checker.rulings else ()
        if dates := [citation.best_date for citation in citations if citation.best_date]:
            yield id, max(dates)


def _check_entry_ids(checker: ReferenceChecker, row: yaml_files.LocatedDict, key: str) -> None:
    """Checks the ids of rulings, sections and steps under `key`."""
    for id in row.get(key) or ():
        if id not in checker.sections and id not in checker.step_ids:
            checker.find_ruling("notes", row.key_lines[key], id)


def _check_words_of_others(checker: ReferenceChecker, row: yaml_files.LocatedDict, must_have_words: bool) -> None:
    """Checks that the entries under `also` contain their words under `also_words`; each may need to have some."""
    others = row.get("also") or ()
    words_of: yaml_files.LocatedDict = row.get("also_words") or yaml_files.LocatedDict(row.line)
    if must_have_words:
        for id in [id for id in others if id not in words_of]:
            checker.add_error("notes", row.key_lines["also"], f"`also_words` lacks the superseded words of {id}")
    for id, words in words_of.items():
        if id not in others:
            checker.add_error("notes", words_of.key_lines[id], f"{id} is not listed under `also`")
        if text := _printed_text(checker, id):
            for part in words.split(" … "):
                checker.check_words("notes", words_of.key_lines[id], part, text, id)


def _printed_text(checker: ReferenceChecker, id: str) -> str | None:
    """The text of a ruling, section or step; None if there is none with that id."""
    if id in checker.rulings:
        return checker.rulings[id].printed
    if id in checker.sections:
        return checker.sections[id].text
    return _step_words(checker, ids.number_of_step(id) or 0) if id in checker.step_ids else None


def _check_quotation(checker: ReferenceChecker, row: yaml_files.LocatedDict) -> None:
    """Checks that what a note quotes exists: the document; its ruling, section or step, if one is named; the words."""
    document = checker.parsed.sources.documents.get(row["document"])
    if document is None:
        checker.add_unknown("notes", row.line, "document", row["document"], checker.parsed.sources.documents)
        return
    if "ruling" in row:
        id = source = row["ruling"]
        checker.find_ruling("notes", row.key_lines["ruling"], id)
    elif "section" in row:
        id = source = row["section"]
        if id not in checker.sections:
            checker.add_unknown("notes", row.key_lines["section"], "section", id, checker.sections)
    elif "step" in row:
        id, source = ids.step_id(row["step"]), f"step {row['step']}"
        if id not in checker.step_ids:
            checker.add_error("notes", row.key_lines["step"], f"the run chart has no step {row['step']}")
    else:
        id, source = "", document.id
    text = _printed_text(checker, id) if id else " ".join(line.text for line in document.lines)
    if text is not None:
        checker.check_words("notes", row.key_lines["words"], row["words"], text, source)


def _step_words(checker: ReferenceChecker, number: int) -> str:
    """The words of a step as printed, including its decisions."""
    first, last = checker.steps[number].source.lines
    lines = checker.parsed.sources.documents[constants.RUN_CHART_DOCUMENT].lines
    return " ".join(line.text for line in lines if first <= line.number <= last)


def _check_reversals(checker: ReferenceChecker) -> None:
    for row in checker.hand_edited["reversals"]:
        checker.find_quoted_ruling("reversals", row)
        for key in ("replaces", "in_doubt"):
            for id in row.get(key) or ():
                checker.find_ruling("reversals", row.key_lines[key], id)


def _check_dates(checker: ReferenceChecker) -> None:
    dates: dict[str, Any] = checker.hand_edited["dates"]
    for row in dates.get("misprinted") or ():
        for id in row["rulings"]:
            _check_cited(checker, row, row.key_lines["rulings"], id)
    for row in dates.get("doubtful") or ():
        _check_cited(checker, row, row.key_lines["ruling"], row["ruling"])
    cited = {(c.authority, c.date_printed) for r in checker.parsed.rulings for c in r.wording.citations}
    for row in dates.get("not_doubtful") or ():
        for printed in row["printed"]:
            if (row["authority"], printed) not in cited:
                checker.add_warning("dates", row.line, f"{row['authority']} is cited nowhere with {printed}")


def _check_cited(checker: ReferenceChecker, row: yaml_files.LocatedDict, line: int, id: str) -> None:
    ruling = checker.find_ruling("dates", line, id)
    expected = row["authority"], row["printed"]
    citations = ruling.wording.citations if ruling else ()
    if ruling and expected not in {(c.authority, c.date_printed) for c in citations}:
        report = checker.add_warning if any(c.doubt == "truncated" for c in citations) else checker.add_error
        report("dates", line, f"{id} does not cite {row['authority']} with {row['printed']}")


def _check_inheritance(checker: ReferenceChecker) -> None:
    cards = {card.id: card for card in checker.parsed.cards}
    subjects = {*cards, *(topic.id for topic in checker.parsed.topics)}
    for row in checker.hand_edited["inheritance"]:
        _check_inheriting_cards(checker, row, cards)
        if row["subject"] not in subjects:
            checker.add_unknown("inheritance", row.key_lines["subject"], "card or topic", row["subject"], subjects)
        _check_inherited_ruling(checker, row)


def _check_inheriting_cards(
    checker: ReferenceChecker, row: yaml_files.LocatedDict, cards: Mapping[str, entities.Card]
) -> None:
    """Checks that the cards exist, and warns of cards that inherit nothing from the subject."""
    line, subject = row.key_lines["cards"], row["subject"]
    for id in row["cards"]:
        if id not in cards:
            checker.add_unknown("inheritance", line, "card", id, cards)
        elif row["takes"] != "also" and subject not in {i.subject.id for i in cards[id].inherits}:
            checker.add_warning("inheritance", line, f"{id} inherits nothing from {subject}")


def _check_inherited_ruling(checker: ReferenceChecker, row: yaml_files.LocatedDict) -> None:
    """Checks that the ruling is one on the subject, and that it, or the entry that is named, contains the words."""
    line, subject = row.key_lines["ruling"], row["subject"]
    ruling = checker.find_ruling("inheritance", line, row["ruling"])
    if ruling and ruling.subject and ruling.subject.id != subject:
        checker.add_error("inheritance", line, f"{row['ruling']} is not a ruling on {subject}")
    entry = row.get("entry", row["ruling"])
    quoted_ruling = checker.find_ruling("inheritance", row.key_lines["entry"], entry) if "entry" in row else ruling
    if "words" in row and quoted_ruling:
        checker.check_words("inheritance", row.key_lines["words"], row["words"], quoted_ruling.printed, entry)
    elif row["takes"] == "also" and "words" not in row:
        checker.add_error("inheritance", row.line, "`words` is missing: the words of the ruling that show why")


def _check_applicable_topics(checker: ReferenceChecker) -> None:
    """Checks the words and topics; only warns of a topic that is not there, as its heading may be lost."""
    topics = {topic.id for topic in checker.parsed.topics}
    words = {*constants.CARD_TYPES, *(keyword for card in checker.parsed.cards for keyword in card.keywords)}
    applicable: yaml_files.LocatedDict = checker.hand_edited["applicable-topics"]
    for word, rows in applicable.items():
        if word not in words:
            line = applicable.key_lines[word]
            checker.add_unknown("applicable-topics", line, "card type or keyword", word, words)
        for row in rows:
            if row["topic"] not in topics:
                line = row.key_lines["topic"]
                checker.add_warning("applicable-topics", line, names_module.unknown_name("topic", row["topic"], topics))


def _check_errata(checker: ReferenceChecker) -> None:
    for row in checker.hand_edited["errata"]:
        ruling = checker.find_quoted_ruling("errata", row)
        if ruling and ruling.wording.label:
            checker.add_error("errata", row.key_lines["ruling"], f"{row['ruling']} is labelled; delete the row")


def _check_near_identical(checker: ReferenceChecker) -> None:
    for row in checker.hand_edited["near-identical"]:
        for id in row["rulings"]:
            checker.find_ruling("near-identical", row.key_lines["rulings"], id)


def _check_names(checker: ReferenceChecker) -> None:
    names = checker.hand_edited["names"]
    subjects = {**checker.titles, **{ids.fold(topic.title): topic.title for topic in checker.parsed.topics}}
    for part in ("aliases", "context", "ambiguous", "false_friends"):
        for row in names.get(part) or []:
            for title in [*([row["card"]] if row.get("card") else []), *(row.get("cards") or ())]:
                _check_title(checker, row, "card", title, checker.titles)
            for title in row.get("only_under") or ():
                _check_title(checker, row, "card or topic", title, subjects)
    for row in names.get("links") or []:
        ruling = checker.find_quoted_ruling("names", row)
        if ruling and not mentions.whole_words(row["words"]).search(ruling.printed):
            sentence = f"{errors.quoted(row['words'])} is only a part of a word of {row['ruling']}; write whole words"
            checker.add_error("names", row.key_lines["words"], sentence)
    first_rows: dict[str, yaml_files.LocatedDict] = {}
    for row in [*(names.get("aliases") or ()), *(names.get("ambiguous") or ())]:
        first_row = first_rows.setdefault(ids.fold(row["name"]), row)
        titles, others = ([row["card"]] if "card" in row else row["cards"] for row in (row, first_row))
        if sorted(map(ids.fold, others)) != sorted(map(ids.fold, titles)):
            also = f"{formatting.joined_with_or(others)} (line {first_row.line})"
            sentence = f"{errors.quoted(row['name'])} is also a name of {also}"
            checker.add_error("names", row.line, f"{sentence}; list a name of several cards only under `ambiguous`")
    _check_taken_names(checker, first_rows)
    _check_false_friends(checker)


def _check_taken_names(checker: ReferenceChecker, rows: Mapping[str, yaml_files.LocatedDict]) -> None:
    """Checks that no name of a card is already the title of another one, a topic's or a command's. `rows`: by name."""
    topics = {ids.fold(topic.title): topic.title for topic in checker.parsed.topics}
    for name, row in rows.items():
        taken = (
            f"the title of {title}" if (title := checker.titles.get(name)) and title != row.get("card")
            else f"the topic {topics[name]}" if name in topics
            else f"the command `rulings {name}`" if name in constants.COMMAND_NAMES
            else ""
        )  # fmt: skip
        if taken:
            checker.add_error("names", row.line, f"{errors.quoted(row['name'])} is already {taken}; delete the row")


def _check_false_friends(checker: ReferenceChecker) -> None:
    """Checks that each could be taken for a card: it is in a document, or its words are in names and keywords."""
    parsed, names = checker.parsed, checker.hand_edited["names"]
    rows = names.get("false_friends") or ()
    texts = [ruling.printed for ruling in parsed.rulings]
    texts += [section.text for section in parsed.all_sections]
    texts += [step.text for step in parsed.run_chart.steps]
    printed = f" {ids.fold(' '.join(texts))} "
    named = [row["name"] for row in names.get("aliases") or ()]
    named += [word for card in parsed.cards for word in (card.title, card.type, *card.keywords)]
    known = {form for word in ids.fold(" ".join(named)).split() for form in (word, names_module.singular(word))}
    for row in rows:
        words = ids.fold(row["words"])
        if f" {words} " not in printed and not all(
            names_module.singular(word) in known or word in known for word in words.split()
        ):
            sentence = f"{errors.quoted(row['words'])} is in no document and in no name of a card; delete the row"
            checker.add_error("names", row.line, sentence)


def _check_title(
    checker: ReferenceChecker, row: yaml_files.LocatedDict, kind: str, title: str, known: dict[str, str]
) -> None:
    if ids.fold(title) not in known:
        checker.add_unknown("names", row.line, kind, title, known.values())


def _check_order_of_restored_headings(checker: ReferenceChecker) -> None:
    """Checks that each restored heading is on its side and in alphabetical order."""
    blocks = [b for b in checker.parsed.rulings_document.blocks if b.heading]
    restorations = {restoration.words.strip(): restoration for restoration in checker.parsed.sources.restorations}
    for above, block, below in zip([None, *blocks], blocks, [*blocks[1:], None], strict=False):
        if block.heading is None or not block.heading.restored:
            continue
        title = block.heading.text.strip()
        expected_side, line = restorations[title].side, restorations[title].row_line
        side = block.card.side.lower() if block.card else "general"
        if expected_side and expected_side != side:
            checker.add_error(
                "restorations", line, f"{errors.quoted(title)} is not a {expected_side} heading but a {side} heading"
            )
        for first, second, neighbour in ((above, block, above), (block, below, below)):
            if first and second and neighbour and _is_out_of_order(first.card, second.card):
                sentence = (
                    f"{errors.quoted(title)} is out of alphabetical order next to {errors.quoted(neighbour.title)}"
                )
                checker.add_error("restorations", line, sentence)


def _is_out_of_order(card: entities.Card | None, next_card: entities.Card | None) -> bool:
    """Whether the title of the next card should come first. Only cards of the same side are ordered."""
    if card is None or next_card is None or card.side != next_card.side:
        return False
    return ids.alphabetical(card.title) > ids.alphabetical(next_card.title)


def _check_additions(checker: ReferenceChecker) -> None:
    """Warns of additions without a known authority, which are not official, and of references to nothing."""
    known = {authority.name for authority in checker.parsed.sources.authorities}
    for ruling in checker.parsed.rulings:
        file = ids.additions_path(ruling.document)
        line = ruling.lines[0]
        if file is None:
            continue
        authorities = [citation.authority for citation in ruling.wording.citations]
        if ruling.wording.text.startswith("See ") and not ruling.see:
            checker.add_warning(file, line, "it begins with “See”, but the name of no card or topic follows")
        for authority in authorities:
            if authority not in known:
                suggestion = names_module.nearest_hint(authority, known)
                checker.add_warning(file, line, f"{errors.quoted(authority)} is not in authorities.yaml{suggestion}")


def _check_moved(checker: ReferenceChecker) -> None:
    moved: yaml_files.LocatedDict = checker.hand_edited["moved"]
    known = {
        *checker.rulings,
        *checker.sections,
        *(c.id for c in checker.parsed.cards),
        *(t.id for t in checker.parsed.topics),
    }
    for old, new in moved.items():
        if new not in known:
            hint = names_module.nearest_hint(new, known)
            sentence = f"{errors.quoted(old)} redirects to {errors.quoted(new)}, which does not exist{hint}"
            checker.add_error("moved", moved.key_lines[old], sentence)
        if old in known:
            checker.add_error(
                "moved", moved.key_lines[old], f"{errors.quoted(old)} is still there; delete the redirect"
            )


class _UniqueKey(NamedTuple):
    """The keys whose values no two rows of a file share. `part`: the key of the file with its rows (None: all of it).

    Lists are compared regardless of their order. The values of the key `each` are compared one by one.
    """

    file: str
    part: str | None
    keys: tuple[str, ...]
    each: str | None = None

    def rows(self, hand_edited: Mapping[str, Any]) -> list[yaml_files.LocatedDict]:
        """The rows of the file."""
        data = hand_edited[self.file]
        return (data.get(self.part) or []) if self.part else data

    def values(self, row: yaml_files.LocatedDict) -> list[str]:
        """What is compared, in words: one text or, with `each`, one for every value of that key."""
        shared = [", ".join(sorted(map(str, row[k]))) if isinstance(row[k], list) else str(row[k]) for k in self.keys]
        return [", ".join([*shared, value]) for value in row[self.each]] if self.each else [", ".join(shared)]


_UNIQUE_KEYS = (
    _UniqueKey("authorities", None, ("id",)),
    _UniqueKey("steps", None, ("step", "ruling")),
    _UniqueKey("notes", None, ("id",)),
    _UniqueKey("reversals", None, ("ruling",)),
    _UniqueKey("errata", None, ("ruling",)),
    _UniqueKey("inheritance", None, ("cards", "ruling")),
    _UniqueKey("near-identical", None, ("rulings",)),
    _UniqueKey("dates", "misprinted", ("authority", "printed"), each="rulings"),
    _UniqueKey("dates", "doubtful", ("ruling", "authority", "printed")),
    _UniqueKey("names", "context", ("name",), each="only_under"),
    _UniqueKey("names", "false_friends", ("words",)),
    _UniqueKey("names", "links", ("ruling", "words")),
    _UniqueKey("restorations", "lines", ("line", "place", "what", "words")),
)


def _check_repeated_rows(checker: ReferenceChecker) -> None:
    """Checks that no row repeats another. (Cards and documents are checked on reading, aliases in `_check_names`.)"""
    for key in _UNIQUE_KEYS:
        rows = key.rows(checker.hand_edited)
        values = ((words.lower(), f"a row with {words}", row.line) for row in rows for words in key.values(row))
        _check_distinct(checker, key.file, values)


def _check_distinct(checker: ReferenceChecker, file: str, values: Iterable[tuple[str, str, int]]) -> None:
    """Checks that no two lines have the same value. `values`: what is compared, what the error calls it, its line."""
    first_lines: dict[str, int] = {}
    for value, name, line in values:
        first_line = first_lines.setdefault(value, line)
        if first_line != line:
            checker.add_error(file, line, f"{name} is already on line {first_line}")


_CHECKS = (
    _check_questions,
    _check_unanswered,
    _check_steps,
    _check_notes,
    _check_reversals,
    _check_dates,
    _check_inheritance,
    _check_applicable_topics,
    _check_errata,
    _check_near_identical,
    _check_names,
    _check_order_of_restored_headings,
    _check_moved,
    _check_additions,
    _check_repeated_rows,
)
