"""Checks of questions.yaml and unanswered.yaml: too few, or one that stands in two places."""

from __future__ import annotations

from collections import Counter
from collections.abc import Sequence

from rulings.model import plain_text, remarks, vocabulary
from rulings.parser.checker import Question, ReferenceChecker


def check_questions(checker: ReferenceChecker) -> None:
    """Checks both files."""
    questions = checker.questions
    _check_numbers(checker, questions)
    _check_answering_words(checker)
    _check_repeated(checker, questions)


def _check_numbers(checker: ReferenceChecker, questions: Sequence[Question]) -> None:
    """Warns of rulings with too few questions, and of sections without any."""
    if not checker.edited.questions:
        return
    counts = Counter(question.entry for question in questions)
    added_rows = {ruling.id: (file, row) for file, row, ruling in checker.added_rulings()}
    for id, ruling in checker.rulings.items():
        if not ruling.is_see_entry and counts[id] < vocabulary.ENOUGH_QUESTIONS:
            has = f"{plain_text.count(counts[id], 'question')} of {vocabulary.ENOUGH_QUESTIONS}"
            file, row = added_rows.get(id, ("questions", None))
            checker.add_warning(file, row, f"{has} for {id} ({ruling.text[:50]} …)")
    for section in checker.parsed.all_sections:
        if (section.text or section.tables) and not counts[section.id]:
            checker.add_warning("questions", None, f"no question for {section.id}")


def _check_answering_words(checker: ReferenceChecker) -> None:
    """Checks that the words of a section that answer questions are there."""
    for id, questions_by_words in checker.edited.questions.items():
        if isinstance(questions_by_words, list):
            continue
        # A section's text or tables have the words that answer its questions.
        text = plain_text.fold(checker.targets["section"].get(id, ""))
        for words in questions_by_words:
            line = getattr(questions_by_words, "key_lines", {}).get(words, 1)
            if words != plain_text.GAP and not remarks.spans_of(text, words, plain_text.fold):
                sentence = f"the words {plain_text.quoted(words)} are not in {id}"
                checker.add_error("questions", line, f"{sentence}, in this order")


def _check_repeated(checker: ReferenceChecker, questions: Sequence[Question]) -> None:
    """Checks that no question is under two entries, or under one and in the list of what nothing
    answers. Entries that say the same may share one, but not the first, which is their heading.
    """
    first_by_words: dict[str, Question] = {}
    for later in questions:
        earlier = first_by_words.setdefault(plain_text.fold(later.words), later)
        words = plain_text.quoted(later.words, whole=True)
        if earlier is later:
            continue
        if earlier.entry == later.entry:
            sentence = f"{words} asks as {plain_text.quoted(earlier.words, whole=True)} does; delete one of them"
            checker.add_error(later.file, later.line, sentence)
        elif not later.entry:
            sentence = f"{words} is answered by {earlier.entry}; delete it here"
            checker.add_error("unanswered", later.line, sentence)
        elif not checker.may_share(earlier.entry, later.entry):
            sentence = f"{words} stands above {earlier.entry} too; ask another"
            checker.add_warning(later.file, later.line, sentence)
