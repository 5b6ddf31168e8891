"""Entries → a Whoosh index; a query's text → its tree; a tree of terms → the numbers of the entries that match.

The only module that imports Whoosh, and only what all its forks share. Its import costs six bare interpreter starts, so
a query of plain words never comes here: Whoosh holds the entries, reads the query language and answers what must match;
the order of the answers is made by `rulings.search.ranking`.
"""

from __future__ import annotations

from collections.abc import Callable, Iterable, Iterator, Sequence
from functools import cached_property
from typing import TYPE_CHECKING, Any

from rulings.search.language import Group, Leaf
from rulings.search.lent import lent
from rulings.search.tokens import stem, words_of

# Whoosh imports urllib.request for a download that nothing asks of it, and a package for one decorator that imports
# asyncio: together more than the rest of its import.
with lent({"urllib.request": {"urlretrieve": None}, "cached_property": {"cached_property": cached_property}}):
    from whoosh import fields, index, qparser, query
    from whoosh.analysis import Token, Tokenizer
    from whoosh.filedb.filestore import RamStorage
    from whoosh.qparser import plugins

if TYPE_CHECKING:
    from pathlib import Path

    from rulings.search.entries import Entry

Tree = Group | Leaf
MOST_TERMS = 400  # that one pattern may stand for


class _Words(Tokenizer):  # type: ignore[misc]
    """The words of a text as `tokens.words_of` cuts them, whole or as stems."""

    def __init__(self, stems: bool = False) -> None:
        self.stems = stems

    def __call__(
        self, value: str, positions: bool = False, start_pos: int = 0, mode: str = "", **kwargs: Any
    ) -> Iterator[Any]:
        token = Token(positions, False, mode=mode, **kwargs)
        for number, word in enumerate(words_of(value)):
            token.text = token.original = stem(word) if self.stems else word
            token.boost, token.stopped = 1.0, False
            if positions:
                token.pos = start_pos + number
            yield token


class _Whole(Tokenizer):  # type: ignore[misc]
    """Values that are already cut: one token a line."""

    def __call__(
        self, value: str, positions: bool = False, start_pos: int = 0, mode: str = "", **kwargs: Any
    ) -> Iterator[Any]:
        token = Token(positions, False, mode=mode, **kwargs)
        for number, part in enumerate(value.split("\n")):
            token.text = token.original = part
            token.boost, token.stopped = 1.0, False
            if positions:
                token.pos = start_pos + number
            yield token


def schema() -> fields.Schema:
    """`exact`: the source's words, for phrases and patterns; `stem`: all words, cut down; the rest are facts."""
    facts = {
        name: fields.TEXT(analyzer=_Whole(), phrase=False)
        for name in ("card", "topic", "by", "is", "side", "type", "keyword", "set", "date", "in", "game", "kind")
    }
    return fields.Schema(
        number=fields.STORED,
        exact=fields.TEXT(analyzer=_Words(), phrase=True),
        stem=fields.TEXT(analyzer=_Words(stems=True), phrase=False),
        **facts,
    )


def write(
    found: Sequence[Entry],
    folder: Path | None,
    facts_of: Callable[[Entry], dict[str, list[str]]],
    progress: Callable[[int, int], None] = lambda done, of: None,
) -> Any:
    """An index of the entries in an existing folder, or in memory. Entry numbers are their places in `found`."""
    made = RamStorage().create_index(schema()) if folder is None else index.create_in(str(folder), schema())
    writer = made.writer(limitmb=256)
    for number, entry in enumerate(found):
        values = {name: "\n".join(items) for name, items in facts_of(entry).items() if items}
        exact = f"{entry.title}\n{entry.text}"
        writer.add_document(number=number, exact=exact, stem="\n".join([exact, entry.keys, *entry.questions]), **values)
        if not number % 64:
            progress(number, len(found))
    writer.commit()
    return made


def open_folder(folder: Path) -> Any:
    """The index in a folder; whatever is wrong with it is raised."""
    return index.open_dir(str(folder))


def parse(text: str) -> Tree:
    """The tree of a query: words, phrases, patterns and fields as they were typed, none looked up yet."""
    parser = qparser.QueryParser(
        "",
        None,
        plugins=[
            plugins.FieldsPlugin(r"(?P<text>[A-Za-z][A-Za-z_-]*):(?=[^\s:])", remove_unknown=False),
            plugins.PhrasePlugin(),
            plugins.GroupPlugin(),
            plugins.WildcardPlugin(),
            plugins.FuzzyTermPlugin(),
            plugins.OperatorsPlugin(
                And=None, AndNot=None, AndMaybe=None, Require=None, Not=r"(^|(?<=(\s|[()])))-(?=[^\s\d-])"
            ),
        ],
    )
    return _tree(parser.parse(text, normalize=False))


def _tree(node: Any) -> Tree:
    if isinstance(node, query.FuzzyTerm):
        return Leaf("fuzzy", node.fieldname, node.text, min(2, node.maxdist))
    if isinstance(node, query.Prefix):
        return Leaf("pattern", node.fieldname, f"{node.text}*")
    if isinstance(node, query.Wildcard):
        return Leaf("pattern", node.fieldname, node.text)
    if isinstance(node, query.Phrase):
        return Leaf("phrase", node.fieldname, " ".join(node.words))
    if isinstance(node, query.Term):
        return Leaf("word", node.fieldname, node.text)
    if isinstance(node, query.Not):
        return Group("not", (_tree(node.query),))
    if isinstance(node, (query.And, query.Or)):
        return Group("or" if isinstance(node, query.Or) else "and", tuple(_tree(child) for child in node))
    return Group("and", ())


class Matcher:
    """Answers trees from an open index."""

    def __init__(self, opened: Any) -> None:
        self._searcher = opened.searcher()
        self._lexicons: dict[str, list[str]] = {}
        self._numbers: list[int] | None = None

    def lexicon(self, field: str) -> list[str]:
        """All terms of a field, sorted."""
        if field not in self._lexicons:
            self._lexicons[field] = [
                term.decode() if isinstance(term, bytes) else term for term in self._searcher.reader().lexicon(field)
            ]
        return self._lexicons[field]

    def entries(self, tree: Tree) -> set[int]:
        """The numbers of the entries that match a tree of looked-up terms (see `language`)."""
        matched = self._searcher.docs_for_query(_query(tree))
        return {self._searcher.stored_fields(number)["number"] for number in matched}


def _query(tree: Tree) -> Any:
    if isinstance(tree, Leaf):
        if tree.kind == "phrase":
            return query.Phrase(tree.field, tree.text.split())
        if tree.kind == "from":
            return query.TermRange(tree.field, tree.text, None)
        if tree.kind == "until":
            return query.TermRange(tree.field, None, tree.text, endexcl=True)
        return query.Term(tree.field, tree.text)
    parts = [_query(child) for child in tree.parts]
    if tree.kind == "not":
        return query.Not(parts[0])
    if not parts:
        return query.NullQuery
    if tree.kind == "or":
        return query.Or(parts)
    wanted = [part for part in parts if not isinstance(part, query.Not)]
    return query.And([*(wanted or [query.Every()]), *(part for part in parts if isinstance(part, query.Not))])


def matching_terms(pattern: str, terms: Iterable[str]) -> list[str]:
    """The terms that a pattern with `*` (any letters) and `?` (one) stands for; linear in the length of each term."""
    head = pattern.split("*")[0].split("?")[0]
    found = []
    for term in terms:
        if term.startswith(head) and _fits(pattern, term):
            found.append(term)
            if len(found) >= MOST_TERMS:
                break
    return found


def _fits(pattern: str, term: str) -> bool:
    at = on = 0
    star, retry = -1, 0
    while on < len(term):
        if at < len(pattern) and pattern[at] in ("?", term[on]):
            at, on = at + 1, on + 1
        elif at < len(pattern) and pattern[at] == "*":
            star, retry, at = at, on, at + 1
        elif star >= 0:
            at, retry = star + 1, retry + 1
            on = retry
        else:
            return False
    return not pattern[at:].strip("*")
