"""Reads the citations in an entry, `(Tom Wylie via JD Wiker, Netrunner-L, 3/11/96)`,
and finds faults in the citations of additions.

    (Authority[ (Person)][ via Relay][ on Card][, Venue or pages][, date][; next citation …])

An entry may have several, each for the sentences before it. A parenthesis that does not
begin with a name in `authorities.yaml`, or continues in another way, stays in the text.
"""

from __future__ import annotations

import re
from collections.abc import Iterable

from msgspec.structs import replace

from rulings.model import dates, entities, hand_edited, loader, plain_text, vocabulary
from rulings.parser import sources

# Patterns for `re.VERBOSE`, in which a space is written `[ ]`
_MONTH_OR_YEAR = loader.MONTH_OR_YEAR.pattern.replace(" ", "[ ]")
_DATE = loader.CITATION_DATE.pattern.replace(" ", "[ ]")
_ANY_DATE = rf"{_DATE}|(?<!\()(?:{_MONTH_OR_YEAR})(?=\s*[;)])"
_VENUE = rf"""
    [^;()]+?(?=\s*,\s*\(?(?:{_DATE}|{_MONTH_OR_YEAR})\s*[,;)])
    |(?!(?:{_DATE}|{_MONTH_OR_YEAR})\s*[;)])[^\s\d,;()][^,;()]*?(?=\s*[;)])
"""
_PAGES = r"pp?\.?[ ]?\d+(?:-\d+)?"
# Abbreviation → the venue; `printed` keeps the abbreviation
_VENUES = {"NR-L": "Netrunner-L"}
# A parenthesis, with others in it; it need not be closed
_PARENTHESIS = re.compile(r"\((?:[^()]|\([^()]*\))*\)?")
_MAX_LENGTH = 500  # characters of a citation; anything longer is text
# Its start and end in the words, and the citation
CitationSpan = tuple[int, int, entities.Citation]


class CitationReader:
    """Recognizes citations by the names in `authorities.yaml`.

    `orders`: how to read ambiguous dates; `of_additions`: whether the rulings are added
    ones; `edition`: the date of the printed list.
    """

    def __init__(
        self,
        authorities: Iterable[entities.Authority],
        orders: Iterable[hand_edited.DateOrder],
        of_additions: bool = False,
        edition: str | None = None,
    ) -> None:
        self._orders = tuple(orders)
        self._of_additions = of_additions
        self._edition = edition
        self._by_name: dict[str, entities.Authority] = {}
        spellings = set[str]()
        for authority in authorities:
            spellings.update(authority.all_names)
            self._by_name |= dict.fromkeys(
                map(plain_text.fold, authority.all_names), authority
            )
        longest_first = sorted(spellings, key=len, reverse=True)
        any_name = "|".join(
            re.escape(name).replace(r"\ ", r"\s+") for name in longest_first
        )
        self._part = re.compile(
            rf"""
            \s*(?P<who>{any_name})
            (?:\s*\((?P<person>[^()]+)\))?
            (?:\s+via\s+(?P<via>{any_name}))?
            (?:\s+on\s+(?P<about>[^,;()]+?))?
            (?:\s*,\s*(?:(?P<pages>{_PAGES})(?=\s*[,;)])|(?P<venue>{_VENUE})))?
            (?:\s*,?\s*\(?(?P<date>{_ANY_DATE}))?
            (?:,[ ]printed[ ](?:{_DATE}))?  # as this program shows a date that is doubtful
            \s*(?=[;)])
            """,
            re.VERBOSE,
        )

    def find(self, words: str) -> list[CitationSpan]:
        """All citations, in order."""
        spans: list[CitationSpan] = []
        position = 0
        while match := _PARENTHESIS.search(words, position):
            parts = self._read(words, match.start())
            spans += parts
            position = parts[-1][1] if parts else match.end()
        return spans

    def _read(
        self,
        words: str,
        start: int,
    ) -> list[CitationSpan]:
        """The citations in the parenthesis at `start`, which are separated by
        semicolons.
        """
        spans: list[CitationSpan] = []
        begin, position = start, start + 1
        while match := self._part.match(words, position, position + _MAX_LENGTH):
            # `Sparky (Tom Wylie)`: both names must be of the same authority
            person = plain_text.fold(match["person"] or match["who"])
            if self._by_name.get(person) is not self._by(match["who"]):
                return []
            end = match.end() + 1
            citation = self._citation(match, words[begin:end].strip())
            spans.append((begin, end, citation))
            if words[match.end()] == ")":
                return spans
            # Without the space after a semicolon
            begin = position = end + (words[end : end + 1] == " ")
        return []

    def _citation(
        self,
        match: re.Match[str],
        text: str,
    ) -> entities.Citation:
        """The citation in a match of `self._part`."""
        authority = self._by(match["who"])
        date, doubt = self._date(match, authority)
        via = match["via"]
        about = match["about"]
        return entities.Citation(
            printed=text,
            authority=authority.name,
            person=authority.person,
            via=self._by(via).name if via else None,
            about=" ".join(about.split()) if about else None,
            venue=_VENUES.get(match["venue"], match["venue"]),
            pages=match["pages"],
            date=date,
            date_printed=match["date"],
            doubt=doubt,
            official=authority.official,
            standing=authority.standing,
            council=authority.council,
        )

    def _date(
        self, match: re.Match[str], authority: entities.Authority
    ) -> tuple[str | None, str | None]:
        """The date (ISO 8601) in a match, and a doubt of `vocabulary.DATE_DOUBTS`, if there
        is any.
        """
        if match["date"]:
            date, doubt = sources.read_date(match["date"], self._orders)
            if date and doubt is None:
                in_office = was_in_office(authority, date, self._edition)
                doubt = None if in_office else "outside-term"
            return date, doubt
        needs_date = authority.terms or authority.standing == "publisher"
        doubt = "undated" if self._of_additions and needs_date else None
        return None, doubt

    def _by(self, name: str) -> entities.Authority:
        return self._by_name[plain_text.fold(name)]


def was_in_office(
    authority: entities.Authority | None,
    date: str,
    edition: str | None = None,
) -> bool:
    """Whether a date (ISO 8601) is in one of the authority's terms of office. A month
    or year must be entirely in it.

    If no terms are known, documents and speakers for the publisher count until the date
    of the edition. Everybody else always counts.
    """
    terms = authority and authority.terms
    if authority and not terms and edition:
        is_limited = authority.standing == "publisher" or authority.kind == "document"
        return not is_limited or date[: len(edition)] <= edition
    if not terms or not dates.is_date(date):
        return not terms
    first_day, last_day = dates.date_range(date)
    for term in terms:
        has_begun = (term.start or "") <= first_day
        if has_begun and last_day <= (term.end or vocabulary.FAR_FUTURE):
            return True
    return False


# `dates.yaml` and the errata of `documents.yaml` name rulings by id, so they are
# applied after the words were read. They may replace or remove a doubt that was found
# above. The printed words never change.

_WITHOUT_OFFICE = ("outside-term", "undated")
_IMPLAUSIBLE = ("before-release", "outside-term")


class DatesAndErrata:
    """The rows of `dates.yaml` and the errata of `documents.yaml`."""

    def __init__(self, edited: hand_edited.HandEdited) -> None:
        self._dates: dict[tuple[str, str, str], hand_edited.DateRow] = {}
        for row in edited.dates:
            for id in row.rulings:
                self._dates[id, row.authority, row.printed] = row
        self._errata: dict[str, str] = {}
        for document in edited.documents:
            for erratum in document.errata:
                self._errata[erratum.ruling] = erratum.reason
        self._authorities = {
            authority.name: authority for authority in edited.authorities
        }

    def apply(self, ruling: entities.Ruling) -> entities.Ruling:
        """The ruling, changed as the rows say."""
        citations = [
            self._citation(ruling.id, citation) for citation in ruling.citations
        ]
        if reason := self._errata.get(ruling.id):
            ruling = replace(ruling, erratum=True, errata_reason=reason)
        return replace(ruling, citations=tuple(citations))

    def _citation(
        self,
        ruling: str,
        citation: entities.Citation,
    ) -> entities.Citation:
        doubt = citation.doubt
        key = (ruling, citation.authority, citation.date_printed or "")
        row = self._dates.get(key)
        if row and row.doubt:
            doubt = row.doubt
            citation = replace(citation, doubt_reason=row.reason)
        elif row:
            if doubt in _IMPLAUSIBLE:
                doubt = None
            if row.likely:
                citation = replace(
                    citation, likely_date=row.likely, likely_date_reason=row.reason
                )
                authority = self._authorities.get(citation.authority)
                if not was_in_office(authority, row.likely):
                    doubt = "outside-term"
        is_official = citation.official and doubt not in _WITHOUT_OFFICE
        return replace(citation, doubt=doubt, official=is_official)


# Faults in the citations of an added ruling

# `(Sparkey, Worlds 1997)`, `(Sparkey 1/1/97)`, `(1997-01-01 Sparkey)`, but not
# `(Sparky said so in 1996)`, `(e.g., 1/2 of them)`, `(10-12 bits)`
_LIKE_A_CITATION = re.compile(
    r"(?s)^\((?![ei]\.)(?:.*,.*(?:\d{4}|\d/\d)|(?:[A-Z]|\d+[-/]\d+).*[-/]\d\d)"
)
_FORM = "(Who, Where, 2025-01-31)"
_DATE_FORM = "one like 2025-01-31, 31 January 2025 or 2025, and not in the future"


def find_citation_fault(ruling: entities.Ruling, is_uncited: bool) -> str:
    """A sentence on a fault in the citations of an added ruling, or an empty text.

    No parenthesis that resembles a citation may remain in the text. A date must have a
    single reading, and must not be in the future. A reference to other rulings
    (`See …`) needs no citation. `is_uncited`: whether it has `citation: none`.
    """
    for match in _PARENTHESIS.finditer(ruling.text):
        if _LIKE_A_CITATION.search(match[0]):
            quote = plain_text.quoted(match[0], whole=True)
            return (
                f"{quote} is not a citation like {_FORM}: "
                f"Who must be in authorities.yaml, the date {_DATE_FORM}"
            )
    for citation in ruling.citations:
        quote = plain_text.quoted(citation.printed, whole=True)
        if is_uncited:
            return f"`citation: none`, but {quote} is a citation; delete one of them"
        if not _is_certain_date(citation):
            return f"the date of {quote} must be {_DATE_FORM}"
    if ruling.citations or is_uncited or ruling.is_cross_reference:
        return ""
    return f"it has no citation; end it with one like {_FORM}, or add `citation: none`"


def _is_certain_date(citation: entities.Citation) -> bool:
    """Whether the date, if any, has a single reading and is not in the future."""
    # A date in a form that no citation has: `31.01.2025`
    further_words = loader.CITATION_DATE.sub("", citation.printed)
    if dates.with_iso_days(further_words) != further_words:
        return False
    if not citation.date_printed:
        return True
    date = citation.date or ""
    # `8/6/96` may be in August or in June
    has_one_reading = "/" not in citation.date_printed and dates.is_date(date)
    return has_one_reading and date <= dates.today()
