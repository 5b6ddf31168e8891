"""What many tests do alike is done once in a run: `sharing()` is around all of them, unless they run with `--unshared`.

Most tests change one file of hundreds, and read, validate or index all of them. Nothing is hidden by sharing: what was made
before is known by all that it was made of, each gets a copy of its own, and what is wrong is found wrong each time.

Of a run of 180 CPU seconds it saves 50 more for reading, 60 for validating and 45 for the index. Writing YAML, looking for
near-identical rulings and making the pages of the command line would each save less than 4 %: they are done anew.
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
from rulings.search import indexing
from rulings.search.index import Progress
from rulings.storage import validation, yaml_reader

MOST = 3000  # of each kind are kept: more come in a long run, in which hardly anything comes twice
P = ParamSpec("P")
R = TypeVar("R")


def once(make: Callable[P, R], made_of: Callable[P, object]) -> Callable[P, R]:
    """The function, which makes the same only once; `made_of`: its arguments → all that the result is made of."""
    made = dict[bytes, bytes]()

    @wraps(make)
    def made_once(*args: P.args, **named: P.kwargs) -> R:
        key = _digest(made_of(*args, **named))
        if key not in made:
            if len(made) >= MOST:
                made.clear()
            made[key] = pickle.dumps(make(*args, **named))
        result: R = pickle.loads(made[key])
        return result

    return made_once


def _digest(data: object) -> bytes:
    """Tells apart what is equal but of different classes, such as 1 and True."""
    return sha256(pickle.dumps(data)).digest()


class _Validator:
    """jsonschema's validator, which does not look again at what it found valid."""

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


def _content(kb: KnowledgeBase) -> list[object]:
    """All of a knowledge base but the folder it was read from."""
    return [getattr(kb, field.name) for field in fields(kb) if field.compare and field.name != "folder"]


@contextmanager
def sharing() -> Iterator[None]:
    """Meanwhile, what is made of the same is made once."""
    build, validator_of = indexing.build, validation.validator_of

    def with_steps(kb: KnowledgeBase) -> tuple[list[tuple[int, int]], list[tuple[str, bytes]]]:
        steps = list[tuple[int, int]]()
        return steps, list(build(kb, lambda done, of: steps.append((done, of))))

    index = once(with_steps, _content)

    def build_once(kb: KnowledgeBase, progress: Progress | None = None) -> Iterator[tuple[str, bytes]]:
        steps, values = index(kb)
        for step in steps:
            if progress:
                progress(*step)
        yield from values

    @cache
    def remembering(definition: str) -> _Validator | None:
        validator = validator_of(definition)
        return validator and _Validator(validator)

    with pytest.MonkeyPatch.context() as patch:
        patch.setattr(yaml_reader, "parse_yaml", once(yaml_reader.parse_yaml, lambda text, name: text))
        patch.setattr(validation, "validator_of", remembering)
        patch.setattr(indexing, "build", build_once)
        yield
