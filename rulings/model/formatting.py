"""Puts entities into words for people: counts, facts, marks, who said it, and citations
to paste.
"""

from __future__ import annotations

import re
from collections import defaultdict
from collections.abc import Iterable, Iterator, Sequence
from itertools import groupby
from operator import attrgetter
from typing import TYPE_CHECKING, get_args

from msgspec.structs import replace

from rulings.model import dates, plain_text, remarks, vocabulary
from rulings.model.base import Entity

if TYPE_CHECKING:
    from rulings.model import entities

# Counts, facts of cards, reasons for inheritance

# The name of a cost depends on the type of the card: ice, nodes and upgrades are
# rezzed, programs, hardware and resources installed; operations and preps are played.
_COST_WORDS = {
    **dict.fromkeys(("Ice", "Node", "Upgrade"), "rez"),
    **dict.fromkeys(("Program", "Hardware", "Resource"), "install"),
}


def counted_rulings(rulings: Sequence[entities.Ruling]) -> str:
    """The number of rulings: `9 rulings (1 erratum)`; `2 errata` if there are no others,
    and `no rulings`.
    """
    if not rulings:
        return "no rulings"
    errata = sum(ruling.erratum for ruling in rulings)
    errata_words = plain_text.count(errata, "erratum", "errata")
    if errata and errata == len(rulings):
        return errata_words
    count = plain_text.count(len(rulings), "ruling")
    return f"{count} ({errata_words})" if errata else count


def number_phrases(card: entities.Card) -> Iterator[str]:
    """The printed numbers that the card has, as players say them:
    `["rez 0", "trash 3"]`.
    """
    cost_word = _COST_WORDS.get(card.type, "cost")
    points = card.agenda_points or 0
    words = {
        "cost": f"{cost_word} {card.cost}",
        "memory": f"{card.memory} MU",
        "trash": f"trash {card.trash}",
        "agenda_points": plain_text.count(points, "agenda point"),
    }
    for key, name in vocabulary.PRINTED_NUMBERS.items():
        number = getattr(card, key)
        if number is not None:
            yield words.get(key, f"{name} {number}")


def line_facts(card: entities.Card) -> list[str]:
    """The facts after type and keywords in the line under a card's title."""
    set_and_rarity = f"{card.set}, {card.rarity.lower()}"
    return [*number_phrases(card), set_and_rarity]


def summary_parts(card: entities.Card) -> list[str]:
    """The line under a card's title, in parts: side and type, keywords, and
    `line_facts`.
    """
    side_and_type = f"{card.side} {card.type.lower()}"
    return [side_and_type, *card.keywords, *line_facts(card)]


def term_of_office(authority: entities.Authority) -> str:
    """The terms of office: `in office from 4 November 1997 to 15 December 1998`. Empty
    if unknown, and for a document.
    """

    def dated(word: str, iso: str | None) -> str:
        return f" {word} {dates.date_in_words(iso)}" if iso else ""

    if authority.kind != "person" or not authority.terms:
        return ""
    terms: list[str] = []
    for term in authority.terms:
        start = dated("from", term.start)
        end = dated("to", term.end)
        terms.append(f"{start}{end}")
    return f"in office{' and'.join(terms)}"


def authority_facts(authority: entities.Authority, ruling_count: int) -> list[str]:
    """The line under the name of an authority, in parts: the number of its rulings, its
    person, term of office, role and standing. A part that it does not have is empty.
    """
    person = authority.person if authority.person != authority.name else None
    count = plain_text.count(ruling_count, "ruling")
    term = term_of_office(authority)
    return [count, person or "", term, authority.role, authority.standing_in_words]


def inheritance_reason(group: entities.Inherited) -> str:
    """Why a card inherits a group: the words that refer to it, a shared keyword, or our
    reason.
    """
    if group.reason:
        return group.reason.rstrip(".")
    if group.basis == "keyword":
        keyword = group.words
        return f"the card has the keyword {keyword}, and no ruling of its own about it"
    if group.words:
        return f"“{group.words}”"
    return "the document refers to it"


def inherited_about(group: entities.Inherited) -> str:
    """The subject of an inherited group: "on Virus cards". Empty if the source only
    says where to look.
    """
    on = group.words or ""
    if group.basis == "keyword":
        return f"on {on} cards"
    match = re.search("(?:rulings on|notes on|rulings in) ([^,]*)", on, re.IGNORECASE)
    words = match[1].rstrip(". ") if match else ""
    if not words or words.startswith(group.subject.title):
        return ""
    return f"on {words}"


def inherited_heading(group: entities.Inherited) -> str:
    """The heading of an inherited group:
    `From Viruses and forgoing actions, on Virus cards`.
    """
    heading = f"From {group.subject.title}"
    about = inherited_about(group)
    return f"{heading}, {about}" if about else heading


# Marks beside or above the words of an entry


class Mark(Entity):
    """A sign beside a ruling or citation. `kind` is the anchor of its explanation on
    the page of marks.

    `words_alone`: its words for programs, because they show it alone.
    """

    kind: str
    sign: str
    words: str
    explanation: str
    words_alone: str


class CitedPart(Entity):
    """Words with the same citations: `start` to `end` (characters) of the ruling's
    text.
    """

    start: int
    end: int
    text: str
    citations: Sequence[entities.Citation]


# The parts of a ruling that different people are cited for


def cited_parts(ruling: entities.Ruling) -> list[CitedPart]:
    """The text divided where its citations change, in order; citations for the same
    words share one part. Words after the last citation have none.
    """
    parts: list[CitedPart] = []
    text = ruling.text
    text_end = len(text)
    by_words = groupby(ruling.citations, attrgetter("supports"))
    for (start, end), citations in by_words:
        words = text[start:end].strip()
        parts.append(CitedPart(start, end, words, [*citations]))
    if not parts:
        return [CitedPart(0, text_end, text.strip(), [])]
    last = parts[-1]
    tail = text[last.end :].strip()
    if any(map(str.isalnum, tail)):
        parts.append(CitedPart(last.end, text_end, tail, []))
    elif tail:  # it may be a closing quotation mark
        words = text[last.start :].strip()
        parts[-1] = replace(last, end=text_end, text=words)
    return parts


def uncited_words(ruling: entities.Ruling) -> str:
    """Words after the last citation. Nobody is cited for them."""
    last = cited_parts(ruling)[-1]
    if ruling.citations and not last.citations:
        return last.text
    return ""


# The marks of an entry: superseded, disputed, errata, unofficial, doubtful, restored;
# terminal and site show the same.

STATUS_MARKS: dict[str, remarks.Wording] = {
    relation: wording
    for relation, wording in remarks.RELATIONS.items()
    if relation in vocabulary.STATUSES
}
# A new kind of mark needs a sign, an explanation if its words do not say it, and a
# heading in site/pages/marks.md.
SIGNS = {  # kind of mark → sign
    "errata": "",  # shown with a bar along the words
    "unofficial": "≈",
    "reversal": "↺",
    "likely-date": "†",
    "restored": "⚑",
    "players-council": "◇",
    **{status: wording.sign for status, wording in STATUS_MARKS.items()},
    **dict.fromkeys(vocabulary.DATE_DOUBTS, "?"),
}


def status_mark(status: vocabulary.Status) -> Mark | None:
    """The mark of a ruling, section or step that is superseded or disputed."""
    wording = STATUS_MARKS.get(status)
    if not wording:
        return None
    return _mark(status, wording.name, wording.explanation)


def ruling_marks(ruling: entities.Ruling) -> Iterator[Mark]:
    """The marks of an entire ruling: status, errata, unofficial, reversal."""
    if mark := status_mark(ruling.status):
        yield mark
    if ruling.erratum:
        words = "errata" if ruling.label else "errata, not labelled"
        yield _mark("errata", words, ruling.errata_reason or "")
    if not ruling.official:
        yield _mark("unofficial", "unofficial", _why_unofficial(ruling))
    if ruling.reversal:
        explanation = "takes back an earlier ruling"
        yield _mark("reversal", "reversal", explanation, explanation)


def _why_unofficial(ruling: entities.Ruling) -> str:
    names = dict.fromkeys(citation.authority for citation in ruling.citations)
    people = " and ".join(names)
    label = ruling.label or ""
    if label.lower().startswith("unofficial"):
        why = "the document calls it unofficial"
        if people:
            return f"{why}, though it cites {people}"
        return why
    if people:
        return f"{people} had no authority over the rules"
    return NOBODY


def citation_marks(citation: entities.Citation) -> Iterator[Mark]:
    """The marks of one citation: likely or doubtful date, restored, players' council,
    unofficial.
    """
    if citation.likely_date:
        words_alone = (
            f"likely date {citation.likely_date}, printed {citation.date_printed}"
        )
        why = citation.likely_date_reason or ""
        yield _mark("likely-date", "likely date", why, words_alone)
    if citation.doubt:
        words = vocabulary.DATE_DOUBTS[citation.doubt]
        why = citation.doubt_reason or words
        yield _mark(citation.doubt, "doubtful date", why, f"doubtful date: {words}")
    if citation.restored_from:
        words = "date restored" if citation.date else "restored"
        yield restored_mark(citation.restored_from, words)
    if not citation.official:
        why = f"{citation.authority} had no authority over the rules"
        yield _mark("unofficial", "unofficial", why)
    elif council := citation.council:
        words = "players’ council"
        office = f"the {council.office} of the {council.name}"
        why = f"by {office}, {council.ruled}; {council.standing_in_words}"
        yield _mark("players-council", words, why, f"{words}: {council.name}")


def own_marks(
    ruling: entities.Ruling,
    citation: entities.Citation,
) -> list[Mark]:
    """The marks of one of its citations, except the marks of the entire ruling."""
    kinds = {mark.kind for mark in ruling_marks(ruling)}
    return [mark for mark in citation_marks(citation) if mark.kind not in kinds]


def all_marks(ruling: entities.Ruling) -> list[Mark]:
    """The marks of an entire ruling, and the marks of each of its citations."""
    marks = [*ruling_marks(ruling)]
    for citation in ruling.citations:
        marks += citation_marks(citation)
    return marks


# Marks in a list: an erratum; said by somebody without authority; said for a council
_SPEAKER_MARKS = ("errata", "unofficial", "players-council")


def list_marks(entry: entities.AnyEntry) -> list[Mark]:
    """The marks of an entry in a list of links: its status, and who said it. A rule
    with exceptions has a sign without words.
    """
    marks: list[Mark] = []
    entry_remarks = remarks.of_entry(entry, remarks.Verbosity.WITH_WORDS)
    for remark in entry_remarks[:1]:
        sign, name, *_ = remark.wording
        marks.append(Mark(remark.relation, sign, name, "", name))
    of_ruling = all_marks(entry) if entry.entry_type == "ruling" else []
    of_speaker: dict[str, Mark] = {}
    for mark in reversed(of_ruling):  # the first of each kind stays
        if mark.kind in _SPEAKER_MARKS:
            of_speaker[mark.kind] = mark
    return [*marks, *of_speaker.values()]


def marks_in_words(marks: Iterable[Mark]) -> str:
    """The marks as words to put before others: `✗ superseded, ≈ unofficial: `, `+ `.
    Empty if there are none.
    """
    marks = list(marks)
    if not marks:
        return ""
    has_words = any(mark.words for mark in marks)
    phrases = [f"{mark.sign} {mark.words}".strip() for mark in marks]
    ending = ": " if has_words else " "
    return ", ".join(phrases) + ending


def origin_remarks(entry: entities.AnyEntry) -> list[remarks.Remark]:
    """The remarks on where the words come from, for programs; none for most rulings.

    A citation line already shows the marks of a ruling beside the names, so it needs
    only the standing of a document.
    """
    if entry.entry_type == "section":
        standing = remarks.section_standing(entry)
        return [remarks.Remark("standing", None, standing)]
    if entry.entry_type == "step":
        return []
    words_by_kind = defaultdict[str, dict[str, None]](dict)  # without repeats
    if words := uncited_words(entry):
        words_by_kind["uncited"][f"no authority is cited for “{words}”"] = None
    for mark in all_marks(entry):
        kind = "doubtful-date" if mark.kind in vocabulary.DATE_DOUBTS else mark.kind
        words_by_kind[kind][mark.words_alone] = None
    return [
        remarks.Remark(kind, None, "; ".join(words_by_kind[kind]))
        for kind in get_args(remarks.OriginKind)
        if kind in words_by_kind
    ]


def restored_mark(evidence: str, words: str = "restored") -> Mark:
    """The mark of a heading or citation that was missing in the source and restored."""
    return _mark("restored", words, f"lost from our copy; restored from the {evidence}")


def _mark(
    kind: str,
    words: str,
    explanation: str,
    words_alone: str = "",
) -> Mark:
    return Mark(kind, SIGNS[kind], words, explanation, words_alone or words)


def citation_date(citation: entities.Citation) -> str:
    """The date in words, with the printed form if the date is doubtful or a misprint.

    Only the printed form if that gives no date; empty if no date is printed.
    """
    date_printed = citation.date_printed
    date = citation.best_date
    if not date:
        return date_printed or ""
    words = dates.date_in_words(date)
    if date_printed and (citation.likely_date or citation.doubt):
        words += f", printed {date_printed}"
    return words


def attribution(citation: entities.Citation) -> str:
    """Who, where and when in one line:
    `Sparky (Marc Schmalz) via JD Wiker on Dr. Dreff, Netrunner-L, 6 August 1996`.
    """
    words = citation.authority
    if citation.person and citation.person != words:
        words += f" ({citation.person})"
    if citation.via:
        words += f" via {citation.via}"
    if citation.about:
        words += f" on {citation.about}"
    parts = (words, citation.venue, citation.pages, citation_date(citation))
    return ", ".join(filter(None, parts))


def attributions(ruling: entities.Ruling, part: CitedPart) -> str:
    """Who said a cited part, where and when, with the marks of each citation: the text
    that is shown after its words everywhere. Empty if nobody is cited.

    What is official has no mark, at every door.
    """
    phrases: list[str] = []
    for citation in part.citations:
        marks = [f"{mark.sign} {mark.words}" for mark in own_marks(ruling, citation)]
        phrases.append(f"{attribution(citation)} {' · '.join(marks)}".rstrip())
    return "; ".join(phrases)


NOBODY = "no authority is cited"


def quoted_with_attributions(ruling: entities.Ruling) -> str:
    """The words in quotation marks, each part followed by who said it,
    where and when.
    """
    return " ".join(
        f"“{part.text}” ({attributions(ruling, part) or NOBODY})"
        for part in cited_parts(ruling)
    )


def speakers(ruling: entities.Ruling) -> str:
    """Who said it, where and when; if there are several, with the words of each. Empty
    if nobody is cited.
    """
    parts = cited_parts(ruling)
    if len(parts) > 1:
        return quoted_with_attributions(ruling)
    return attributions(ruling, parts[0])


def citations_for(
    entry: entities.AnyEntry,
    words: str,
) -> Sequence[entities.Citation]:
    """The citations of a ruling for some of its words; none for a section or step."""
    if entry.entry_type != "ruling":
        return ()
    spans = remarks.spans_of(entry.text, words)
    citations: list[entities.Citation] = []
    for citation in entry.citations:
        first, last = citation.supports
        is_quoted = any(start < last and first < end for start, end in spans)
        if is_quoted or citation.printed in words:
            citations.append(citation)
    return citations


def title_with_edition(document: entities.Document) -> str:
    """Title and edition: `Netrunner Rulings, v1.70`."""
    return ", ".join(filter(None, (document.title, document.edition)))


def brief_standing(document: entities.Document) -> str:
    """The first clause of a document's standing: `an unofficial summary`. Empty for the
    other game, because a banner says it.
    """
    if document.game != vocabulary.NETRUNNER:
        return ""
    first_clause, *_ = re.split("[;,]", document.standing_in_words)
    return first_clause


def source_lines(entry: entities.AnyEntry) -> str:
    """The lines of the source, in words: `line 649`, `lines 649–652`."""
    first, last = entry.source.lines
    if first == last:
        return f"line {first}"
    return f"lines {first}–{last}"


def citation_line(
    entry: entities.AnyEntry,
    status: vocabulary.Status | None = None,
    with_people: bool = True,
) -> str:
    """A ruling, section or step, cited in one line: subject, kind, who and when,
    document, lines, id.

    `status`: the status of the cited passage, if only a part is cited.
    """
    people: list[str] = []
    if entry.entry_type == "ruling":
        subject = f"{entry.subject.title}, {_cited_kind(entry)}"
        if with_people:
            people = _cited_people(entry)
    else:
        subject = _cited_place(entry, status or entry.status)
    if people:
        subject = f"{subject}: {'; '.join(people)}"
    return f"{subject}. {entry.source.title}, {source_lines(entry)} [{entry.id}]"


_SAID_BY_KIND = ("errata", "unofficial")  # marks that the kind says already


def _cited_kind(ruling: entities.Ruling) -> str:
    """The kind of a ruling, with its marks: `unofficial errata (superseded)`."""
    kind: str = "errata" if ruling.erratum else ruling.kind
    if not ruling.official:
        kind = f"unofficial {kind}"
    qualifiers = ["not labelled"] if ruling.errata_reason else []
    qualifiers += [
        mark.words for mark in ruling_marks(ruling) if mark.kind not in _SAID_BY_KIND
    ]
    return _qualified(kind, qualifiers)


def _cited_people(ruling: entities.Ruling) -> list[str]:
    """Who said each part of a ruling, and which words nobody is cited for."""
    parts = [part for part in cited_parts(ruling) if part.citations]
    people = [attributions(ruling, part) for part in parts]
    if words := uncited_words(ruling):
        people.append(f"nobody for “{words}”")
    return people


def _cited_place(
    entry: entities.Section | entities.Step, status: vocabulary.Status
) -> str:
    """`3. Setup, section (disputed, an unofficial summary)`, `Run, step 13`."""
    mark = status_mark(status)
    qualifiers = [mark.words] if mark else []
    if entry.entry_type == "step":
        return f"Run, {_qualified(entry.title.lower(), qualifiers)}"
    qualifiers.append(entry.standing_in_words)
    return f"{entry.title}, {_qualified('section', qualifiers)}"


def _qualified(kind: str, qualifiers: Sequence[str]) -> str:
    return f"{kind} ({', '.join(qualifiers)})" if qualifiers else kind


class CitedWords(Entity):
    """The cited words of an entry, some or all, with their address,
    status and remarks.
    """

    text: str
    url: str
    status: vocabulary.Status
    remarks: Sequence[remarks.Remark]


_SITE = re.compile(r"(https?://[^\s/?#]+[^\s?#]*?)/*(index\.html)?([?#]\S*)?")


def site_address(site: str) -> str:
    """The address of a site without `/`, `/index.html`, query or anchor at its end;
    empty if none is given. Raises `ValueError` unless it begins with `https://` or
    `http://`.
    """
    address = site.strip()
    if not address:
        return ""
    match = _SITE.fullmatch(address)
    if not match:
        raise ValueError(
            f"{plain_text.quoted(site, whole=True)} is not the address of a site; "
            "begin it with https://"
        )
    return match[1]


def _by_several(entry: entities.AnyEntry) -> entities.Ruling | None:
    """The entry, if it is a ruling and different people are cited for parts of its
    words.
    """
    if entry.entry_type == "ruling" and len(cited_parts(entry)) > 1:
        return entry
    return None


def quotation(
    entry: entities.AnyEntry,
    cited_words: CitedWords,
    site: str,
) -> str:
    """An entry in one line to paste: the text, the citation line, its address on the
    site if given, then its status. If several people are cited, each follows the words
    in question.
    """
    address = f" {site_address(site)}{cited_words.url}" if site else ""
    words = cited_words.text
    if entry.entry_type == "section":
        lines = words.split("\n")
        words = " ".join(plain_text.without_markdown(line, True) for line in lines)
    quote = f"“{words}” — " if words.strip() else ""  # a heading has no words
    ruling = _by_several(entry)
    citation = citation_line(entry, cited_words.status, with_people=not ruling)
    if ruling:
        quote = f"{quoted_with_attributions(ruling)} — "
    remark_line = remarks.one_line(cited_words.remarks)
    return plain_text.one_line(f"{quote}{citation}{address} {remark_line}")


def markdown(
    entry: entities.AnyEntry,
    cited_words: CitedWords,
    site: str,
) -> str:
    """An entry in Markdown, for a chat or a forum: the text as a block quotation, the
    citation line, its status. If several people are cited, each follows the words in
    question.
    """
    ruling = _by_several(entry)
    citation = citation_line(entry, cited_words.status, with_people=not ruling)
    quote = _block_quotation(entry, cited_words.text)
    if ruling:
        quote = ""
        for part in cited_parts(ruling):
            who = attributions(ruling, part) or NOBODY
            quote += _block_quotation(ruling, part.text)
            quote += f"> ({plain_text.as_markdown(who)})\n>\n"
    citation = plain_text.one_line(citation)
    if site:
        label = f"[{entry.id}]"
        address = f"{site_address(site)}{cited_words.url}"
        citation = citation.replace(label, f"{label}({address})")
    remark_line = plain_text.one_line(remarks.one_line(cited_words.remarks))
    # A line that begins with the sign `+` would be a bullet
    remark_line = plain_text.as_markdown(remark_line)
    ending = f"\n{remark_line}\n" if remark_line else ""
    return f"{quote}> — {citation}\n{ending}"


def _block_quotation(entry: entities.AnyEntry, text: str) -> str:
    quote = ""
    for words in filter(str.strip, text.split("\n")):
        words = plain_text.one_line(words)
        if entry.entry_type != "section":
            words = plain_text.as_markdown(words)
        quote += f"> {words}\n"
    return f"{quote}>\n" if quote else ""  # a heading has no words
