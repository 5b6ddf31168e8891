"""Checks of questions.yaml and unanswered.yaml: too few, one that stands in two places, and one
that names another card than its entry, or calls a card what it is not.
"""

from __future__ import annotations

import math
import re
from collections import Counter, defaultdict
from collections.abc import Iterator, Sequence
from itertools import chain

from rulings import errors
from rulings.model import entities, plain_text, remarks, vocabulary
from rulings.parser import mentions
from rulings.parser.checker import Question, ReferenceChecker

# Two questions are the same with so much of the weight of their words in common: in two entries,
# and in an entry and the list of unanswered questions.
_SAME, NEARLY_SAME = 0.8, 0.6
_ROUNDING = 1e-9  # of sums in another order
_MOST_SPACES = 6  # in a question that may be no more than a name


def check_questions(checker: ReferenceChecker) -> None:
    """Checks both files."""
    questions = checker.questions
    _check_numbers(checker, questions)
    _check_answering_words(checker)
    _check_names_alone(checker, questions)
    _check_repeated(checker, questions)
    _check_cards(checker, questions)


def _check_numbers(checker: ReferenceChecker, questions: Sequence[Question]) -> None:
    """Warns of rulings with too few questions, and of sections without any."""
    if not checker.edited.questions:
        return
    counts = Counter(question.entry for question in questions)
    places = {ruling.id: (file, row) for file, row, ruling in checker.added_rulings()}
    for id, ruling in checker.rulings.items():
        if not ruling.is_see_entry and counts[id] < vocabulary.ENOUGH_QUESTIONS:
            has = f"{plain_text.count(counts[id], 'question')} of {vocabulary.ENOUGH_QUESTIONS}"
            file, row = places.get(id, ("questions", None))
            checker.add_warning(file, row, f"{has} for {id} ({ruling.text[:50]} …)")
    for section in checker.knowledge.all_sections:
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
                sentence = f"the words {errors.quoted(words[:50])} are not in {id}"
                checker.add_error("questions", line, f"{sentence}, in this order")


def _check_names_alone(checker: ReferenceChecker, questions: Sequence[Question]) -> None:
    """Warns of a name that stands for a question: whoever types it wants what is called so."""
    names = {*checker.targets["title"], *map(plain_text.fold, checker.targets["keyword"])}
    names |= {plain_text.fold(alias.name) for alias in checker.edited.names.aliases}
    for question in questions:
        is_short = question.words.count(" ") < _MOST_SPACES
        if is_short and plain_text.fold(question.words) in names:
            sentence = (
                f"{errors.quoted(question.words)} is a name, and asks nothing; write what of it"
            )
            checker.add_warning(question.file, question.line, sentence)


def _check_repeated(checker: ReferenceChecker, questions: Sequence[Question]) -> None:
    """Checks that no question is under two entries, or under one and in the list of what nothing
    answers. Entries that say the same may share one, but not the first, which is their heading.
    """
    for first, second, share in alike([question.words for question in questions]):
        earlier, later = questions[first], questions[second]
        is_same = plain_text.fold(earlier.words) == plain_text.fold(later.words)
        if earlier.entry == later.entry:
            if is_same:
                sentence = (
                    f"{errors.quoted(later.words)} asks as {errors.quoted(earlier.words)} does"
                )
                checker.add_error(later.file, later.line, f"{sentence}; delete one of them")
            continue
        if not later.entry:
            sentence = f"{errors.quoted(later.words)} is answered by {earlier.entry}"
            if is_same:
                checker.add_error("unanswered", later.line, f"{sentence}; delete it here")
            else:
                checker.add_warning(
                    "unanswered",
                    later.line,
                    f"{sentence}, if it is {errors.quoted(earlier.words)}; delete it then",
                )
        elif share >= _SAME and not checker.may_share(earlier.entry, later.entry):
            same = "" if is_same else f" as {errors.quoted(earlier.words)}"
            sentence = f"{errors.quoted(later.words)} stands above {earlier.entry} too{same}"
            checker.add_warning(later.file, later.line, f"{sentence}; ask another")


def alike(questions: Sequence[str]) -> Iterator[tuple[int, int, float]]:
    """The pairs of questions, or of other texts, that share nearly all words, by number, and how much
    they share.

    Words count by their inverse frequency: log(N / df). Pairs of similar weight share one of their
    rarest words, before which what follows in either question weighs enough (prefix filtering).
    """
    words = [frozenset(plain_text.fold(question).split()) for question in questions]
    frequency = Counter(chain.from_iterable(words))
    weight = {word: math.log(len(questions) / count) for word, count in frequency.items()}
    total = [sum(map(weight.__getitem__, question_words)) for question_words in words]
    # Rare word → the lighter questions that have it, each with the weight of it and what follows
    having = defaultdict[str, list[tuple[int, float]]](list)
    for number in sorted(range(len(questions)), key=total.__getitem__):
        following, candidates = total[number], set[int]()
        least = NEARLY_SAME * total[number] - _ROUNDING
        least_of_heavier = 2 / (1 + NEARLY_SAME) * least
        for word in sorted(words[number], key=lambda word: (frequency[word], word)):
            if following < least:
                break
            candidates.update([other for other, weighs in having[word] if weighs >= least])
            if following >= least_of_heavier:
                having[word].append((number, following))
            following -= weight[word]
        for other in candidates:
            shared = sum(map(weight.__getitem__, words[number] & words[other]))
            share = shared / ((total[number] + total[other] - shared) or 1)
            if share >= NEARLY_SAME:
                yield min(number, other), max(number, other), share


def _check_cards(checker: ReferenceChecker, questions: Sequence[Question]) -> None:
    """Warns of a question that calls a card what it is not, or names one that its entry does not
    concern: neither by its name, nor by a keyword. General rulings, and questions that also name
    the card of their entry, may name any.
    """
    cards = checker.cards
    finder = mentions.MentionFinder(checker.knowledge.sources.cards, checker.edited.names)
    kinds = "|".join(map(re.escape, checker.targets["card type or keyword"]))
    before = re.compile(rf"\b(?:an?|my|his|this) ({kinds})(?: called)? $", re.IGNORECASE)
    after = re.compile(rf", (?:an?|the|my|his) ({kinds})\b", re.IGNORECASE)
    for question in questions:
        ruling = checker.rulings.get(question.entry)
        subject = cards.get(ruling.subject.id) if ruling else None
        card_mentions = finder.find(question.words)
        for mention in card_mentions:
            card, (start, end) = cards[mention.id], mention.span
            has = {kind.lower() for kind in (card.type, *card.keywords)}
            called = before.search(question.words[:start]) or after.match(question.words[end:])
            if called and called[1].lower() not in has:
                checker.add_warning(
                    question.file,
                    question.line,
                    f"{card.title} is not {errors.quoted(called[1])}; correct this",
                )
            if ruling and subject and not _concerns(ruling, subject, card, question.words):
                checker.add_warning(
                    question.file,
                    question.line,
                    f"{errors.quoted(question.words)} names {card.title}, and {ruling.id} does not"
                    f"; name {subject.title} too, or move it",
                )


def _concerns(
    ruling: entities.Ruling, subject: entities.Card, card: entities.Card, question: str
) -> bool:
    """Whether a ruling on `subject` may answer a question that names the card."""
    question_text, ruling_text = (
        f" {plain_text.fold(text)}" for text in (question, ruling.printed)
    )
    title = [word for word in plain_text.fold(subject.title).split() if len(word) > 3]
    return (
        card.id in (subject.id, *(mention.id for mention in ruling.mentions))
        or any(f" {word}" in question_text for word in title)
        or any(f" {keyword.lower()}" in question_text for keyword in subject.keywords)
        or any(f" {keyword.lower()}" in ruling_text for keyword in card.keywords)
        or not {*subject.keywords}.isdisjoint(card.keywords)
    )
