"""A parsed ruling and the hand-kept facts about it → likely dates, doubts, and errata that lack the label.

`dates.yaml` and `errata.yaml` name rulings by id, so they apply after the words were read. They also replace or remove
the doubts of the reader, so a doubt is final only here. Printed words stay.
"""

from __future__ import annotations

from collections.abc import Iterable
from dataclasses import replace
from typing import Any

from rulings.model.entities import Authority, Citation
from rulings.model.wording import Wording
from rulings.parser.citations import in_term

_Key = tuple[str, str, str]  # ruling, authority, date as printed

_TOO_EARLY_OR_LATE = ("before-release", "outside-term")


class Evidence:
    """The rows of `dates.yaml` and `errata.yaml`, found by what they are about."""

    def __init__(
        self, dates: dict[str, Any], errata: Iterable[dict[str, Any]], authorities: Iterable[Authority]
    ) -> None:
        self._misprinted: dict[_Key, dict[str, Any]] = {
            (ruling, row["authority"], row["printed"]): row
            for row in dates.get("misprinted") or ()
            for ruling in row["rulings"]
        }
        self._doubts: dict[_Key, dict[str, Any]] = {
            (row["ruling"], row["authority"], row["printed"]): row for row in dates.get("doubts") or ()
        }
        self._right = {
            (row["authority"], printed) for row in dates.get("not_doubtful") or () for printed in row["printed"]
        }
        self._errata: dict[str, str] = {row["ruling"]: row["because"] for row in errata}
        self._people = {authority.name: authority for authority in authorities}

    def apply(self, ruling: str, wording: Wording) -> Wording:
        """The wording of the ruling with that id, completed by what the two files say about it."""
        changed = replace(wording, citations=tuple(self._citation(ruling, c) for c in wording.citations))
        because = self._errata.get(ruling)
        return replace(changed, kind="errata", reason=because) if because else changed

    def _citation(self, ruling: str, citation: Citation) -> Citation:
        printed = citation.date_printed or ""
        misprinted = self._misprinted.get((ruling, citation.authority, printed))
        if misprinted:
            likely = str(misprinted["likely"])
            outside = not in_term(self._people.get(citation.authority), likely)
            citation = replace(
                citation,
                likely=likely,
                likely_because=misprinted["because"],
                doubt="outside-term" if outside else None if citation.doubt in _TOO_EARLY_OR_LATE else citation.doubt,
            )
        elif citation.doubt in _TOO_EARLY_OR_LATE and (citation.authority, printed) in self._right:
            citation = replace(citation, doubt=None)
        doubt = self._doubts.get((ruling, citation.authority, printed))
        return replace(citation, doubt=doubt["doubt"], doubt_because=doubt["because"]) if doubt else citation
