"""Reading, linking and comparing take time in proportion to the words, whatever the words are."""

from __future__ import annotations

import time
from collections.abc import Callable
from dataclasses import replace
from functools import cache

import pytest

from rulings.api import KnowledgeBase
from rulings.model.ids import fold
from rulings.model.near_identical import near_identical
from rulings.model.wording import find_reversal, read_wording
from rulings.parser.citations import CitationReader
from rulings.parser.lines import numbered
from rulings.parser.links import Linker
from rulings.parser.run_chart import read_run_chart
from rulings.parser.sections import read_sections
from rulings.parser.see import find_see
from support.damage import shipped

N = 3_000  # repetitions; four times as many may take at most ten times as long (16 times where it grows with the square)


@cache
def readers() -> tuple[CitationReader, Linker]:
    sources = shipped().sources
    return CitationReader(sources.authorities), Linker(sources.cards, sources.names)


def read(printed: str) -> None:
    """All steps that an entry goes through."""
    reader, linker = readers()
    mentions = linker.find(printed, "Asp")
    find_see(printed, mentions, shipped().topics)
    read_wording([printed], reader.find(printed))
    find_reversal(printed)


def read_lines(text: str) -> None:
    reader, _ = readers()
    body = [line for line in text.split("\n") if line]
    read_wording(body, reader.find(" ".join(body)))


def read_variant(text: str) -> None:
    document = next(d for d in shipped().sources.documents.values() if d.short == "variant")
    lines = tuple(numbered(f"{document.facts['title']}\n\n{text}"))
    read_sections(replace(document, lines=lines, facts={**document.facts, "unheaded": []}))


def read_chart(text: str) -> None:
    read_run_chart(tuple(numbered(f"Chart\n  1. Corp: Begin.\n{text}")), "chart", "chart")


def seconds(run: Callable[[str], None], text: str, enough: float = 0.0) -> float:
    """The best of three runs; no further ones once `enough` is reached."""
    best = 99.0
    for _ in range(3):
        begun = time.process_time()
        run(text)
        best = min(best, time.process_time() - begun)
        if best < enough:
            break
    return best


@pytest.mark.parametrize(
    ("run", "unit", "before", "after"),
    [
        (read, "See Aardvark. ", "", ""),
        (read, "See Aardvark, ", "", ""),
        (read, "see Aardvark ", "", ""),
        (read, "see ", "", "Aardvark"),
        (read, ",", "(Sparky", ")"),
        (read, ", A", "(Tom Wylie", ", 1/1/96)"),
        (read, "A", "(", " 1/1/96)"),
        (read, "(", "", ""),
        (read, "(Sparky, ", "", ""),
        (read, "Yes. (Sparky, Netrunner-L, 1/1/97) ", "", ""),
        (read, "; Sparky, 1/1/97", "(Sparky, 1/1/97", ")"),
        (read, "(REVERSE ", "", ""),
        (read, "a ", "", "should be considered errata"),
        (read_lines, "One is one.\n(Sparky, Netrunner-L, 1/1/97)\n", "", ""),
        (read_variant, "Runs\n\n", "", ""),
        (read_variant, "Runs\n\nRunning\n\n", "", ""),
        (read_chart, "     and more words\n", "", ""),
    ],
)
def test_time_grows_with_the_words_and_not_with_their_square(run: Callable[[str], None], unit: str, before: str, after: str) -> None:
    once = max(seconds(run, before + unit * N + after), 0.002)
    assert seconds(run, before + unit * 4 * N + after, 10 * once) < 10 * once


def test_near_identical_rulings_are_those_that_share_four_fifths_of_their_sequences(kb: KnowledgeBase) -> None:
    rulings_ = [r for r in kb.rulings if r.kind != "see"][:250]
    sets = []
    for ruling in rulings_:
        text = ruling.text
        for name in sorted({m.words for m in ruling.mentions if m.id == ruling.subject.id} | {ruling.subject.title}, key=len, reverse=True):
            text = text.replace(name, "itself")
        words = fold(text).split()
        sets.append({tuple(words[i : i + 3]) for i in range(max(1, len(words) - 2))})
    expected = dict[str, tuple[str, ...]]()
    for one, a in zip(rulings_, sets, strict=True):
        alike = tuple(
            other.id for other, b in zip(rulings_, sets, strict=True) if other.subject != one.subject and len(a & b) >= 0.8 * len(a | b)
        )
        if alike:
            expected[one.id] = alike
    assert expected
    assert near_identical(rulings_) == expected


@pytest.mark.slow
def test_thousands_of_near_identical_rulings_are_compared_in_time(kb: KnowledgeBase) -> None:
    one = next(r for r in kb.rulings if len(r.text) > 150)
    subjects = [replace(one.subject, id=card.id, title=card.title) for card in kb.cards]

    def compare(count: int) -> Callable[[str], None]:
        copies = [replace(one, id=f"{n}", text=f"{one.text} {n}", subject=subjects[n % len(subjects)]) for n in range(count)]
        return lambda _: None if near_identical(copies) else pytest.fail("none was found")

    limit = 10 * seconds(compare(500), "")
    assert seconds(compare(2000), "", limit) < limit
