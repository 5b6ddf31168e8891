"""Tests of the pages of cards and topics: every entry opens by its id, and what is shown is what is
cited and copied.
"""

from __future__ import annotations

import json
import re
from collections import Counter

import pytest

from rulings.api import KnowledgeBase
from rulings.model.formatting import cited_parts
from support.command_line import run_cli
from support.data_files import now
from support.examples import slow_except


def words_of(text: str) -> str:
    """The letters and digits of a text, one space between words, without the bars beside errata."""
    return " ".join(re.findall(r"\w+", text))


@pytest.mark.parametrize("step", slow_except([9], [9, 1]))
def test_the_id_of_every_ruling_and_reference_opens_its_words(kb: KnowledgeBase, step: int) -> None:
    missing = []
    for ruling in [r for r in kb.rulings if r.kind != "see"][::step] + [
        r for r in kb.rulings if r.kind == "see"
    ]:
        result = run_cli(ruling.id)
        shown = words_of(result.out)
        words = [words_of(part.text) for part in cited_parts(ruling)]
        if result.status or [part for part in words if part not in shown]:
            missing.append(ruling.id)
    assert missing == []


def test_the_id_of_every_section_and_step_opens_its_words(kb: KnowledgeBase) -> None:
    texts = {section.id: section.text for section in kb.sections} | {
        step.id: step.text for step in kb.steps
    }
    missing = []
    for id, text in texts.items():
        result = run_cli(id)
        if result.status or Counter(words_of(text).split()) - Counter(words_of(result.out).split()):
            missing.append(id)
    assert missing == []


def ids_in_full(out: str) -> set[str]:
    """The digits of the ids at the right edge of a screen: those of the rulings whose words stand
    above.
    """
    return set(re.findall(r"^(?=.{80}$).*\b([0-9a-f]{8})$", out, re.MULTILINE))


def cited_ids(out: str) -> set[str]:
    """The digits of the ids in brackets after the words and citations of the lines of `--cite`."""
    return set(re.findall(r" \[[a-z0-9-]+-([0-9a-f]{8})\]", out))


@pytest.mark.parametrize("options", slow_except([()], [(), ("--full",)]))
@pytest.mark.parametrize("step", slow_except([9], [9, 1]))
def test_cited_are_the_rulings_that_are_shown_in_full(
    kb: KnowledgeBase, step: int, options: tuple[str, ...]
) -> None:
    references = {ruling.id[-8:] for ruling in kb.rulings if ruling.kind == "see"}
    for id in list(kb.cards_by_id)[::step]:
        on_page = {
            line.split("\t")[0][-8:] for line in run_cli("card", id, "--plain").out.splitlines()
        } - references
        # A status may name other rulings
        shown = ids_in_full(run_cli("card", id, *options).out) & on_page
        assert cited_ids(run_cli("card", id, *options, "--cite").out) == shown, id


@pytest.mark.parametrize(
    "options", [("--since", "1997"), ("--side", "corp"), ("-n", "1"), ("--full",)]
)
@pytest.mark.parametrize("name", ["incubator", "bakdoor", "cockroach", "dreff", "tracing"])
def test_options_leave_the_same_rulings_to_show_and_to_cite(
    name: str, options: tuple[str, ...]
) -> None:
    shown = ids_in_full(run_cli(name, *options).out)
    assert cited_ids(run_cli(name, *options, "--cite").out) == shown


def test_a_reference_is_cited_if_it_is_asked_for() -> None:
    assert now("[bakdoor-f7ac89f3]") in run_cli(now("bakdoor-f7ac89f3"), "--cite").out


@pytest.mark.parametrize(
    "id", [now("incubator-d42a0ef3"), now("dr-dreff-601afce4"), now("tracing-d3a28231")]
)
def test_the_head_of_one_entry_counts_what_there_is_on_its_page(kb: KnowledgeBase, id: str) -> None:
    assert (
        run_cli(id).out.splitlines()[:3] == run_cli(kb.ruling(id).subject.id).out.splitlines()[:3]
    )


@pytest.mark.parametrize(
    ("name", "own", "inherited"),
    [
        ("dreff", 1, None),
        ("incubator", 1, 5),  # the inherited rulings are only listed
        ("cockroach", 0, 1),  # it has only inherited rulings, which are shown in full
    ],
)
def test_n_limits_rulings_but_not_references(name: str, own: int, inherited: int | None) -> None:
    whole, limited = (
        json.loads(run_cli(name, "--json", *options).out) for options in ((), ("-n", "1"))
    )
    kinds = [ruling["kind"] for ruling in limited["rulings"]]
    assert len(kinds) - kinds.count("see") == own
    assert kinds.count("see") == [ruling["kind"] for ruling in whole["rulings"]].count("see")
    assert limited.get("mentioned_in") == whole.get("mentioned_in")
    if inherited is not None:
        assert sum(len(group["rulings"]) for group in limited["inherited"]) == inherited
    (record,) = run_cli(name, "--plain", "-n", "1").out.splitlines()
    assert record.split("\t")[1] != "see"
    assert len(run_cli(name, "--cite", "-n", "1").out.splitlines()) == 1
    assert len(ids_in_full(run_cli(name, "-n", "1").out)) == 1


def test_limited_inherited_rulings_are_counted() -> None:
    out = run_cli("cockroach", "-n", "1").out
    assert "5 from Boardwalk" in out
    assert "1 of 5 rulings; -n all shows them" in out
    assert "-n all" not in run_cli("cockroach", "-n", "5").out


@pytest.mark.parametrize(
    "id", [now("dr-dreff-601afce4"), now("tracing-d3a28231"), now("bakdoor-f7ac89f3")]
)
@pytest.mark.parametrize(
    "options", [(), ("--cite",), ("--plain",), ("--json",), ("-n", "1"), ("--side", "runner")]
)
def test_card_and_topic_show_the_same_for_an_id(id: str, options: tuple[str, ...]) -> None:
    by_topic, by_card = run_cli("topic", id, *options), run_cli("card", id, *options)
    assert (by_topic.status, by_topic.out) == (by_card.status, by_card.out)
    assert by_card.err.endswith(by_topic.err)
