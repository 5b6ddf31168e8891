"""Tests of typed names: they find the intended card or topic, list every candidate if ambiguous, or find nothing."""

from __future__ import annotations

import json

import pytest
from msgspec.structs import replace

from rulings import names as resolving
from rulings.api import KnowledgeBase
from rulings.errors import Ambiguous, NotFound, RulingsError
from rulings.model.ids import fold
from rulings.names import NameTables
from support.typed_names import AMBIGUOUS, INTENDED, NONSENSE


@pytest.fixture(scope="module")
def name_tables(kb: KnowledgeBase) -> NameTables:
    return resolving.tabulate_names(kb)


@pytest.mark.parametrize(
    ("typed", "title"),
    [
        pytest.param(typed, title, id=f"{difference}: {typed}")
        for difference, names in INTENDED.items()
        for typed, title in names
    ],
)
def test_typed_names_find_the_intended_card(name_tables: NameTables, typed: str, title: str) -> None:
    assert resolving.resolve(name_tables, typed).titles == [title]


@pytest.mark.parametrize(("typed", "titles"), AMBIGUOUS)
def test_an_ambiguous_name_lists_every_card(name_tables: NameTables, typed: str, titles: set[str]) -> None:
    result = resolving.resolve(name_tables, typed)
    assert (result.outcome, set(result.titles)) == ("ambiguous", titles)


@pytest.mark.parametrize("typed", NONSENSE)
def test_nonsense_finds_no_card(name_tables: NameTables, typed: str) -> None:
    assert resolving.resolve(name_tables, typed).ids == []


def test_titles_ids_and_unpunctuated_titles_find_their_card(kb: KnowledgeBase, name_tables: NameTables) -> None:
    for card in kb.cards:
        without_brackets = card.title.translate(str.maketrans("[](),.", "      "))
        for typed in (card.title, card.id, card.title.upper(), card.title.replace("'", ""), fold(card.title)):
            assert resolving.resolve(name_tables, typed).ids == [card.id], typed
        assert resolving.resolve(name_tables, without_brackets).ids == [card.id], without_brackets


def test_aliases_and_ambiguous_names_find_their_cards(kb: KnowledgeBase, name_tables: NameTables) -> None:
    ids = {card.title: card.id for card in kb.cards}
    titles = {fold(card.title) for card in kb.cards}
    for entry in kb.names["aliases"]:
        if fold(entry["name"]) not in titles:
            assert resolving.resolve(name_tables, entry["name"]).ids == [ids[entry["card"]]], entry
    for row in kb.names["ambiguous"]:
        if fold(row["name"]) not in titles:
            assert set(resolving.resolve(name_tables, row["name"]).ids) == {ids[title] for title in row["cards"]}, row


@pytest.mark.parametrize(
    ("typed", "title"),
    [
        ("tracing", "Tracing"),
        ("archives", "Archives/Trash"),
        ("viruses", "Viruses & Forgoing Actions"),
        ("public knowlege", "Public Knowledge"),
        ("ice and icebreakers", "Ice & Icebreakers"),
    ],
)
def test_topics_are_found_by_name(name_tables: NameTables, typed: str, title: str) -> None:
    assert resolving.resolve(name_tables, typed, "topic").titles == [title]


def test_name_tables_survive_json(name_tables: NameTables) -> None:
    assert json.loads(json.dumps(name_tables)) == name_tables


def test_an_unknown_name_suggests_the_nearest(kb: KnowledgeBase) -> None:
    with pytest.raises(NotFound, match=r"^no card “newsgroup tantrum”; did you mean Newsgroup Taunting") as unknown:
        kb.card("newsgroup tantrum")
    assert "Newsgroup Taunting" in unknown.value.nearest
    with pytest.raises(Ambiguous) as ambiguous:
        kb.card("bolter")
    assert ambiguous.value.nearest == ("Bolter Cluster", "Bolter Swarm")
    assert resolving.resolve(resolving.cached_name_tables(kb), "tracing", "topic").ids == ["tracing"]


def test_errors_for_names_are_both_rulings_errors_and_lookup_errors(kb: KnowledgeBase) -> None:
    for name in ("zzz", "bolter"):
        for error in (RulingsError, LookupError):
            with pytest.raises(error):
                kb.card(name)


def test_errors_contain_no_control_characters(kb: KnowledgeBase) -> None:
    with pytest.raises(NotFound) as unknown:
        kb.card("\x1b[31mzzz\x07\n")
    assert str(unknown.value).isprintable()


@pytest.mark.parametrize("typed", ["emergency kit", "corporate raid", "project berlin"])
def test_a_different_word_is_not_a_typo(name_tables: NameTables, typed: str) -> None:
    assert resolving.resolve(name_tables, typed).outcome == "none"


def test_former_ids_find_their_card(kb: KnowledgeBase) -> None:
    moved = replace(kb, moved={"oldasp": "asp"})
    assert moved.card("OldAsp").title == "Asp"
