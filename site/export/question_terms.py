"""The questions of the entries, except the first of each, and those that nothing answers → compressed sets of stems.

These questions only affect the ranking and are not shown, so sets of stems are enough. Questions of an entry share
many words, so for each stem of the entry's text, of its earlier questions and of questions in general, one bit says
whether the question has it; its other stems follow. An adaptive arithmetic coder writes each of these in as few bits as
its probability so far allows, which takes a third less than Deflate.

`site/theme/js/engine/questions.js` decodes them. Both sides only use the four operations on doubles, whose results are
the same everywhere (IEEE 754).
"""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterable, Iterator, Sequence

from rulings.search.analysis import Analyzer
from rulings.search.documents import SearchDocument

COMMON_STEMS = 60  # number of stems that are considered for every question
GROUP_SIZE = 16  # number of unanswered questions that are coded together
# The next five are exported to the scripts, whose decoder needs them.
MIN_PROBABILITY = 1 / 4096  # the lowest estimate; the highest is 1 minus this
MAX_TIMES = 250  # after so many bits in a context, its learning rate no longer falls
DIGIT_BITS = 6  # bits of a digit, which is written as one character
FIRST_CODE = ord("0")  # the character of the digit 0; those of the others follow it
SKIPPED_CODE = ord("\\")  # this character is left out, because a backslash takes two bytes in JSON
_MAX_DIGIT = (1 << DIGIT_BITS) - 1
_RATES = [max(1 / (times + 1.5), 1 / MAX_TIMES) for times in range(MAX_TIMES + 1)]
_BOUND_BITS = 5 * DIGIT_BITS  # the bounds of the coder have five digits
_MASK = (1 << _BOUND_BITS) - 1
_SHIFT = _BOUND_BITS - DIGIT_BITS  # to the first digit of a bound
_SAME_DIGIT = 1 << _SHIFT  # if the exclusive or of the bounds is less than this, their first digits are equal


def question_terms(
    analyzer: Analyzer, entries: Sequence[SearchDocument], unanswered: Sequence[Iterable[str]]
) -> dict[str, object]:
    """`terms`: the stems of these questions alone; `common`; `count`: questions per group; `sets`: the coded sets.

    The groups are the entries, and parts of `unanswered` (the stems of each question), which are like entries without
    a text.
    """
    numbers: dict[str, int] = {}
    bases = [_number_stems(numbers, _shown_stems(analyzer, document)) for document in entries]
    first_new = len(numbers)
    sets = [[set(analyzer.stems(question)) for question in document.questions[1:]] for document in entries]
    parts = [unanswered[start : start + GROUP_SIZE] for start in range(0, len(unanswered), GROUP_SIZE)]
    sets += [list(map(set, part)) for part in parts]
    bases += [[] for _ in parts]
    sets = [sorted(filter(None, questions), key=len) for questions in sets]
    used = Counter(stem for questions in sets for stems in questions for stem in stems if stem in numbers)
    common = [numbers[stem] for stem, _ in sorted(used.items(), key=lambda item: (-item[1], item[0]))[:COMMON_STEMS]]
    for questions in sets:
        for stems in questions:
            _number_stems(numbers, sorted(stems))
    encoder = _Encoder(common, first_new, len(numbers))
    for base, questions in zip(bases, sets, strict=True):
        encoder.write_entry(base, [{numbers[stem] for stem in stems} for stems in questions])
    return {
        "terms": " ".join(list(numbers)[first_new:]),
        "common": " ".join(map(str, common)),
        "count": " ".join(str(len(questions)) for questions in sets),
        "sets": encoder.finish(),
    }


def _shown_stems(analyzer: Analyzer, document: SearchDocument) -> Iterator[str]:
    """The stems of all that is shown of an entry, its first question included."""
    for part in (document.title, document.extra_words, document.text, *document.questions[:1]):
        yield from analyzer.stems(part)


def _number_stems(numbers: dict[str, int], stems: Iterable[str]) -> list[int]:
    """The numbers of the stems, without repetition; new stems are added to `numbers` with the next free number."""
    return list(dict.fromkeys(numbers.setdefault(stem, len(numbers)) for stem in stems))


class Contexts:
    """The estimated probability of a yes in each of `count` contexts, and how many bits were written in each."""

    def __init__(self, count: int, first: float) -> None:
        self.probabilities, self.times = [first] * count, [0] * count


class _Encoder:
    """An adaptive arithmetic coder. `common`: numbers of common stems; `known`: the number of stems so far."""

    def __init__(self, common: list[int], known: int, count: int) -> None:
        self.common = common
        self.known = known
        self.bits = count.bit_length()
        self.digits: list[str] = []
        self.low, self.high = 0, _MASK
        # Whether a question has a stem: by number of earlier questions, how many of them had it, and if it is shown.
        self.has_stem = Contexts(16 * 16 * 2, 0.1)
        self.has_more = Contexts(9 * 5, 0.5)  # whether another new stem follows
        self.is_next = Contexts(1, 0.5)  # whether it occurs for the first time anywhere
        self.tree = Contexts(4 << self.bits, 0.5)  # the bits of any other number

    def write_entry(self, base: list[int], questions: list[set[int]]) -> None:
        """Writes the questions of one entry; `base`: the stems that are shown of it."""
        shown = set(base)
        occurrences = dict.fromkeys([*base, *self.common], 0)  # stem → how many of the questions so far have it
        for index, question in enumerate(questions):
            self._write_known_stems(question, shown, occurrences, 32 * min(index, 15))
            new = sorted(question - occurrences.keys())
            for n in range(len(new) + 1):
                self._write_bit(self.has_more, 5 * min(index, 8) + min(n, 4), int(n < len(new)))
            previous = -1
            for stem in new:
                is_next = int(stem == self.known)
                self._write_bit(self.is_next, 0, is_next)
                if is_next:
                    self.known += 1
                else:
                    self._write_number(stem, previous)
                    previous = stem
                occurrences[stem] = 1

    def _write_known_stems(self, question: set[int], shown: set[int], occurrences: dict[int, int], first: int) -> None:
        """Writes a yes or no for each stem of `occurrences`, which counts the yes. `first`: the first of the contexts.

        `_write_bit` is inlined: it would be called a million times, which would take half the time of a site build.
        """
        probabilities = self.has_stem.probabilities
        times = self.has_stem.times
        rates = _RATES
        lowest = MIN_PROBABILITY
        highest = 1 - MIN_PROBABILITY
        low, high, same_digit, max_times = self.low, self.high, _SAME_DIGIT, MAX_TIMES
        for stem, count in occurrences.items():
            context = first + 2 * (count if count < 15 else 15) + (stem in shown)
            probability = probabilities[context]
            number = times[context]
            middle = low + int((high - low) * probability)
            if stem in question:
                high, occurrences[stem] = middle, count + 1
                probability += (1 - probability) * rates[number]
                probabilities[context] = probability if probability < highest else highest
            else:
                low = middle + 1
                probability -= probability * rates[number]
                probabilities[context] = probability if probability > lowest else lowest
            while low ^ high < same_digit:
                self.low, self.high = low, high
                self._write_digit()
                low, high = self.low, self.high
            if number < max_times:
                times[context] = number + 1
        self.low, self.high = low, high

    def _write_number(self, stem: int, previous: int) -> None:
        """Writes a stem's number bit by bit, but not the bits that follow from its being greater than `previous`."""
        node = 1
        is_bound = previous >= 0
        for bit in range(self.bits - 1, -1, -1):
            yes = stem >> bit & 1
            if not (is_bound and previous >> bit & 1):
                self._write_bit(self.tree, 2 * node + is_bound, yes)
                is_bound = is_bound and not yes
            node = 2 * node + yes

    def _write_bit(self, contexts: Contexts, context: int, yes: int) -> None:
        """Narrows the bounds to the share of a yes or no, writes their common digits, and updates the probability."""
        probability = contexts.probabilities[context]
        times = contexts.times[context]
        middle = self.low + int((self.high - self.low) * probability)
        if yes:
            self.high = middle
        else:
            self.low = middle + 1
        while self.low ^ self.high < _SAME_DIGIT:
            self._write_digit()
        probability += (yes - probability) * _RATES[times]
        contexts.probabilities[context] = min(max(probability, MIN_PROBABILITY), 1 - MIN_PROBABILITY)
        if times < MAX_TIMES:
            contexts.times[context] = times + 1

    def _write_digit(self) -> None:
        """Writes the first digit, which both bounds have in common, and removes it from them."""
        self.digits.append(_character(self.low >> _SHIFT))
        self.low = self.low << DIGIT_BITS & _MASK
        self.high = (self.high << DIGIT_BITS & _MASK) | _MAX_DIGIT

    def finish(self) -> str:
        """Everything that was written."""
        rest = (_character(self.high >> shift & _MAX_DIGIT) for shift in range(_SHIFT, -1, -DIGIT_BITS))
        return "".join((*self.digits, *rest))


def _character(digit: int) -> str:
    code = FIRST_CODE + digit
    return chr(code if code < SKIPPED_CODE else code + 1)
