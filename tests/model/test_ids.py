"""Tests of ids, of the folded form of titles, and of words without Markdown."""

from __future__ import annotations

import re
from pathlib import Path

import pytest

import rulings
from rulings.api import KnowledgeBase
from rulings.model import hand_edited
from rulings.model.ids import is_ruling_id, number_of_step, ruling_id, slug, step_id
from rulings.model.knowledge import Knowledge
from rulings.model.loader import assemble
from rulings.model.plain_text import without_markdown
from rulings.parser.entries import ParsedKnowledge
from rulings.storage.files import SHIPPED
from rulings.storage.yaml_files import read_hand_edited, read_yaml
from support.data_files import now


@pytest.mark.parametrize(
    ("title", "id"),
    [
        ("Dr. Dreff", "dr-dreff"),
        ("Skälderviken SA Beta Test Site", "skalderviken-sa-beta-test-site"),
        ("π in the 'Face", "pi-in-the-face"),
        ("Bodyweight [TM] Data Crèche", "bodyweight-data-creche"),
        ('"Green Knight" Surge Buffers', "green-knight-surge-buffers"),
        ("Corporate Guard(R) Temps", "corporate-guard-temps"),
        ("R&D Interface", "r-and-d-interface"),
        ("N.E.T.O.", "n-e-t-o"),
    ],
)
def test_ids_are_made_from_titles(title: str, id: str) -> None:
    assert slug(title) == id


def test_ids_of_steps_and_rulings_are_recognized() -> None:
    assert number_of_step(step_id(13)) == 13
    not_steps = (
        "run-chart",
        "run-chart-",
        "run-chart-x",
        "run-chart-１３",
        f"run-chart-{'9' * 5000}",
        "13",
    )
    assert [number_of_step(id) for id in not_steps] == [None] * len(not_steps)
    assert is_ruling_id(now("dr-dreff-8a16f88d"))
    not_rulings = (
        "dr-dreff",
        "run-chart-13",
        "8a16f88d",
        "-8a16f88d",
        "dr-dreff-8A16F88D",
    )
    assert [id for id in not_rulings if is_ruling_id(id)] == []


def test_a_ruling_id_depends_only_on_the_words(library: KnowledgeBase) -> None:
    ruling = library.ruling(now("dr-dreff-601afce4"))
    assert ruling.id == ruling_id("dr-dreff", ruling.text)
    assert ruling.id == ruling_id("dr-dreff", ruling.text.replace(" ", "\n  "))
    assert ruling.id != ruling_id("dr-dreff", f"{ruling.text} now")


def test_topics_and_cards_have_different_ids(kb: Knowledge) -> None:
    assert not {t.id for t in kb.topics} & {c.id for c in kb.cards}


@pytest.mark.parametrize(
    ("marked", "plain"),
    [
        ("**Meat, Net**, or *Brain* Damage", "Meat, Net, or Brain Damage"),
        ("<i>Size of Cut</i>", "Size of Cut"),
        ("_Core Set_ and `rez`", "Core Set and rez"),
        ("### [Judge](https://judge.example)", "Judge"),
        ("snake_case, 1 < 2 * 3", "snake_case, 1 < 2 * 3"),
    ],
)
def test_markdown_is_removed_and_words_stay(marked: str, plain: str) -> None:
    assert without_markdown(marked) == plain


@pytest.mark.parametrize(
    # The text before an id in a file: of a card, ruling, mention, subject, topic …
    ("file", "before"),
    [
        ("cards/corp/dr-dreff.yaml", "\nid: "),
        ("cards/corp/dr-dreff.yaml", "\n- id: "),
        ("cards/corp/dr-dreff.yaml", "{id: "),
        ("cards/corp/credit-blocks.yaml", "inherits:\n.*, id: "),
        ("topics/tracing.yaml", "\nid: "),
        ("documents/comprehensive-reference-manual.yaml", "\n- id: "),
        ("sources/documents.yaml", "- id: "),
        ("sources/authorities.yaml", "\n  id: "),
        ("sources/notes.yaml", "\n  id: "),
        ("sources/notes.yaml", "ruling: "),
        ("sources/steps.yaml", "ruling: "),
        ("sources/questions.yaml", "\n(?=[a-z])"),
    ],
)
def test_what_is_no_id_is_refused_where_it_is_read(
    parsed: ParsedKnowledge, tmp_path: Path, file: str, before: str
) -> None:
    text = (SHIPPED / file).read_text(encoding="utf-8")
    changed = re.sub(f"({before})[a-z0-9-]+", r"\1../../../x", text, count=1)
    assert changed != text
    path = tmp_path / Path(file).name
    path.write_text(changed, encoding="utf-8", newline="\n")
    with pytest.raises(
        rulings.RulingsError, match=rf"{path.name}, line \d+: .*not “\.\./\.\./\.\./x”"
    ):
        if file.startswith("sources/"):
            read_hand_edited({path.stem: path})
        else:
            assemble(
                {file: read_yaml(path)},
                hand_edited.HandEdited(documents=parsed.sources.edited.documents),
                SHIPPED,
            )
