"""Reads the citations in the words of an entry, `(Tom Wylie via JD Wiker, Netrunner-L, 3/11/96)`,
and says what is wrong with one.

    (Authority[ (Person)][ via Relay][ on Card][, Venue or pages][, date][; next citation …])

Several may stand in one entry, each for the sentences before it. A parenthesis in which nothing
shows that it cites (a known name, a venue, pages, a date, or a comma after which the rest is lost)
stays in the text.
"""

from __future__ import annotations

import re
from collections.abc import Collection, Iterable

from msgspec.structs import replace

from rulings import edit_distance
from rulings.model import dates, entities, hand_edited, loading, plain_text, vocabulary
from rulings.parser import sources

# Patterns for `re.VERBOSE`, in which a space is written `[ ]`
_NAME = r"[A-Z][\w.'’-]*(?:[ ](?:de[ ]|van[ ]|von[ ])?[A-Z][\w.'’-]*){0,3}"
_PAGES = r"pp?\.?[ ]?\d+(?:-\d+)?"
_VENUE = r"Netrunner-L|NR-L|Pacificon|[A-Z][\w.-]+(?:[ ][A-Z0-9][\w.-]*){0,3}"
# Abbreviation → the venue; `printed` keeps the abbreviation
_VENUES = {"NR-L": "Netrunner-L"}
_ISO_DATE = r"\d{4}-\d\d-\d\d"
_MONTH_DATE = rf"\d{{1,2}}[ ](?:{'|'.join(dates.MONTHS)})[ ]\d{{4}}"
_MONTH_OR_YEAR = loading.MONTH_OR_YEAR.pattern.replace(" ", "[ ]")
_ADDED_DATE = rf"{_ISO_DATE}|{_MONTH_DATE}|{_MONTH_OR_YEAR}"
_ADDED_NAME = r"(?:(?![ ](?:&|and|via|on)[ ])[^,;()&])+(?=\s*[,(]|\s+(?:via|on)\s)"
_ADDED_VENUE = (
    rf"[^;()]+?(?=\s*,\s*(?:{_ADDED_DATE})\s*[,;)])"
    rf"|(?!(?:{_ADDED_DATE})\s*[;)])(?:(?:{_VENUE})(?=\s*[,;)])|(?![\s\d])[^,;()]+?(?=\s*[;)]))"
)
_BEFORE_DATE = rf"(?=(?:[^()]|\([^()]*\))*(?:\d/\d|{_ISO_DATE}|{_MONTH_DATE}))"
_DATE = loading.CITATION_DATE.pattern.replace(" ", "[ ]")
_SIGNS = ("date", "venue", "pages", "open")  # each shows that a parenthesis cites
_MAX_LENGTH = 500  # characters of a citation; anything longer is text
# Its begin and end in the words, and the citation
CitationSpan = tuple[int, int, entities.Citation]


class CitationReader:
    """Recognizes citations by the names in `authorities.yaml`, and unknown names by the form of the
    citation.

    `orders`: how ambiguous dates are read; `added`: whether in added rulings; `edition`: the date of
    the printed list.
    """

    def __init__(
        self,
        authorities: Iterable[entities.Authority],
        orders: Iterable[hand_edited.DateOrder],
        added: bool = False,
        edition: str | None = None,
    ) -> None:
        self._orders, self._added, self._edition = tuple(orders), added, edition
        self._by_name: dict[str, entities.Authority] = {}
        spellings = set[str]()
        for authority in authorities:
            names = {authority.name, *authority.names}
            spellings |= names
            self._by_name |= dict.fromkeys(map(plain_text.fold, names), authority)
        longest_first = sorted(spellings, key=len, reverse=True)
        known_names = "|".join(re.escape(name).replace(r"\ ", r"\s+") for name in longest_first)
        who = f"(?:{known_names})" if known_names else r"(?!x)x"
        name, venue, date, before = _NAME, _VENUE, _DATE, _BEFORE_DATE
        if added:
            name, venue = f"{_NAME}|{_ADDED_NAME}", _ADDED_VENUE
            date = rf"{_DATE}|(?<!\()(?:{_MONTH_OR_YEAR})(?=\s*[;)])"
            before = rf"(?=[^()]*,\s*(?:{_ADDED_DATE})\s*[;)])|{_BEFORE_DATE}"
        self._part = re.compile(
            rf"""
            \s*(?P<who>{who}|(?:{name})(?:{before}))  # a known name, or any name before a date
            (?:\s*\((?P<person>[^()]+)\))?
            (?:\s+via\s+(?P<via>{who}|{name}))?
            (?:\s+on\s+(?P<about>[^,;()]+?))?
            (?:\s*,\s*(?:(?P<pages>{_PAGES})(?=\s*[,;)])|(?P<venue>{venue})))?
            (?:\s*,?\s*\(?(?P<date>{date}))?
            (?:,[ ]printed[ ](?:{_DATE}))?  # as this program shows a date that is doubtful
            (?:\s*(?=[;)])|(?P<open>\s*,))  # the end, or a comma after which the rest is lost
            """,
            re.VERBOSE,
        )

    def find(self, words: str) -> list[CitationSpan]:
        """All citations, in order."""
        spans: list[CitationSpan] = []
        position = 0
        while (position := words.find("(", position)) >= 0:
            parts = self._read(words, position)
            spans += parts
            if parts:
                position = parts[-1][1]
            elif self._added:
                position += len(_brackets(words[position:])[0])
            else:
                position += 1
        return spans

    def _read(self, words: str, start: int) -> list[CitationSpan]:
        """The citations in the parenthesis at `start`, which are separated by semicolons."""
        matches: list[tuple[int, int, re.Match[str]]] = []  # (begin, end, match)
        begin, position = start, start + 1
        while match := self._part.match(words, position, position + _MAX_LENGTH):
            sign = words[match.end() : match.end() + 1]
            is_cut_off = sign not in (";", ")")
            if is_cut_off and (self._added or not match["open"] or match["date"]):
                # In the printed list, only `(Sparky, Netrunner-L,` has lost its end.
                return []
            end = match.end("open") if is_cut_off else match.end() + 1
            matches.append((begin, end, match))
            begin = position = end + (words[end : end + 1] == " ")
            if sign != ";":
                break
        else:
            return []
        if not self._cites([match for _, _, match in matches]):
            return []
        return [
            (begin, end, self._citation(match, words[begin:end].strip()))
            for begin, end, match in matches
        ]

    def _cites(self, matches: Iterable[re.Match[str]]) -> bool:
        """Whether anything shows that a parenthesis cites; a person in parentheses within it is the
        authority, unless that is unknown.
        """
        is_citation = False
        for match in matches:
            authority = self._authority(match["who"])
            is_citation |= any(map(match.group, _SIGNS)) or authority is not None
            if match["person"] and authority and self._authority(match["person"]) is not authority:
                return False
        return is_citation

    def _citation(self, match: re.Match[str], text: str) -> entities.Citation:
        """The citation in a match of `self._part`."""
        authority = self._authority(match["who"])
        who, via, about = (" ".join((match[key] or "").split()) for key in ("who", "via", "about"))
        relay = self._authority(via)
        if relay:
            via = relay.name
        date, doubt = self._date(match, authority)
        citation = entities.Citation(
            printed=text,
            authority=who,
            person=match["person"],
            via=via or None,
            about=about or None,
            venue=_VENUES.get(match["venue"], match["venue"]),
            pages=match["pages"],
            date=date,
            date_printed=match["date"],
            doubt=doubt,
            official=False,
        )
        if authority is None:
            return citation
        return replace(
            citation,
            authority=authority.name,
            person=authority.person,
            official=authority.official,
            standing=authority.standing,
            council=authority.council,
        )

    def _date(
        self, match: re.Match[str], authority: entities.Authority | None
    ) -> tuple[str | None, str | None]:
        """The date (ISO 8601) in a match, and a doubt of `vocabulary.DOUBTS`, if there is any."""
        if match["date"]:
            date, doubt = sources.read_date(match["date"], self._orders)
            if doubt is None and date and not was_in_office(authority, date, self._edition):
                doubt = "outside-term"
            return date, doubt
        if match["open"]:
            return None, "truncated"
        needs_date = authority and (authority.terms or authority.standing == "publisher")
        return None, "undated" if self._added and needs_date else None

    def _authority(self, name: str) -> entities.Authority | None:
        return self._by_name.get(plain_text.fold(name))


def was_in_office(
    authority: entities.Authority | None, date: str, edition: str | None = None
) -> bool:
    """Whether the date (ISO 8601), all of it if it is a month or year, lies in one of the authority's
    terms of office. If none is known, those who spoke for the publisher are known to have done so
    until the date of the edition.
    """
    terms = authority and authority.terms
    if authority and not terms and edition and authority.standing == "publisher":
        return date[: len(edition)] <= edition
    if not terms or not dates.is_date(date):
        return not terms
    first_day, last_day = dates.date_range(date)
    return any(
        (term.start or "") <= first_day and last_day <= (term.end or vocabulary.FAR_FUTURE)
        for term in terms
    )


# `dates.yaml` and the errata of `documents.yaml` name rulings by id, so they are applied after the
# words were read. They may replace or remove a doubt that was found above. The printed words never
# change.

_WITHOUT_OFFICE = ("outside-term", "undated")
_IMPLAUSIBLE = ("before-release", "outside-term")


class DatesAndErrata:
    """The rows of `dates.yaml` and the errata of `documents.yaml`."""

    def __init__(
        self, edited: hand_edited.HandEdited, authorities: Iterable[entities.Authority]
    ) -> None:
        self._dates = {
            (id, row.authority, row.printed): row for row in edited.dates for id in row.rulings
        }
        self._errata = {row.ruling: row.reason for row in edited.errata}
        self._authorities = {authority.name: authority for authority in authorities}

    def apply(self, ruling: entities.Ruling) -> entities.Ruling:
        """The ruling, changed as the rows say."""
        citations = tuple(self._citation(ruling.id, c) for c in ruling.citations)
        if reason := self._errata.get(ruling.id):
            ruling = replace(ruling, kind="errata", errata_because=reason)
        return replace(ruling, citations=citations)

    def _citation(self, ruling: str, citation: entities.Citation) -> entities.Citation:
        doubt = citation.doubt
        row = self._dates.get((ruling, citation.authority, citation.date_printed or ""))
        if row and row.doubt:
            doubt = row.doubt
            citation = replace(citation, doubt_because=row.reason)
        elif row:
            if doubt in _IMPLAUSIBLE:
                doubt = None
            if row.likely:
                citation = replace(citation, likely=row.likely, likely_because=row.reason)
                if not was_in_office(self._authorities.get(citation.authority), row.likely):
                    doubt = "outside-term"
        is_official = citation.official and doubt not in _WITHOUT_OFFICE
        return replace(citation, doubt=doubt, official=is_official)


# Faults in the citation of an added ruling

_FORM = "(Who, Where, 2035-01-31)"
# The day before a year: May 1, 2001
_DAY_AT_END = re.compile(rf"\b(?:{'|'.join(dates.MONTHS)}) \d+$")

_NOBODY = ("unknown", "anonymous", "nobody", "somebody", "none", "?")
_WRONG_FORMS = {  # pattern of words in brackets that are no citation → what is wrong with them
    r"^\[": "must stand in round brackets",
    rf"(?:{_ISO_DATE})\s*[,;]\s*\S": "must end with its date",
    r"^\([^,;]*;[^,]*\Z": "must have commas between its parts",
    rf"(?:{'|'.join(dates.MONTHS)}) \d+,? \d+\)": "must have its date as a day, then a month",
    r"\d{4}-\d\d?\)|\d[./]\d+[./]\d": "must have its date as year, month and day",
}
_PASTED = {  # pattern of words that are no ruling → what to do with them
    r"(?m)^\s*>.*": "is quoted in a mail; leave out the sign, and what somebody else wrote",
    r"(?m)^\s*(?:From|To|Subject|Sent|Date|Re): .*": "is the head of a mail; leave it out",
    r"[\w.+-]+@\w[\w-]*\.\w+": "is the address of a mail; name who wrote it",
    r"\AThe words of the ruling(?=\W*(?:\(|\Z))": "is from the example; write your own",
}


def find_citation_fault(
    ruling: entities.Ruling, is_uncited: bool, authority_names: Collection[str]
) -> tuple[str, str] | None:
    """The words at fault, and a sentence that says what to write instead; None if nothing is wrong.

    Every citation needs a date, unless it cites a document, and a known authority. Nothing that
    looks like a citation may be left in the text. A reference to other rulings (`See …`) needs no
    citation. `is_uncited`: whether it says that nobody is cited. `authority_names`: the names of all
    authorities.
    """
    needs_citation = not (ruling.citations or is_uncited or ruling.is_see_entry)
    for brackets in _brackets(ruling.text):
        words = brackets.strip(". ")
        is_last = ruling.text.rstrip(" .").endswith(words)
        if loading.CITATION_DATE.search(words) or (is_last and needs_citation):
            return words, _fault_in(words)
    for citation in ruling.citations:
        words = citation.printed
        if after := re.search(rf"{re.escape(words)}\s*([.,:;!?])", ruling.printed):
            sentence = f"“{after[1]}” follows the citation {plain_text.quoted(words, whole=True)}"
            return words, f"{sentence}; write it before that"
        if is_uncited:
            sentence = f"`citation: none`, but {plain_text.quoted(words, whole=True)} is a citation"
            return words, f"{sentence}; delete one of them"
        if fault := _fault_of_date(citation):
            return words, fault
    if fault := unknown_names(ruling.citations, authority_names):
        return ruling.citations[0].printed, fault
    if not needs_citation:
        return None
    fault = f"it has no citation; end it with one like {_FORM}, or add `citation: none`"
    return ruling.printed.rpartition(" ")[2], fault


def _fault_of_date(citation: entities.Citation) -> str:
    """A fault in the date of a citation in an addition, or nothing."""
    date = citation.date_printed
    if _DAY_AT_END.search(citation.venue or ""):
        return _fault_in(citation.printed)
    if not date:
        return ""
    if not dates.is_date(citation.date or ""):
        return f"{date} is not a date"
    if "/" not in date:
        return ""
    first, second = map(int, date.split("/")[:2])
    if first != second and max(first, second) <= 12:
        return f"{date} can be read in two ways; write the date like 2035-01-31"
    return f"{date} must be {citation.date} here"


def unknown_names(
    ruling_citations: Iterable[entities.Citation], authority_names: Collection[str]
) -> str:
    """Advice on all names in citations that are not in authorities.yaml; empty if they are."""
    faults = dict[str, None]()
    for citation in ruling_citations:
        for name in filter(None, (citation.authority, citation.via)):
            if name not in authority_names:
                hint = edit_distance.nearest_hint(name, authority_names)
                if name.lower() in _NOBODY:
                    hint = ", and nobody is known by it; write `citation: none`"
                faults[f"{plain_text.quoted(name)} is not in authorities.yaml{hint}"] = None
    return f"{'; '.join(faults)}; add who that was there" if faults else ""


def find_pasted(ruling: entities.Ruling, printed: str) -> tuple[str, str] | None:
    """Words that were pasted with an added ruling, or only ask, and what to do with them."""
    for pattern, advice in _PASTED.items():
        if match := re.search(pattern, printed):
            words = " ".join(match[0].split())[:50]
            return words, f"{plain_text.quoted(words, whole=True)} {advice}"
    text = ruling.text
    for mention in ruling.mentions:
        text = text.replace(mention.words, "X")  # `Dr. Dreff` ends no sentence
    if re.fullmatch(r"[^.!?]*\?[\"”]?", text):
        return ruling.text, f"{plain_text.quoted(ruling.text)} only asks; write what was answered"
    return None


def _brackets(text: str) -> list[str]:
    """The words in brackets, with those around them and what they contain; the last may not be
    closed.
    """
    brackets: list[str] = []
    start, depth = 0, 0
    for position, sign in enumerate(text):
        if sign in "([":
            if not depth:
                start = position
            depth += 1
        elif sign in ")]" and depth:
            depth -= 1
            if not depth:
                brackets.append(text[start : position + 1])
    if depth:
        brackets.append(text[start:])
    return brackets


def _unclosed(words: str) -> str:
    """The words after a bracket that is never closed, as far as the next one; empty if all are."""
    starts: list[int] = []
    for match in re.finditer(r"[(\[]|[)\]]", words):
        if match[0] in "([":
            starts.append(match.start())
        elif starts:
            starts.pop()
    return re.split(r"(?<!^)[(\[]", words[starts[0] :])[0].rstrip() if starts else ""


def _fault_in(words: str) -> str:
    """What is wrong with words in brackets that are to be a citation."""
    quote = plain_text.quoted(words, whole=True)
    if unclosed := _unclosed(words):
        return f"{plain_text.quoted(unclosed, whole=True)} is not closed; write its bracket"
    if inner := re.search(r"\([^()]*\)", words[1:]):
        inner_quote = plain_text.quoted(inner[0])
        return f"{inner_quote} must not be in the citation {quote}; leave it out: {_FORM}"
    for pattern, advice in _WRONG_FORMS.items():
        if re.search(pattern, words):
            return f"{quote} {advice}: {_FORM}"
    if not re.fullmatch(rf"\((?:[^()]*,\s*)?(?:{_ISO_DATE}|{_MONTH_DATE})\)", words):
        date = words[1:-1].rpartition(",")[2].strip()
        if date != words[1:-1] and re.search(rf"\d{{4}}|{'|'.join(dates.MONTHS)}", date):
            return f"{plain_text.quoted(date)} is not read as a date; write it like 2035-01-31"
        return (
            f"{quote} is not a citation like {_FORM}; write one (a month, a year or no"
            " date will do), or add `citation: none`"
        )
    who = words[1:-1].partition(",")[0].strip()
    if re.search(r"&|\band\b", who):
        return f"{plain_text.quoted(who)} must be one name; a second one follows the date, after a semicolon"
    return f"{plain_text.quoted(who)} is not the name of an authority, in the citation {quote}"
