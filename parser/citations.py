"""The words of an entry → its citations, with their positions: `(Tom Wylie via JD Wiker, Netrunner-L, 3/11/96)`.

The grammar is `(Authority[ via Relay][ on Card][, Venue or pages][, date][; next…])`. A parenthesis that does not
follow it is text. In added rulings, any words before a date like `2035-01-31` are an authority and a venue, so that
handles and addresses can be cited.
"""

from __future__ import annotations

import re
from collections.abc import Iterable, Sequence

from rulings.model.constants import FAR_FUTURE
from rulings.model.entities import Authority, Citation
from rulings.model.printed_entry import CITATION_DATE, CitationSpan
from rulings.parser.dates import DateOrder, read_date

# Patterns for `re.VERBOSE`, in which a space is written `[ ]`
_NAME = r"[A-Z][\w.'’-]*(?:[ ](?:de[ ]|van[ ]|von[ ])?[A-Z][\w.'’-]*){0,3}"
_PAGES = r"pp?\.?[ ]?\d+(?:-\d+)?"
_VENUE = r"Netrunner-L|NR-L|Pacificon|[A-Z][\w.-]+(?:[ ][A-Z0-9][\w.-]*){0,3}"
_VENUES = {"NR-L": "Netrunner-L"}  # abbreviation → the venue that is meant; `printed` keeps the abbreviation
_ISO_DATE = r"\d{4}-\d\d-\d\d"
_ADDED_NAME = r"(?:(?![ ](?:&|and|via|on)[ ])[^,;()&])+(?=\s*,|\s+(?:via|on)\s)"
_ADDED_VENUE = rf"[^;()]+?(?=\s*,\s*{_ISO_DATE}\s*[;)])"
_MAX_LENGTH = 500  # characters of a citation; anything longer is text


class CitationReader:
    """Recognizes citations by the names in `authorities.yaml`, and unknown names by the form of the citation.

    `added`: whether in added rulings.
    """

    def __init__(self, authorities: Iterable[Authority], orders: tuple[DateOrder, ...], added: bool = False) -> None:
        self.orders = orders
        self._by_name = {_normalized(name): a for a in authorities for name in (a.name, *a.names)}
        known_names = "|".join(
            re.escape(n).replace(r"\ ", r"\s+") for n in sorted(self._spellings(authorities), key=len, reverse=True)
        )
        who = f"(?:{known_names})!*" if known_names else r"(?!x)x"
        name, venue = (f"{_NAME}|{_ADDED_NAME}", f"{_ADDED_VENUE}|{_VENUE}") if added else (_NAME, _VENUE)
        self._part = re.compile(
            rf"""
            \s*(?P<who>{who}|(?:{name})(?=[^()]*(?:\d/\d|\d{{4}}-\d\d)))  # a known name, or any name before a date
            (?:\s+via\s+(?P<via>(?:{name})!*))?
            (?:\s+on\s+(?P<about>[^,;()]+?))?
            (?:\s*,\s*(?:(?P<pages>{_PAGES})(?=\s*[,;)])|(?P<venue>{venue})))?
            (?:\s*,?\s*\(?(?P<date>{CITATION_DATE}))?
            (?:\s*(?=[;)])|(?P<open>\s*,))  # the end, or a comma after which the rest is lost
            """,
            re.VERBOSE,
        )

    @staticmethod
    def _spellings(authorities: Iterable[Authority]) -> set[str]:
        return {name.rstrip("!") for a in authorities for name in (a.name, *a.names)}

    def find(self, printed: str, restored_spans: Sequence[tuple[int, int, str]] = ()) -> list[CitationSpan]:
        """All citations, in order. `restored_spans`: those of `printed`, each with its evidence."""
        spans, position = [], 0
        while (position := printed.find("(", position)) >= 0:
            span = self._read(printed, position, restored_spans)
            if span:
                spans.append(span)
            position = span.end if span else position + 1
        return spans

    def _read(self, printed: str, start: int, restored_spans: Sequence[tuple[int, int, str]]) -> CitationSpan | None:
        """The citations in the parenthesis at `start`; None if it has none. `restored_spans`: as for `find`.

        It has none if it breaks the grammar, or if nothing shows that it cites: a known name, a venue, pages, a date or
        a comma after which the rest is lost. Several citations are separated by semicolons.
        """
        pieces: list[tuple[re.Match[str], int, int]] = []
        position = start + 1
        piece_start = start
        while match := self._part.match(printed, position, position + _MAX_LENGTH):
            next_character = printed[match.end() : match.end() + 1]
            if next_character == ";":
                pieces.append((match, piece_start, match.end() + 1))
                position = piece_start = match.end() + 1
                continue
            if next_character == ")":
                pieces.append((match, piece_start, match.end() + 1))
            elif match["open"] and not match["date"]:  # the end is lost: `(Sparky, Netrunner-L,`
                pieces.append((match, piece_start, match.end("open")))
            else:
                return None
            break
        else:
            return None
        if not any(
            m["date"] or m["venue"] or m["pages"] or m["open"] or self._authority(m["who"]) for m, _, _ in pieces
        ):
            return None
        end = pieces[-1][2]
        citations = tuple(
            self._citation(m, printed[a:b].strip(), _evidence(restored_spans, a, b)) for m, a, b in pieces
        )
        return CitationSpan(start, end, citations)

    def _citation(self, match: re.Match[str], printed: str, restored: str | None) -> Citation:
        """The citation in a match of `self._part`. `restored`: the evidence for it, if it was lost from the source."""
        authority = self._authority(match["who"])
        via = match["via"]
        relay = self._authority(via) if via else None
        date, doubt = None, None
        if match["date"]:
            read = read_date(match["date"], self.orders)
            date, doubt = read.iso, read.doubt
            if doubt is None and date and not was_in_office(authority, date):
                doubt = "outside-term"
        elif match["open"]:
            doubt = "truncated"
        return Citation(
            printed=printed,
            authority=authority.name if authority else " ".join(match["who"].split()),
            person=authority.person if authority else None,
            via=(relay.name if relay else " ".join(via.split())) if via else None,
            about=" ".join(match["about"].split()) if match["about"] else None,
            venue=_VENUES.get(match["venue"], match["venue"]),
            pages=match["pages"],
            date=date,
            date_printed=match["date"],
            doubt=doubt,
            restored=restored,
            official=authority.official if authority else False,
            standing=authority.standing if authority else None,
        )

    def _authority(self, name: str) -> Authority | None:
        return self._by_name.get(_normalized(name))


def was_in_office(authority: Authority | None, date: str) -> bool:
    """Whether the date (ISO 8601) lies in the authority's term of office. True if the term is unknown."""
    return authority is None or (authority.start or "") <= date <= (authority.end or FAR_FUTURE)


def _normalized(name: str) -> str:
    return " ".join(name.split()).rstrip("!").lower()


def _evidence(restored_spans: Iterable[tuple[int, int, str]], start: int, end: int) -> str | None:
    return next((evidence for a, b, evidence in restored_spans if start <= a and b <= end), None)
