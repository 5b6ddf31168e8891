"""Splits texts and queries into words and stems, both in the same way.

There are no stop words, because *not, may, can* and *when* can decide a ruling. Only
the ranking leaves out `FILLERS`. `R&D` is one word, and one-letter names are words.
Whoosh's Porter stemmer makes the stems; `word_forms.yaml` lists the forms of a word
that it would stem differently.

The page does the same in `site/theme/js/engine/analysis.js`.
"""

from __future__ import annotations

import re
from pathlib import Path
from typing import TYPE_CHECKING

from msgspec import Struct, convert
from whoosh.lang.porter import stem as porter

from rulings.model import plain_text
from rulings.search import parameters

if TYPE_CHECKING:
    from rulings.model import hand_edited

DEFAULT_SYNONYM_WEIGHT = 0.8
_WORD_FORMS = Path(__file__).with_name("word_forms.yaml")

_RUN = ("run", "runs", "running", "ran")
_DAY = re.compile("([0-9]{4})-([0-9]{2})-([0-9]{2})(?![0-9])")
_ED_OR_ING = re.compile(r"(.*[aeiouy].*)(?:ed|ing)$")


class WordForms(Struct, frozen=True):
    """The tables of `word_forms.yaml`."""

    contractions: dict[str, str]
    forms: dict[str, list[str]]


class Analyzer:
    """Splits text into words and stems. `word_forms` are stored in the index."""

    def __init__(self, word_forms: WordForms) -> None:
        self.word_forms = word_forms
        self._base_form = dict[str, str]()
        for base, variants in word_forms.forms.items():
            self._base_form |= dict.fromkeys(variants, base)
        self._stems: dict[str, str] = {}

    @classmethod
    def read(cls) -> Analyzer:
        """The analyzer for building an index."""

        # A search in a compiled index does not need this import.
        from rulings.storage import yaml_files

        return cls(convert(yaml_files.read_yaml(_WORD_FORMS), WordForms))

    def words(self, text: str) -> list[str]:
        """The folded words in order, with contractions expanded: `Can't R&D's 2nd?` →
        `can not rnd 2nd`. A day in ISO 8601 is one word.
        """
        words: list[str] = []
        text = _DAY.sub(r"\1\2\3", text)
        for word in plain_text.fold(text, with_code_points=True).split():
            if word in self.word_forms.contractions:
                words += self.word_forms.contractions[word].split()
            elif word in ("d", "ds") and words[-2:] == ["r", "and"]:
                words[-2:] = ["rnd"]  # R&D is one word, however it is written
            elif word == "out" and words and words[-1] in _RUN:
                words[-1] = "runout"  # this is not a run of the game
            else:
                words.append(word[: parameters.MAX_WORD_LENGTH])
        return words

    def normalized(self, text: str) -> str:
        """The folded words joined with spaces, as names are compared."""
        return " ".join(self.words(text))

    def stem(self, word: str) -> str:
        """The stem of all forms of a folded word: `rezzed`, `rezzing` → `rez`. Words
        with digits are left unchanged.
        """
        stem = self._stems.get(word)
        if stem is None:
            stem = self._base_form.get(word, word)
            if len(stem) > 3 and stem.isalpha():
                stem = porter(_strip_ed_or_ing(stem))
            self._stems[word] = stem
        return stem

    def stems(self, text: str) -> list[str]:
        """The stems of a text's words, in order."""
        return [*map(self.stem, self.words(text))]

    def synonyms(
        self,
        data: hand_edited.Synonyms,
    ) -> dict[str, list[tuple[str, float]]]:
        """Stems of a word or phrase → the single words that mean the same, each with a
        weight (0–1).

        `data`: the contents of synonyms.yaml: `same` counts in both directions, `typed`
        from a player's word to the game's.
        """
        table: dict[str, dict[str, float]] = {}

        def stems_of(phrase: object) -> str:
            return " ".join(self.stems(str(phrase)))

        for row in (*data.same, *data.typed):
            weight = DEFAULT_SYNONYM_WEIGHT if row.weight is None else float(row.weight)
            means = getattr(row, "means", row.words)
            synonyms = [*map(stems_of, means)]
            for word in map(stems_of, row.words):
                weights = table.setdefault(word, {})
                for other in synonyms:
                    if other != word and " " not in other:
                        weights[other] = max(weight, weights.get(other, 0.0))
        return {
            word: sorted(synonyms.items())
            for word, synonyms in table.items()
            if synonyms
        }

    def field_term(self, value: str) -> str:
        """The term under which a field's value is indexed: `Black Ice` →
        `black-ice`.
        """
        return "-".join(self.words(value)) or value.strip()


def _strip_ed_or_ing(word: str) -> str:
    """`tagged` → `tag`, `activated` → `activate`: part of Porter's step 1b that
    Whoosh's stemmer never applies.

    Whoosh's stemmer looks for a doubled consonant and for *at*, *bl* and *iz* at the
    start of the word instead of at its end.
    """
    match = _ED_OR_ING.match(word)
    if not match:
        return word
    base = match[1]
    if base.endswith(("at", "bl", "iz")):
        return f"{base}e"
    is_doubled = len(base) > 3 and base[-1] == base[-2]
    if is_doubled and base[-1] not in "aeiouylsz":
        return base[:-1]
    return word
