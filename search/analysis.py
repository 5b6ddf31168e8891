"""Text → words and terms: folded, split and stemmed. Entries and queries are analysed alike.

No word is lost: *not, may, can, if, when* decide a ruling, `R&D` is one word, one-letter names are words. Stems are
Porter's, by Whoosh's stemmer; forms that it does not unite are listed in `word_forms.yaml`.

The page does the same in `site/theme/js/search-analysis.js`.
"""

from __future__ import annotations

import re
from pathlib import Path

from whoosh.lang.porter import stem as porter

from rulings.names.accents import to_ascii
from rulings.search.constants import MAX_WORD_LENGTH
from rulings.search.stored import AnalyzerSettings

FILE = Path(__file__).with_name("word_forms.yaml")

_FOLDED = "".join(chr(i) if chr(i).isalnum() else " " for i in range(128)).lower()
_MARKS = ("[tm]", "(tm)", "(r)")
_PAST = re.compile(r"(.*[aeiouy].*)(?:ed|ing)$")


class Analyzer:
    """Splits text into words and stems. `contractions` and `forms`: from `word_forms.yaml`."""

    def __init__(self, contractions: dict[str, str], forms: dict[str, list[str]]) -> None:
        self.contractions, self.forms = contractions, forms
        self._opened = {word: words.split() for word, words in contractions.items()}
        self._base = {form: base for base, several in forms.items() for form in several}
        self._stems: dict[str, str] = {}

    @classmethod
    def read(cls, path: Path = FILE) -> Analyzer:
        """The analyser for building an index, from the files of the knowledge base."""
        from rulings.storage.yaml_reader import read_yaml

        return cls.from_json(read_yaml(path))

    @classmethod
    def from_json(cls, data: AnalyzerSettings) -> Analyzer:
        """The analyser that an index was built with, from `to_json`."""
        return cls(data["contractions"], data["forms"])

    def to_json(self) -> AnalyzerSettings:
        """Its settings, which are stored in the index."""
        return {"contractions": self.contractions, "forms": self.forms}

    def words(self, text: str) -> list[str]:
        """The folded words in order, contractions opened: `Can't R&D's 2nd?` → `can not rnd 2nd`."""
        if not text.isascii():
            text = to_ascii(text)
        text = text.lower()
        if "(" in text or "[" in text:
            for mark in _MARKS:
                text = text.replace(mark, "")
        words = list[str]()
        for word in text.replace("'", "").replace("`", "").replace("&", " and ").translate(_FOLDED).split():
            if word in self._opened:
                words.extend(self._opened[word])
            elif word in ("d", "ds") and words[-2:] == ["r", "and"]:
                words[-2:] = ["rnd"]  # R&D is one word, however it is written
            else:
                words.append(word[:MAX_WORD_LENGTH])
        return words

    def stem(self, word: str) -> str:
        """The common stem of the forms of a folded word: `rezzed`, `rezzing` → `rez`. Words with digits stay."""
        stem = self._stems.get(word)
        if stem is None:
            base = self._base.get(word, word)
            stem = self._stems[word] = porter(_without_past(base)) if len(base) > 3 and base.isalpha() else base
        return stem

    def stems(self, text: str) -> list[str]:
        """The stems of a text's words, in order."""
        return [self.stem(word) for word in self.words(text)]

    def slug(self, value: str) -> str:
        """A value in the form in which it is indexed: `Black Ice` → `black-ice`."""
        return "-".join(self.words(value)) or value.strip()


def _without_past(word: str) -> str:
    """`tagged` → `tag`, `activated` → `activate`: a rule of Porter's step 1b that Whoosh's stemmer never applies.

    (It matches its patterns for a doubled consonant and for *at*, *bl* and *iz* at the start of the word.)
    """
    match = _PAST.match(word)
    if not match:
        return word
    left = match[1]
    if left.endswith(("at", "bl", "iz")):
        return f"{left}e"
    return left[:-1] if len(left) > 3 and left[-1] == left[-2] and left[-1] not in "aeiouylsz" else word
