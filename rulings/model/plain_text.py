"""Folds texts to compare them, and makes texts safe to show: printable, in one line,
without mark-up.
"""

from __future__ import annotations

import re
from collections.abc import Callable, Iterator, Sequence

# The form for comparing titles and words

TRADEMARKS = ("[tm]", "(tm)", "(r)", "™", "®")  # removed from names, texts and queries
# NFKD does not replace these.
SPELLED_OUT = {
    "π": "pi",
    "æ": "ae",
    "ø": "o",
    "ß": "ss",
    "ı": "i",
    "ł": "l",
    "đ": "d",
    "ð": "d",
    "þ": "th",
    "ħ": "h",
    "ŧ": "t",
    "’": "'",
    "‘": "'",
    "“": '"',
    "”": '"',
}
_LETTERS = str.maketrans(SPELLED_OUT)
# A table for `translate`: ASCII letters and digits stay, anything else becomes a space.
_ASCII = [chr(code) for code in range(128)]
_LETTERS_AND_DIGITS = "".join(sign if sign.isalnum() else " " for sign in _ASCII)


def fold(words: str, with_code_points: bool = False) -> str:
    """The form for comparing names: lowercase ASCII letters, digits and single spaces.

    Accents, ™/[TM]/(R) and apostrophes are removed, `&` becomes "and", any other
    character becomes a space. `with_code_points`: letters of other scripts become their
    code points instead (`u4f60`). These match no word.
    """
    text = without_accents(words, with_code_points).translate(_LETTERS_AND_DIGITS)
    return " ".join(text.split())


# Signs of word processors and of other keyboards → the signs of ids and queries
PLAIN_SIGNS = {
    **dict.fromkeys("֊־᐀᠆‐‑‒–—―⸗⸚⸺⸻⹀⹝〜〰゠︱︲﹘﹣𐺭−", "-"),
    **dict.fromkeys("“”„«»", '"'),
    **dict.fromkeys("’‘", "'"),
    **dict.fromkeys("⁄∕", "/"),
    "≤": "<=",
    "≦": "<=",
    "≥": ">=",
    "≧": ">=",
    "≠": "!=",
}
_VISIBLE_ASCII = range(0x21, 0x7F)
_FULL_WIDTH = {chr(0xFEE0 + code): chr(code) for code in _VISIBLE_ASCII}
_SIGNS = str.maketrans(PLAIN_SIGNS | _FULL_WIDTH)
# The place at which a mail breaks an id: `dr-dreff-`, `> 601afce4`
LINE_END_IN_ID = r"\b-(?:[ \t]*[\r\n][\s>]*|[\s>]+(?=[0-9a-f]{8}\b))"


def with_plain_signs(text: str) -> str:
    """A typed or pasted text with the signs of ids and queries: `７＞3` → `7>3`. Signs
    without width are removed; other characters that cannot be printed become spaces.
    """
    from unicodedata import category

    text = text.translate(_SIGNS).replace("&amp;", "&")  # as in the mark-up of a link
    text = "".join(sign for sign in text if category(sign) != "Cf")
    text = re.sub(LINE_END_IN_ID, "-", text)
    return "".join(sign if sign.isprintable() else " " for sign in text)


def without_accents(words: str, with_code_points: bool = False) -> str:
    """The first part of `fold`: lowercase ASCII, still with characters other than
    letters and digits.
    """
    words = words.lower()
    for trademark in TRADEMARKS:
        words = words.replace(trademark, "")
    if not words.isascii():
        from unicodedata import category, normalize

        def in_ascii(match: re.Match[str]) -> str:
            letter = match[0]
            if category(letter).startswith("M"):  # an accent
                return ""
            if with_code_points and letter.isalpha():
                return f"u{ord(letter):x}"
            return " "

        letters = normalize("NFKD", words.translate(_LETTERS)).lower()
        words = re.sub(r"[^\x00-\x7f]", in_ascii, letters)
    words = words.replace("'", "").replace("`", "")
    return words.replace("&", " and ")


# Words that are quoted from a text

GAP = "…"  # words or lines of a text are left out
Place = tuple[int, int]  # start and end of words in a text, in characters


def places_of_parts(
    words: str,
    text: str,
    form: Callable[[str], str],
) -> Iterator[list[Place]]:
    """All places of each part of a quotation in the text. No place begins or ends
    within a word.

    White space may differ. `form`: a function that made the text, such as `fold`; the
    parts go through it too.
    """
    line_of_text = " ".join(text.split())
    parts = map(form, words.split(GAP))
    for part in filter(None, parts):
        line = " ".join(part.split())
        if text.count(line) == line_of_text.count(line):  # usually; patterns are slow
            places = _places(line, text)
        else:
            pattern = re.escape(line).replace(r"\ ", r"\s+")
            places = [match.span() for match in re.finditer(pattern, text)]
        yield [place for place in places if _is_of_whole_words(place, text)]


def _places(words: str, text: str) -> list[Place]:
    """The places of words in a text."""
    places: list[Place] = []
    start = text.find(words)
    while start >= 0:
        end = start + len(words)
        places.append((start, end))
        start = text.find(words, end)
    return places


def _is_of_whole_words(place: Place, text: str) -> bool:
    """Whether no letter or digit is directly before or after a place."""
    start, end = place
    sign_before = text[start - 1 : start]
    sign_after = text[end : end + 1]
    return not (sign_before.isalnum() or sign_after.isalnum())


# Texts that are safe to show: codes for invisible characters, in one line, shortened

MAX_QUOTED_LENGTH = 60  # characters of words that a message repeats
MAX_WHOLE_QUOTE = 400  # characters of words quoted in full, such as a citation

# Control characters (except tab and line ends), soft hyphen, zero-width and joining
# characters, fillers, direction overrides, variation selectors, tags, lone surrogates:
# these hide words, or show them in another order.
INVISIBLE = (  # a regular expression
    "[\x00-\x08\x0b\x0c\x0e-\x1f\x7f-\x9f\xad\u034f\u061c\u115f\u1160\u17b4\u17b5\u180b-\u180f\u200b-\u200f"
    "\u2028-\u202e\u2060-\u206f\u3164\ud800-\udfff\ufe00-\ufe0f\ufeff\uffa0\ufff0-\ufffb\ufffe\uffff"
    "\U0001d173-\U0001d17a\U000e0000-\U000e0fff]"
)


def with_codes(words: str) -> str:
    """The words with a code such as `[U+202E]` instead of each invisible character.
    Tabs and line ends stay.
    """
    return re.sub(INVISIBLE, lambda match: f"[U+{ord(match[0]):04X}]", words)


def printable(words: str) -> str:
    """The words with the codes of invisible characters, for a terminal. Tabs become
    spaces; line feeds stay.
    """
    without_allowed = words.replace("\n", "").replace("\xa0", "")
    if without_allowed.isprintable():
        return words
    return with_codes(words.replace("\r", "").replace("\t", " "))


def one_line(words: str) -> str:
    """The printable text in one line with single spaces, for records and for echoed
    input.
    """
    return " ".join(printable(words).split())


def shortened(words: str, max_length: int = MAX_QUOTED_LENGTH) -> str:
    """The printable text in one line of at most `max_length` characters, for messages
    that repeat typed words.
    """
    words = one_line(words)
    if len(words) <= max_length:
        return words
    return words[: max_length - 1].rstrip() + "…"


def quoted(words: object, *, whole: bool = False) -> str:
    """Words that a message repeats, in quotation marks: `shortened` or, if `whole`, cut
    only if they are very long.
    """
    max_length = MAX_WHOLE_QUOTE if whole else MAX_QUOTED_LENGTH
    return f"“{shortened(str(words), max_length)}”"


# Nouns with numbers, plurals, and lists

UNCOUNTED = ("hardware", "ice")


def plural(noun: str) -> str:
    """The plural of a noun: `rulings`, `authorities`, `viruses`. Uncounted nouns stay
    the same.
    """
    if noun.lower() in UNCOUNTED:
        return noun
    letter_before_last = noun[-2:-1]
    if noun.endswith("y") and letter_before_last not in (*"aeiou", ""):
        return f"{noun[:-1]}ies"
    needs_vowel = noun.endswith(("s", "x", "ch", "sh"))
    return noun + ("es" if needs_vowel else "s")


def singular(word: str) -> str:
    """A word without its plural ending: `moles` → `mole`, `technologies` →
    `technology`. Short words and words in `-ss` stay the same.
    """
    if len(word) > 4 and word.endswith("ies"):
        return word[:-3] + "y"
    is_plural = word.endswith("s") and not word.endswith("ss")
    if len(word) > 3 and is_plural:
        return word[:-1]
    return word


def count(number: int, singular: str, plural_form: str = "") -> str:
    """A number with its noun: `1 ruling`, `2 rulings`, `2 authorities`."""
    if number == 1:
        return f"{number} {singular}"
    return f"{number} {plural_form or plural(singular)}"


def joined_with(conjunction: str, words: Sequence[str]) -> str:
    """A list in words, with the conjunction before the last:
    `Marcel, Mastermind or Marionette`.
    """
    beginning = ", ".join(words[:-1])
    parts = [beginning, *words[-1:]]
    return f" {conjunction} ".join(filter(None, parts))


# Markdown: only sections of documents use it. `rulings.site.rendering` turns it into
# HTML.

_MARKUP = r"\[([^\]]*)\]\(([^)]*)\)|(\*\*|__|\*|_|`)(?=\S)(.+?)(?<=\S)\3|<(https?:[^>\s]+)>|^#+\s*|^>\s*|</?[a-z][^>]*>"
_SIGN = r"^(\d+)([.)])|[\\*_`]|^[#>+-]|<"


def without_markdown(text: str, addresses: bool = False) -> str:
    """A line of Markdown as one line of plain text. `addresses`: keep the addresses of
    links, in brackets.
    """

    def words(match: re.Match[str]) -> str:
        label, address, _, emphasis, bare_address = match.groups()
        visible_words = label or emphasis or bare_address or ""
        if addresses and address not in (None, label):
            return f"{visible_words} ({address})"
        return visible_words

    for _ in range(2):  # emphasis inside a link, a link inside emphasis
        text = re.sub(_MARKUP, words, text)
    return " ".join(text.split())


def as_markdown(text: str) -> str:
    """A line of plain text as Markdown, with a backslash before signs that would begin a
    list or heading, or change the type.
    """

    def escaped(sign: re.Match[str]) -> str:
        if sign[0] == "<":
            return "&lt;"
        number, mark = sign.groups()  # in a numbered list: `1.`
        if number:
            return f"{number}\\{mark}"
        return f"\\{sign[0]}"

    return re.sub(_SIGN, escaped, text)
