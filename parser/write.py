"""The parsed knowledge base → the text of each generated YAML file, by its path below the knowledge base's folder.

Each card and topic has a file of its own, and changing a word in a source changes one line and the ruling's id. What
follows from the words (label, spans, what a citation supports) is not written: `rulings.model.loading` derives it.
"""

from __future__ import annotations

from collections import defaultdict
from collections.abc import Iterable, Iterator, Mapping, Sequence
from pathlib import Path
from typing import Any

from msgspec import to_builtins

from rulings import errors
from rulings.model import constants, entities
from rulings.parser import entries, ledger, sections, sources
from rulings.storage import files, yaml_files

_NOTICE = "Written by `rulings parse` from rulings/sources: change it there."
_NOTICES = {
    "tournament.yaml": f"{_NOTICE}\nAndroid: Netrunner (2012), not the 1996 game.",
    "note-ids.yaml": f"{_NOTICE}\nThe ids of all notes, so that the next parse notices when one is gone.",
    "unattributed.yaml": f"{_NOTICE}\nEntries whose heading was lost.",
}


def yaml_texts(data: Mapping[str, dict[str, object]]) -> dict[str, str]:
    """The data of generated files (see `generated_data`) → their texts."""
    return {path: yaml_files.dump(content, _NOTICES.get(path, _NOTICE)) for path, content in data.items()}


def generated_data(
    parsed: entries.ParsedKnowledge, ledgers: Mapping[str, ledger.WordCount] | None = None
) -> dict[str, dict[str, object]]:
    """The data of all generated files: relative path (with `/`) → content. `ledgers`, if wanted: by document id."""
    lists = defaultdict[entities.Reference, dict[str, list[dict[str, object]]]](dict)  # of each subject, errata first
    for name, kind in constants.RULING_LISTS.items():
        for ruling, body in zip(parsed.rulings, parsed.bodies, strict=True):
            if ruling.kind == kind:
                lists[ruling.subject].setdefault(name, []).append(_ruling(ruling, body))
    out: dict[str, dict[str, object]] = {}
    for card in parsed.cards:
        facts = {name: getattr(card, name) for name in entities.CardFacts.__struct_fields__}
        inherits = [_inheritance(inheritance) for inheritance in card.inherits]
        out[f"cards/{card.side.lower()}/{card.id}.yaml"] = {
            **_present(**{"title": card.title, **facts}),
            **_heading(parsed.headings.get(card.reference), card.title),
            **lists[card.reference],
            **({"inherits": inherits} if inherits else {}),
        }
    for topic in parsed.topics:
        out[f"topics/{topic.id}.yaml"] = {
            "title": topic.title,
            "id": topic.id,
            **_heading(parsed.headings[topic.reference], topic.title),
            **lists[topic.reference],
        }
    for document in parsed.sources.documents.values():
        out[f"documents/{document.id}.yaml"] = {
            "title": document.row.title,
            "id": document.id,
            "ledger": ledgers[document.id].data() if ledgers else None,
            **_document_content(parsed, document.id),
        }
    out["run-chart.yaml"] = {"steps": [_step(step) for step in parsed.run_chart.steps]}
    out["tournament.yaml"] = to_builtins(parsed.tournament)
    if parsed.sources.edited.notes:
        out["note-ids.yaml"] = {"ids": sorted(note.id for note in parsed.sources.edited.notes)}
    if parsed.unattributed:
        out["unattributed.yaml"] = {**lists[entities.UNATTRIBUTED]}
    return out


def differences(generated: Mapping[str, str], folder: Path) -> list[files.Problem]:
    """The generated files that are missing, different or no longer generated, in order. `generated`: path → text."""
    paths = set(existing_files(folder))
    changes = dict.fromkeys(paths - set(generated), "no longer generated")
    for path, text in generated.items():
        if path not in paths:
            changes[path] = "missing"
        elif (folder / path).read_bytes() != text.encode():
            changes[path] = "differs"
    return [files.Problem(path, changes[path]) for path in sorted(changes)]


def write_files(generated: Mapping[str, str], folder: Path) -> list[files.Problem]:
    """Updates `folder` and returns the changes.

    Raises `RulingsError` if it would delete a file that we did not write, and while another run writes. A run that is
    killed leaves the folder unchanged, or in a state that `files.interrupted` detects.
    """
    with files.writing(folder):
        changes = differences(generated, folder)
        if changes or files.left_behind(folder):
            changed = [change.file for change in changes]
            deleted = [path for path in changed if path not in generated]
            for path in deleted:
                if not (folder / path).read_bytes().startswith(f"# {_NOTICE}".encode()):
                    raise errors.RulingsError(
                        f"{folder / path}: `rulings parse` did not write this file; move it elsewhere"
                    )
            files.replace_files(folder, {path: generated[path] for path in changed if path in generated}, deleted)
        return changes


def existing_files(folder: Path) -> Iterator[str]:
    """The relative paths of the YAML files in `folder` that are generated, or stand where only such files do."""
    for name in dict.fromkeys(path.partition("/")[0] for path in files.GENERATED_FOLDERS):
        yield from (file.relative_to(folder).as_posix() for file in (folder / name).rglob("*.yaml"))
    yield from (name for name in files.GENERATED_FILES if (folder / name).exists())


def _present(**data: object) -> dict[str, object]:
    """The data without what is not there. What is a tuple stands on one line."""
    return {key: value for key, value in data.items() if value not in (None, (), [], {}, "")}


def _heading(heading: sources.Line | None, title: str) -> dict[str, object]:
    if heading is None:
        return {}
    printed = heading.words if heading.words != title else None
    return {"heading": _in_one_line(line=heading.number, printed=printed, restored=heading.restored)}


def _in_one_line(**data: object) -> yaml_files.FlowMap:
    return yaml_files.FlowMap(_present(**data))


def _ruling(ruling: entities.Ruling, body: Sequence[str]) -> dict[str, object]:
    """The row of a ruling. `body`: its printed lines."""
    document = ruling.source.document
    return _present(
        id=ruling.id,
        printed=yaml_files.BlockText("\n".join(body)),
        official=None if ruling.official else False,
        errata_because=ruling.errata_because,
        reversal_words=ruling.reversal.words if ruling.reversal else None,
        document=document if document != constants.RULINGS_DOCUMENT else None,
        lines=ruling.source.lines,
        citations=[_citation(citation) for citation in ruling.citations],
        mentions=_mentions(ruling.mentions),
        see=[yaml_files.FlowMap({target.kind: target.title, "id": target.id}) for target in ruling.see],
    )


def _citation(citation: entities.Citation) -> dict[str, object]:
    """The row of a citation, without what follows from its words or from authorities.yaml."""
    data = to_builtins(citation)
    for key in ("date_printed", "supports", "standing", "council"):
        del data[key]
    person = citation.person if citation.person != citation.authority else None
    return _present(**{**data, "person": person, "official": None if citation.official else False})


def _mentions(mentions: Iterable[entities.Mention]) -> list[yaml_files.FlowMap]:
    """The rows of mentions: title, id and, if they are not the title, the printed words."""
    return [
        _in_one_line(**{"title": m.title, "id": m.id, "words": m.words if m.words != m.title else None})
        for m in mentions
    ]


def _inheritance(inheritance: entities.Inheritance) -> dict[str, object]:
    subject = {"title": inheritance.subject.title, "id": inheritance.subject.id, "kind": inheritance.subject.kind}
    row = _present(**subject, **{key: value for key, value in to_builtins(inheritance).items() if key != "subject"})
    return row if inheritance.reason else yaml_files.FlowMap(row)


def _document_content(parsed: entries.ParsedKnowledge, document: str) -> dict[str, object]:
    if document in parsed.sectioned_documents:
        sectioned = parsed.sectioned_documents[document]
        return {**_parts(sectioned.parts), "sections": [_section(s) for s in sectioned.sections]}
    if document == constants.RULINGS_DOCUMENT:
        text = parsed.rulings_document
        parts = {"front matter": text.front, "label": text.labels, "legal notice": text.legal}
    else:
        parts = {"heading": list(parsed.run_chart.title), "legal notice": list(parsed.run_chart.legal)}
    return _parts([sections.Part(kind, lines) for kind, lines in parts.items()])


def _parts(parts: Iterable[sections.Part]) -> dict[str, object]:
    """The runs of lines of the parts, in order; single blank lines do not divide them."""
    rows: list[dict[str, Any]] = []
    for part in parts:
        runs: list[list[sources.Line]] = []
        for line in part.lines:
            if line.restored is None:
                if not runs or line.number - runs[-1][-1].number > 2:
                    runs.append([])
                runs[-1].append(line)
        for run in runs:
            text = yaml_files.BlockText("\n".join(line.words for line in run))
            rows.append({"kind": part.kind, "lines": (run[0].number, run[-1].number), "text": text})
    rows.sort(key=lambda row: row["lines"])
    return {"parts": rows} if rows else {}


def _section(section: entities.Section) -> dict[str, object]:
    return _present(
        title=section.title,
        id=section.id,
        level=section.level,
        headed=None if section.headed else False,
        lines=section.source.lines,
        text=section.text and yaml_files.BlockText(section.text),
        tables=[{"columns": table.columns, "rows": list(table.rows)} for table in section.tables],
        mentions=_mentions(section.mentions),
    )


def _step(step: entities.Step) -> dict[str, object]:
    decision = {"decision": _decision(step.decision)} if step.decision else {}
    return {
        "number": step.number,
        "actor": step.actor,
        "text": yaml_files.BlockText(step.text),
        **decision,
        "next": step.next,
        "lines": step.source.lines,
    }


def _decision(decision: entities.Decision) -> dict[str, object]:
    def answer(answer: entities.Turn) -> dict[str, object]:
        return {"decision": _decision(answer.decision)} if answer.decision else yaml_files.FlowMap(to_builtins(answer))

    return {"question": decision.question, "yes": answer(decision.yes), "no": answer(decision.no)}
