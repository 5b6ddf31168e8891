"""The parsed knowledge base → the text of each generated YAML file, by its path below the knowledge base's folder.

Each card and topic has a file of its own, and changing a word in a source changes one line. What can be derived from
the words (ids, spans, what a citation supports) is not written.
"""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Mapping, Sequence
from pathlib import Path

from rulings import errors
from rulings.model import constants, entities, tournament
from rulings.parser import ledger, rulings, sections, sources
from rulings.storage import files, yaml_files

_NOTICE = "Written by `rulings parse` from rulings/sources: change it there."
_NOTICES = {
    "tournament.yaml": f"{_NOTICE}\nAndroid: Netrunner (2012), not the 1996 game.",
    "unattributed.yaml": f"{_NOTICE}\nEntries whose heading was lost, with the titles it may have had.",
}


def yaml_texts(data: Mapping[str, dict[str, object]]) -> dict[str, str]:
    """The data of generated files (see `generated_data`) → their texts."""
    return {path: yaml_files.dump(content, _NOTICES.get(path, _NOTICE)) for path, content in data.items()}


def generated_data(
    parsed: rulings.ParsedKnowledge, ledgers: Mapping[str, ledger.Ledger]
) -> dict[str, dict[str, object]]:
    """The data of all generated files: relative path (with `/`) → content. `ledgers`: by document id."""
    by_subject: dict[tuple[str, str], list[rulings.ParsedRuling]] = {}
    for ruling in parsed.rulings:
        if ruling.subject:
            by_subject.setdefault((ruling.subject.kind, ruling.subject.id), []).append(ruling)
    out: dict[str, dict[str, object]] = {}
    for card in parsed.cards:
        heading = parsed.headings.get(("card", card.id))
        out[f"cards/{card.side.lower()}/{card.id}.yaml"] = {
            **_card(card),
            **_heading(heading, card.title),
            **_rulings(by_subject.get(("card", card.id), ())),
            **_inherits(card),
        }
    for topic in parsed.topics:
        heading = parsed.headings[("topic", topic.id)]
        out[f"topics/{topic.id}.yaml"] = {
            "title": topic.title,
            "id": topic.id,
            **_heading(heading, topic.title),
            **_rulings(by_subject.get(("topic", topic.id), ())),
        }
    for document in parsed.sources.documents.values():
        out[f"documents/{document.id}.yaml"] = {
            "title": document.row["title"],
            "id": document.id,
            "ledger": ledgers[document.id].data(),
            **_document_content(parsed, document.id),
        }
    out["run-chart.yaml"] = {"steps": [_step(step) for step in parsed.run_chart.steps]}
    out["tournament.yaml"] = _tournament(parsed.tournament)
    if parsed.unattributed:
        out["unattributed.yaml"] = {"rulings": [_ruling(r) for r in parsed.unattributed]}
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
    """Updates `folder` and returns the changes. Raises `RulingsError` if it would delete a file that we did not write.

    A run that is killed leaves the folder unchanged, or in a state that `files.interrupted` detects.
    """
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


def _card(card: entities.Card) -> dict[str, object]:
    facts: dict[str, object] = {"title": card.title, "id": card.id, "side": card.side, "type": card.type}
    if card.keywords:
        facts["keywords"] = yaml_files.FlowList(card.keywords)
    facts |= {"set": card.set, "rarity": card.rarity}
    for key in entities.OPTIONAL_FACTS:
        if getattr(card, key) is not None:
            facts[key] = getattr(card, key)
    return facts


def _heading(heading: sources.Line | None, title: str) -> dict[str, object]:
    if heading is None:
        return {}
    row: dict[str, object] = {"line": heading.number}
    if heading.text.strip() != title:
        row["printed"] = heading.text.strip()
    if heading.restored:
        row["restored"] = heading.restored
    return {"heading": yaml_files.FlowMap(row)}


def _rulings(rulings: Sequence[rulings.ParsedRuling]) -> dict[str, object]:
    """The rulings of a subject: errata first, then the rest, each in the order of the source."""
    lists = {
        key: [_ruling(r) for r in rulings if r.wording.kind == kind] for key, kind in constants.RULING_LISTS.items()
    }
    return {key: rows for key, rows in lists.items() if rows}


def _ruling(ruling: rulings.ParsedRuling) -> dict[str, object]:
    wording = ruling.wording
    data: dict[str, object] = {"printed": yaml_files.BlockText("\n".join(ruling.body))}
    if not wording.is_official:
        data["official"] = False
    if wording.errata_because:
        data["errata_because"] = wording.errata_because
    if ruling.reversal_words:
        data["reversal_words"] = ruling.reversal_words
    if ruling.document != constants.RULINGS_DOCUMENT:
        data["document"] = ruling.document
    data["lines"] = yaml_files.FlowList(ruling.lines)
    if wording.citations:
        data["citations"] = [_citation(c) for c in wording.citations]
    if ruling.mentions:
        data["mentions"] = _mentions(ruling.printed, ruling.mentions)
    if ruling.see:
        data["see"] = [_reference(target) for target in ruling.see]
    if ruling.possible_titles:
        data["possible_titles"] = list(ruling.possible_titles)
    return data


def _citation(citation: entities.Citation) -> dict[str, object]:
    data = {
        "printed": citation.printed,
        "authority": citation.authority,
        "person": citation.person if citation.person != citation.authority else None,
        "via": citation.via,
        "about": citation.about,
        "venue": citation.venue,
        "date": citation.date,
        "likely": citation.likely,
        "likely_because": citation.likely_because,
        "doubt": citation.doubt,
        "doubt_because": citation.doubt_because,
        "restored": citation.restored,
        "official": None if citation.official else False,
    }
    return {key: value for key, value in data.items() if value is not None}


def _mentions(printed: str, mentions: Iterable[entities.Mention]) -> list[yaml_files.FlowMap]:
    """Titles and ids. `as`: the printed words, if different; `at`: which occurrence of them it is, if not the next."""
    rows: list[yaml_files.FlowMap] = []
    position = 0
    for mention in mentions:
        data = yaml_files.FlowMap({"title": mention.title, "id": mention.id})
        if mention.words != mention.title:
            data["as"] = mention.words
        occurrence = 1
        start = printed.index(mention.words, position)
        while start != mention.span[0]:
            occurrence, start = occurrence + 1, printed.index(mention.words, start + 1)
        if occurrence > 1:
            data["at"] = occurrence
        rows.append(data)
        position = mention.span[1]
    return rows


def _reference(target: entities.Reference) -> yaml_files.FlowMap:
    return yaml_files.FlowMap({target.kind: target.title, "id": target.id})


def _inherits(card: entities.Card) -> dict[str, object]:
    rows = [_inheritance(i) for i in card.inherits]
    return {"inherits": rows} if rows else {}


def _inheritance(inheritance: entities.Inheritance) -> yaml_files.FlowMap | dict[str, object]:
    row = {
        "from": inheritance.subject.title,
        "id": inheritance.subject.id,
        "kind": inheritance.subject.kind,
        "basis": inheritance.basis,
        "on": inheritance.on,
    }
    if not inheritance.reason:
        return yaml_files.FlowMap(row)
    limits = {"only": yaml_files.FlowList(inheritance.only), "without": yaml_files.FlowList(inheritance.without)}
    return {**row, **{key: ids for key, ids in limits.items() if ids}, "reason": inheritance.reason}


def _document_content(parsed: rulings.ParsedKnowledge, document: str) -> dict[str, object]:
    if document in parsed.sectioned_documents:
        sectioned = parsed.sectioned_documents[document]
        return {**_parts(sectioned.parts), "sections": [_section(s) for s in sectioned.sections]}
    if document == constants.RULINGS_DOCUMENT:
        rulings = parsed.rulings_document
        return _parts(
            [
                sections.Part("front matter", rulings.front),
                sections.Part("label", rulings.section_labels),
                sections.Part("legal notice", rulings.legal),
            ]
        )
    chart = parsed.run_chart
    return _parts([sections.Part("heading", list(chart.title)), sections.Part("legal notice", list(chart.legal))])


def _parts(parts: Iterable[sections.Part]) -> dict[str, object]:
    rows = []
    for part in parts:
        for run in _consecutive([line for line in part.lines if line.restored is None]):
            rows.append(
                {
                    "kind": part.kind,
                    "lines": yaml_files.FlowList([run[0].number, run[-1].number]),
                    "text": yaml_files.BlockText("\n".join(line.text.strip() for line in run)),
                }
            )
    return {"parts": rows} if rows else {}


def _consecutive(lines: list[sources.Line]) -> list[list[sources.Line]]:
    """Groups of consecutive lines; single blank lines do not divide them."""
    runs: list[list[sources.Line]] = []
    for line in lines:
        if runs and line.number - runs[-1][-1].number <= 2:
            runs[-1].append(line)
        else:
            runs.append([line])
    return runs


def _section(section: entities.Section) -> dict[str, object]:
    data: dict[str, object] = {
        "title": section.title,
        "id": section.id,
        "level": section.level,
        **({} if section.headed else {"headed": False}),
        "lines": yaml_files.FlowList(section.source.lines),
    }
    if section.text:
        data["text"] = yaml_files.BlockText(section.text)
    if section.tables:
        data["tables"] = [_table(table) for table in section.tables]
    if section.mentions:
        data["mentions"] = _mentions(section.text, section.mentions)
    return data


def _table(table: entities.Table) -> dict[str, object]:
    return {"columns": yaml_files.FlowList(table.columns), "rows": [yaml_files.FlowList(row) for row in table.rows]}


def _step(step: entities.Step) -> dict[str, object]:
    data: dict[str, object] = {"number": step.number, "actor": step.actor, "text": yaml_files.BlockText(step.text)}
    if step.decision:
        data["decision"] = _decision(step.decision)
    data["next"] = step.next
    data["lines"] = yaml_files.FlowList(step.source.lines)
    return data


def _decision(decision: entities.Decision) -> dict[str, object]:
    return {"question": decision.question, "yes": _answer(decision.yes), "no": _answer(decision.no)}


def _answer(answer: entities.Answer) -> dict[str, object]:
    if answer.go is not None:
        return yaml_files.FlowMap({"go": answer.go})
    return {"decision": _decision(answer.decision)} if answer.decision else yaml_files.FlowMap({"end": answer.end})


def _tournament(tournament: tournament.Tournament) -> dict[str, object]:
    data = tournament.to_dict()
    for structure in data["structures"].values():
        for row in structure["rows"]:
            row["players"] = yaml_files.FlowList(row["players"])
    return data
