"""A query as typed → the words that are searched softly, the tree of what must match, and notes on the rest.

Nothing here refuses a query: what cannot be read is left out with a note. Only `read` asks Whoosh to parse, only for
a query that uses its language.
"""

from __future__ import annotations

TYPE_CHECKING = False
if TYPE_CHECKING:
    from collections.abc import Callable
    from typing import Any

LONGEST = 2000  # characters of a query that are read
_DEEPEST = 12  # parentheses inside parentheses
_MOST = 48  # words, phrases and fields of one query that use the language
_MOST_PATTERNS = 8  # words with `*` or `~` among them: each may stand for hundreds
_SIGNS = frozenset('":*~()')


class Leaf:
    """A word, phrase or pattern in a field. Looked up: terms of the index (`word`, `phrase`, `from`, `until`)."""

    __slots__ = ("field", "kind", "slips", "text")

    def __init__(self, kind: str, field: str, text: str, slips: int = 0) -> None:
        self.kind, self.field, self.text, self.slips = kind, field, text, slips

    @property
    def key(self) -> tuple[str, ...]:
        """What makes it the same as another."""
        return self.kind, self.field, self.text, str(self.slips)


class Group:
    """`and`, `or` or `not` over its parts."""

    __slots__ = ("kind", "parts")

    def __init__(self, kind: str, parts: tuple[Any, ...]) -> None:
        self.kind, self.parts = kind, parts


class Query:
    """What was understood: `words` (soft), `must` (a tree, or None), `cards` named in fields, `notes`."""

    __slots__ = ("cards", "must", "notes", "words")

    def __init__(self) -> None:
        self.words: list[str] = []
        self.must: Any = None
        self.cards: list[str] = []
        self.notes: list[str] = []


def uses_language(text: str) -> bool:
    """Whether more than plain words are in a query. A colon between words and a last question mark are plain."""
    if _SIGNS.isdisjoint(text) and "-" not in text and " OR " not in text and "?" not in text:
        return False
    if '"' in text or "~" in text or "*" in text or "(" in text or ")" in text or " OR " in text:
        return True
    for word in text.split():
        colon = word.find(":")
        if colon > 0 and colon < len(word) - 1 and word[:colon].replace("-", "").replace("_", "").isalpha():
            return True
        if len(word) > 1 and word[0] == "-" and not word[1].isdigit() and word[1] != "-":
            return True
        if "?" in word.rstrip("?!.,"):
            return True
    return False


def tidy(text: str, notes: list[str]) -> str:
    """The query without control characters, cut to a readable length, its quotes and parentheses in pairs."""
    text = "".join(
        c if c.isprintable() else " " for c in text[: LONGEST + 1].replace("“", '"').replace("”", '"').replace("„", '"')
    )
    if len(text) > LONGEST:
        text = text[:LONGEST]
        notes.append(f"only the first {LONGEST} characters were read")
    if not uses_language(text):
        return text
    if text.count('"') % 2:
        at = text.rindex('"')
        text = f"{text[:at]} {text[at + 1 :]}"
        notes.append("a quote without its partner was ignored")
    return _paired(text, notes)


def _paired(text: str, notes: list[str]) -> str:
    kept, opened, quoted, alone, deep = list(text), list[int](), False, 0, 0
    for at, c in enumerate(text):
        if c == '"':
            quoted = not quoted
        elif quoted:
            continue
        elif c == "(":
            opened.append(at)
            if len(opened) > _DEEPEST:
                kept[at] = " "
                deep += 1
        elif c == ")":
            if not opened:
                kept[at] = " "
                alone += 1
            elif len(opened) > _DEEPEST:
                kept[at] = " "
                opened.pop()
            else:
                opened.pop()
    for at in opened:
        alone += kept[at] == "("
        kept[at] = " "
    if alone:
        notes.append("a parenthesis without its partner was ignored")
    if deep:
        notes.append(f"parentheses deeper than {_DEEPEST} were ignored")
    return "".join(kept)


def read(typed: str, resolve_leaf: Callable[[Leaf, Query], Any]) -> Query:
    """The query. `resolve_leaf` turns a leaf of a field, a phrase or a pattern into terms of the index, or None."""
    from rulings.search.tokens import words_of

    found = Query()
    text = tidy(typed, found.notes)
    if not uses_language(text):
        found.words = words_of(text)
        return found
    from rulings.search.on_whoosh import parse

    tree = _trimmed(parse(text), found.notes)
    parts = list(tree.parts) if isinstance(tree, Group) and tree.kind == "and" else [tree]
    must = []
    for part in parts:
        if isinstance(part, Leaf) and part.kind == "word" and not part.field:
            found.words += words_of(part.text)
        else:
            looked_up = _look_up(part, found, resolve_leaf, True)
            if looked_up is not None:
                must.append(looked_up)
    if must:
        found.must = Group("and", tuple(must))
    return found


def _trimmed(tree: Any, notes: list[str]) -> Any:
    """The tree with as many leaves as can be answered within a moment, and none twice in a group."""
    left = {"parts": _MOST, "patterns": _MOST_PATTERNS}
    cut: set[str] = set()

    def trim(node: Any) -> Any:
        if isinstance(node, Leaf):
            kind = "patterns" if node.kind in ("pattern", "fuzzy") else "parts"
            if not left[kind]:
                cut.add(kind)
                return None
            left[kind] -= 1
            return node
        kept: list[Any] = []
        seen: set[tuple[str, ...]] = set()
        for part in node.parts:
            if isinstance(part, Leaf) and part.kind != "word":
                if part.key in seen:
                    continue
                seen.add(part.key)
            trimmed = trim(part)
            if trimmed is not None:
                kept.append(trimmed)
        return None if node.kind == "not" and not kept else Group(node.kind, tuple(kept))

    whole = trim(tree) or Group("and", ())
    if "parts" in cut:
        notes.append(f"only the first {_MOST} parts of the query were read")
    if "patterns" in cut:
        notes.append(f"only the first {_MOST_PATTERNS} words with * or ~ were read")
    return whole


def _look_up(tree: Any, found: Query, resolve_leaf: Callable[[Leaf, Query], Any], wanted: bool) -> Any:
    """The tree in terms of the index without what was not understood, or None; its words join the soft ones."""
    if isinstance(tree, Leaf):
        if not tree.field and wanted:
            from rulings.search.tokens import words_of

            if tree.kind in ("word", "phrase"):
                found.words += words_of(tree.text)
        return resolve_leaf(tree, found)
    parts = [_look_up(part, found, resolve_leaf, wanted and tree.kind != "not") for part in tree.parts]
    parts = [part for part in parts if part is not None]
    if not parts:
        return None
    return parts[0] if len(parts) == 1 and tree.kind != "not" else Group(tree.kind, tuple(parts))
