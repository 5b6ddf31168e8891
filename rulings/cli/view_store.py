"""The data that commands show, from the cache `views`; the knowledge base is only opened to make this cache.

Keys: `card:dr-dreff` and `topic:tracing` are pages as `--json` prints them, `plain:dr-dreff` is the page of that card
as `--plain` prints it, `screen:dr-dreff` as a terminal shows it, `ruling:<id>` a ruling, `name:dreff` the id of that
card, and `commands` the names of the commands. The other keys are lists and tables of all, and have properties here.
"""

from __future__ import annotations

from rulings.storage.cache import DamagedCacheError, open_cache, write_cache
from rulings.storage.json_text import from_json

TYPE_CHECKING = False
if TYPE_CHECKING:
    from typing import Any

    from rulings.callbacks import Warn
    from rulings.model.tournament_views import TournamentView
    from rulings.model.views import (
        AuthorityView,
        CardPageView,
        CardWithCountsView,
        DocumentView,
        PageView,
        RulingView,
        SectionView,
        StepView,
        TopicWithCountsView,
    )
    from rulings.names.tables import Meanings, NameTables
    from rulings.storage.cache import Cache


def _value_of(key: str) -> Any:
    """A property of `ViewStore` with the value of a key.

    Its type is that of the attribute, as with `dataclasses.field`: type checkers accept `Any` for each of them.
    """
    return property(lambda store: store.get(key))


class ViewStore:
    """Stored views of the shipped knowledge base: pages of cards and topics, rulings, and lists.

    A damaged cache is silently made again.
    """

    cards: list[CardWithCountsView] = _value_of("cards")  # every card, with its numbers of rulings and errata
    topics: list[TopicWithCountsView] = _value_of("topics")  # every topic, with its number of rulings
    steps: list[StepView] = _value_of("steps")  # the steps of the run chart, in order
    sections: list[SectionView] = _value_of("sections")  # every section of the documents
    documents: list[DocumentView] = _value_of("documents")  # every document
    authorities: list[AuthorityView] = _value_of("authorities")  # every authority
    tournament: TournamentView = _value_of("tournament")  # the tables of the tournament regulations
    name_tables: NameTables = _value_of("name-tables")  # what `resolving.resolve` looks names up in
    meanings: Meanings = _value_of("meanings")  # what `meanings.other_meaning` looks names up in
    construction_sources: dict[str, list[str]] = _value_of("construction-sources")  # for `rulings.deck.construction`
    moved: dict[str, str] = _value_of("moved")  # former id → current id
    ruling_ids: list[str] = _value_of("ruling-ids")  # the ids of all rulings, in the order of the source

    def __init__(self, cache: Cache, warn: Warn | None = None, rebuild: bool = True) -> None:
        """`warn` is called if a new cache cannot be saved. Without `rebuild`, damage raises `DamagedCacheError`."""
        self._cache, self._warn, self._rebuild = cache, warn, rebuild
        self._parsed: dict[str, Any] = {}

    def card_id(self, typed: str) -> str:
        """The id of the card with a common name (see `view_building`); empty for names not listed there."""
        return self.stored_text(f"name:{typed.lower()}")

    def __contains__(self, key: str) -> bool:
        return bool(self.stored_text(key))

    def get(self, key: str) -> Any:
        """The value of a key such as `card:dr-dreff`, or None. The lists and tables of all have properties."""
        if key not in self._parsed:
            text = self.stored_text(key)
            self._parsed[key] = from_json(text) if text else None
        return self._parsed[key]

    def page(self, key: str) -> PageView:
        """The page of a card or topic by its key, which must exist: `card:dr-dreff`."""
        page: PageView = self.get(key)
        return page

    def card_page(self, id: str) -> CardPageView:
        """The page of the card with that id, which must exist."""
        page: CardPageView = self.get(f"card:{id}")
        return page

    def ruling(self, id: str) -> RulingView | None:
        """The ruling with that id, or None."""
        ruling: RulingView | None = self.get(f"ruling:{id}")
        return ruling

    def rulings(self) -> dict[str, RulingView]:
        """Every ruling by its id, in the order of the source."""
        return {id: self.get(f"ruling:{id}") for id in self.ruling_ids}

    def stored_text(self, key: str) -> str:
        """The stored text, such as that of a page as `--json` prints it; empty if there is no such key."""
        for attempt in (1, 2):
            try:
                return (self._cache.get(key) or b"").decode()
            except (DamagedCacheError, UnicodeDecodeError):
                self._cache.discard()
                if not self._rebuild:
                    raise DamagedCacheError from None
                self._cache = _build_cache(self._warn) if attempt == 1 else _build_in_memory()
        return (self._cache.get(key) or b"").decode()


def cached_store() -> ViewStore | None:
    """The views if they are in the cache, else None. Damage is not repaired but raises `DamagedCacheError`."""
    cache = open_cache("views")
    return ViewStore(cache, rebuild=False) if cache else None


def shipped_store() -> ViewStore:
    """The views, from the cache or made now. Progress and a failure to save them are shown on standard error."""
    from rulings.cli.progress import show_progress, warn_once

    cache = open_cache("views")
    if cache is None:
        show_progress("reading the knowledge base")
        try:
            cache = _build_cache(warn_once)
        finally:
            show_progress("")
    return ViewStore(cache, warn_once)


def _build_cache(warn: Warn | None) -> Cache:
    from rulings.cli.view_building import make_views
    from rulings.storage.opening import open_folder

    kb = open_folder()
    return write_cache("views", None, make_views(kb), warn, kb.cache_key)


def _build_in_memory() -> Cache:
    from rulings.cli.view_building import make_views
    from rulings.storage.cache import Cache
    from rulings.storage.opening import open_folder

    return Cache("", values=dict(make_views(open_folder())))
