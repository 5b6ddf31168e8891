"""Climbs to the queries of 2,000 letters that take the search longest: `slowest [ROUNDS] [SEED]`.

A query is a few parts again and again. In each round a part is replaced, added, moved or left out;
what takes longer is kept. Prints the seconds of processor of the dearest, and ends with 1 if one
takes more than `MOST`.
"""

from __future__ import annotations

import random
import sys
import time

import rulings
from rulings.search.fields import FIELDS
from rulings.search.parameters import MAX_QUERY_LENGTH

MOST = 0.15  # seconds
MAX_PARTS = 8
# After the name of a field; # is another word each time
VALUES = ("a", "#", "a,#,", '"# b"', "#*", ">1", "!=1,2", "1997", "-#")
WORDS = ("a", "#", "the ice", "a*", '"a the"', '"# b', "-#", "OR", "NOT", "or", "AND", "dreff", "wylei",
         "1997", ">", ",", ".", "errata", "not", "by sparky", "costs 3", "#:a", "–#", "(", "601afce")  # fmt: skip
JOINS = (" ", "", ",", " OR ")


def query_of(parts: tuple[str, ...], join: str) -> str:
    """The parts again and again."""
    text, number = "", 0
    while len(text) < MAX_QUERY_LENGTH:
        number += 1
        word = "".join("bcdfgklmnr"[int(figure)] for figure in str(number))
        text += join.join(parts).replace("#", word) + (join or " ")
    return text[:MAX_QUERY_LENGTH]


def seconds(kb: rulings.KnowledgeBase, query: str) -> float:
    """The processor's time for a query; of two tries the shorter."""
    tries = []
    for _ in range(2):
        start = time.process_time()
        kb.search(query)
        tries.append(time.process_time() - start)
    return min(tries)


def changed(parts: tuple[str, ...], rng: random.Random) -> tuple[str, ...]:
    """The parts with one replaced, added or left out."""
    field = f"{rng.choice(('', '-'))}{rng.choice(FIELDS).name}:{rng.choice(VALUES)}"
    part, place = rng.choice((field, rng.choice(WORDS))), rng.randrange(len(parts))
    stop = place + rng.choice((0, 1))
    after = parts[stop:]
    if len(parts) == MAX_PARTS:
        after = after[1:]
    return (*parts[:place], part, *after)


def climb(
    kb: rulings.KnowledgeBase, start: str, rounds: int, rng: random.Random
) -> tuple[float, str]:
    """The seconds of the dearest query that is found from a part, and the query."""
    parts: tuple[str, ...] = (start,)
    join = " "
    most, dearest = 0.0, ""
    for _ in range(rounds):
        other_parts, other_join = changed(parts, rng), rng.choice((join, *JOINS))
        query = query_of(other_parts, other_join)
        taken = seconds(kb, query)
        if taken > most:
            most, dearest, parts, join = taken, query, other_parts, other_join
    return most, dearest


if __name__ == "__main__":
    arguments = [*map(int, sys.argv[1:])]
    rounds = arguments[0] if arguments else 40
    seed = arguments[1] if arguments[1:] else 1996
    kb, rng = rulings.open(), random.Random(seed)
    kb.search("the first search reads what all use")
    starts = [f"{field.name}:#" for field in FIELDS] + ["a", '"# b"', "#*"]
    results = sorted((climb(kb, start, rounds, rng) for start in starts), reverse=True)
    for taken, query in results[:10]:
        print(f"{taken:.3f}  {query[:100]!r}")
    sys.exit(results[0][0] > MOST)
