"""The whole knowledge base as the data that `rulings export` prints, and the JSON Schema of these data."""

from __future__ import annotations

from inspect import cleandoc
from typing import Any, get_type_hints

from msgspec import defstruct
from msgspec.json import decode, encode, schema_components

from rulings.model.entities import Authority
from rulings.model.knowledge import Knowledge
from rulings.model.pages import CardPage, TopicPage
from rulings.model.tournament import TournamentPlan

KINDS = ("documents", "cards", "topics", "rulings", "sections", "steps", "tournament", "notes")
_ALSO_PRINTED = (CardPage, TopicPage, Authority, TournamentPlan)  # by other commands, with `--json`


def export(kb: Knowledge) -> dict[str, Any]:
    """Everything by kind: lists of entities and, as `tournament`, the tables of the regulations."""
    data: dict[str, Any] = decode(encode({kind: getattr(kb, kind) for kind in KINDS}))
    return data


def schema() -> dict[str, Any]:
    """The JSON Schema (draft 2020-12) of what `export` returns. Its `$defs` have what other commands print, too."""
    types = get_type_hints(Knowledge)
    everything = defstruct("Export", [(kind, types[kind]) for kind in KINDS])
    (root, *_), components = schema_components((everything, *_ALSO_PRINTED), ref_template="#/$defs/{name}")
    for component in components.values():
        component["description"] = cleandoc(component.get("description", "Everything, by kind."))
    return {"$schema": "https://json-schema.org/draft/2020-12/schema", **root, "$defs": components}
