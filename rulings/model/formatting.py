"""Views (`rulings.model.views`) → the words people read: who, when, marks, facts, counts, citation lines.

For terminal and site. Every import slows down look-ups by name, so this module imports only constants and ids.
"""

from __future__ import annotations

from rulings.model.constants import DOUBTS, PRINTED_NUMBERS, STATUSES
from rulings.model.ids import number_of_step

TYPE_CHECKING = False
if TYPE_CHECKING:
    from collections.abc import Iterable, Mapping

    from rulings.model.views import (
        AuthorityView,
        CardView,
        CitationView,
        DocumentView,
        EntryNoteView,
        EntryView,
        InheritedView,
        MarkView,
        RulingView,
        StatusView,
        StepView,
    )

MONTHS = (
    "January",
    "February",
    "March",
    "April",
    "May",
    "June",
    "July",
    "August",
    "September",
    "October",
    "November",
    "December",
)
STATUS_MARKS = {  # status → sign, words, meaning
    "superseded": ("✗", "superseded", "overruled by the statement it names"),
    "superseded-in-part": ("✗", "superseded in part", "the quoted words are overruled; the rest is in force"),
    "disputed": ("⇄", "disputed", "another statement contradicts it, and neither overrules the other"),
}
PLURALS = {"Ice": "Ice", "Hardware": "Hardware"}  # card types whose plural has no -s
# The name of a cost depends on what is done with the card: ice, nodes and upgrades are rezzed, programs, hardware
# and resources installed; operations and preps just have a cost.
_COST_WORDS = {
    "Ice": "rez",
    "Node": "rez",
    "Upgrade": "rez",
    "Program": "install",
    "Hardware": "install",
    "Resource": "install",
}


def count(number: int, singular: str, plural: str = "") -> str:
    """A number with its noun: `1 ruling`, `2 rulings`."""
    return f"{number} {singular if number == 1 else plural or singular + 's'}"


def joined_with_or(words: list[str]) -> str:
    """A list in words: `Marcel, Mastermind or Marionette`."""
    return " or ".join(filter(None, (", ".join(words[:-1]), *words[-1:])))


def is_reference(ruling: RulingView) -> bool:
    """Whether the entry only refers to rulings on other subjects."""
    return ruling["kind"] == "see"


def own_rulings(rulings: Iterable[RulingView]) -> list[RulingView]:
    """The rulings without the entries that only refer to others."""
    return [ruling for ruling in rulings if not is_reference(ruling)]


def concerned_cards(ruling: RulingView) -> set[str]:
    """The ids of the cards that the ruling is filed under or names."""
    subject, named = ruling["subject"], {mention["id"] for mention in ruling["mentions"]}
    return named | {subject["id"]} if subject["kind"] == "card" else named


def ruling_counts(rulings: Iterable[RulingView]) -> list[str]:
    """How many errata and how many other rulings: `["1 erratum", "4 rulings"]`. `see` entries do not count."""
    kinds = [ruling["kind"] for ruling in rulings]
    errata, other_rulings = kinds.count("errata"), kinds.count("ruling")
    phrases = [count(errata, "erratum", "errata")] if errata else []
    return [*phrases, count(other_rulings, "ruling")] if other_rulings else phrases


def date_in_words(iso: str) -> str:
    """`1997-02-25` → `25 February 1997`, `1996-08` → `August 1996`; a year alone is returned unchanged."""
    date_parts = iso.split("-")
    if len(date_parts) == 3:
        return f"{int(date_parts[2])} {MONTHS[int(date_parts[1]) - 1]} {date_parts[0]}"
    return f"{MONTHS[int(date_parts[1]) - 1]} {date_parts[0]}" if len(date_parts) == 2 else iso


def plural(card_type: str) -> str:
    """The name of a card type for several cards: `Upgrades`, `Ice`."""
    return PLURALS.get(card_type, f"{card_type}s")


def cost_word(card: CardView) -> str:
    """What the cost of a card is for: `rez`, `install`, or `cost` if the card is played."""
    return _COST_WORDS.get(card["type"], "cost")


def printed_numbers(card: CardView) -> list[str]:
    """The printed numbers that the card has, as players say them: `["rez 0", "trash 3"]`."""
    words = {
        "cost": f"{cost_word(card)} {card['cost']}",
        "memory": f"{card['memory']} MU",
        "trash": f"trash {card['trash']}",
        "agenda_points": count(card["agenda_points"] or 0, "agenda point"),
    }
    facts: Mapping[str, object] = card
    return [words.get(key, f"{name} {facts[key]}") for key, name in PRINTED_NUMBERS.items() if facts[key] is not None]


def fact_table(card: CardView) -> list[tuple[str, str]]:
    """The printed numbers, set, rarity and artist of a card: (name, value)."""
    cost = "cost" if cost_word(card) == "cost" else f"{cost_word(card)} cost"
    names = {**PRINTED_NUMBERS, "cost": cost, "set": "set", "rarity": "rarity", "artist": "artist"}
    facts: Mapping[str, object] = card
    return [(name.capitalize(), str(facts[key])) for key, name in names.items() if facts[key] is not None]


def further_facts(card: CardView) -> list[str]:
    """What follows type and keywords in the line under a card's title."""
    return [
        *printed_numbers(card),
        f"{card['set']}, {card['rarity'].lower()}",
    ]


def card_summary(card: CardView) -> list[str]:
    """The line under a card's title, in parts: side and type, keywords, and further facts."""
    return [f"{card['side']} {card['type'].lower()}", *card["keywords"], *further_facts(card)]


def nicknames(card: CardView) -> list[str]:
    """Other names of the card: one spelling of each, without spelling variants of the title."""
    from rulings.model.ids import fold  # only here, as a look-up does not need it

    seen = {fold(card["title"]): card["title"]}
    for name in card["aliases"]:
        seen.setdefault(fold(name), name)
    return list(seen.values())[1:]


def attribution_details(citation: CitationView) -> str:
    """What follows the authority's name in a citation: ` (Marc Schmalz) via JD Wiker on Dr. Dreff, Netrunner-L`."""
    words = f" ({citation['person']})" if citation["person"] and citation["person"] != citation["authority"] else ""
    if citation["via"]:
        words += f" via {citation['via']}"
    if citation["about"]:
        words += f" on {citation['about']}"
    return f"{words}, {citation['venue']}" if citation["venue"] else words


def citation_date(citation: CitationView) -> str:
    """The date in words, with the printed form if that is doubtful or a misprint; the printed form alone if invalid."""
    printed, date = citation["date_printed"], best_date(citation)
    if not date:
        return printed or ""
    unsure = citation["likely"] or citation["doubt"]
    return date_in_words(date) + (f", printed {printed}" if unsure and printed else "")


def attribution(citation: CitationView) -> str:
    """Who, where and when in one line: `Sparky (Marc Schmalz), Netrunner-L, 6 August 1996`."""
    date = citation_date(citation)
    return f"{citation['authority']}{attribution_details(citation)}{', ' + date if date else ''}"


def best_date(citation: CitationView) -> str | None:
    """The likely date if there is evidence for one, else the printed one (ISO 8601)."""
    return citation["likely"] or citation["date"]


def latest_date(ruling: RulingView) -> str | None:
    """The latest date of its citations, likely before printed (ISO 8601), or None."""
    return max((date for c in ruling["citations"] if (date := best_date(c))), default=None)


def status_mark(entry: EntryView) -> MarkView | None:
    """The mark of a ruling, section or step that is superseded or disputed."""
    if entry["status"] not in STATUS_MARKS:
        return None
    return _mark(entry["status"], *STATUS_MARKS[entry["status"]])


def statuses(entry: EntryView) -> list[StatusView]:
    """The notes that supersede or dispute the entry, the most serious first."""
    notes = sorted((n for n in entry["notes"] if n["status"] != "in-force"), key=lambda n: STATUSES.index(n["status"]))
    return [_status(note) for note in notes]


def _status(note: EntryNoteView) -> StatusView:
    sign, words, _ = STATUS_MARKS[note["status"]]
    against = note["with"]
    follow = note["superseded_by"]
    if note["status"] == "disputed" and against:
        follow = [against["id"]]
    quoted = note["words"] if note["status"] != "superseded" else None
    instead = against["words"] if against and not follow else None
    return {
        "kind": note["status"],
        "sign": sign,
        "words": words,
        "quoted": quoted,
        "follow": follow,
        "instead": instead,
        "note": note["id"],
        "title": note["title"],
        "why": note["why"],
    }


def status_line(status: StatusView, max_ids: int | None = None, with_reason: bool = True) -> str:
    """The status in one line: `✗ superseded: follow armageddon-b048b520 (why)`, with the words if only a part is.

    `max_ids`: how many entries to follow are listed; the others are counted.
    """
    shown = status["follow"][:max_ids]
    others = len(status["follow"]) - len(shown)
    listed = ", ".join(shown) + (f" and {count(others, 'other')}" if others else "")
    line = f"{status['sign']} {status['words']}"
    if status["quoted"]:
        line += f", “{status['quoted']}”"
    if status["kind"] == "disputed":
        line += f": {status['title']}; see {listed}"
    elif listed or status["instead"]:
        line += f": follow {listed or '“' + str(status['instead']) + '”'}"
    return f"{line} ({status['why']})" if with_reason else line


def status_words(entry: EntryView) -> str:
    """The whole status in one line; empty for an entry in force."""
    return " ".join(status_line(status) for status in statuses(entry))


def term_of_office(authority: AuthorityView) -> str:
    """The term of office: `in office from 4 November 1997 to 15 December 1998`; empty if unknown."""
    start, end = authority["start"], authority["end"]
    if not start and not end:
        return ""
    return f"in office{f' from {date_in_words(start)}' if start else ''}{f' to {date_in_words(end)}' if end else ''}"


def step_after_end(step: StepView) -> int | None:
    """The step that an answer “end” of this step leads to: the step that supersedes it, if any."""
    return next((number for id in step["superseded_by"] if (number := number_of_step(id))), None)


def marks(ruling: RulingView) -> list[MarkView]:
    """The marks of a ruling as a whole: status, errata, unofficial, reversal."""
    result = []
    status = status_mark(ruling)
    if status:
        result.append(status)
    if ruling["kind"] == "errata":
        words = "errata" if ruling["label"] else "errata, not labelled"
        result.append(_mark("errata", "", words, ruling["reason"] or ""))
    if not ruling["official"]:
        result.append(_mark("unofficial", "≈", "unofficial", _why_unofficial(ruling)))
    if ruling["reverses"]:
        result.append(_mark("reverses", "↺", "reversal", "takes back an earlier ruling"))
    return result


def official_label(ruling: RulingView) -> str:
    """`official` for a ruling by the publisher or a document of the game; else empty, as a mark then says more."""
    spoken = any(c["official"] and c["standing"] in ("publisher", "document") for c in ruling["citations"])
    return "official" if ruling["official"] and spoken else ""


def _why_unofficial(ruling: RulingView) -> str:
    people = list(dict.fromkeys(c["authority"] for c in ruling["citations"]))
    if (ruling["label"] or "").lower().startswith("unofficial"):
        return (
            f"the document calls it unofficial, though it cites {' and '.join(people)}"
            if people
            else "the document calls it unofficial"
        )
    return f"{' and '.join(people)} had no authority over the rules" if people else "no authority is cited"


def citation_marks(citation: CitationView) -> list[MarkView]:
    """The marks of one citation: likely or doubtful date, restored, players' council, unofficial."""
    result, doubt = [], citation["doubt"]
    if citation["likely"]:
        result.append(_mark("likely-date", "†", "likely date", citation["likely_because"] or ""))
    if doubt:
        kind = doubt if doubt in DOUBTS else "doubtful-date"
        meaning = citation["doubt_because"] or DOUBTS.get(doubt, doubt.replace("-", " "))
        result.append(_mark(kind, "?", "doubtful date", meaning))
    if citation["restored"]:
        result.append(restored_mark(citation["restored"], "date restored" if citation["date"] else "restored"))
    if not citation["official"]:
        result.append(
            _mark("unofficial", "≈", "unofficial", f"{citation['authority']} had no authority over the rules")
        )
    elif citation["standing"] == "players-council":
        result.append(PLAYERS_COUNCIL)
    return result


def restored_mark(evidence: str, words: str = "restored") -> MarkView:
    """The mark of a heading or citation that was missing in the source and restored."""
    return _mark("restored", "⚑", words, f"lost from the source; put back from the {evidence}")


def _mark(kind: str, sign: str, words: str, meaning: str) -> MarkView:
    return {"kind": kind, "sign": sign, "words": words, "meaning": meaning}


PLAYERS_COUNCIL = _mark(
    "players-council",
    "◇",
    "players’ council",
    "by the Rules Sensei of the Top Runners’ Conference, after the last ruling by the publisher; official at the "
    "events of the Conference, but not for the publisher",
)


def title_with_edition(document: DocumentView) -> str:
    """Title and edition: `Netrunner Rulings, v1.70`."""
    return f"{document['title']}, {document['edition']}" if document["edition"] else document["title"]


def source_lines(ruling: RulingView) -> str:
    """The lines of the source, in words: `line 649`, `lines 649–652`."""
    first, last = ruling["source"]["lines"]
    return f"line {first}" if first == last else f"lines {first}–{last}"


def citation_line(ruling: RulingView, document: str) -> str:
    """How to cite a ruling, in one line: subject, kind, who and when, document, lines, id. `document`: its title."""
    kind = "errata" if ruling["kind"] == "errata" else "ruling"
    if not ruling["official"]:
        kind = f"unofficial {kind}"
    status = status_mark(ruling)
    if status:
        kind = f"{kind} ({status['words']})"
    people = "; ".join(attribution(citation) for citation in ruling["citations"])
    subject = f"{ruling['subject']['title']}, {kind}{': ' + people if people else ''}"
    return f"{subject}. {document}, {source_lines(ruling)} [{ruling['id']}]"


def inheritance_reason(group: InheritedView) -> str:
    """Why a card inherits a group: the words that refer to it, a shared keyword, or our reason."""
    if group["because"]:
        return group["because"].rstrip(".")
    if group["why"] == "keyword":
        return f"the card has the keyword {group['on']}, and no ruling of its own about it"
    return f"“{group['on']}”" if group["on"] else "the document refers to it"


def inherited_about(group: InheritedView) -> str:
    """What an inherited group is about: "on Virus cards"; empty where the source only says where to look."""
    on = group["on"] or ""
    if group["why"] == "keyword":
        return f"on {on} cards"
    if group["why"] == "named":
        return ""
    lower = on.lower()
    for opening in ("rulings on ", "notes on ", "rulings in "):
        start = lower.find(opening)
        if start >= 0:
            words = on[start + len(opening) :].split(",")[0].rstrip(". ")
            return "" if words.startswith(group["from"]["title"]) else f"on {words}"
    return ""
