"""What follows from the words: kinds, reversals, inheritance, near-identical rulings, the steps, and who disagrees."""

from __future__ import annotations

from collections import Counter

import pytest

from rulings.api import KnowledgeBase
from rulings.model import serializing
from rulings.model.ids import alphabetical, fold, ruling_id, slug
from rulings.parser.parse import Parsed


def at(kb: KnowledgeBase, line: int):  # type: ignore[no-untyped-def]
    return next(r for r in kb.rulings if r.source.lines[0] == line)


@pytest.mark.parametrize(
    ("title", "id"),
    [
        ("Dr. Dreff", "dr-dreff"),
        ("Skälderviken SA Beta Test Site", "skalderviken-sa-beta-test-site"),
        ("π in the 'Face", "pi-in-the-face"),
        ("Bodyweight [TM] Data Crèche", "bodyweight-data-creche"),
        ("Dupré", "dupre"),
        ('"Green Knight" Surge Buffers', "green-knight-surge-buffers"),
        ("Corporate Guard(R) Temps", "corporate-guard-temps"),
        ("R&D Interface", "r-and-d-interface"),
        ("N.E.T.O.", "n-e-t-o"),
        ("Central & Subsidiary Data Forts", "central-and-subsidiary-data-forts"),
    ],
)
def test_ids(title: str, id: str) -> None:
    assert slug(title) == id


def test_a_rulings_id_follows_its_words_only(kb: KnowledgeBase) -> None:
    ruling = at(kb, 665)
    assert ruling.id == ruling_id("dr-dreff", ruling.text)
    assert ruling.id == ruling_id("dr-dreff", ruling.text.replace(" ", "\n  "))
    assert ruling.id != ruling_id("dr-dreff", ruling.text.replace("not", "now"))


def test_no_two_titles_fold_alike(kb: KnowledgeBase) -> None:
    assert len({fold(c.title) for c in kb.cards}) == len({c.id for c in kb.cards}) == 580


def test_titles_are_ordered_word_by_word() -> None:
    assert sorted(["Datacomb", "Data Sifters", "Rabbit", "R&D Mole"], key=alphabetical) == [
        "Data Sifters",
        "Datacomb",
        "R&D Mole",
        "Rabbit",
    ]


@pytest.mark.parametrize(
    ("line", "kind", "official", "label"),
    [
        (649, "errata", True, "ERRATA"),
        (1123, "errata", True, None),  # "this should be considered errata" in running text
        (2371, "errata", False, "Unofficial Errata"),
        (1941, "ruling", True, None),  # "no longer has an erratum" is none
        (702, "see", True, None),
        (118, "ruling", True, None),  # says more than where to look
    ],
)
def test_kinds(kb: KnowledgeBase, line: int, kind: str, official: bool, label: str | None) -> None:
    ruling = at(kb, line)
    assert (ruling.kind, ruling.official, ruling.label) == (kind, official, label)


def test_errata_in_running_text_give_their_reason(kb: KnowledgeBase) -> None:
    assert at(kb, 1123).reason == "this should be considered errata for Rent-to-Own Contract"


def test_reversals_are_data(kb: KnowledgeBase) -> None:
    reversals = {r.subject.title: r.reversal for r in kb.rulings if r.reversal}
    assert set(reversals) == {
        "Ice Transmutation",
        "Joan of Arc",
        "Lifesaver [TM] Nanosurgeons",
        "Lockjaw",
        "Microtech Backup Drive",
        "misc.for-sale",
        "Startup Immolator",
        "Time to Collect",
        "Total Genetic Retrofit",
    }
    assert all(r.earlier for r in reversals.values())


def test_every_see_is_followed(kb: KnowledgeBase) -> None:
    sends_on = [r for r in kb.rulings if r.kind == "see"]
    assert len(sends_on) == 60
    for ruling in sends_on:
        (target,) = ruling.see
        assert any(i.source == target and i.why == "see" for i in kb.cards_by_id[ruling.subject.id].inherits), ruling.id
        assert any(r.kind != "see" for r in kb.rulings_for(target.id))


def test_see_inside_a_ruling_is_a_reference_too(kb: KnowledgeBase) -> None:
    inside = {r.source.lines[0]: [t.id for t in r.see] for r in kb.rulings if r.see and r.kind != "see"}
    assert inside[118] == ["public-knowledge"]
    assert inside[1653] == ["armageddon"]
    assert inside[1073] == ["caryatid", "digiconda"]
    assert len(sorted(inside)) + 60 >= 66


def test_keyword_mates_inherit_what_the_entries_say_of_the_keyword(kb: KnowledgeBase) -> None:
    sources = {
        "Virus": "boardwalk",
        "Noisy": "hammer",
        "Stealth": "cloak",
        "Daemon": "afreet",
        "Base Link": "access-through-alpha",
        "Deflector": "vortex",
    }
    for keyword, source in sources.items():
        side = kb.cards_by_id[source].side
        mates = [
            c
            for c in kb.cards
            if keyword in c.keywords and c.side == side and c.id != source and (keyword != "Virus" or c.type == "Program")
        ]
        assert mates, keyword
        without = [c.title for c in mates if not any(i.source.id == source for i in c.inherits)]
        assert without == [], keyword


def test_inheriting_by_keyword_says_so(kb: KnowledgeBase) -> None:
    by_keyword = {c.title: i for c in kb.cards for i in c.inherits if i.why == "keyword"}
    assert by_keyword
    for title, inheritance in by_keyword.items():
        (card,) = [card for card in kb.cards if card.title == title]
        assert inheritance.on in card.keywords
        assert not any(r.kind == "see" and inheritance.source in r.see for r in kb.rulings_for(card.id))


@pytest.mark.parametrize(
    ("titles", "words"),
    [
        (["Management Shake-Up", "Project Consultants", "Systematic Layoffs", "Team Restructuring"], "do not come from your bit pool"),
        (["Chiba Bank Account", "Liberated Savings Account", "Swiss Bank Account"], "follow this sequence"),
        (["HQ Interface", "HQ Mole", "Vienna 22", "All-Hands", "Executive Wiretaps"], "do not include cards installed in HQ"),
    ],
)
def test_near_identical_rulings_know_each_other(kb: KnowledgeBase, titles: list[str], words: str) -> None:
    twins = [r for r in kb.rulings if r.subject.title in titles and words in r.text]
    assert len(twins) == len(titles)
    for ruling in twins:
        others = {kb.rulings_by_id[id].subject.title for id in ruling.also_under}
        assert others >= set(titles) - {ruling.subject.title}


def test_topics_and_cards_share_no_id(kb: KnowledgeBase) -> None:
    assert not {t.id for t in kb.topics} & {c.id for c in kb.cards}
    assert len(kb.topics) == 22


def test_every_ruling_section_and_step_is_asked_for(kb: KnowledgeBase) -> None:
    assert [r.id for r in kb.rulings if not r.questions] == []
    assert [s.number for s in kb.steps if not s.questions] == []
    assert [s.id for s in kb.sections if (s.text or s.tables) and not s.questions] == []


def test_questions_are_not_the_words_of_the_ruling(kb: KnowledgeBase) -> None:
    for ruling in kb.rulings:
        for question in ruling.questions:
            assert fold(question) not in fold(ruling.printed) or len(question.split()) < 4, question


def test_headings_under_one_subject_differ(kb: KnowledgeBase) -> None:
    headings = Counter((r.subject.id, r.questions[0]) for r in kb.rulings)
    assert [heading for heading, count in headings.items() if count > 1] == []


def test_rulings_on_timing_stand_at_their_steps(kb: KnowledgeBase) -> None:
    links = [(step.number, link) for step in kb.steps for link in step.links]
    assert len(links) >= 60
    for number, link in links:
        ruling = kb.rulings_by_id[link.ruling]
        assert " ".join(link.words.split()) in " ".join(ruling.printed.split()), link.ruling
        assert number in ruling.steps
        assert link.reason.endswith(".")
    assert {number for number, _ in links} == set(range(1, 21))


@pytest.mark.parametrize(
    ("words", "step"),
    [
        ("ends the run before the Runner can choose to use Startup", 12),
        ("no opportunity for the Runner to jack out between the start", 1),
        ("unbroken subroutines take effect in the order", 11),
        ("break the subroutines on a piece of Ice in any order", 8),
    ],
)
def test_rulings_known_to_be_about_a_step(kb: KnowledgeBase, words: str, step: int) -> None:
    bearing = [r for r in kb.rulings if words in " ".join(r.printed.split())]
    assert bearing
    assert any(step in r.steps for r in bearing)


def test_disagreements_quote_both_sides(kb: KnowledgeBase) -> None:
    assert {n.kind for n in kb.notes} >= {"manual-against-ruling", "later-against-earlier", "clarification"}
    for note in kb.notes:
        assert note.why
        for quotation in (note.one, note.other):
            if quotation and quotation.ruling:
                assert " ".join(quotation.words.split()) in " ".join(kb.rulings_by_id[quotation.ruling].printed.split())
            if quotation and quotation.section:
                assert " ".join(quotation.words.split()) in " ".join(kb.sections_by_id[quotation.section].text.split())


def test_what_is_parsed_is_what_is_opened(kb: KnowledgeBase, parsed: Parsed) -> None:
    """Spans, texts and what a citation supports are worked out again from the YAML, and come out the same."""
    opened = {(r.subject.id, r.source.lines): r for r in kb.rulings}
    for ruling in parsed.rulings:
        assert ruling.subject
        again = opened[ruling.subject.id, ruling.lines]
        assert (again.text, again.printed, again.citations, again.mentions, again.see) == (
            ruling.wording.text,
            ruling.printed,
            ruling.wording.citations,
            ruling.mentions,
            ruling.see,
        )


def test_importing_rulings_loads_nothing_else() -> None:
    import subprocess
    import sys

    code = "import sys; before = set(sys.modules); import rulings; print(*sorted(set(sys.modules) - before))"
    loaded = subprocess.run([sys.executable, "-c", code], capture_output=True, text=True, check=True).stdout.split()
    assert set(loaded) <= {"rulings", "typing", "__future__", "rulings.__init__"}


@pytest.mark.parametrize(
    ("id", "field", "value"),
    [
        ("digiconda", "strength", "X"),
        ("homing-missile", "strength", "X"),
        ("emergency-rig", "cost", "X"),
        ("power-grid-overload", "cost", "X"),
        ("lesley-major", "strength", None),
        ("lesley-major", "trash", 0),
        ("early-worm", "keywords", ["Icebreaker", "Worm"]),
        ("dog-pile", "keywords", ["Sentry", "AP"]),
        ("top-runners-conference", "title", "Top Runners' Conference"),
    ],
)
def test_values_corrected_from_the_publishers_lists(kb: KnowledgeBase, id: str, field: str, value: object) -> None:
    assert serializing.card_view(kb.cards_by_id[id])[field] == value  # type: ignore[literal-required]
