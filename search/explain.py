"""Nothing was found → the sentences that say why, and the names that may be meant."""

from __future__ import annotations

from typing import TYPE_CHECKING

from rulings.search import names
from rulings.search.tokens import words_of

if TYPE_CHECKING:
    from rulings.search.answer import Options
    from rulings.search.index import Index
    from rulings.search.language import Query
    from rulings.search.wanted import Wanted


def nothing(
    index: Index, query: Query, wanted: Wanted, among: set[int] | None, options: Options, typed: str
) -> tuple[list[str], list[str]]:
    """Sentences on what found nothing, and the nearest titles."""
    said = list[str]()
    if not query.words and query.must is None:
        return ["there is no word in the query to search for"], []
    if query.must is not None and not (among or ()):
        said.append("nothing matches all the fields, phrases and patterns of the query together")
    elif among is not None and not among:
        said.append("nothing is left after --side, --type, --game, --as-of and the kinds asked for")
    if wanted.unknown:
        said.append(f"no ruling, section or step has {_words(_as_typed(typed, wanted.unknown))}")
    elif query.words and not said:
        known = [concept.word for concept in wanted.concepts if not concept.extra][:6]
        said.append(f"no entry has enough of {_words(known)} together" if known else "nothing has these words")
    if options.kinds is not None and among:
        said.append(f"only {', '.join(sorted(options.kinds))} was searched")
    near = names.resolve(index.names(), " ".join(query.words))[2] if query.words and len(query.words) < 7 else []
    return said, near


def unruled(index: Index, card: str, title: str) -> list[str]:
    """What to say of a card (id and title) that exists but of which nothing was ever ruled: where its keywords were."""
    said = f"nothing was ever ruled on {title}"
    facts = index.table.shown(index.table.head["cards"][card])[-1]
    ruled_on = {keyword for at in range(index.table.head["documents"]) for keyword in _keywords(index, at)}
    helpful = []
    for keyword in facts.get("keyword", ()):
        if keyword in ruled_on:
            helpful.append(f'keyword:"{keyword.lower()}"' if " " in keyword else f"keyword:{keyword.lower()}")
    if helpful:
        said += f"; rulings on its keywords: {', '.join(helpful)}"
    return [said]


def _keywords(index: Index, entry: int) -> list[str]:
    found: list[str] = index.table.shown(entry)[-1].get("keyword", [])
    return found


def _as_typed(typed: str, folded: list[str]) -> list[str]:
    """The words as they stand in the query, for folded ones: `u4f60` is no word that anybody typed."""
    known = [word.strip("\"'()*~.,;:!?") for word in typed.split() if not set(words_of(word)).isdisjoint(folded)]
    return known or folded


def _words(words: list[str]) -> str:
    quoted = [f'"{word[:40]}"' for word in dict.fromkeys(words)][:6]
    return quoted[0] if len(quoted) == 1 else f"{', '.join(quoted[:-1])} or {quoted[-1]}" if quoted else "that"
