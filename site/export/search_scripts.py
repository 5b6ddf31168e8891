"""The scripts of the search in the page → one file, to save a phone a round trip for each of them."""

from __future__ import annotations

from collections.abc import Mapping

from rulings.site.export import script_constants

# In the order of execution, because each may use those before it.
_ENGINE = (
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
SCRIPTS = (script_constants.PATH, *(f"js/search-{name}.js" for name in _ENGINE))
BUNDLE = "assets/search-engine.js"


def bundle(scripts: Mapping[str, str]) -> str:
    """The scripts of the engine in order, given all scripts of the theme by path (`js/search-reranking.js`)."""
    return "".join(scripts[path] for path in SCRIPTS)
