"""`synonyms.yaml` → stems of a word or phrase → what else it may be called, each with how well (0–1)."""

from __future__ import annotations

from pathlib import Path
from typing import Any

from rulings.errors import RulingsError
from rulings.search.tokens import stems_of
from rulings.yaml_reader import read_yaml

FILE = "synonyms.yaml"


def read(folder: Path) -> dict[str, Any]:
    """The file of a knowledge base; an empty one where there is none."""
    path = folder / "sources" / FILE
    if not path.exists():
        return {}
    data: dict[str, Any] = read_yaml(path)
    for kind in ("same", "typed"):
        for entry in data.get(kind, ()):
            if not entry.get("reason"):
                raise RulingsError(f"{path}: {entry} has no reason; say why these words mean the same")
    return data


def compiled(data: dict[str, Any]) -> dict[str, list[tuple[str, float]]]:
    """Both directions of `same`, one direction of `typed` (a player's word → the game's)."""
    found = dict[str, dict[str, float]]()
    for group in data.get("same", ()):
        words = [" ".join(stems_of(str(word))) for word in group["words"]]
        for word in words:
            _add(found, word, words, float(group.get("weight", 0.8)))
    for entry in data.get("typed", ()):
        means = [" ".join(stems_of(str(word))) for word in entry["means"]]
        for word in entry["words"]:
            _add(found, " ".join(stems_of(str(word))), means, float(entry.get("weight", 0.8)))
    return {word: sorted(others.items()) for word, others in found.items()}


def _add(found: dict[str, dict[str, float]], word: str, others: list[str], weight: float) -> None:
    into = found.setdefault(word, {})
    for other in others:
        if other != word and weight > into.get(other, 0.0):
            into[other] = weight
