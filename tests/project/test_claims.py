"""Every sentence that the program says of its own is a row of `data/claims.yaml`, and true.

Whether one is true is decided by `support/claims.py`, without the search. The answers are those to
the queries of all files, random ones, and all words of the documents; a share of them, by the seed,
in an ordinary run.
"""

from __future__ import annotations

import ast
import re
import shlex
from collections import Counter
from collections.abc import Iterable, Iterator
from functools import cache
from pathlib import Path
from typing import Any

import pytest

from rulings.api import KnowledgeBase
from rulings.search.results import Results
from rulings.storage.yaml_files import read_yaml
from support.claims import Answer, Claims, Undecided, fold
from support.command_line import run_cli
from support.data_files import DATA, read_data
from support.examples import some_of
from support.page_search import run_page_search
from support.random_queries import random_queries

ROOT = Path(__file__).resolve().parents[2]
TABLE: dict[str, Any] = read_data("claims.yaml")
NOT_CLAIMS: list[str] = TABLE.pop("not_claims")
BY_STATE: list[dict[str, Any]] = TABLE["by_state"]
# The test of search quality counts where they are said
BY_STATE += [row for row in read_yaml(ROOT / "search/rulebook.yaml")["topics"] if "says" in row]
ROWS: list[dict[str, Any]] = [row for rows in TABLE.values() for row in rows]
# What makes or shows sentences; help and the reports of `rulings check` are about what is typed
SEARCH = "answerability messages query_language query searching terms understanding"
CLI = "cards decks documents lists lookup maintenance output printing run search why"
PAGES = "card-data deck decklist frame hits not-found offline quiz results run-chart"
SPOKEN = [
    *(ROOT / "search" / f"{name}.py" for name in SEARCH.split()),
    *(ROOT / "rulings" / "cli" / f"{name}.py" for name in CLI.split()),
    *(ROOT / "site/theme/js/engine" / f"{name.replace('_', '-')}.js" for name in SEARCH.split()),
    *(ROOT / "site/theme/js" / f"{name}.js" for name in PAGES.split()),
]
_PLACEHOLDER = re.compile(r"\{\w+\}|\[|\]")
_SELECTOR = re.compile(r"[>=\[\]]|[(,.] ?[.a-z-]+:|^keyword:|status-|hit-|\)\) return")


def sentences(path: Path) -> Iterator[str]:
    """The literal texts of at least three words in a module or script."""
    if path.suffix == ".js":
        text = re.sub(r"/\*.*?\*/|(?:^|\s)//.*?$", "", path.read_text("utf-8"), flags=re.S | re.M)
        for match in re.finditer(r'"((?:[^"\\\n]|\\.)*)"|`((?:[^`\\]|\\.)*)`', text):
            spoken = (match[1] or match[2] or "").replace("\\`", "`")
            yield from filter(_is_sentence, re.split(r"\$\{.*?\}+", spoken))
        return
    tree = ast.parse(path.read_text("utf-8"))
    silent = set[ast.AST]()
    for node in ast.walk(tree):
        if isinstance(node, ast.Expr) and isinstance(node.value, ast.Constant):
            silent.add(node.value)  # a docstring
    for node in ast.walk(tree):
        if isinstance(node, ast.Constant) and isinstance(node.value, str) and node not in silent:
            yield from filter(_is_sentence, [node.value])


def _is_sentence(text: str) -> bool:
    has_words = len(re.findall(r"[A-Za-z]{2,}", text)) >= 3 and " " in text.strip()
    return has_words and not _SELECTOR.search(text)


def pattern_of(row: dict[str, Any]) -> re.Pattern[str]:
    """The pattern of the sentences of a row."""
    pattern = ""
    for part in re.split(r"(\{\w+\}|\[|\])", row["says"]):
        if part.startswith("{"):
            name = part[1:-1]
            values = row.get("matches", {}).get(name, ".+?")
            pattern += f"(?P<{name}>{values})" if f"<{name}>" not in pattern else ".+?"
        else:
            pattern += {"[": "(?:", "]": ")?"}.get(part, re.escape(part))
    return re.compile(pattern, re.DOTALL)


PATTERNS = [(pattern_of(row), row) for row in ROWS]


def judged(claims: Claims, answer: Answer, sentence: str) -> tuple[str, str | None]:
    """The row of a sentence, and why it is false, or nothing; None if that is not decided here."""
    for pattern, row in PATTERNS:
        match = pattern.fullmatch(sentence)
        if not match:
            continue
        words = {name: value for name, value in match.groupdict().items() if value is not None}
        if "check" not in row:
            return row["says"], None
        if "of" in row:
            words = {name: words[name] for name in row["of"]}
        try:
            return row["says"], getattr(claims, row["check"])(words, answer)
        except Undecided:
            return row["says"], None
    return "", "no row of the table has it"


def false_claims(claims: Claims, answer: Answer, said: Counter[str]) -> list[str]:
    """The sentences of an answer that are false, with the reason; those said are counted."""
    wrong = [f"{answer.query}: {text}: {why}" for text, why in claims.shown(answer)]
    for sentence in (*answer.notes, *answer.explanation):
        says, why = judged(claims, answer, sentence)
        said[says] += 1
        if why:
            wrong.append(f"{answer.query}: {sentence}: {why}")
    return wrong


def answer_of(results: Results, passing: set[str] | None = None) -> Answer:
    return Answer(
        results.query,
        [*results.notes],
        [*results.explanation],
        results.counts,
        results.total,
        [(hit.kind, hit.id, hit.passage) for hit in results.hits],
        {hit.id: [*hit.near_identical] for hit in results.hits},
        passing is not None,
        passing,
    )


@pytest.fixture(scope="module")
def claims(kb: KnowledgeBase) -> Claims:
    @cache
    def search(query: str) -> Answer:
        return answer_of(kb.search(query, limit=None))

    return Claims(kb.export(), search)


def queries_of(kb: KnowledgeBase, claims: Claims, kind: str) -> list[str]:
    """The queries of the table, of all files, random ones, or all words."""
    if kind == "table":
        return [row["query"] for row in ROWS if "query" in row]
    if kind == "random":
        return random_queries(kb, 2000, 1996)
    if kind == "words":
        titles = [word for title in claims.cards for word in fold(title).split()]
        return sorted(claims.words.union(titles))
    files = [*(DATA / "queries").glob("*.yaml")]
    rows = [row for file in sorted(files) for row in read_data(file)]
    rows += [*read_data("query-language-cases.yaml"), *read_data("ranking-cases.yaml")]
    return list(dict.fromkeys(row["q"] for row in rows))


KINDS = ("table", "files", "random", "words")


@pytest.mark.parametrize("path", SPOKEN, ids=lambda path: str(path.relative_to(ROOT)))
def test_every_sentence_in_the_code_is_a_row(path: Path) -> None:
    texts = [*(row["says"] for row in ROWS), *NOT_CLAIMS]
    pieces = [piece for text in texts for piece in _PLACEHOLDER.split(text)]
    assert [s for s in sentences(path) if not any(s.strip() in piece for piece in pieces)] == []


def test_every_row_is_in_the_code_and_is_proved(claims: Claims, kb: KnowledgeBase) -> None:
    code = "\n".join(path.read_text("utf-8") for path in (ROOT / "search").glob("*.py"))
    paths = [ROOT / "search" / "rulebook.yaml", *SPOKEN]
    code += "\n".join(path.read_text("utf-8") for path in paths)
    for row in ROWS:
        pieces = [piece.strip() for piece in _PLACEHOLDER.split(row["says"])]
        assert "query" in row or any(piece in code for piece in filter(None, pieces)), row
        if "proved_by" in row:
            test = (ROOT / row["proved_by"]).read_text("utf-8")
            assert _has_words(row, re.sub(r'"\n +f?"', "", test)), row
        elif "check" not in row:
            assert "command" in row or row in BY_STATE, row
        if "command" in row and "check" not in row:
            result = run_cli(*row["command"], stdin=row.get("stdin", ""))
            assert _has_words(row, result.out + result.err), row
        if "query" in row:
            results = kb.search(row["query"])
            sentences = [*results.notes, *results.explanation]
            assert any(pattern_of(row).fullmatch(s) for s in sentences), (row, sentences)


def _has_words(row: dict[str, Any], text: str) -> bool:
    """Whether a text has a part of the sentence of a row that nothing varies in."""
    pieces = [piece.strip(" “”:;,.()") for piece in _PLACEHOLDER.split(row["says"])]
    return any(piece in " ".join(text.split()) for piece in pieces if len(piece.split()) > 1)


@pytest.mark.parametrize(
    "kind",
    [pytest.param(kind, marks=pytest.mark.xdist_group(f"claims of {kind}")) for kind in KINDS],
)
def test_what_the_search_says_is_true(kb: KnowledgeBase, claims: Claims, kind: str) -> None:
    said, wrong = Counter[str](), list[str]()
    queries = queries_of(kb, claims, kind)
    for query in queries if kind == "table" else some_of(queries):
        results = kb.search(query, limit=5)
        if results.counts:
            results = kb.search(query, limit=None)
        wrong += false_claims(claims, answer_of(results), said)
    print(f"{kind}: {said.total()} sentences", *said.most_common(), sep="\n")
    assert wrong == []


def test_what_the_search_of_the_page_says_is_true(
    kb: KnowledgeBase, claims: Claims, page_data: str, tmp_path: Path
) -> None:
    queries = [query for kind in KINDS[1:] for query in some_of(queries_of(kb, claims, kind), 30)]
    queries += queries_of(kb, claims, "table")
    answers = run_page_search(page_data, tmp_path, [(query, 5) for query in queries])["answers"]
    said, wrong = Counter[str](), list[str]()
    for query, values in zip(queries, answers, strict=True):
        hits = [*zip(values["kinds"], values["ids"], values["passages"], strict=True)]
        told = (values["notes"], values["explanation"], values["counts"], values["total"])
        wrong += false_claims(claims, Answer(query, *told, hits), said)
    assert wrong == []


@pytest.mark.parametrize(
    "line", [shlex.join(row["command"]) for row in TABLE["terminal"] if "command" in row]
)
def test_what_a_command_says_is_true(claims: Claims, line: str) -> None:
    result = run_cli(*line.split())
    answer = Answer(line.removeprefix("search "), [], [], {}, 0, [])
    said = [text.removeprefix("rulings: ").removeprefix("note: ") for text in _lines(result.err)]
    assert [text for text in said if judged(claims, answer, text)[1]] == []


def _lines(err: str) -> Iterable[str]:
    return re.sub(r"\n(?!rulings: )", " ", err.strip()).splitlines()


@pytest.mark.parametrize("sentence", [row["untrue"] for row in ROWS if "untrue" in row])
def test_a_false_sentence_is_found(claims: Claims, sentence: str) -> None:
    hits = [("ruling", "dr-dreff-601afce4", "")]
    answer = Answer("side:corp rezzed", [sentence], [], {"ruling": 1}, 1, hits)
    assert false_claims(claims, answer, Counter())


def test_each_check_finds_a_false_sentence() -> None:
    checks = {row["check"] for row in ROWS if "check" in row}
    assert checks == {row["check"] for row in ROWS if "untrue" in row}


def test_false_counts_and_lines_are_found(claims: Claims) -> None:
    hits = [
        ("card", "dr-dreff", "99 rulings"),
        ("ruling", "project-babylon-304765c6", ""),
    ]
    near_identical = {"project-babylon-304765c6": ["world-domination-6f360ab2"]}
    wrong = Answer("trace", [], [], {"card": 2}, 2, hits, near_identical)
    assert len([*claims.shown(wrong)]) == 3
