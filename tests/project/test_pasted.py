"""Anything pasted leads to its entry or page, in the terminal, the library and the
page: text printed for pasting, and the address of each kind of page with other text
around it.
"""

from __future__ import annotations

from collections.abc import Iterator
from pathlib import Path
from typing import Any

import pytest

from rulings import errors
from rulings.api import KnowledgeBase, open_knowledge
from rulings.model import entities, formatting, records
from rulings.model.knowledge import Knowledge
from rulings.names import resolver
from rulings.search import search
from rulings.site.search_data import data_scripts
from rulings.storage.yaml_files import read_yaml
from support.command_line import run_cli
from support.examples import some_of
from support.page_search import run_page_search

SITE = "https://rules.example/sub"
PASTED = read_yaml(Path(__file__).parents[1] / "data" / "pasted.yaml")


def texts_of(entry: entities.AnyEntry) -> Iterator[str]:
    """The texts printed for pasting an entry: citations, copied text, a row of a table,
    its address, id and digits.
    """
    yield entry.cite()
    yield entry.cite(SITE)
    yield entry.cite(SITE, markdown=True)
    citation = formatting.citation_line(entry)
    yield "\n\n".join([entry.text, citation, f"{SITE}{entry.url}"])
    yield "\t".join(filter(None, records.record(entry).cells(records.COLUMNS)))
    yield f"{SITE}{entry.url}"
    digits = [entry.id[-8:]] if isinstance(entry, entities.Ruling) else []
    for id in (entry.id, *digits):
        yield from (id, f"[{id}]", f"\ufeff{id}")
    yield entry.id.replace("-", "\u2011")  # as word processors write it


def forms_of(address: str) -> Iterator[str]:
    """All forms in which an address from the root of the site may be pasted."""
    mark = "?" if "?" in address else "#"
    page, _, words = address.partition(mark)
    rest = f"{mark}{words}" if words else ""
    values = {
        "all": f"{SITE}{address}",
        "page": page,
        "rest": rest,
        "bare": page.removeprefix("/"),
        "short": page.removesuffix("/"),
        "text": ":~:" if rest.startswith("#") else "#:~:",
        "utm": f"{rest}&utm_source=x"
        if rest.startswith("?")
        else f"?utm_source=x{rest}",
        "encoded": rest.replace("#", "%23"),
        "latex": f"{SITE}{address}".replace("#", "\\#"),
        "broken": f"{SITE}{address}".replace("/#", "/\n#"),
    }
    for form in PASTED["forms"]:
        yield form.format(**values)


def test_what_is_printed_to_be_pasted_leads_to_its_entry(
    kb: Knowledge, library: KnowledgeBase, page_data: str, tmp_path: Path
) -> None:
    ids_by_text = dict[str, set[str]]()
    entries: list[entities.AnyEntry] = [
        *library.rulings,
        *library.sections,
        *library.steps,
    ]
    for entry in entries:
        for text in texts_of(entry):
            ids = {entry.id, *getattr(entry, "near_identical_ids", ())}
            ids_by_text.setdefault(text, set()).update(ids)
    wrong, texts = list[str](), some_of(ids_by_text, 50)
    results = [library.search(text, 1) for text in texts]
    in_page = run_page_search(page_data, tmp_path, [(text, 1) for text in texts])[
        "answers"
    ]
    for text, search_results, answer in zip(texts, results, in_page, strict=True):
        try:
            reference = resolver.only_reference(kb, text, "ruling", "section", "step")
            ids = {reference.id}
        except errors.Ambiguous as ambiguous:
            ids = {candidate.id for candidate in ambiguous.candidates}
        ids.update([search_results[0].id, *answer["ids"]])
        is_certain = search_results.confidence == answer["confidence"] == "high"
        if not (is_certain and ids <= ids_by_text[text]):
            wrong.append(text)
    assert wrong == []


@pytest.mark.parametrize("address", PASTED["pages"])
def test_a_page_is_read_from_its_address_whatever_stands_around_it(
    library: KnowledgeBase, address: str
) -> None:
    kind, id = PASTED["pages"][address][:2]
    assert (
        len({run_cli(form, "--plain", "-n", "1").out for form in forms_of(address)})
        == 1
    )
    if kind in ("ruling", "section", "step", "card", "topic", "note"):
        forms = [id, *forms_of(address)]
        assert len({run_cli("why", form, "--plain").out for form in forms}) == 1
    for form in forms_of(address):
        references = library.meaning(form).references
        assert [(reference.kind, reference.id) for reference in references] == [
            (kind, id)
        ], form


def test_both_searches_find_a_page_by_its_address_whatever_stands_around_it(
    library: KnowledgeBase, page_data: str, tmp_path: Path
) -> None:
    ids_by_form = dict[str, str]()
    for address, (_, *ids) in PASTED["pages"].items():
        ids_by_form |= dict.fromkeys(
            forms_of(address), library.search(ids[-1], 1)[0].id
        )
    ids_by_form = dict(some_of(ids_by_form.items(), 15))
    forms = [(form, 1) for form in ids_by_form]
    answers: list[dict[str, Any]] = run_page_search(page_data, tmp_path, forms)[
        "answers"
    ]
    for (form, id), answer in zip(ids_by_form.items(), answers, strict=True):
        results = library.search(form, 1)
        assert [hit.id for hit in results] == answer["ids"] == [id], form
        assert results.notes == tuple(answer["notes"]), form


def test_a_title_in_signs_is_the_title_in_both_searches(
    library: KnowledgeBase, page_data: str, tmp_path: Path
) -> None:
    ids_by_text = dict[str, str]()
    for form in ("*{}*", "**{}**", "_{}_", '"{}"', "“{}”", "({})", "[{}]", "<{}>"):
        ids_by_text |= {form.format(card.title): card.id for card in library.cards}
    rows = some_of(ids_by_text.items(), 61)
    queries = [(text, 1) for text, _ in rows]
    answers = run_page_search(page_data, tmp_path, queries)["answers"]
    for (text, id), answer in zip(rows, answers, strict=True):
        assert [hit.id for hit in library.search(text, 1)] == answer["ids"] == [id], (
            text
        )


WITHDRAWN = {
    "sold-out": "It is not ours to publish.",
    "dr-dreff-00000001": "It was added by mistake.",
}
GONE = {  # query → the id that it names
    "sold-out": "sold-out",
    "in:sold-out trace": "sold-out",
    "trace in:Sold-Out": "sold-out",
    "DR-DREFF-00000001": "dr-dreff-00000001",
    "dr-dreff-00000001 ice": "dr-dreff-00000001",
}


def test_both_searches_say_why_a_document_or_ruling_was_withdrawn(
    small_folder: Path, tmp_path: Path
) -> None:
    kb = open_knowledge(small_folder).replaced(withdrawn=WITHDRAWN)
    page_data = "".join(data_scripts(kb).values())
    queries = [(query, 1) for query in GONE]
    answers = run_page_search(page_data, tmp_path, queries)["answers"]
    for (query, id), answer in zip(GONE.items(), answers, strict=True):
        results = search(kb, query)
        told = [*results.explanation, *results.notes]
        assert told[0] == f"{id} is gone: {WITHDRAWN[id]}", query
        assert told == [*answer["explanation"], *answer["notes"]], query


def test_both_searches_read_the_digits_of_a_former_id(
    small_folder: Path, tmp_path: Path
) -> None:
    kb = open_knowledge(small_folder)
    (first, second, *_) = (ruling.id for ruling in kb.rulings)
    kb = kb.replaced(
        moved={
            "dr-dreff-00000000": first,
            "asp-00000000": second,
            "asp-0000000a": "asp",
        }
    )
    page_data = "".join(data_scripts(kb).values())
    queries = [("00000000", 2), ("rule #00000000", 2), ("0000000a", 2)]
    answers = run_page_search(page_data, tmp_path, queries)["answers"]
    assert [answer["ids"] for answer in answers] == [[first, second]] * 2 + [[]]
    for (query, limit), answer in zip(queries, answers, strict=True):
        assert [hit.id for hit in search(kb, query, limit)] == answer["ids"], query
