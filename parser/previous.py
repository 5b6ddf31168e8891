"""Compares the ids in the generated files as written last with those of now: what is gone."""

from __future__ import annotations

from collections.abc import Mapping
from pathlib import Path
from typing import Any

from rulings import errors
from rulings.parser import entries
from rulings.storage import files, yaml_files

# Folder of generated files → the kind of entity in its files
_KINDS = {"cards": "card", "topics": "topic", "documents": "document"}


def kinds_by_id(data: Mapping[str, Any]) -> dict[str, str]:
    """What has an address in the generated files (data by relative path): its kind by its id, or by
    the address of the page of a document.
    """
    kinds: dict[str, str] = {}
    for file, content in data.items():
        kind = _KINDS.get(file.partition("/")[0])
        if kind and "id" in content:
            id = content["id"]
            kinds[f"/documents/{id}/" if kind == "document" else id] = kind
        kinds |= dict.fromkeys(content.get("ids", ()), "note")
        for key, kind in (("sections", "section"), ("rulings", "ruling")):
            kinds |= {row["id"]: kind for row in content.get(key, ())}
    return kinds


def vanished_ids(
    parsed: entries.ParsedKnowledge, generated: Mapping[str, Any], folder: Path
) -> list[files.Problem]:
    """An error for each id in `folder` that leads nowhere any more, unless moved.yaml has it.
    `generated`: the data of the files that are generated now.

    Raises `RulingsError` if a file in `folder` is damaged.
    """
    problems: list[files.Problem] = []
    try:
        before = kinds_by_id(yaml_files.read_generated_files(folder))
    except (errors.RulingsError, TypeError, KeyError, AttributeError) as error:
        raise errors.RulingsError(
            f"{folder}: a generated file is damaged, and nobody knows which ids it had; restore it "
            f"first, as in `git checkout HEAD -- FILE` ({error})"
        ) from None
    now = kinds_by_id(generated)
    for id, kind in before.items():
        if id not in now and id not in parsed.sources.edited.moved:
            text = (
                f"the {kind} {id} is gone, and links to it would break: add a row with this id and "
                "what took its place, or below it `nothing:` and the reason"
            )
            problems.append(files.Problem(parsed.sources.path("moved"), text))
    return problems
