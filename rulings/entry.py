"""A ruling in the JSON shape → its lines on a terminal, as one record of a list, and as one line to paste."""

from __future__ import annotations

from rulings.terminal import one_line, printable, wrap

TYPE_CHECKING = False
if TYPE_CHECKING:
    from typing import Any

    from rulings.terminal import Screen

    Ruling = dict[str, Any]

DOUBTS = {
    "before-release": "the printed date lies before the game's release (1996-04-26); it is kept as printed",
    "day-month-order": "the printed date can be read day first or month first",
    "truncated": "the end of the citation is missing in the source",
}
LEGEND = {
    "⚑ restored": "a line that the source had lost, put back; evidence",
    "≈ unofficial": "not said by anybody with authority over the rules",
    "↺ reversal": "takes back an earlier ruling",
    "✗ reversed": "a later ruling takes it back",
}


def date_of(ruling: Ruling) -> str | None:
    """The latest date of its citations."""
    return max((c["date"] for c in ruling["citations"] if c["date"]), default=None)


def who(citation: dict[str, Any]) -> str:
    """`Sparky (Marc Schmalz) via JD Wiker, Netrunner-L`."""
    words = str(citation["authority"])
    if citation["person"] and citation["person"] != citation["authority"]:
        words += f" ({citation['person']})"
    if citation["via"]:
        words += f" via {citation['via']}"
    return ", ".join([words, *([citation["venue"]] if citation["venue"] else [])])


def said(citation: dict[str, Any]) -> str:
    """Who, where and when, with the marks of that citation."""
    words = who(citation)
    if citation["date"]:
        words += f", {citation['date']}"
        if citation["doubt"] and citation["date_printed"]:
            words += f" (printed {citation['date_printed']})"
    elif citation["date_printed"]:
        words += f", {citation['date_printed']}"
    return " ".join([words, *_marks(citation)])


def _marks(citation: dict[str, Any]) -> list[str]:
    found = [f"?\xa0{citation['doubt']}"] if citation["doubt"] else []
    return [*found, "⚑\xa0restored"] if citation["restored"] else found


def marks(ruling: Ruling) -> list[str]:
    """The marks of the ruling as a whole."""
    found = []
    if not ruling["official"]:
        found.append("≈ unofficial")
    if ruling["reverses"]:
        found.append("↺ reversal")
    if ruling["reversed_by"]:
        found.append("✗ reversed")
    return found


def parts(ruling: Ruling) -> list[tuple[str, list[dict[str, Any]]]]:
    """The text cut where a citation ends what it supports: (words, the citations behind them)."""
    text, found, at = ruling["text"], [], 0
    by_end: dict[int, list[dict[str, Any]]] = {}
    for citation in ruling["citations"]:
        by_end.setdefault(citation["supports"][1], []).append(citation)
    for end in sorted(by_end):
        found.append((text[at:end].strip(), by_end[end]))
        at = max(at, end)
    rest = text[at:].strip()
    if found and not any(c.isalnum() for c in rest):  # a quotation mark that closes behind the citation
        found[-1] = (f"{found[-1][0]}{rest}", found[-1][1])
    elif rest:
        found.append((rest, []))
    return found


def show(screen: Screen, ruling: Ruling, used: dict[str, str], subject: bool = False) -> None:
    """The question it answers (ours), its words, who and when, its id. `used` gathers the marks for the legend."""
    errata = ruling["kind"] == "errata"
    indent = "" if errata else "  "
    question = ruling["questions"][0] if ruling["questions"] else ""
    if subject:
        screen.text(ruling["subject"]["title"], "strong", bar=errata)
    if errata:
        label = "UNOFFICIAL ERRATA" if not ruling["official"] else "ERRATA"
        lines = wrap(printable(question), screen.width - 2, len(label) + 2)
        screen.row((("┃", "bar"), (" ", ""), (label, "errata"), ("  ", ""), (lines[0], "question")))
        for line in lines[1:]:
            screen.text(line, "question", bar=True)
    elif question:
        screen.text(question, "question")
    pieces = parts(ruling)
    signs = marks(ruling)
    for number, (words, citations) in enumerate(pieces):
        for paragraph in words.split("\n") if words else ():
            screen.text(paragraph, "", indent, bar=errata)
        spoken = "; ".join(said(c) for c in citations) or "no authority is named"
        if number == len(pieces) - 1:
            spoken = " ".join([spoken, *(sign.replace(" ", "\xa0") for sign in signs)])
            screen.pair(spoken, ruling["id"], "dim", indent, bar=errata)
        else:
            screen.text(spoken, "dim", indent, bar=errata)
    taken_back = ruling["reversal"]["earlier"] if ruling["reversal"] else None
    if taken_back:
        screen.text(f"Until then: {taken_back}", "dim", indent, bar=errata)
    if ruling["reversed_by"]:
        screen.text(f"Reversed by {', '.join(ruling['reversed_by'])}", "dim", indent, bar=errata)
    _gather(used, ruling, signs)


def _gather(used: dict[str, str], ruling: Ruling, signs: list[str]) -> None:
    for citation in ruling["citations"]:
        if citation["doubt"]:
            used.setdefault(
                f"? {citation['doubt']}",
                DOUBTS.get(citation["doubt"], "the date or the citation cannot be read for sure"),
            )
        if citation["restored"]:
            restored(used, citation["restored"])
    for sign in signs:
        used.setdefault(sign, LEGEND[sign])


def restored(used: dict[str, str], evidence: str) -> None:
    """Notes that the legend has to say what was restored, and on what evidence."""
    used.setdefault("⚑ restored", f"{LEGEND['⚑ restored']}: {evidence}")


def legend(screen: Screen, used: dict[str, str]) -> None:
    """What the marks on this screen mean."""
    if used:
        screen.blank()
    for sign, meaning in used.items():
        screen.text(f"{sign}: {meaning}", "dim", "", "  ")


def plain(ruling: Ruling) -> str:
    """One record: id, kind, subject, date, authority, text, tab-separated."""
    authority = "; ".join(dict.fromkeys(c["authority"] for c in ruling["citations"]))
    cells = (ruling["id"], ruling["kind"], ruling["subject"]["title"], date_of(ruling) or "", authority, ruling["text"])
    return "\t".join(one_line(cell) for cell in cells)


def records(page: dict[str, Any]) -> str:
    """A page as records: its own rulings, then inherited ones, then those elsewhere that mention it."""
    several = [
        *page["rulings"],
        *(r for group in page.get("inherited", ()) for r in group["rulings"]),
        *page.get("mentioned_in", ()),
    ]
    return "".join(plain(ruling) + "\n" for ruling in several)


def cite(ruling: Ruling, documents: dict[str, str]) -> str:
    """One line to paste: text, who, when, document, id. `documents`: id → title and edition."""
    first, last = ruling["source"]["lines"]
    spoken = "; ".join(_spoken(c) for c in ruling["citations"]) or "no authority named"
    where = documents.get(ruling["source"]["document"], ruling["source"]["document"])
    lines = f"line {first}" if first == last else f"lines {first}–{last}"
    return one_line(f"{ruling['subject']['title']}: “{ruling['text']}” — {spoken}; {where}, {lines}; {ruling['id']}")


def _spoken(citation: dict[str, Any]) -> str:
    when = citation["date"] or citation["date_printed"]
    return f"{who(citation)}, {when}" if when else who(citation)
