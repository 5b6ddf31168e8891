"""The rulings, sections and steps that hits of a search show, as the options leave them."""

from __future__ import annotations

import dataclasses
import re
from dataclasses import dataclass
from functools import cached_property
from typing import TYPE_CHECKING

from msgspec.structs import replace

from rulings.api import KnowledgeBase
from rulings.cli.filtering import RulingFilter, ruling_filter_of
from rulings.cli.grammar import Arguments
from rulings.model.entities import Entry, Ruling
from rulings.model.formatting import count, name_and_date
from rulings.model.pages import CardPage, card_page, topic_page
from rulings.model.selecting import without_see_entries
from rulings.search.constants import SHOWN_NATURES

if TYPE_CHECKING:
    from rulings.search.results import Hit, Results


@dataclass(frozen=True)
class HitEntries:
    """Finds the entries of hits."""

    kb: KnowledgeBase
    args: Arguments

    @cached_property
    def _ruling_filter(self) -> RulingFilter:
        return ruling_filter_of(self.kb, self.args)

    def ruling(self, hit: Hit) -> Ruling | None:
        """The ruling found, with `--as-of` the part given by then; None if it does not pass, and for other hits."""
        return self._ruling_filter.filter_ruling(hit.entity) if isinstance(hit.entity, Ruling) else None

    def rulings(self, results: Results) -> list[Ruling]:
        """The rulings among the results."""
        return [ruling for hit in results.hits if (ruling := self.ruling(hit))]

    def card_page(self, hit: Hit) -> CardPage:
        """The page of the card that is the hit, with the rulings that pass."""
        return self._ruling_filter.filter_page(card_page(self.kb, hit.id))

    def status(self, hit: Hit) -> Entry | None:
        """The ruling, section or step, with `--as-of` its status of the day; None for other hits."""
        return self._ruling_filter.filter_entry(hit.entity) if isinstance(hit.entity, Entry) else None

    def on_the_day(self, results: Results) -> Results:
        """The results as they stood on the day of `--as-of`; with `--official`, only what was official by then."""
        hits = [on_day for hit in results.hits if (on_day := self._on_the_day(hit))]
        return dataclasses.replace(results, hits=tuple(hits), total=results.total - len(results.hits) + len(hits))

    def _on_the_day(self, hit: Hit) -> Hit | None:
        if hit.kind == "topic":
            page = self._ruling_filter.filter_page(topic_page(self.kb, hit.id))
            return _with_text(hit, count(len(without_see_entries(page.rulings)), "ruling"))
        if hit.kind != "ruling":
            status = self.status(hit)
            return _with_status(hit, status) if status else hit
        ruling = self.ruling(hit)
        if ruling is None:
            return None
        latest = ruling.latest_citation
        natures = {*hit.natures} - {"unofficial"} | (set() if ruling.official else {"unofficial"})
        return replace(
            _with_status(_with_text(hit, ruling.text), ruling),
            who=name_and_date(latest.authority, ruling.date) if latest else hit.who,
            date=ruling.date,
            also_under=tuple(other for other in hit.also_under if other.id in ruling.also_under),
            natures=tuple(nature for nature in SHOWN_NATURES if nature in natures),
        )


def _with_status(hit: Hit, status: Entry) -> Hit:
    return replace(hit, status=status.status, superseded_by=tuple(status.superseded_by))


def _with_text(hit: Hit, text: str) -> Hit:
    """The hit with another text, in which the same words are highlighted."""
    words = {hit.passage[start:end] for start, end in hit.spans}
    spans = tuple(match.span() for match in re.finditer(r"[\w'&’]*\w", text) if match[0] in words)
    return replace(hit, text=text, passage=text, spans=spans)
