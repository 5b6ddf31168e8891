"""Whatever a door prints to be pasted leads back to its entry, in the terminal, library and page."""

from __future__ import annotations

from collections.abc import Iterator
from pathlib import Path

from rulings import errors
from rulings.api import KnowledgeBase
from rulings.model import entities, formatting, records
from support.command_line import run_cli
from support.examples import some_of
from support.page_search import run_page_search

SITE = "https://rules.example/sub"


def texts_of(entry: entities.AnyEntry) -> Iterator[str]:
    """What is printed of an entry to be pasted: citations, copied text, a row of a table, its
    address, id and digits.
    """
    yield entry.cite()
    yield entry.cite(SITE)
    yield entry.cite(SITE, markdown=True)
    citation = formatting.citation_line(entry)
    yield "\n\n".join([entry.text, citation, f"{SITE}{entry.url}"])
    yield "\t".join(filter(None, records.record(entry).cells(records.COLUMNS)))
    yield f"{SITE}{entry.url}"
    yield entry.id
    if isinstance(entry, entities.Ruling):
        yield entry.id[-8:]


def test_what_is_printed_to_be_pasted_leads_to_its_entry(
    kb: KnowledgeBase, page_data: str, tmp_path: Path
) -> None:
    ids_by_text = dict[str, set[str]]()
    entries: list[entities.AnyEntry] = [*kb.rulings, *kb.sections, *kb.steps]
    for entry in entries:
        for text in texts_of(entry) if entry.text.strip() else ():
            ids_by_text.setdefault(text, set()).update(
                {entry.id, *getattr(entry, "near_identical", ())}
            )
    texts = some_of(ids_by_text)
    results = [kb.search(text, 1) for text in texts]
    first_hits = [(search_results[0].id, search_results.confidence) for search_results in results]
    in_page = run_page_search(page_data, tmp_path, [(text, 1) for text in texts])["answers"]
    assert [(answer["ids"][0], answer["confidence"]) for answer in in_page] == first_hits
    wrong = [
        text
        for text, (id, confidence) in zip(texts, first_hits, strict=True)
        if id not in ids_by_text[text] or confidence == "low"
    ]
    assert wrong == []


def test_whatever_is_pasted_in_place_of_an_id_is_read_as_its_entry(kb: KnowledgeBase) -> None:
    entries: list[entities.AnyEntry] = [*kb.rulings, *kb.sections, *kb.steps]
    for entry in some_of(entries):
        for text in texts_of(entry):
            try:
                pasted = kb.why(text)
            except errors.Ambiguous as ambiguous:
                assert entry.id in [id for id, _ in ambiguous.choices]
                continue
            assert isinstance(pasted, entities.AnyEntry)
            assert pasted.id in (entry.id, *getattr(entry, "near_identical", ()))
            if isinstance(pasted, entities.Ruling):
                assert kb.ruling(text) == pasted
    citation = kb.rulings[0].cite(SITE, markdown=True)
    assert run_cli("why", citation).out == run_cli("why", kb.rulings[0].id).out


def test_a_pasted_citation_opens_its_entry_without_a_command() -> None:
    citation = run_cli("run", "16", "--cite").out.splitlines()[0]
    assert run_cli(citation, "--plain").out.startswith("run-chart-16\t")


def test_what_is_pasted_says_which_citations_are_official(kb: KnowledgeBase) -> None:
    for ruling in kb.rulings:
        labels = [formatting.publisher_label(ruling, citation) for citation in ruling.citations]
        for text in (ruling.cite(), ruling.cite(markdown=True)):
            assert text.count(", official") == len([*filter(None, labels)]), ruling.id
