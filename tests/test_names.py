"""What players type for a card or topic finds it, several candidates are all offered, and nonsense finds nothing."""

from __future__ import annotations

import json
import subprocess
import sys
from pathlib import Path

import pytest

from rulings.api import KnowledgeBase
from rulings.errors import Ambiguous, NotFound
from rulings.model.ids import fold
from rulings.names import resolving as names
from rulings.names.tables import NameTables

MEANT = [
    # typed, the title that is meant
    ("Dr. Dreff", "Dr. Dreff"),  # exact
    ("dr dreff", "Dr. Dreff"),  # case and punctuation
    ("dr-dreff", "Dr. Dreff"),  # its id
    ("dreff", "Dr. Dreff"),  # alias
    ("data wall", "Data Wall"),  # an exact title beats the longer one that begins with it
    ("data wall 2.0", "Data Wall 2.0"),
    ("dupre", "Dupré"),  # accents
    ("skalderviken", "Skälderviken SA Beta Test Site"),
    ("π in the 'face", "π in the 'Face"),
    ("pi in the face", "π in the 'Face"),
    ("gypsy schedule analyzer", "Gypsy [TM] Schedule Analyzer"),  # [TM]
    ("dropp", "Dropp [TM]"),
    ("corporate guard temps", "Corporate Guard(R) Temps"),
    ("shell traders", "The Shell Traders"),  # leading The
    ("the shell traders", "The Shell Traders"),
    ("the deck", "The Deck"),
    ("do the drine", "Do the 'Drine [TM]"),  # apostrophes
    ("jack n joe", "Jack 'n' Joe"),
    ("chain and ball", "Ball and Chain"),  # word order
    ("ball & chain", "Ball and Chain"),  # & and "and"
    ("r&d interface", "R&D Interface"),
    ("r and d interface", "R&D Interface"),
    ("rnd interface", "R&D Interface"),
    ("esc", "Emergency Self-Construct"),  # abbreviations
    ("DFA", "Death from Above"),
    ("smc", "Self-Modifying Code"),
    ("hq moles", "HQ Mole"),  # plurals
    ("aardvarks", "Aardvark"),
    ("24 hour surveillance", "Twenty-Four-Hour Surveillance"),  # figures
    ("fetch 401", "Fetch 4.0.1"),
    ("quest for cat", "Quest for Cattekin"),  # prefix
    ("bartmos", "Bartmoss Memorial Icebreaker"),
    ("galveston grid", "New Galveston City Grid"),  # any words
    ("pattle virus", "Pattel's Virus"),  # typos
    ("simon fransisco", "Simon Francisco"),
    ("euromarkt consorsium", "Euromarket Consortium"),
    ("armagedon", "Armageddon"),
    ("mastodon", "MS-todon"),
    ("inside jobb", "Inside Job"),
    ("omni kismit", "Omni Kismet, Ph.D."),
]

SEVERAL = [
    ("back door", {"Back Door to Hilliard", "Back Door to Netwatch", "Back Door to Orbital Air", "Back Door to Rivals", "Bakdoor [TM]"}),
    ("arasaka", {"Access to Arasaka", "Arasaka Owns You", "Arasaka Portable Prototype"}),
    ("moles", {"HQ Mole", "R&D Mole", "Underworld Mole"}),
    ("bolter", {"Bolter Cluster", "Bolter Swarm"}),
]

NONSENSE = ["xyzzy plugh", "no such card at all", "zzzz", "\x00\x1b[31m", "你好", "!!!", "", " ", "x" * 20_000, "*" * 200]


@pytest.fixture(scope="module")
def data(kb: KnowledgeBase) -> NameTables:
    return names.build_tables(kb)


@pytest.mark.parametrize(("typed", "title"), MEANT)
def test_the_card_that_is_meant_is_found(data: NameTables, typed: str, title: str) -> None:
    assert names.resolve(data, typed).titles == [title]


@pytest.mark.parametrize(("typed", "titles"), SEVERAL)
def test_a_name_of_several_cards_lists_them_all(data: NameTables, typed: str, titles: set[str]) -> None:
    found = names.resolve(data, typed)
    assert (found.status, set(found.titles)) == ("ambiguous", titles)


@pytest.mark.parametrize("typed", NONSENSE)
def test_nonsense_is_no_card(data: NameTables, typed: str) -> None:
    assert names.resolve(data, typed).ids == []


def test_every_title_id_and_title_without_its_signs_is_that_card(kb: KnowledgeBase, data: NameTables) -> None:
    for card in kb.cards:
        for typed in (card.title, card.id, card.title.upper(), card.title.replace("'", ""), fold(card.title)):
            assert names.resolve(data, typed).ids == [card.id], typed


def test_every_alias_is_its_card_and_every_ambiguous_name_all_of_its_cards(kb: KnowledgeBase, data: NameTables) -> None:
    ids = {card.title: card.id for card in kb.cards}
    titles = {fold(card.title) for card in kb.cards}
    for entry in kb.names["aliases"]:
        if fold(entry["name"]) not in titles:
            assert names.resolve(data, entry["name"]).ids == [ids[entry["card"]]], entry
    for entry in kb.names["ambiguous"]:
        if fold(entry["name"]) not in titles:
            assert set(names.resolve(data, entry["name"]).ids) == {ids[title] for title in entry["cards"]}, entry


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
def test_topics_are_found_by_name_too(data: NameTables, typed: str, title: str) -> None:
    assert names.resolve(data, typed, "topic").titles == [title]


def test_the_data_survives_the_cache(data: NameTables) -> None:
    assert json.loads(json.dumps(data)) == data


def test_an_unknown_name_names_the_nearest(kb: KnowledgeBase) -> None:
    with pytest.raises(NotFound, match="did you mean") as unknown:
        names.find_card(kb, "newsgroup tantrum")
    assert "Newsgroup Taunting" in unknown.value.nearest
    with pytest.raises(Ambiguous) as several:
        names.find_card(kb, "bolter")
    assert several.value.nearest == ("Bolter Cluster", "Bolter Swarm")
    assert names.resolve(names.name_tables(kb), "tracing", "topic").ids == ["tracing"]


def test_an_error_never_carries_what_a_terminal_would_obey(kb: KnowledgeBase) -> None:
    with pytest.raises(NotFound) as unknown:
        names.find_card(kb, "\x1b[31mzzz\x07\n")
    assert str(unknown.value).isprintable()


def test_a_plain_name_is_resolved_without_importing_anything(kb: KnowledgeBase, tmp_path: Path) -> None:
    heavy = "re typing dataclasses json whoosh yaml rapidfuzz hashlib unicodedata platformdirs"
    program = tmp_path / "look_up.py"
    program.write_text(
        "import sys; before = set(sys.modules)\n"
        "from rulings.names.resolving import resolve\n"
        f"data = {names.build_tables(kb)!r}\n"
        "assert resolve(data, 'dr dreff').ids == ['dr-dreff']\n"
        f"print(sorted((set(sys.modules) - before) & set({heavy!r}.split())))",
        encoding="utf-8",
    )
    done = subprocess.run([sys.executable, str(program)], capture_output=True, text=True, check=True)
    assert done.stdout.strip() == "[]"


@pytest.mark.parametrize("typed", ["emergency kit", "corporate raid", "project berlin"])
def test_a_word_that_is_another_word_is_no_typo(data: NameTables, typed: str) -> None:
    assert names.resolve(data, typed).status == "none"
