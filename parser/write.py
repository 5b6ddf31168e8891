"""Writes the generated YAML files, by their paths below the knowledge base's folder.

Each card and topic has its own file. If one word in a source changes, one line and the
ruling's id change. A row is an entity without derived values, which
`rulings.model.loader` adds.
"""

from __future__ import annotations

from collections import defaultdict
from collections.abc import Iterable, Iterator, Mapping
from itertools import product
from operator import attrgetter
from pathlib import Path
from typing import Any

from msgspec.structs import replace

from rulings import errors
from rulings.model import entities, ids, validation, vocabulary
from rulings.model.base import grouped
from rulings.parser import entries, ledger, sources
from rulings.storage import files, yaml_files

_HEADER = "Written by `rulings parse` from rulings/sources: change it there."
_HEADERS = {
    "note-ids.yaml": (
        f"{_HEADER}\nThe ids of all notes, so the next parse notices if one is gone."
    ),
}


def yaml_texts(data: Mapping[str, dict[str, object]]) -> dict[str, str]:
    """Path → text of each generated file. `data`: see `generated_data`."""
    return {
        path: yaml_files.dump(content, _HEADERS.get(path, _HEADER))
        for path, content in data.items()
    }


def generated_data(
    parsed_knowledge: entries.ParsedKnowledge, ledgers: Mapping[str, ledger.WordCount]
) -> dict[str, dict[str, object]]:
    """The data of all generated files by relative path (with `/`). `ledgers`: by
    document id.
    """
    # Subject → its rulings and cross-references, as printed
    entries_on = defaultdict[entities.Reference, list[Any]](list)
    for ruling in parsed_knowledge.rulings:
        citations = map(_without_known_person, ruling.citations)
        words = "\n".join(parsed_knowledge.bodies[ruling.id])
        as_printed = replace(ruling, printed=words, citations=tuple(citations))
        row = _entry(as_printed, vocabulary.RULINGS_DOCUMENT)
        entries_on[ruling.subject].append(row)
    out: dict[str, dict[str, object]] = {}
    headings = {
        block.subject: block.heading
        for block in parsed_knowledge.rulings_document.blocks
    }
    subjects: list[entities.Card | entities.Topic] = [
        *parsed_knowledge.cards,
        *parsed_knowledge.topics,
    ]
    for subject in subjects:
        folder = "topics"
        if isinstance(subject, entities.Card):
            folder = f"cards/{subject.side.lower()}"
        row = out[f"{folder}/{subject.id}.yaml"] = _row(subject)
        if heading := headings.get(subject.reference):
            row["heading"] = yaml_files.FlowMap({"line": heading.number})
            if heading.words != subject.title:
                row["heading"]["printed"] = heading.words
        if subject.reference in entries_on:
            row["entries"] = entries_on[subject.reference]
    for document in parsed_knowledge.sources.documents.values():
        out[f"documents/{document.id}.yaml"] = {
            "id": document.id,
            "title": document.row.title,
            "ledger": ledgers[document.id].data(),
            **_document_content(parsed_knowledge, document.id),
        }
    out["run-chart.yaml"] = {
        "steps": [
            _entry(step, vocabulary.RUN_CHART_DOCUMENT)
            for step in parsed_knowledge.run_chart.steps
        ]
    }
    if parsed_knowledge.sources.edited.notes:
        out["note-ids.yaml"] = {
            "ids": sorted(note.id for note in parsed_knowledge.sources.edited.notes)
        }
    return out


def differences(
    generated: Mapping[str, str],
    folder: Path,
) -> list[files.Problem]:
    """The generated files that are missing, different or no longer generated, in order.
    `generated`: path → text.
    """
    paths = set(existing_files(folder))
    changes = dict.fromkeys(paths - set(generated), "no longer generated")
    for path, text in generated.items():
        file = folder / path
        if path not in paths:
            changes[path] = "missing"
        elif not file.is_file() or file.read_bytes() != text.encode():
            changes[path] = "differs"
    return [files.Problem(path, changes[path]) for path in sorted(changes)]


def write_files(
    generated: Mapping[str, str],
    folder: Path,
) -> list[files.Problem]:
    """Updates `folder` and returns the changes.

    Raises `RulingsError` if it would delete a file that we did not write, or if another
    run writes there too. A run that is killed leaves the folder unchanged, or in a
    state that `files.interrupted` detects.
    """
    changes = differences(generated, folder)
    if changes or files.interrupted(folder):
        _write(changes, generated, folder)
        if differences(generated, folder):
            raise errors.RulingsError(
                f"{folder}: another `rulings parse` is writing there; run it again"
            )
        files.end_run(folder)
    return changes


def _write(
    changes: Iterable[files.Problem],
    generated: Mapping[str, str],
    folder: Path,
) -> None:
    texts = dict[str, str]()
    gone_files = list[str]()
    for path in map(attrgetter("file"), changes):
        if path in generated:
            texts[path] = generated[path]
        elif (folder / path).read_bytes().startswith(f"# {_HEADER}".encode()):
            gone_files.append(path)
        else:
            raise errors.RulingsError(
                f"{folder / path}: `rulings parse` did not write this file; "
                "move it elsewhere"
            )
    files.replace_files(folder, texts, gone_files)


def existing_files(folder: Path) -> Iterator[str]:
    """The relative paths of the YAML files in `folder` that are generated, or are in a
    folder for such files.
    """
    for name in dict.fromkeys(
        path.partition("/")[0] for path in files.GENERATED_FOLDERS
    ):
        for file in (folder / name).rglob("*.yaml"):
            yield file.relative_to(folder).as_posix()
    for name in files.GENERATED_FILES:
        if (folder / name).exists():
            yield name


def _without_known_person(citation: entities.Citation) -> entities.Citation:
    """The citation without the person, if authorities.yaml names the person too."""
    return replace(citation, person=None) if citation.standing else citation


def _entry(
    entry: entities.AnyEntry,
    document: str,
) -> dict[str, Any]:
    """The row of an entry, with its words as a block. Its source has no document if
    that is `document`.
    """
    row = _row(entry)
    words = "printed" if isinstance(entry, entities.Ruling) else "text"
    if words in row:
        row[words] = yaml_files.BlockText(row[words])
    if row["source"]["document"] == document:
        del row["source"]["document"]
    return row


_ON_ONE_LINE = (
    entities.Mention,
    entities.Reference,
    entities.SourceLines,
    entities.Branch,
)


def _row(entity: entities.Entity) -> dict[str, Any]:
    """An entity as data, without derived values or values that are the default."""
    kind = type(entity)
    row = dict[str, Any]()
    for field in validation.type_of(kind).fields:
        value = getattr(entity, field.name)
        default = kind.omitted_values.get(field.name, field.default)
        if value == default:
            continue
        if "derived" not in validation.metadata_of(field.type):
            row[field.name] = _as_data(value)
    if isinstance(entity, entities.Mention) and entity.words == entity.title:
        del row["words"]
    is_short = isinstance(entity, _ON_ONE_LINE) and "decision" not in row
    if isinstance(entity, entities.Inheritance):
        is_short = not entity.reason
    return yaml_files.FlowMap(row) if is_short else row


def _as_data(value: Any) -> Any:
    """A value as data. A list of words or numbers is on one line."""
    if isinstance(value, entities.Entity):
        return _row(value)
    if isinstance(value, tuple):
        items = [_as_data(item) for item in value]
        if not any(isinstance(item, list | tuple | dict) for item in items):
            return tuple(items)
        return items
    return value


def _document_content(
    parsed_knowledge: entries.ParsedKnowledge, document: str
) -> dict[str, object]:
    if document in parsed_knowledge.sectioned_documents:
        sectioned = parsed_knowledge.sectioned_documents[document]
        return {
            **_part_rows(sectioned.parts),
            "sections": [_entry(s, document) for s in sectioned.sections],
        }
    if document == vocabulary.RULINGS_DOCUMENT:
        return _part_rows(parsed_knowledge.rulings_document.parts)
    return _part_rows(parsed_knowledge.run_chart.parts)


def _part_rows(parts: Iterable[sources.Part]) -> dict[str, object]:
    """A row for each run of lines in the parts. One blank line does not end a run."""
    rows: list[dict[str, Any]] = []
    for part in parts:
        runs: list[list[sources.SourceLine]] = []
        end = 0  # the number of the last line
        for line in part.lines:
            if line.evidence is None:
                if not runs or line.number - end > 2:
                    runs.append([])
                runs[-1].append(line)
                end = line.number
        for run in runs:
            line_range = (run[0].number, run[-1].number)
            words = "\n".join(line.words for line in run)
            text = yaml_files.BlockText(words)
            rows.append({"kind": part.kind, "lines": line_range, "text": text})
    rows.sort(key=lambda row: row["lines"])
    return {"parts": rows} if rows else {}


# Ids in the generated files as last written, to find those that are gone

# Folder of generated files → the kind of entity in its files
_KINDS = {"cards": "card", "topics": "topic", "documents": "document"}


def kinds_by_id(data: Mapping[str, Any]) -> dict[str, str]:
    """Id of everything that has an address in the generated files → its kind.

    A document has the address of its page instead of its id. `data`: by relative path.
    """
    kinds: dict[str, str] = {}
    for file, content in data.items():
        kind = _KINDS.get(file.partition("/")[0])
        if kind and "id" in content:
            id = content["id"]
            address = f"/documents/{id}/" if kind == "document" else id
            kinds[address] = kind
        # A note must not hide something else with its id
        kinds = dict.fromkeys(content.get("ids", ()), "note") | kinds
    kinds.update((id, kind) for id, kind, _ in _entry_rows(data))
    return kinds


def _entry_rows(data: Mapping[str, Any]) -> Iterator[tuple[str, str, Any]]:
    """The id, the kind and the row of each ruling, section and step, without its lines,
    which change with the words above it.
    """
    kinds = {"entries": "ruling", "sections": "section", "steps": "step"}
    for content, key in product(data.values(), kinds):
        for row in content.get(key, ()):
            id = row.get("id") or ids.step_id(row["number"])
            yield id, kinds[key], {**row, "source": None}


def written_data(folder: Path) -> dict[str, Any]:
    """The data of the generated files in a folder, by relative path. Raises
    `RulingsError` if a file is damaged.
    """
    try:
        data = yaml_files.read_generated_files(folder)
        kinds_by_id(data)
    except (errors.RulingsError, TypeError, KeyError, AttributeError) as error:
        raise errors.RulingsError(
            f"{folder}: a generated file is damaged, so the ids in it are unknown; "
            f"restore it first, as in `git checkout HEAD -- FILE` ({error})"
        ) from None
    return data


def changed_entries(
    before: Mapping[str, Any],
    texts: Mapping[str, str],
    changed_paths: Iterable[str],
) -> dict[str, list[str]]:
    """`new`, `changed` and `gone` → the ids of such rulings, sections and steps. Empty
    if nothing was written before.

    `before`: the data of the files as last written; `texts`: the new texts by path.
    """
    if not before:
        return {}
    now = {**before}
    for path in changed_paths:
        now.pop(path, None)
        if path in texts:
            now[path] = yaml_files.parse_yaml(texts[path], path)
    old, new = ({id: row for id, _, row in _entry_rows(data)} for data in (before, now))
    return {
        "new": sorted(new.keys() - old.keys()),
        "changed": sorted(id for id in new.keys() & old.keys() if new[id] != old[id]),
        "gone": sorted(old.keys() - new.keys()),
    }


def successors(now: Mapping[str, str], before: Mapping[str, str]) -> dict[str, str]:
    """Id of a ruling that is gone → the only new ruling on its subject, or an empty
    text if there is none, or several. `now`, `before`: id → kind.
    """
    new_ids = grouped(
        (ids.subject_of_ruling(id), id)
        for id, kind in now.items()
        if kind == "ruling" and id not in before
    )
    successor_by_id: dict[str, str] = {}
    for id, kind in before.items():
        if kind == "ruling" and id not in now:
            of_subject = new_ids.get(ids.subject_of_ruling(id), [])
            successor_by_id[id] = of_subject[0] if len(of_subject) == 1 else ""
    return successor_by_id


def vanished_ids(
    parsed_knowledge: entries.ParsedKnowledge,
    now: Mapping[str, str],
    before: Mapping[str, str],
    successor_by_id: Mapping[str, str],
) -> Iterator[files.Problem]:
    """An error for each id of `before` that no longer exists, unless it is in
    moved.yaml. `now`, `before`: id → kind.
    """
    moved = parsed_knowledge.sources.edited.moved
    for id, kind in before.items():
        if now.get(id) == kind or id in moved:
            continue
        advice = "add a row with this id and what replaces it"
        if new := successor_by_id.get(id):
            advice = (
                f"add the row `{id}: {new}`, if this new ruling on the same subject "
                "replaces it"
            )
        text = (
            f"the {kind} {id} is gone, and links to it would break: {advice}; "
            "if nothing does, write `nothing:` below the id, and the reason"
        )
        if kind == "ruling":
            text += ", and put its questions where they are answered, or in "
            text += "unanswered.yaml"
        text += "; if the id was never committed, restore the file that has it "
        text += "instead: `git checkout HEAD -- FILE`"
        yield files.Problem(parsed_knowledge.sources.path("moved"), text)
