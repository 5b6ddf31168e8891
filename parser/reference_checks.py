"""The hand-edited files → errors about ids, titles and quotations in them that do not exist. One check per file."""

from __future__ import annotations

import re
from collections import defaultdict
from collections.abc import Callable, Iterable, Mapping
from itertools import combinations
from pathlib import Path
from typing import Any, NamedTuple

from rulings.errors import quoted
from rulings.model.constants import AGREEING_KINDS, CARD_TYPES, COMMAND_NAMES, RUN_CHART_DOCUMENT
from rulings.model.entities import Card
from rulings.model.formatting import joined_with_or
from rulings.model.ids import additions_path, alphabetical, fold, number_of_step, step_id
from rulings.names.nearest import nearest_hint, unknown_name
from rulings.names.resolving import singular
from rulings.parser.mentions import whole_words
from rulings.parser.parsed import ParsedKnowledge, ParsedRuling
from rulings.parser.reference_checker import Findings, ReferenceChecker
from rulings.storage.yaml_reader import LocatedDict, LocatedList


def check_references(parsed: ParsedKnowledge, folders: Iterable[Path]) -> Findings:
    """Checks all files. `folders`: previously written knowledge bases, whose ids are still recognized."""
    checker = ReferenceChecker(parsed, tuple(folders))
    for check in _CHECKS:
        check(checker)
    return checker.findings


def _check_questions(checker: ReferenceChecker) -> None:
    questions: LocatedDict = checker.hand_edited["questions"]
    known = {*checker.sections, *checker.step_ids}
    for id in questions:
        if id not in known:
            checker.find_ruling("questions", questions.key_lines[id], id)
    for id, ruling in checker.rulings.items():
        if questions and id not in questions:
            checker.add_warning("questions", None, f"no question yet for {id} ({ruling.wording.text[:50]} …)")


def _check_unanswered(checker: ReferenceChecker) -> None:
    answered = {fold(q): id for id, questions in checker.hand_edited["questions"].items() for q in questions}
    unanswered: LocatedList = checker.hand_edited["unanswered"]
    for index, question in enumerate(unanswered):
        if id := answered.get(fold(question)):
            line = unanswered.lines[index]
            checker.add_error("unanswered", line, f"{quoted(question)} is answered by {id}; delete it here")
    questions = ((fold(question), quoted(question), unanswered.lines[i]) for i, question in enumerate(unanswered))
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


def _check_ages(checker: ReferenceChecker, row: LocatedDict) -> None:
    """Checks that no ruling is superseded by an older one, going by the latest date cited for each."""
    if row["kind"] in AGREEING_KINDS or row["follow"] == "neither" or not row.get("other"):
        return
    followed, superseded = (row["one"], row["other"]) if row["follow"] == "one" else (row["other"], row["one"])
    for id, date in _latest_dates(checker, superseded):
        for newer_id, newer_date in _latest_dates(checker, followed):
            if newer_date < date:
                sentence = f"{newer_id} ({newer_date}) is older than {id} ({date}) and cannot supersede it"
                checker.add_error("notes", row.key_lines["follow"], sentence)


def _latest_dates(checker: ReferenceChecker, side: LocatedDict) -> Iterable[tuple[str, str]]:
    """The rulings on one side of a note that cite a date, each with its latest (ISO 8601)."""
    for id in (side.get("ruling"), *(side.get("also") or ())):
        citations = checker.rulings[id].wording.citations if id in checker.rulings else ()
        if dates := [citation.best_date for citation in citations if citation.best_date]:
            yield id, max(dates)


def _check_entry_ids(checker: ReferenceChecker, row: LocatedDict, key: str, file: str = "notes") -> None:
    """Checks the ids of rulings, sections and steps under `key`."""
    for id in row.get(key) or ():
        if id not in checker.sections and id not in checker.step_ids:
            checker.find_ruling(file, row.key_lines[key], id)


def _check_words_of_others(checker: ReferenceChecker, row: LocatedDict, must_have_words: bool) -> None:
    """Checks that the entries under `also` contain their words under `also_words`; each may need to have some."""
    others = row.get("also") or ()
    words_of: LocatedDict = row.get("also_words") or LocatedDict(row.line)
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
    return _step_words(checker, number_of_step(id) or 0) if id in checker.step_ids else None


def _check_quotation(checker: ReferenceChecker, row: LocatedDict) -> None:
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
        id, source = step_id(row["step"]), f"step {row['step']}"
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
    lines = checker.parsed.sources.documents[RUN_CHART_DOCUMENT].lines
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


def _check_cited(checker: ReferenceChecker, row: LocatedDict, line: int, id: str) -> None:
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


def _check_inheriting_cards(checker: ReferenceChecker, row: LocatedDict, cards: Mapping[str, Card]) -> None:
    """Checks that the cards exist, and warns of cards that inherit nothing from the subject."""
    line, subject = row.key_lines["cards"], row["subject"]
    for id in row["cards"]:
        if id not in cards:
            checker.add_unknown("inheritance", line, "card", id, cards)
        elif row["takes"] != "also" and subject not in {i.subject.id for i in cards[id].inherits}:
            checker.add_warning("inheritance", line, f"{id} inherits nothing from {subject}")


def _check_inherited_ruling(checker: ReferenceChecker, row: LocatedDict) -> None:
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
    words = {*CARD_TYPES, *(keyword for card in checker.parsed.cards for keyword in card.keywords)}
    applicable: LocatedDict = checker.hand_edited["applicable-topics"]
    for word, rows in applicable.items():
        if word not in words:
            line = applicable.key_lines[word]
            checker.add_unknown("applicable-topics", line, "card type or keyword", word, words)
        for row in rows:
            if row["topic"] not in topics:
                line = row.key_lines["topic"]
                checker.add_warning("applicable-topics", line, unknown_name("topic", row["topic"], topics))


def _check_errata(checker: ReferenceChecker) -> None:
    for row in checker.hand_edited["errata"]:
        ruling = checker.find_quoted_ruling("errata", row)
        if ruling and ruling.wording.label:
            checker.add_error("errata", row.key_lines["ruling"], f"{row['ruling']} is labelled; delete the row")


def _check_near_identical(checker: ReferenceChecker) -> None:
    for row in checker.hand_edited["near-identical"]:
        for id in row["rulings"]:
            checker.find_ruling("near-identical", row.key_lines["rulings"], id)


def _check_compared(checker: ReferenceChecker) -> None:
    """Checks the ids, and warns of rulings that share a card or a topic and that nobody has compared."""
    rows = checker.hand_edited["compared"]
    for row in rows:
        _check_entry_ids(checker, row, "entries", "compared")
    if not rows:  # a knowledge base that keeps no such list
        return
    compared = {pair for group in _compared_groups(checker) for pair in combinations(sorted(group), 2)}
    missing = defaultdict[str, list[str]](list)
    for ids in _rulings_by_subject(checker).values():
        for earlier, later in combinations(ids, 2):
            if (min(earlier, later), max(earlier, later)) not in compared and earlier not in missing[later]:
                missing[later].append(earlier)
    for id, others in missing.items():
        if others:
            sentence = f"compare {id} with {', '.join(others)}; then add it to their row, or write a note"
            checker.add_warning("compared", None, sentence)


def _compared_groups(checker: ReferenceChecker) -> Iterable[set[str]]:
    """The ids that each row compares with each other: of compared.yaml, notes, reversals and near-identical rulings."""
    for row in checker.hand_edited["compared"]:
        yield set(row["entries"])
    for row in checker.hand_edited["near-identical"]:
        yield set(row["rulings"])
    for row in checker.hand_edited["reversals"]:
        yield {row["ruling"], *(row.get("replaces") or ()), *(row.get("in_doubt") or ())}
    for row in checker.hand_edited["notes"]:
        sides = [side for side in (row["one"], row.get("other")) if side]
        quoted_ids = {side["ruling"] for side in sides if "ruling" in side}
        yield quoted_ids.union(row.get("related") or (), *(side.get("also") or () for side in sides))


def _rulings_by_subject(checker: ReferenceChecker) -> Mapping[str, list[str]]:
    """Card or topic → the ids of the rulings that stand under it or name it, in the order of print."""
    by_subject = defaultdict[str, list[str]](list)
    for ruling in checker.parsed.rulings:
        if not ruling.wording.is_see_entry:
            cards = {f"card {mention.id}" for mention in ruling.mentions}
            subject = {f"{ruling.subject.kind} {ruling.subject.id}"} if ruling.subject else set()
            for name in sorted(cards | subject):
                by_subject[name].append(ruling.id)
    return by_subject


def _check_twins(checker: ReferenceChecker) -> None:
    """Warns where rulings with the same words, apart from the name of their card, differ in steps, heading or links."""
    without_own_name = _own_names(checker)
    steps = defaultdict[str, set[int]](set)
    for row in checker.hand_edited["steps"]:
        steps[row["ruling"]].add(row["step"])
    questions = checker.hand_edited["questions"]
    twins = defaultdict[str, list[ParsedRuling]](list)
    for ruling in checker.rulings.values():
        if not ruling.wording.is_see_entry:
            for words in {ruling.wording.text, without_own_name(ruling, ruling.wording.text)}:
                twins[words].append(ruling)
    reported: set[tuple[str, str, str]] = set()
    for first, *others in twins.values():
        for other in others:
            headings = [str((questions.get(r.id) or [""])[0]) for r in (first, other)]
            own_headings = [without_own_name(r, heading) for r, heading in zip((first, other), headings, strict=True)]
            for file, what, differs in (
                ("steps", "steps", steps[first.id] != steps[other.id]),
                ("questions", "headings", headings[0] != headings[1] and own_headings[0] != own_headings[1]),
                ("names", "links", _links(first, other) != _links(other, first)),
            ):
                if differs and (first.id, other.id, what) not in reported:
                    reported.add((first.id, other.id, what))
                    sentence = f"{first.id} and {other.id} have the same words, but different {what}"
                    checker.add_warning(file, None, sentence)


def _own_names(checker: ReferenceChecker) -> Callable[[ParsedRuling, str], str]:
    """A function (ruling, words) → the words as they are compared, with a placeholder for each name of its subject."""
    names = defaultdict[str, set[str]](set)
    for row in checker.hand_edited["names"].get("aliases") or ():
        names[fold(row["card"])].add(fold(row["name"]))
    patterns: dict[str, re.Pattern[str]] = {}

    def without_own_name(ruling: ParsedRuling, words: str) -> str:
        title = fold(ruling.subject.title) if ruling.subject else ""
        if title not in patterns:
            forms = sorted({title, *names[title]}, key=len, reverse=True)
            patterns[title] = re.compile(rf"\b(?:{'|'.join(map(re.escape, forms))})s?\b")
        return patterns[title].sub("…", fold(words))

    return without_own_name


def _links(ruling: ParsedRuling, twin: ParsedRuling) -> set[str]:
    """The cards that the words of the ruling name, apart from those that the two stand under."""
    own = {r.subject.id for r in (ruling, twin) if r.subject}
    return {mention.id for mention in ruling.mentions if mention.words in ruling.wording.text} - own


def _check_names(checker: ReferenceChecker) -> None:
    names = checker.hand_edited["names"]
    subjects = {**checker.titles, **{fold(topic.title): topic.title for topic in checker.parsed.topics}}
    for part in ("aliases", "context", "ambiguous", "false_friends"):
        for row in names.get(part) or []:
            for title in [*([row["card"]] if row.get("card") else []), *(row.get("cards") or ())]:
                _check_title(checker, row, "card", title, checker.titles)
            for title in row.get("only_under") or ():
                _check_title(checker, row, "card or topic", title, subjects)
    for row in names.get("links") or []:
        ruling = checker.find_quoted_ruling("names", row)
        if ruling and not whole_words(row["words"]).search(ruling.printed):
            sentence = f"{quoted(row['words'])} is only a part of a word of {row['ruling']}; write whole words"
            checker.add_error("names", row.key_lines["words"], sentence)
    first_rows: dict[str, LocatedDict] = {}
    for row in [*(names.get("aliases") or ()), *(names.get("ambiguous") or ())]:
        first_row = first_rows.setdefault(fold(row["name"]), row)
        titles, others = ([row["card"]] if "card" in row else row["cards"] for row in (row, first_row))
        if sorted(map(fold, others)) != sorted(map(fold, titles)):
            sentence = f"{quoted(row['name'])} is also a name of {joined_with_or(others)} (line {first_row.line})"
            checker.add_error("names", row.line, f"{sentence}; list a name of several cards only under `ambiguous`")
    _check_taken_names(checker, first_rows)
    _check_false_friends(checker)


def _check_taken_names(checker: ReferenceChecker, rows: Mapping[str, LocatedDict]) -> None:
    """Checks that no name of a card is already the title of another one, a topic's or a command's. `rows`: by name."""
    topics = {fold(topic.title): topic.title for topic in checker.parsed.topics}
    for name, row in rows.items():
        taken = (
            f"the title of {title}" if (title := checker.titles.get(name)) and title != row.get("card")
            else f"the topic {topics[name]}" if name in topics
            else f"the command `rulings {name}`" if name in COMMAND_NAMES
            else ""
        )  # fmt: skip
        if taken:
            checker.add_error("names", row.line, f"{quoted(row['name'])} is already {taken}; delete the row")


def _check_false_friends(checker: ReferenceChecker) -> None:
    """Checks that each could be taken for a card: it is in a document, or its words are in names and keywords."""
    parsed, names = checker.parsed, checker.hand_edited["names"]
    rows = names.get("false_friends") or ()
    texts = [ruling.printed for ruling in parsed.rulings]
    texts += [section.text for section in parsed.all_sections]
    texts += [step.text for step in parsed.run_chart.steps]
    printed = f" {fold(' '.join(texts))} "
    named = [row["name"] for row in names.get("aliases") or ()]
    named += [word for card in parsed.cards for word in (card.title, card.type, *card.keywords)]
    known = {form for word in fold(" ".join(named)).split() for form in (word, singular(word))}
    for row in rows:
        words = fold(row["words"])
        if f" {words} " not in printed and not all(singular(word) in known or word in known for word in words.split()):
            sentence = f"{quoted(row['words'])} is in no document and in no name of a card; delete the row"
            checker.add_error("names", row.line, sentence)


def _check_title(checker: ReferenceChecker, row: LocatedDict, kind: str, title: str, known: dict[str, str]) -> None:
    if fold(title) not in known:
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
                "restorations", line, f"{quoted(title)} is not a {expected_side} heading but a {side} heading"
            )
        for first, second, neighbour in ((above, block, above), (block, below, below)):
            if first and second and neighbour and _is_out_of_order(first.card, second.card):
                sentence = f"{quoted(title)} is out of alphabetical order next to {quoted(neighbour.title)}"
                checker.add_error("restorations", line, sentence)


def _is_out_of_order(card: Card | None, next_card: Card | None) -> bool:
    """Whether the title of the next card should come first. Only cards of the same side are ordered."""
    if card is None or next_card is None or card.side != next_card.side:
        return False
    return alphabetical(card.title) > alphabetical(next_card.title)


def _check_additions(checker: ReferenceChecker) -> None:
    """Warns of additions without a known authority, which are not official, and of references to nothing."""
    known = {authority.name for authority in checker.parsed.sources.authorities}
    for ruling in checker.parsed.rulings:
        file = additions_path(ruling.document)
        line = ruling.lines[0]
        if file is None:
            continue
        authorities = [citation.authority for citation in ruling.wording.citations]
        if ruling.wording.text.startswith("See ") and not ruling.see:
            checker.add_warning(file, line, "it begins with “See”, but the name of no card or topic follows")
        for authority in authorities:
            if authority not in known:
                suggestion = nearest_hint(authority, known)
                checker.add_warning(file, line, f"{quoted(authority)} is not in authorities.yaml{suggestion}")


def _check_moved(checker: ReferenceChecker) -> None:
    moved: LocatedDict = checker.hand_edited["moved"]
    known = {
        *checker.rulings,
        *checker.sections,
        *(c.id for c in checker.parsed.cards),
        *(t.id for t in checker.parsed.topics),
        *(note["id"] for note in checker.hand_edited["notes"]),
    }
    for old, new in moved.items():
        if new not in known and not new.startswith("/"):  # the site knows which of its addresses exist
            sentence = f"{quoted(old)} redirects to {quoted(new)}, which does not exist{nearest_hint(new, known)}"
            checker.add_error("moved", moved.key_lines[old], sentence)
        if old in known:
            checker.add_error("moved", moved.key_lines[old], f"{quoted(old)} is still there; delete the redirect")


class _UniqueKey(NamedTuple):
    """The keys whose values no two rows of a file share. `part`: the key of the file with its rows (None: all of it).

    Lists are compared regardless of their order. The values of the key `each` are compared one by one.
    """

    file: str
    part: str | None
    keys: tuple[str, ...]
    each: str | None = None

    def rows(self, hand_edited: Mapping[str, Any]) -> list[LocatedDict]:
        """The rows of the file."""
        data = hand_edited[self.file]
        return (data.get(self.part) or []) if self.part else data

    def values(self, row: LocatedDict) -> list[str]:
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
    _UniqueKey("compared", None, ("entries",)),
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
    _check_compared,
    _check_twins,
    _check_names,
    _check_order_of_restored_headings,
    _check_moved,
    _check_additions,
    _check_repeated_rows,
)
