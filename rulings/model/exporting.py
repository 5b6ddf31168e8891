"""The whole knowledge base as the data that `rulings export` prints."""

from __future__ import annotations

from typing import Any

from msgspec.json import decode, encode

from rulings.model.knowledge import Knowledge

KINDS = ("documents", "cards", "topics", "rulings", "sections", "steps", "tournament", "notes")


def export(kb: Knowledge) -> dict[str, Any]:
    """Everything by kind: lists of entities and, as `tournament`, the tables of the regulations."""
    data: dict[str, Any] = decode(encode({kind: getattr(kb, kind) for kind in KINDS}))
    return data
