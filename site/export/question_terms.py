"""The entries' questions after the first → sets of stems in few letters, for `site/theme/js/search-questions.js`.

These questions only affect the ranking and are not shown, so sets of stems are enough. Questions of an entry use the
same words, so each question is coded as a yes or no for every stem of the entry's text, of its earlier questions and
of questions in general, followed by its new stems. An adaptive arithmetic coder writes each of these in as few bits
as its probability so far allows: a third less than Deflate needs.

Both sides compute with the four operations on doubles, whose results are the same everywhere (IEEE 754).
"""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterable, Iterator, Sequence

from rulings.search.analysis import Analyzer
from rulings.search.documents import SearchDocument

COMMON_STEMS = 60  # stems that questions have everywhere
MIN_LIKELIHOOD = 1 / 4096  # nothing is less likely
MAX_TIMES = 250  # times after which a likelihood learns no slower
DIGIT = 6  # bits of a letter
_RATES = [max(1 / (times + 1.5), 1 / MAX_TIMES) for times in range(MAX_TIMES + 1)]
_WORD = 5 * DIGIT  # bits of the coder's bounds
_MASK = (1 << _WORD) - 1
_TOP = _WORD - DIGIT
_AGREED = 1 << _TOP  # bounds that differ by less than this have a digit in common


def question_terms(analyzer: Analyzer, answers: Sequence[SearchDocument]) -> dict[str, object]:
    """`terms`: stems that only these questions have, in order; `common`; `count`: questions of each entry; `sets`."""
    numbers = dict[str, int]()
    bases = [_numbered(numbers, _shown(analyzer, document)) for document in answers]
    known = len(numbers)
    sets = [[set(analyzer.stems(question)) for question in document.questions[1:]] for document in answers]
    sets = [sorted(filter(None, questions), key=len) for questions in sets]
    used = Counter(stem for questions in sets for stems in questions for stem in stems if stem in numbers)
    common = [numbers[stem] for stem, _ in sorted(used.items(), key=lambda item: (-item[1], item[0]))[:COMMON_STEMS]]
    for questions in sets:
        for stems in questions:
            _numbered(numbers, sorted(stems))
    writer = _Writer(common, known, len(numbers))
    for base, questions in zip(bases, sets, strict=True):
        writer.entry(base, [{numbers[stem] for stem in stems} for stems in questions])
    return {
        "terms": " ".join(list(numbers)[known:]),
        "common": " ".join(map(str, common)),
        "count": " ".join(str(len(questions)) for questions in sets),
        "sets": writer.finished(),
    }


def _shown(analyzer: Analyzer, document: SearchDocument) -> Iterator[str]:
    for part in (document.title, document.keys, document.text, *document.questions[:1]):
        yield from analyzer.stems(part)


def _numbered(numbers: dict[str, int], stems: Iterable[str]) -> list[int]:
    """Each stem's number once; the new ones get the next."""
    return list(dict.fromkeys(numbers.setdefault(stem, len(numbers)) for stem in stems))


class Likelihoods:
    """The probability of a yes in each of `count` contexts, learnt from what was written, ever more slowly."""

    def __init__(self, count: int, first: float) -> None:
        self.of, self.times = [first] * count, [0] * count


class _Writer:
    def __init__(self, common: list[int], known: int, count: int) -> None:
        self.common, self.known, self.bits = common, known, count.bit_length()
        self.low, self.high, self.letters = 0, _MASK, list[str]()
        self.answers = Likelihoods(16 * 16 * 2, 0.1)  # by questions so far, how many had it, whether it is shown
        self.more = Likelihoods(9 * 5, 0.5)
        self.fresh = Likelihoods(1, 0.5)
        self.tree = Likelihoods(4 << self.bits, 0.5)

    def entry(self, base: list[int], questions: list[set[int]]) -> None:
        """Writes the questions of one entry; `base`: the stems of its shown text."""
        shown, times = set(base), dict.fromkeys([*base, *self.common], 0)
        for asked, question in enumerate(questions):
            self._answers(question, shown, times, 32 * min(asked, 15))
            new = sorted(question - times.keys())
            for n in range(len(new) + 1):
                self._write_bit(self.more, 5 * min(asked, 8) + min(n, 4), int(n < len(new)))
            before = -1
            for stem in new:
                is_fresh = int(stem == self.known)
                self._write_bit(self.fresh, 0, is_fresh)
                if is_fresh:
                    self.known += 1
                else:
                    self._number(stem, before)
                    before = stem
                times[stem] = 1

    def _answers(self, question: set[int], shown: set[int], times: dict[int, int], place_of: int) -> None:
        """Writes a yes or no for each stem of `times`, which counts the yes.

        `_write_bit` is inlined: there are a million answers, and calls would take half of the time of a site build.
        """
        likelihoods, learnt, rates = self.answers.of, self.answers.times, _RATES
        least, most = MIN_LIKELIHOOD, 1 - MIN_LIKELIHOOD
        low, high, agreed, slowest = self.low, self.high, _AGREED, MAX_TIMES
        for stem, often in times.items():
            place = place_of + 2 * (often if often < 15 else 15) + (stem in shown)
            likely, number = likelihoods[place], learnt[place]
            middle = low + int((high - low) * likely)
            if stem in question:
                high, times[stem] = middle, often + 1
                likely += (1 - likely) * rates[number]
                likelihoods[place] = likely if likely < most else most
            else:
                low = middle + 1
                likely -= likely * rates[number]
                likelihoods[place] = likely if likely > least else least
            while low ^ high < agreed:
                self.low, self.high = low, high
                self._digit()
                low, high = self.low, self.high
            if number < slowest:
                learnt[place] = number + 1
        self.low, self.high = low, high

    def _number(self, stem: int, before: int) -> None:
        """Writes a stem's number bit by bit, without the bits implied by its being greater than the one before."""
        node, bound = 1, before >= 0
        for bit in range(self.bits - 1, -1, -1):
            yes = stem >> bit & 1
            if not (bound and before >> bit & 1):
                self._write_bit(self.tree, 2 * node + bound, yes)
                bound = bound and not yes
            node = 2 * node + yes

    def _write_bit(self, likelihoods: Likelihoods, place: int, yes: int) -> None:
        """Narrows the bounds to the share of a yes or no, writes their common digits, and updates the probability."""
        likely, times = likelihoods.of[place], likelihoods.times[place]
        middle = self.low + int((self.high - self.low) * likely)
        if yes:
            self.high = middle
        else:
            self.low = middle + 1
        while self.low ^ self.high < _AGREED:
            self._digit()
        likely += (yes - likely) * _RATES[times]
        likelihoods.of[place] = min(max(likely, MIN_LIKELIHOOD), 1 - MIN_LIKELIHOOD)
        if times < MAX_TIMES:
            likelihoods.times[place] = times + 1

    def _digit(self) -> None:
        self.letters.append(_letter(self.low >> _TOP))
        self.low, self.high = self.low << DIGIT & _MASK, (self.high << DIGIT & _MASK) | ((1 << DIGIT) - 1)

    def finished(self) -> str:
        """Everything that was written."""
        return "".join(self.letters) + "".join(_letter(self.high >> shift & 63) for shift in range(_TOP, -1, -DIGIT))


def _letter(digit: int) -> str:
    return chr(48 + digit + (digit > 43))  # no backslash, which would take two bytes
