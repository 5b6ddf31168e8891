"""The scripts of the search in the page → one file, to save a phone a round trip for each of them."""

from __future__ import annotations

from collections.abc import Mapping

from rulings.site.export import script_constants

# In `site/theme/js/engine`, in the order of execution, because each may use those before it.
_ENGINE_MODULES = (
    "analysis",
    "fields",
    "edit-distance",
    "names",
    "card-names",
    "expansion",
    "query-tree",
    "query-parts",
    "query-parser",
    "reranking",
    "passages",
    "index",
    "request",
    "explanation",
    "searching",
)
# The scripts that need no document, and can thus be run in Node; then the one that makes the elements of a hit.
ENGINE_SCRIPTS = (script_constants.PATH, *(f"js/engine/{name}.js" for name in _ENGINE_MODULES))
SCRIPTS = (*ENGINE_SCRIPTS, "js/search/hit-elements.js")
BUNDLE = "assets/search-engine.js"


def bundle(scripts: Mapping[str, str]) -> str:
    """The scripts in order, given all scripts of the theme by path (`js/engine/reranking.js`)."""
    return "".join(scripts[path] for path in SCRIPTS)
