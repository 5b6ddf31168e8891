"""Makes a test run faster: what many tests read, validate or index is computed once and then reused.

Most tests change one file of hundreds, but read, validate or index all of them. Reuse cannot hide an error: a result
is stored under everything it was computed from, each test gets its own copy, and errors are not stored.

Reading YAML, validating it, and making the values of the search index and the views of the command line are reused,
because without that they would take half of the time of a run. So is the key of the shipped knowledge base, which no
test changes: each command looks at all its files otherwise. Views that commands read from their cache are not copied,
because copying takes as long as reading; at the end, none of them may have been changed. Writing YAML and finding
near-identical rulings are not reused, because each would save little.
"""

from __future__ import annotations

import pickle
from collections.abc import Callable, Iterator
from contextlib import contextmanager
from dataclasses import fields
from functools import cache, wraps
from hashlib import sha256
from typing import Any, ParamSpec, TypeVar

import pytest

from rulings.api import KnowledgeBase
from rulings.callbacks import CountProgress
from rulings.cli import view_building, view_store
from rulings.search import indexing
from rulings.storage import cache as cache_files
from rulings.storage import validation, yaml_reader
from rulings.storage.cache_keys import cache_key
from rulings.storage.json_text import from_json
from rulings.storage.layout import PACKAGE

MAX_RESULTS = 3000  # stored per function; only a long run computes more, and hardly any of those are needed again
P = ParamSpec("P")
R = TypeVar("R")


def memoize(function: Callable[P, R], input_of: Callable[P, object]) -> Callable[P, R]:
    """The function with its results stored; `input_of` maps its arguments to all that a result depends on."""
    results = dict[bytes, bytes]()

    @wraps(function)
    def memoized(*args: P.args, **kwargs: P.kwargs) -> R:
        key = _digest(input_of(*args, **kwargs))
        if key not in results:
            if len(results) >= MAX_RESULTS:
                results.clear()
            results[key] = pickle.dumps(function(*args, **kwargs))
        result: R = pickle.loads(results[key])
        return result

    return memoized


def _digest(data: object) -> bytes:
    """Differs for equal values of different types, such as 1 and True."""
    return sha256(pickle.dumps(data)).digest()


class _MemoizedValidator:
    """A jsonschema validator that does not validate the same valid data twice."""

    def __init__(self, validator: Any) -> None:
        self._validator = validator
        self._valid = set[bytes]()

    def iter_errors(self, data: Any) -> Iterator[Any]:
        key = _digest(data)
        if key in self._valid:
            return
        errors = list(self._validator.iter_errors(data))
        if not errors:
            self._valid.add(key)
        yield from errors


def _content(kb: KnowledgeBase) -> str:
    """All of a knowledge base except the folder it was read from. Pickled, it would differ if parts were shared."""
    return repr([getattr(kb, field.name) for field in fields(kb) if field.compare and field.name != "folder"])


@contextmanager
def shared_work() -> Iterator[None]:
    """Within this context, reading, validating, indexing and making views reuse earlier results."""
    build, validator_of, make_views = indexing.index_values, validation.validator_of, view_building.make_views

    def build_with_steps(kb: KnowledgeBase) -> tuple[list[tuple[int, int]], list[tuple[str, bytes]]]:
        """The steps of progress and the values of the index."""
        steps = list[tuple[int, int]]()
        return steps, list(build(kb, lambda done, of: steps.append((done, of))))

    memoized_build = memoize(build_with_steps, _content)

    def replay_build(kb: KnowledgeBase, progress: CountProgress | None = None) -> Iterator[tuple[str, bytes]]:
        steps, values = memoized_build(kb)
        for step in steps:
            if progress:
                progress(*step)
        yield from values

    @cache
    def memoized_validator_of(definition: str) -> _MemoizedValidator | None:
        validator = validator_of(definition)
        return validator and _MemoizedValidator(validator)

    shipped_key = cache(lambda: cache_key(PACKAGE))
    views = dict[str, Any]()  # as read from each text

    def from_json_once(text: str) -> Any:
        if text not in views:
            views[text] = from_json(text)
        return views[text]

    with pytest.MonkeyPatch.context() as patch:
        patch.setattr(
            cache_files, "cache_key", lambda folder: shipped_key() if folder == PACKAGE else cache_key(folder)
        )
        patch.setattr(yaml_reader, "parse_yaml", memoize(yaml_reader.parse_yaml, lambda text, name: text))
        patch.setattr(validation, "validator_of", memoized_validator_of)
        patch.setattr(indexing, "index_values", replay_build)
        patch.setattr(view_building, "make_views", memoize(lambda kb: list(make_views(kb)), _content))
        patch.setattr(view_store, "from_json", from_json_once)
        yield
    changed = [text[:200] for text, view in views.items() if view != from_json(text)]
    assert not changed, f"commands changed views that they share: {changed}"
