"""Tests of the pages of cards and topics: a card without rulings, opening every entry
by its id, and citing and copying the rulings that are shown.
"""

from __future__ import annotations

import json
import re

import pytest

from rulings.api import KnowledgeBase
from rulings.cli import layout, printing
from rulings.model import formatting
from rulings.model.knowledge import Knowledge
from support.command_line import run_cli
from support.examples import some_of


def ids_in_full(out: str) -> set[str]:
    """The digits of the ids at the right edge of a screen, below their rulings."""
    return set(re.findall(r"^(?=.{80}$).*\b([0-9a-f]{8})$", out, re.MULTILINE))


def cited_ids(out: str) -> set[str]:
    """The digits of the ids in brackets at the ends of the lines of `--cite`."""
    return set(re.findall(r" \[[a-z0-9-]+-([0-9a-f]{8})\]", out))


def test_cited_are_the_rulings_that_are_shown_in_full(kb: Knowledge) -> None:
    references = {ruling.id[-8:] for ruling in kb.cross_references}
    for id in some_of(kb.cards_by_id):
        on_page = {
            line.split("\t")[0][-8:]
            for line in run_cli("card", id, "--plain").out.splitlines()
        } - references
        # A status may name rulings of other pages
        shown = ids_in_full(run_cli("card", id).out) & on_page
        assert cited_ids(run_cli("card", id, "--cite").out) == shown, id


@pytest.mark.parametrize("name", ["dreff", "incubator", "cockroach", "tracing"])
def test_n_means_the_same_rulings_in_every_format(name: str) -> None:
    records = run_cli(name, "--plain").out.splitlines()
    everything = [row.split("\t")[0] for row in records if "\truling\t" in row]
    for limit in (1, 2, len(everything) - 1):
        words = (name, "-n", str(limit))
        page = json.loads(run_cli(*words, "--json").out)
        found = [*page["rulings"], *page.get("mentioned_in", ())]
        for group in page.get("inherited", ()):
            found += group["rulings"]
        ids = {ruling["id"] for ruling in found}
        assert ids == {*everything[:limit]}
        plain = run_cli(*words, "--plain")
        rows = [row.split("\t") for row in plain.out.splitlines()]
        assert {row[0] for row in rows if row[1] == "ruling"} == ids
        told = f"{limit} of {len(everything)}; {len(everything) - limit} more: -n "
        assert told in plain.err
        assert told in run_cli(*words).out
    whole = run_cli(name, "-n", str(len(everything)))
    assert (whole.out, whole.err) == (run_cli(name).out, run_cli(name).err)


def test_a_card_without_rulings_says_so_first_and_names_the_rulings_that_apply(
    kb: Knowledge, library: KnowledgeBase
) -> None:
    subject_ids = {entry.subject.id for entry in kb.ruling_entries}
    cards = [card for card in kb.cards if card.id not in subject_ids]
    assert len(cards) > 200
    for card in cards:
        shown = " ".join(run_cli(card.id).out.split())
        topics = [row.topic for row in library.page(card).applicable_topics]
        assert topics and "no rulings on this card itself" in shown
        assert f"general rulings (rulings topic NAME): {', '.join(topics)}" in shown
    assert not library.page(library.card("dreff")).applicable_topics


@pytest.mark.parametrize("width", [40, 80])
def test_every_citation_is_whole_and_its_last_line_ends_with_digits_that_open_the_ruling(
    library: KnowledgeBase, width: int
) -> None:
    for ruling in library.rulings:
        screen = layout.Screen(width)
        printing.show_ruling(screen, ruling)
        words = " ".join(str(screen).replace("┃", "").split())
        assert [
            c.printed
            for c in ruling.citations
            if formatting.attribution(c) not in words
        ] == []
        (last,) = (line for line in screen.lines if line.endswith(ruling.id[-8:]))
        shown = last.split()[-1]
        if (
            last.strip("┃ ") == shown
        ):  # the entire id, because several rulings share its digits
            # Words joined by no-break spaces move together
            citation = formatting.cited_parts(ruling)[-1].citations[-1]
            marks = formatting.own_marks(ruling, citation)
            unbroken = printing.attribution(citation, marks).split(" ")[-1]
            assert len(unbroken) + len(shown) + 4 > width
        else:
            assert len(last) == width
        assert library.ruling(shown) == ruling
        assert shown == ruling.id or len(shown) == 8
