"""The hand-edited files → what is wrong in one of them by a rule of its own; and ids that have gone."""

from __future__ import annotations

import re
from collections import defaultdict
from collections.abc import Iterable, Iterator, Sequence
from itertools import combinations
from pathlib import Path

from rulings import errors
from rulings import names as names_module
from rulings.model import constants, entities, formatting, ids, rows
from rulings.parser import mentions, references, rulings
from rulings.storage import files, yaml_files


def check_references(parsed: rulings.ParsedKnowledge, folders: Iterable[Path]) -> references.Findings:
    """Checks all files. `folders`: previously written knowledge bases, whose ids are still recognized."""
    checker = references.ReferenceChecker(parsed, tuple(folders))
    for name, shape in rows.SHAPES.items():
        checker.check_file(name, getattr(parsed.sources.edited, name.replace("-", "_")), shape)
    for check in _CHECKS:
        check(checker)
    return checker.findings


def _check_questions(checker: references.ReferenceChecker) -> None:
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


def _check_notes(checker: references.ReferenceChecker) -> None:
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


def _latest_dates(checker: references.ReferenceChecker, side: rows.Quotation) -> Iterator[tuple[str, str]]:
    """The rulings on one side of a note that cite a date, each with its latest (ISO 8601)."""
    for id in (side.ruling or "", *side.also):
        if id in checker.rulings and (date := checker.rulings[id].date):
            yield id, date


def _check_words_of_others(checker: references.ReferenceChecker, side: rows.Quotation, must_have_words: bool) -> None:
    """Checks that the entries under `also` contain their words under `also_words`; each may need to have some."""
    for id in [id for id in side.also if must_have_words and id not in side.also_words]:
        checker.add_error("notes", side.line_of("also"), f"`also_words` lacks the superseded words of {id}")
    lines = getattr(side.data.get("also_words"), "key_lines", {})
    for id, words in side.also_words.items():
        if id not in side.also:
            checker.add_error("notes", lines.get(id, side.line), f"{id} is not listed under `also`")
        checker.check_words("notes", lines.get(id, side.line), words, checker.known["entry"].get(id), id)


def _check_dates(checker: references.ReferenceChecker) -> None:
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


def _check_inheritance(checker: references.ReferenceChecker) -> None:
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


def _check_needless_rows(checker: references.ReferenceChecker) -> None:
    for row in checker.edited.errata:
        if row.ruling in checker.rulings and checker.rulings[row.ruling].label:
            checker.add_error("errata", row.line_of("ruling"), f"{row.ruling} is labelled; delete the row")
    lines = getattr(checker.edited.moved, "key_lines", {})
    for old in checker.edited.moved:
        if old in checker.known["address"]:
            checker.add_error("moved", lines[old], f"{errors.quoted(old)} is still there; delete the redirect")


def _check_compared(checker: references.ReferenceChecker) -> None:
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


def _check_twins(checker: references.ReferenceChecker) -> None:
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


def _check_names(checker: references.ReferenceChecker) -> None:
    names = checker.edited.names
    for link in names.links:
        text = checker.known["ruling"].get(link.ruling, "")
        if link.words in text and not mentions.whole_words(link.words).search(text):
            sentence = f"{errors.quoted(link.words)} is only a part of a word of {link.ruling}; write whole words"
            checker.add_error("names", link.line_of("words"), sentence)
    topics = {ids.fold(topic.title): topic.title for topic in checker.parsed.topics}
    first_rows: dict[str, tuple[int, tuple[str, ...]]] = {}
    named: list[rows.Alias | rows.Ambiguous] = [*names.aliases, *names.ambiguous]
    for row in named:
        name = ids.fold(row.name)
        titles = (row.card,) if isinstance(row, rows.Alias) else row.cards
        if name not in first_rows:
            first_rows[name] = row.line, titles
            title = checker.known["card title"].get(name)
            taken = (
                f"the title of {title}" if title and titles != (title,)
                else f"the topic {topics[name]}" if name in topics
                else f"the command `rulings {name}`" if name in constants.COMMAND_NAMES
                else ""
            )  # fmt: skip
            if taken:
                checker.add_error("names", row.line, f"{errors.quoted(row.name)} is already {taken}; delete the row")
        first_line, others = first_rows[name]
        if sorted(map(ids.fold, others)) != sorted(map(ids.fold, titles)):
            sentence = f"{errors.quoted(row.name)} is also a name of {formatting.joined_with_or(list(others))}"
            sentence += f" (line {first_line}); list a name of several cards only under `ambiguous`"
            checker.add_error("names", row.line, sentence)


def _check_restored_headings(checker: references.ReferenceChecker) -> None:
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


def _check_additions(checker: references.ReferenceChecker) -> None:
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
                hint = names_module.nearest_hint(citation.authority, known)
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
