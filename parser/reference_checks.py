"""The hand-kept files → every id, title and quotation in them that leads nowhere, each check for one file."""

from __future__ import annotations

from collections.abc import Iterable
from pathlib import Path
from typing import Any

from rulings.errors import RulingsError
from rulings.model.entities import Card
from rulings.model.ids import alphabetical, fold
from rulings.names.nearest import hint
from rulings.parser.parse import Parsed
from rulings.parser.references import HINTED, Findings, References
from rulings.storage.error_lists import first_of_each_file


def check_references(parsed: Parsed, folders: Iterable[Path] = ()) -> Findings:
    """What leads nowhere. `folders`: previously written knowledge bases, for the ids that rulings had there."""
    refs = References(parsed, tuple(folders))
    for check in _CHECKS:
        check(refs)
    return refs.found


def require(parsed: Parsed, folders: Iterable[Path]) -> list[str]:
    """Returns the notes. Raises `RulingsError`, with one sentence a line, if a hand-kept file is wrong."""
    findings = check_references(parsed, folders)
    if findings.errors:
        raise RulingsError("\n".join(first_of_each_file(findings.errors)))
    return findings.notes


def _questions(refs: References) -> None:
    questions: Any = refs.kept.get("questions") or {}
    known = {*refs.sections, *refs.step_ids}
    for id in questions:
        if id not in known:
            refs.ruling("questions", questions.key_lines[id], id)
    for id, ruling in refs.rulings.items():
        if questions and id not in questions:
            refs.found.notes.append(
                f"{refs.folder / 'questions.yaml'}: no question yet for {id} ({ruling.wording.text[:50]} …)"
            )


def _steps(refs: References) -> None:
    for row in refs.kept.get("steps") or []:
        if row["step"] not in refs.steps:
            refs.error("steps", row.key_lines["step"], f"the run chart has no step {row['step']}")
        ruling = refs.ruling("steps", row.key_lines["ruling"], row["ruling"])
        if ruling:
            refs.require_words("steps", row.key_lines["words"], row["words"], ruling.printed, row["ruling"])


def _notes(refs: References) -> None:
    for row in refs.kept.get("notes") or []:
        for quotation in (row["one"], row.get("other")):
            if quotation:
                _quotation(refs, quotation)
                _entries(refs, quotation, "also")
        _entries(refs, row, "related")


def _entries(refs: References, row: Any, key: str) -> None:
    """Ids of rulings, sections and steps."""
    for id in row.get(key) or ():
        if id not in refs.sections and id not in refs.step_ids:
            refs.ruling("notes", row.key_lines[key], id)


def _quotation(refs: References, row: Any) -> None:
    document = refs.parsed.sources.documents.get(row["document"])
    if document is None:
        refs.error(
            "notes",
            row.line,
            f"no document is called {row['document']!r}{hint(row['document'], refs.parsed.sources.documents)}",
        )
        return
    text, what = " ".join(line.text for line in document.lines), document.id
    if "ruling" in row:
        ruling = refs.ruling("notes", row.key_lines["ruling"], row["ruling"])
        if ruling is None:
            return
        text, what = ruling.printed, row["ruling"]
    elif "section" in row:
        if row["section"] not in refs.sections:
            refs.error(
                "notes",
                row.key_lines["section"],
                f"no section is called {row['section']!r}{hint(row['section'], refs.sections)}",
            )
            return
        text, what = refs.sections[row["section"]].text, row["section"]
    elif "step" in row:
        if row["step"] not in refs.steps:
            refs.error("notes", row.key_lines["step"], f"the run chart has no step {row['step']}")
            return
        text, what = _step_words(refs, row["step"]), f"step {row['step']}"
    refs.require_words("notes", row.key_lines["words"], row["words"], text, what)


def _step_words(refs: References, number: int) -> str:
    """The words of a step as printed, including its decisions."""
    first, last = refs.steps[number].source.lines
    lines = refs.parsed.sources.document("run-chart").lines
    return " ".join(line.text for line in lines if first <= line.number <= last)


def _reversals(refs: References) -> None:
    for row in refs.kept.get("reversals") or []:
        ruling = refs.ruling("reversals", row.key_lines["ruling"], row["ruling"])
        if ruling:
            refs.require_words("reversals", row.key_lines["words"], row["words"], ruling.printed, row["ruling"])
        for key in ("replaces", "in_doubt"):
            for id in row.get(key) or ():
                refs.ruling("reversals", row.key_lines[key], id)


def _dates(refs: References) -> None:
    dates: Any = refs.kept.get("dates") or {}
    for row in dates.get("misprinted") or ():
        for id in row["rulings"]:
            _cited(refs, row, row.key_lines["rulings"], id)
    for row in dates.get("doubts") or ():
        _cited(refs, row, row.key_lines["ruling"], row["ruling"])
    cited = {(c.authority, c.date_printed) for r in refs.parsed.rulings for c in r.wording.citations}
    for row in dates.get("not_doubtful") or ():
        for printed in row["printed"]:
            if (row["authority"], printed) not in cited:
                refs.unused("dates", row.line, f"{row['authority']} is cited nowhere with {printed}")


def _cited(refs: References, row: Any, line: int, id: str) -> None:
    ruling = refs.ruling("dates", line, id)
    wanted = row["authority"], row["printed"]
    citations = ruling.wording.citations if ruling else ()
    if ruling and wanted not in {(c.authority, c.date_printed) for c in citations}:
        report = refs.unused if any(c.doubt == "truncated" for c in citations) else refs.error
        report("dates", line, f"{id} does not cite {row['authority']} with {row['printed']}")


def _inheritance(refs: References) -> None:
    cards = {card.id: card for card in refs.parsed.cards}
    subjects = {*cards, *(topic.id for topic in refs.parsed.topics)}
    for row in refs.kept.get("inheritance") or []:
        for id in row["cards"]:
            if id not in cards:
                refs.error("inheritance", row.key_lines["cards"], f"no card is called {id!r}{hint(id, cards)}")
            elif row["takes"] != "also" and row["source"] not in {i.source.id for i in cards[id].inherits}:
                refs.unused("inheritance", row.key_lines["cards"], f"{id} inherits nothing from {row['source']}")
        if row["source"] not in subjects:
            refs.error(
                "inheritance",
                row.key_lines["source"],
                f"no card or topic is called {row['source']!r}{hint(row['source'], subjects)}",
            )
        ruling = refs.ruling("inheritance", row.key_lines["ruling"], row["ruling"])
        if ruling and ruling.subject and ruling.subject.id != row["source"]:
            refs.error("inheritance", row.key_lines["ruling"], f"{row['ruling']} is not a ruling on {row['source']}")
        entry = row.get("entry", row["ruling"])
        shown = refs.ruling("inheritance", row.key_lines["entry"], entry) if "entry" in row else ruling
        if "words" in row and shown:
            refs.require_words("inheritance", row.key_lines["words"], row["words"], shown.printed, entry)
        elif row["takes"] == "also" and "words" not in row:
            refs.error("inheritance", row.line, "`words` is missing: the words of the ruling that show why")


def _errata(refs: References) -> None:
    for row in refs.kept.get("errata") or []:
        ruling = refs.ruling("errata", row.key_lines["ruling"], row["ruling"])
        if ruling:
            refs.require_words("errata", row.key_lines["words"], row["words"], ruling.printed, row["ruling"])
            if ruling.wording.label:
                refs.error("errata", row.key_lines["ruling"], f"{row['ruling']} is labelled; delete the row")


def _groups(refs: References) -> None:
    for row in refs.kept.get("near-identical") or []:
        for id in row["rulings"]:
            refs.ruling("near-identical", row.key_lines["rulings"], id)


def _names(refs: References) -> None:
    names = refs.kept.get("names") or {}
    subjects = {**refs.titles, **{fold(topic.title): topic.title for topic in refs.parsed.topics}}
    for part in ("aliases", "context", "ambiguous", "false_friends"):
        for row in names.get(part) or []:
            for title in [*([row["card"]] if row.get("card") else []), *(row.get("cards") or ())]:
                _title(refs, row, title, refs.titles)
            for title in row.get("only_under") or ():
                _title(refs, row, title, subjects)


def _title(refs: References, row: Any, title: str, known: dict[str, str]) -> None:
    if fold(title) not in known:
        refs.error("names", row.line, f"no card is called {title!r}{hint(title, known.values())}")


def _restorations(refs: References) -> None:
    """A restored heading must be a title or a topic, on its side, in alphabetical place."""
    blocks = [b for b in refs.parsed.text.blocks if b.heading]
    lines = {
        row["words"]: row.line
        for row in (refs.kept.get("restorations") or {}).get("lines") or ()
        if row["what"] == "heading"
    }
    sides = {r.words: r.side for r in refs.parsed.sources.restorations if r.what == "heading"}
    for above, block, below in zip([None, *blocks], blocks, [*blocks[1:], None], strict=False):
        if block.heading is None or not block.heading.restored:
            continue
        title, line = block.heading.text.strip(), lines.get(block.heading.text.strip(), 1)
        side = block.card.side.lower() if block.card else "general"
        if sides.get(title) and sides[title] != side:
            refs.error("restorations", line, f"{title!r} is not a {sides[title]} heading but a {side} heading")
        for first, second, neighbour in ((above, block, above), (block, below, below)):
            if first and second and neighbour and _is_out_of_order(first.card, second.card):
                sentence = f"{title!r} is out of alphabetical order next to {neighbour.title!r}"
                refs.error("restorations", line, sentence)


def _is_out_of_order(card: Card | None, next_card: Card | None) -> bool:
    """Whether the title of the next card comes first. Only the cards of one side are in one order."""
    if card is None or next_card is None or card.side != next_card.side:
        return False
    return alphabetical(card.title) > alphabetical(next_card.title)


def _additions(refs: References) -> None:
    """Notes additions without a known authority: such rulings are not official."""
    known, unknown = {authority.name for authority in refs.parsed.sources.authorities}, 0
    for ruling in refs.parsed.rulings:
        if not ruling.document.startswith("additions-"):
            continue
        name = ruling.document.replace("-", "/", 1)
        authorities = [citation.authority for citation in ruling.wording.citations]
        strangers = [who for who in authorities if who not in known]
        if not authorities and ruling.wording.kind != "see":
            refs.found.notes.append(f"{refs.where(name, ruling.lines[0])}: it has no citation")
        for who in strangers:
            near = hint(who, known) if (unknown := unknown + 1) <= HINTED else ""
            refs.found.notes.append(f"{refs.where(name, ruling.lines[0])}: {who!r} is not in authorities.yaml{near}")


def _moved(refs: References) -> None:
    moved: Any = refs.kept.get("moved") or {}
    known = {*refs.rulings, *refs.sections, *(c.id for c in refs.parsed.cards), *(t.id for t in refs.parsed.topics)}
    for old, new in moved.items():
        if new not in known:
            near = hint(new, known) if len(refs.found.errors) < HINTED else ""
            refs.error("moved", moved.key_lines[old], f"{old!r} redirects to {new!r}, which does not exist{near}")
        if old in known:
            refs.error("moved", moved.key_lines[old], f"{old!r} is still there; delete the redirect")


_CHECKS = (
    _questions,
    _steps,
    _notes,
    _reversals,
    _dates,
    _inheritance,
    _errata,
    _groups,
    _names,
    _restorations,
    _moved,
    _additions,
)
