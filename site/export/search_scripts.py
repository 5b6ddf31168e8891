"""The scripts of the search in the page → one file, because each of many small ones would cost a phone a round trip."""

from __future__ import annotations

from collections.abc import Mapping

from rulings.site.export import script_constants

# In the order of execution: each uses those before it.
ENGINE = (
    "analysis",
    "fields",
    "names",
    "entity-linking",
    "expansion",
    "query-parser",
    "reranking",
    "passages",
    "questions",
    "index",
    "request",
    "explanation",
    "searching",
    "show",
)
NAMES = (script_constants.PATH, *(f"js/search-{name}.js" for name in ENGINE))
BUNDLE = "assets/search-engine.js"


def bundle(scripts: Mapping[str, str]) -> str:
    """Path (`js/search-reranking.js`) → script, of the whole theme, to the scripts of the engine in their order."""
    return "".join(scripts[name] for name in NAMES)
