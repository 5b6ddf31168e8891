"""Tests of typed names: they find the intended card or topic, list all candidates if
ambiguous, or find nothing.
"""

from __future__ import annotations

import random
from collections.abc import Callable
from typing import Any

import pytest

from rulings.api import KnowledgeBase
from rulings.errors import Ambiguous, NotFound
from rulings.model.entities import Reference
from rulings.model.knowledge import Knowledge
from rulings.model.plain_text import fold
from rulings.names.catalogue import build_names, names_of
from rulings.names.name_matching import first_meaning
from rulings.names.name_table import NameTable
from rulings.names.names_in_query import consecutive_cards
from rulings.names.spelling import TITLE_STOP_WORDS
from support.data_files import read_data
from support.typed_names import AMBIGUOUS, INTENDED, NONSENSE


@pytest.fixture(scope="module")
def index(kb: Knowledge) -> NameTable:
    return build_names(kb)


@pytest.mark.parametrize(
    ("typed", "title"),
    [
        pytest.param(typed, title, id=f"{difference}: {typed}")
        for difference, names in INTENDED.items()
        for typed, title in names
    ],
)
def test_typed_names_find_the_intended_card(
    index: NameTable, typed: str, title: str
) -> None:
    assert [
        reference.title for reference in first_meaning(index, typed, "card").references
    ] == [title]


@pytest.mark.parametrize(("typed", "titles"), AMBIGUOUS)
def test_an_ambiguous_name_lists_every_card(
    index: NameTable, typed: str, titles: set[str]
) -> None:
    assert {
        reference.title for reference in first_meaning(index, typed).references
    } == titles


@pytest.mark.parametrize("typed", NONSENSE)
def test_nonsense_finds_no_card(index: NameTable, typed: str) -> None:
    assert first_meaning(index, typed).references == ()


def test_titles_ids_and_unpunctuated_titles_find_their_card(
    kb: Knowledge, index: NameTable
) -> None:
    for card in kb.cards:
        without_brackets = card.title.translate(str.maketrans("[](),.", "      "))
        for typed in (
            card.title,
            card.id,
            card.title.upper(),
            card.title.replace("'", ""),
            fold(card.title),
        ):
            assert first_meaning(index, typed).only == Reference(
                "card", card.id, card.title
            ), typed
        assert first_meaning(index, without_brackets).only == Reference(
            "card", card.id, card.title
        ), without_brackets


def test_aliases_and_ambiguous_names_find_their_cards(
    kb: Knowledge, index: NameTable
) -> None:
    ids = {card.title: card.id for card in kb.cards}
    titles = {fold(card.title) for card in kb.cards}
    for entry in kb.edited.names.aliases:
        if fold(entry.name) not in titles:
            assert [
                reference.id
                for reference in first_meaning(index, entry.name).references
            ] == [ids[entry.card]], entry
    for row in kb.edited.names.ambiguous:
        if fold(row.name) not in titles:
            assert {t.id for t in first_meaning(index, row.name).references} == {
                ids[title] for title in row.cards
            }, row


@pytest.mark.parametrize(
    "case",
    read_data("names.yaml"),
    ids=lambda case: f"{case['typed']} {case.get('kinds', '')}",
)
def test_a_name_means_what_the_table_says(
    index: NameTable, case: dict[str, Any]
) -> None:
    found = first_meaning(index, case["typed"], *case.get("kinds", ()))
    assert [reference.id for reference in found.references] == case.get(
        "ids", [case["id"]] if "id" in case else []
    )
    assert {reference.kind for reference in found.references} == (
        {case["kind"]} if "kind" in case else set()
    )
    assert found.match_kind == case.get("how", "none")
    near = case.get("near", [])
    assert [reference.id for reference in found.suggestions][: len(near)] == near


@pytest.mark.parametrize(
    ("typed", "ids"),
    [
        ("dreff olivia", ("dr-dreff", "olivia-salazar")),
        ("olivia and dreff", ("olivia-salazar", "dr-dreff")),
        (
            "dreff mario",
            ("dr-dreff", "marionette"),
        ),  # half a name: rulings concern both
        ("dreff wilson", ("dr-dreff", "wilson-weeflerunner-apprentice")),
        ("dreff imp", ("dr-dreff", "imp")),
        ("dreff marionette & olivia", ("dr-dreff", "marionette", "olivia-salazar")),
        ("boardwalk count", ()),
        ("my dreff", ()),
        ("dreff dreff", ()),
        ("may anyone look at archives", ()),
    ],
)
def test_several_cards_may_be_typed_one_after_the_other(
    kb: Knowledge, typed: str, ids: tuple[str, ...]
) -> None:
    assert tuple(reference.id for reference in consecutive_cards(kb, typed)) == ids


def _without_a_letter(word: str, chosen: random.Random) -> str:
    at = chosen.randrange(1, len(word) - 1)
    return word[:at] + word[at + 1 :]


WAYS: dict[str, Callable[[str, str, random.Random], str]] = {
    "misspelt, begun": lambda a, b, chosen: f"{_without_a_letter(a, chosen)} {b[:4]}",
    "begun, misspelt": lambda a, b, chosen: f"{a[:4]} {_without_a_letter(b, chosen)}",
    "both begun": lambda a, b, chosen: f"{a[:4]} {b[:4]}",
    "both misspelt": lambda a, b, chosen: (
        f"{_without_a_letter(a, chosen)} {_without_a_letter(b, chosen)}"
    ),
    "swapped": lambda a, b, chosen: f"{a[0]}{a[2]}{a[1]}{a[3:]} {b}",
    "doubled": lambda a, b, chosen: f"{a[:2]}{a[1:]} {b}",
    "the last begun": lambda a, b, chosen: f"{a} {b[:3]}",
    "the other way round": lambda a, b, chosen: f"{b} {a}",
}


@pytest.mark.parametrize("way", WAYS)
def test_two_words_of_a_title_name_its_card_however_they_are_typed(
    library: KnowledgeBase, way: str
) -> None:
    chosen, right, count = random.Random(21), 0, 0
    for card in library.cards:
        words = [
            word for word in fold(card.title).split() if word not in TITLE_STOP_WORDS
        ]
        if len(words) == 2 and min(map(len, words)) > 4:
            typed = WAYS[way](words[0], words[1], chosen)
            count += 1
            right += [
                reference.id for reference in library.meaning(typed).references
            ] == [card.id]
    assert count > 100
    assert right / count >= 0.97, way


def test_a_dead_permalink_names_the_page_of_its_card(library: KnowledgeBase) -> None:
    for typed in (
        "dr-dreff-00000000",
        "/cards/dr-dreff/#dr-dreff-00000000",
        "https://example.org/cards/dr-dreff/#dr-dreff-00000000",
    ):
        found = library.meaning(typed)
        assert (
            found.references,
            [reference.id for reference in found.suggestions],
        ) == (
            (),
            ["dr-dreff"],
        )


def test_the_eight_digits_of_an_id_name_every_ruling_that_has_them(
    library: KnowledgeBase,
) -> None:
    sharing: dict[str, list[str]] = {}
    for ruling in (*library.rulings, *library.cross_references):
        sharing.setdefault(ruling.id.rpartition("-")[2], []).append(ruling.id)
    assert sum(len(ids) > 1 for ids in sharing.values()) > 20
    for digits, ids in sharing.items():
        assert [reference.id for reference in library.meaning(digits).references] == ids
    with pytest.raises(
        Ambiguous,
        match=r"may mean several rulings:\n  .*-d472db7f  .*\n  .*-d472db7f  ",
    ):
        library.ruling("d472db7f")


def test_the_address_of_a_page_leads_to_what_its_folder_names(
    kb: Knowledge, library: KnowledgeBase
) -> None:
    keywords = {
        reference.id
        for reference in names_of(kb).references
        if reference.kind == "keyword"
    }
    shared = keywords & kb.cards_by_id.keys()
    assert {"worm", "zombie"} <= shared
    for id in shared:
        kinds = [
            library.meaning(f"/{folder}/{id}/").only for folder in ("keywords", "cards")
        ]
        assert [reference and reference.kind for reference in kinds] == [
            "keyword",
            "card",
        ]
        assert [
            library.search(f"/{folder}/{id}/")[0].kind
            for folder in ("keywords", "cards")
        ] == ["keyword", "card"]


def test_an_unknown_name_suggests_the_nearest(library: KnowledgeBase) -> None:
    with pytest.raises(
        NotFound, match=r"^no card “newsgroup tantrum”; did you mean Newsgroup Taunting"
    ) as unknown:
        library.card("newsgroup tantrum")
    assert "Newsgroup Taunting" in unknown.value.nearest
    with pytest.raises(Ambiguous) as ambiguous:
        library.card("bolter")
    assert ambiguous.value.nearest == ("Bolter Cluster", "Bolter Swarm")


def test_a_number_alone_is_the_step_of_a_run(library: KnowledgeBase) -> None:
    for number in range(1, 41):
        references = [
            (reference.kind, reference.id)
            for reference in library.meaning(f"{number}").references
        ]
        assert (references == [("step", f"run-chart-{number}")]) == (number <= 20), (
            number
        )
