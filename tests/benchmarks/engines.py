"""Entries → one search function for each engine that is installed: ours, and others in their usual settings over the same entries."""

from __future__ import annotations

import io
import re
import sqlite3
from collections.abc import Sequence
from typing import Any

from rulings.knowledge import KnowledgeBase
from rulings.search.answer import Options, answer
from rulings.search.building import make_table
from rulings.search.entries import Entry
from rulings.search.index import Index
from rulings.search.table import Table


def ours(kb: KnowledgeBase, questions: bool = True, weights: dict[str, Any] | None = None) -> tuple[Index, list[Entry]]:
    """This search, built in memory, with or without the editorial questions."""
    table, found = make_table(kb, questions=questions, weights=weights)
    return Index(Table(io.BytesIO(table)), None, kb=kb), found


def searching(index: Index, found: Sequence[Entry], limit: int = 10) -> Any:
    """Our search as a function from a query to entries."""
    place = {(entry.kind, entry.id): entry for entry in found}
    options = Options(limit)
    return lambda query: [place[hit.kind, hit.id] for hit in answer(index, query, options).hits]
