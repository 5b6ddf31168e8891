"""Makes a ledger of each document, which accounts for every word exactly once.

Words are separated by white space. An entry's mark before a space (`@ Use`) is a word
too. Restored words are ours, and are not counted.
"""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterable, Iterator, Mapping, Sequence
from itertools import chain

from msgspec import Struct

from rulings.model import entities, plain_text, vocabulary
from rulings.parser import entries, run_chart, sections, sources
from rulings.parser.rulings_document import RulingsDocument
from rulings.storage import files

LineWord = tuple[int, str]  # line, word
_ParsedWord = tuple[str, int, str]  # kind of part, line, word


class WordCount(Struct):
    """The number of words of one document in each kind of part, and the words that do
    not add up.

    `missing`: words of the document that are in no part. `surplus`: words that are in
    parts more often than in the document.
    """

    lines: int
    words: int
    by_kind: Counter[str]
    missing: list[LineWord]
    surplus: list[LineWord]

    @property
    def accounted(self) -> int:
        """The number of words of the document that are in some part."""
        return sum(self.by_kind.values()) - len(self.surplus)

    def data(self) -> dict[str, object]:
        """The ledger as it is written to the generated file."""
        return {
            "lines": self.lines,
            "words": self.words,
            "accounted": self.accounted,
            "by_kind": dict(sorted(self.by_kind.items())),
        }


def make_ledgers(parsed_knowledge: entries.ParsedKnowledge) -> dict[str, WordCount]:
    """The ledger of each document, by its id."""
    ledgers: dict[str, WordCount] = {}
    for id, document in parsed_knowledge.sources.documents.items():
        if id == vocabulary.RULINGS_DOCUMENT:
            ledgers[id] = rulings_ledger(
                document.lines, parsed_knowledge.rulings_document
            )
        elif id == vocabulary.RUN_CHART_DOCUMENT:
            ledgers[id] = chart_ledger(document.lines, parsed_knowledge.run_chart)
        else:
            ledgers[id] = sections_ledger(
                document.lines, parsed_knowledge.sectioned_documents[id]
            )
    return ledgers


def ledger_problems(ledgers: Mapping[str, WordCount]) -> Iterator[files.Problem]:
    """A problem for each word that does not add up. `ledgers`: by document id."""
    for id, ledger in ledgers.items():
        for problem, line_words in (
            ("this word of the source is missing", ledger.missing),
            ("this word is counted twice, or is not in the source", ledger.surplus),
        ):
            for line, word in line_words:
                yield files.Problem(id, f"{plain_text.quoted(word)}: {problem}", line)


def rulings_ledger(
    lines: Iterable[sources.SourceLine], document: RulingsDocument
) -> WordCount:
    """The ledger of the rulings document. `lines`: as in the file, without
    restored lines; `document`: as parsed.
    """
    parsed_words = _words_of_parts(document.parts)
    parsed_words += _words_of_lines(
        "heading", [block.heading for block in document.blocks]
    )
    for block in document.blocks:
        for entry in block.entries:
            first, *below = entry.body
            first_line = entry.lines[0]
            if first_line.words.split()[0] == "@":
                parsed_words.append(("entry mark", first_line.number, "@"))
            else:
                first = f"@{first}"
            body = (first, *below)
            for line, words in zip(entry.lines, body, strict=True):
                parsed_words += _words_of_lines("entry", [line._replace(text=words)])
    return _add_up(lines, parsed_words)


def chart_ledger(
    lines: Sequence[sources.SourceLine], chart: run_chart.RunChart
) -> WordCount:
    """The ledger of the run chart. The words of a step are looked for on
    all its lines.
    """
    parsed_words = _words_of_parts(chart.parts)
    first_lines: dict[int, int] = {}
    for step in chart.steps:
        first, last = step.source.lines
        first_lines |= dict.fromkeys(range(first, last + 1), first)
        step_lines = lines[first - 1 : last]
        words = " ".join(_step_words(step, step_lines))
        parsed_words += _words_of_lines("step", [sources.SourceLine(first, words)])
    # The period of `Go to step 5.` is not kept.
    return _add_up(lines, parsed_words, first_lines, ignored_end=".")


def sections_ledger(
    lines: Iterable[sources.SourceLine], document: sections.SectionedDocument
) -> WordCount:
    """The ledger of a document of sections. The words of a section are looked for on
    all its lines.
    """
    parsed_words = _words_of_parts(document.parts)
    part_lines = set[int]()
    for part in document.parts:
        part_lines.update(line.number for line in part.lines)
    plain_lines: list[sources.SourceLine] = []
    for line in lines:
        # Tags, and the lines drawn around the cells of a table, are left out.
        if line.number not in part_lines and sections.is_tabular(line.words):
            words = sections.without_tags(line.words)
            line = line._replace(text=_cells(words))
        plain_lines.append(line)
    first_lines: dict[int, int] = {}
    for section in document.sections:
        first, last = section.source.lines
        own_lines = {*range(first, last + 1)} - part_lines
        first_lines |= dict.fromkeys(own_lines, first)
        if section.headed:
            parsed_words += _words_of_lines("heading", [plain_lines[first - 1]])
        cells: list[str] = []
        for table in section.tables:
            cells.extend(chain(table.columns, *table.rows))
        table_text = _cells(" ".join(cells))
        texts = {"section": section.text, "table": table_text}
        for kind, text in texts.items():
            parsed_words += _words_of_lines(kind, [sources.SourceLine(first, text)])
    return _add_up(plain_lines, parsed_words, first_lines)


def _cells(text: str) -> str:
    words = text.replace("|", " ").split()
    return " ".join(word for word in words if word.strip("-:"))


def _words_of_parts(parts: Iterable[sources.Part]) -> list[_ParsedWord]:
    parsed_words: list[_ParsedWord] = []
    for part in parts:
        parsed_words += _words_of_lines(part.kind, part.lines)
    return parsed_words


def _words_of_lines(
    kind: str, lines: Iterable[sources.SourceLine]
) -> Iterator[_ParsedWord]:
    for line in lines:
        if line.evidence is None:
            for word in line.text.split():
                yield kind, line.number, word


def _step_words(
    step: entities.Step, lines: Iterable[sources.SourceLine]
) -> Iterator[str]:
    """The words of a step as they are printed on `lines`."""
    yield str(step.number)
    if step.actor:
        yield f"{step.actor}:"
    yield from step.text.split()
    if step.decision:
        # The text may contain the question, which is then printed only once
        question = step.decision.question
        printed_words = " ".join(line.text for line in lines).split()
        printed_text = " ".join(printed_words)
        if printed_text.count(question) > step.text.count(question):
            yield from question.split()
    yield from _answer_words(step.decision)


def _answer_words(decision: entities.Decision | None) -> Iterator[str]:
    """The words of the answers to a decision, including nested decisions."""
    if decision is None:
        return
    answers = {"Yes:": decision.yes, "No:": decision.no}
    for label, answer in answers.items():
        yield label
        if answer.decision:
            yield from answer.decision.question.split()
            yield from _answer_words(answer.decision)
        else:
            yield from (answer.end or f"Go to step {answer.go}").split()


def _add_up(
    lines: Iterable[sources.SourceLine],
    parsed_words: list[_ParsedWord],
    first_lines: Mapping[int, int] | None = None,
    ignored_end: str = "",
) -> WordCount:
    """The ledger of the words in `lines` and `parsed_words`.

    `first_lines`: number of a line → the first line of its step or section, where its
    words are looked for. `ignored_end`: an ending of words that is ignored.
    """
    lines = list(lines)
    first_lines = first_lines or {}
    printed_counts = Counter[LineWord]()
    parsed_counts = Counter[LineWord]()
    for _, number, word in _words_of_lines("", lines):
        line_number = first_lines.get(number, number)
        printed_counts[line_number, word.removesuffix(ignored_end)] += 1
    for _, number, word in parsed_words:
        parsed_counts[number, word.removesuffix(ignored_end)] += 1
    return WordCount(
        len(lines),
        printed_counts.total(),
        Counter(kind for kind, _, _ in parsed_words),
        missing=list((printed_counts - parsed_counts).elements()),
        surplus=list((parsed_counts - printed_counts).elements()),
    )
