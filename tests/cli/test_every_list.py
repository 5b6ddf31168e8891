"""Tests of lists: a misspelt name, and the same options however a list is asked for."""

from __future__ import annotations

from collections.abc import Iterator

import pytest

from rulings import naming
from rulings.api import KnowledgeBase
from support.command_line import run_cli


def typings(name: str) -> Iterator[str]:
    """The name with two letters swapped, one left out, one doubled, one exchanged."""
    for at in range(1, len(name)):
        yield name[: at - 1] + name[at] + name[at - 1] + name[at + 1 :]
        yield name[:at] + name[at + 1 :]
        yield name[:at] + name[at - 1] + name[at:]
        yield name[:at] + "q" + name[at + 1 :]


def test_a_misspelt_name_of_a_list_is_read_with_what_else_it_may_be(kb: KnowledgeBase) -> None:
    names = naming.names_of(kb)
    wrong, count = list[str](), 0
    for name in naming.LISTS:
        for typed in set(typings(name)) - names.titles.keys() - names.aliases.keys():
            found = kb.meaning(typed)
            lists = {thing.id for thing in (*found.things, *found.suggestions)}
            count += 1
            if found.match_kind != "typo" or name not in lists:
                wrong.append(typed)
    # What is near a card's title too, or of which too few letters are left
    assert len(wrong) < count / 50, wrong


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
