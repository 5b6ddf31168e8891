"""Tests of lists: a misspelt name, the same options however a list is asked for, and that each says
what it leaves out.
"""

from __future__ import annotations

import re
from collections.abc import Iterator

import pytest

from rulings import naming
from rulings.api import KnowledgeBase
from rulings.cli.specification import LIST
from support.command_line import run_cli

# With a value of each that has one
OPTIONS = [
    [option.name, *{"N": ["2"], "PATH": ["/dev/null"], "DATE": ["1997"]}.get(option.metavar, option.choices[:1])]
    for option in LIST.options if option.name != "--help"
]  # fmt: skip


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
    for option in OPTIONS:
        by_name, listed = run_cli(name, *option), run_cli("list", name, *option)
        assert (by_name.status, by_name.out) == (listed.status, listed.out), option
        assert by_name.err.endswith(listed.err), option
        assert "has no option" not in by_name.err, option


@pytest.mark.parametrize("format", ["", "--json", "--plain", "--csv"])
def test_every_list_says_what_n_leaves_out(format: str) -> None:
    for line in (*naming.LISTS, "list", "topic", "run", "document", "document manual", "who"):
        words = [*line.split(), *filter(None, [format])]
        whole, cut = run_cli(*words), run_cli(*words, "-n", "1")
        assert cut.status == 0, line
        said = cut.err if format else cut.out
        assert re.search(r"\b1 of \d+; \d+ more: -n 2, or -n all\n", said), line
        assert cut.out != whole.out, line
