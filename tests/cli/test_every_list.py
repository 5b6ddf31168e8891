"""Tests of lists: a misspelt name, and the same options however a list is asked for."""

from __future__ import annotations

import pytest

from rulings import naming
from rulings.api import KnowledgeBase
from support.command_line import run_cli


@pytest.mark.parametrize("name", naming.LISTS)
def test_a_list_has_the_same_options_and_answers_by_its_name_and_as_a_list(name: str) -> None:
    for options in ("", "--ruled", "--newest -n 2 --json"):
        by_name, listed = (
            run_cli(*line.split(), *options.split()) for line in (name, f"list {name}")
        )
        assert (by_name.status, by_name.out) == (listed.status, listed.out), options
        assert by_name.err.endswith(listed.err), options


def test_the_list_of_cards_counts_errata_as_well_as_rulings(kb: KnowledgeBase) -> None:
    ruled = [card.id for card in kb.cards if kb.rulings_without_see_entries(card.id)]
    rows = run_cli("list", "--ruled", "--plain").out.splitlines()
    assert [row.partition("\t")[0] for row in rows] == ruled
    counts = [line.split()[0] for line in run_cli("list", "--ruled").out.splitlines()[3:]]
    assert counts == [str(len(kb.rulings_without_see_entries(id))) for id in ruled]
