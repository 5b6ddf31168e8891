"""Compares the generated files as written last with those of now: what is gone, and what took its
place.
"""

from __future__ import annotations

from collections.abc import Mapping
from difflib import SequenceMatcher
from pathlib import Path
from typing import Any, NamedTuple

from rulings import edit_distance, errors
from rulings.model.base import by_id
from rulings.parser import entries, write
from rulings.storage import files, yaml_files


class Written(NamedTuple):
    """What has an address: its kind, its id (of a document, the address of its page), and its words
    or its title.
    """

    kind: str
    id: str
    words: str = ""


# Folder of generated files → the kind of entity in its files
_KINDS = {"cards": "card", "topics": "topic", "documents": "document"}


def addresses(data: Mapping[str, Any]) -> dict[str, Written]:
    """What has an address in the generated files (data by relative path), by its id.

    Raises `TypeError`, `KeyError` or `AttributeError` for a damaged one.
    """
    things: list[Written] = []
    for file, content in data.items():
        kind = _KINDS.get(file.partition("/")[0])
        if kind:
            id = f"/documents/{content['id']}/" if kind == "document" else content["id"]
            things.append(Written(kind, id, content["title"]))
        things += [Written("note", id) for id in content.get("ids", ())]
        for row in content.get("sections", ()):
            things.append(Written("section", row["id"], row.get("text", "")))
        for row in content.get("rulings", ()):
            things.append(Written("ruling", row["id"], row["printed"]))
    return by_id(things)


def written(folder: Path) -> tuple[dict[str, Written], list[files.Problem]]:
    """What has an address in the generated files of a folder, and an error for each file that is
    damaged: nobody knows what it had.
    """
    things_by_id: dict[str, Written] = {}
    damaged: list[files.Problem] = []
    for file in write.existing_files(folder):
        path = folder / file
        reason = ""
        try:
            things_by_id |= addresses({file: yaml_files.read_yaml(path)})
        except errors.RulingsError as error:
            reason = str(error).removeprefix(str(path)).strip(" ,:")
        except (TypeError, KeyError, AttributeError):
            reason = "it lacks what was written"
        if reason:
            text = f"it is damaged ({reason}), and nobody knows which ids it had"
            restore = f"restore it first: `git checkout HEAD -- {path}`, or delete it if HEAD did"
            damaged.append(files.Problem(str(path), f"{text}; {restore}"))
    return things_by_id, damaged


def vanished_ids(
    parsed: entries.ParsedKnowledge, generated: Mapping[str, Any], folder: Path
) -> list[files.Problem]:
    """An error for each address in `folder` that leads nowhere any more, unless moved.yaml says
    what took its place. `generated`: the data of the files that are generated now.

    Nor may a file be damaged. There is no error under an unknown heading.
    """
    problems, moved = list[files.Problem](), parsed.sources.edited.moved
    if parsed.rulings_document.unknown:
        return problems
    before, damaged = written(folder)
    # Other files are not ours; another check tells of them.
    for problem in damaged:
        if Path(problem.file).relative_to(folder).as_posix() in generated:
            problems.append(problem)
    now = addresses(generated)
    for id in before:
        if id in now:
            continue
        took_place = successor(before[id], now, before)
        is_wrong = took_place and isinstance(moved.get(id), str) and moved[id] != took_place
        if is_wrong or id not in moved:
            row = "add a row with this id and what took its place, or below it `nothing:` and the reason"
            if took_place:
                row = f"it is now {took_place}: write the row `{id}: {took_place}`"
                if _contains(now[took_place], before[id]):
                    row = (
                        f"its words stand in {took_place} with others after them or before, as "
                        f"a merge joins two rulings: divide them; or, if you added to it, {row}"
                    )
            text = f"the {before[id].kind} {id} is gone, and links to it would break: {row}"
            line = getattr(moved, "key_lines", {}).get(id)
            problems.append(files.Problem(parsed.sources.path("moved"), text, line))
    return problems


def _contains(ruling: Written, former: Written) -> bool:
    """Whether the words of a former ruling, with its citations, stand in another one."""
    words = " ".join(former.words.split())
    return former.kind == "ruling" and words in " ".join(ruling.words.split())


# Least share of equal words of two statements, if one is the other with its words changed
_LEAST_SHARED = 0.6


def successor(
    former: Written, now: Mapping[str, Written], before: Mapping[str, Written]
) -> str | None:
    """The id of what is there now and was not before that shares most words; None if nothing shares
    enough.
    """
    ratios: dict[str, float] = {}
    words = former.words.split()
    for id, thing in now.items():
        if thing.kind == former.kind and id not in before and thing.words:
            ratios[id] = SequenceMatcher(None, words, thing.words.split(), False).ratio()
            if _contains(thing, former):
                ratios[id] = 1
    best_ratio = max(ratios.values(), default=0)
    # Others have only a title to compare
    least = _LEAST_SHARED if former.kind in ("ruling", "section") else 1
    if best_ratio < least:
        return None
    return edit_distance.nearest(former.id, [id for id in ratios if ratios[id] == best_ratio], 0)
