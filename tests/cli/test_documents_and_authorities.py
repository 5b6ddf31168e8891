"""Tests of `rulings document`, which prints a document or a section as plain text, and
of `rulings who`, which finds an authority and shows its rulings.
"""

from __future__ import annotations

import json
import re
from collections import Counter

import pytest

from rulings.api import KnowledgeBase
from rulings.model.knowledge import Knowledge
from support.command_line import run_cli


@pytest.mark.parametrize("short", ["manual", "variant", "tournament"])
def test_documents_are_printed_in_full_without_markdown(
    kb: Knowledge, short: str
) -> None:
    result = run_cli("document", short)
    assert not re.search(r"\*|^ *---|\n\n\n", result.out, re.MULTILINE)
    texts = [
        section.text
        for section in kb.sections
        if kb.documents_by_id[section.document].short == short
    ]
    assert not Counter(re.findall(r"\w+", " ".join(texts))) - Counter(
        re.findall(r"\w+", result.out)
    )


def test_a_heading_without_words_is_opened_by_its_id_and_cited_by_its_title(
    library: KnowledgeBase,
) -> None:
    empty = [section for section in library.sections if not section.text.strip()]
    assert empty
    for section in empty:
        opened = run_cli("document", section.id).out
        assert section.id in opened
        assert run_cli(section.id).out == opened
        assert section.cite().startswith(section.title)
        for typed in (section.id, section.url, section.cite()):
            hits = library.search(typed).hits
            assert [(hit.id, hit.kind) for hit in hits[:1]] == [
                (section.id, "section")
            ], typed


@pytest.mark.parametrize(
    ("typed", "id"), [("tom wyle", "tom-wylie"), ("skiper", "skipper-pickle")]
)
def test_a_misspelt_name_of_an_authority_is_understood_with_a_note(
    typed: str, id: str
) -> None:
    result = run_cli("who", typed, "--json")
    answer = json.loads(result.out)
    assert answer["authority"]["id"] == id
    assert (
        result.err
        == f"rulings: note: “{typed}” was read as the authority {answer['authority']['name']}\n"
    )
    bare = run_cli(*typed.split(), "--json")
    assert json.loads(bare.out) == answer
    assert bare.err == result.err


def test_rulings_are_in_the_order_of_the_authoritys_own_dates() -> None:
    rulings = json.loads(run_cli("who", "sparky", "--json").out)["rulings"]
    own_dates = [
        max(
            c["likely_date"] or c["date"] or ""
            for c in r["citations"]
            if c["authority"] == "Sparky"
        )
        for r in rulings
    ]
    assert own_dates == sorted(own_dates, key=lambda date: date or "9999")
