"""The words of a query → the cards that are named in it, each with how sure that is."""

from __future__ import annotations

TYPE_CHECKING = False
if TYPE_CHECKING:
    from collections.abc import Callable, Iterable
    from typing import Any

    from rulings.knowledge import KnowledgeBase

    Spots = dict[str, Any]

LONGEST = 7  # words of a name that are looked at together
_CLEAR = 0.95  # a name of several words is hardly ever meant as anything else
_ORDINARY = 0.85  # … unless it is an everyday phrase


class Spotted:
    """Words `start` to `stop` of a query name one of `cards` (ids); `sure` is 0–1; `corrected`: the name as spelled."""

    __slots__ = ("cards", "corrected", "start", "stop", "sure")

    def __init__(self, start: int, stop: int, cards: list[str], sure: float, corrected: str | None = None) -> None:
        self.start, self.stop, self.cards, self.sure, self.corrected = start, stop, cards, sure, corrected


def build(kb: KnowledgeBase, texts: Iterable[tuple[set[str], list[str]]]) -> Spots:
    """`texts`: for each entry the ids of its cards and its folded words, which show how often a word means the card."""
    from rulings.search import names
    from rulings.search.tokens import words_of

    table = names.data_of(kb)["card"]
    ids, keys = table["ids"], dict[str, list[int]]()
    for source in ("rough", "alias", "exact"):
        for name, numbers in table[source].items():
            if not name.startswith("="):
                keys[" ".join(words_of(name))] = numbers
    titles = {" ".join(words_of(title)): number for number, title in enumerate(table["titles"])}
    keys |= {title: [number] for title, number in titles.items()}
    friends = {" ".join(words_of(f["words"])): bool(f.get("exact_case")) for f in kb.names.get("false_friends", ())}
    doubtful = {
        key: {ids[i] for i in numbers} for key, numbers in keys.items() if key and (" " not in key or key not in titles)
    }
    meant = _meaning(doubtful, texts)
    found = dict[str, tuple[list[int], float]]()
    of_the_game = {form for key, exact in friends.items() if not exact for form in (key, key.replace(" ", ""))}
    doubted = {key.replace(" ", ""): how for key, how in meant.items() if " " in key}
    for key, numbers in keys.items():
        if not key or key in of_the_game:
            continue
        sure = meant.get(key, doubted.get(key, 0.9)) if key in doubtful else _ORDINARY if key in friends else _CLEAR
        found[key] = numbers, round(sure / len(numbers) ** 0.5, 3)
    printed = {
        f["unless"]: " ".join(words_of(f["words"])) for f in kb.names.get("false_friends", ()) if f.get("unless")
    }
    return {
        "ids": ids,
        "titles": table["titles"],
        "names": found,
        "printed": {form: (key, keys[key]) for form, key in printed.items() if key in keys and key not in found},
    }


def _meaning(names: dict[str, set[str]], texts: Iterable[tuple[set[str], list[str]]]) -> dict[str, float]:
    """Of the entries that have a name of one word, or part of a title, among their words: the share about its card."""
    about, having = dict[str, int](), dict[str, int]()
    longest = max((name.count(" ") + 1 for name in names), default=1)
    for concerned, words in texts:
        runs = {
            " ".join(words[at : at + length])
            for length in range(1, longest + 1)
            for at in range(len(words) - length + 1)
        }
        for name in runs & names.keys():
            having[name] = having.get(name, 0) + 1
            about[name] = about.get(name, 0) + bool(names[name] & concerned)
    return {name: (about[name] + 0.8) / (count + 1) for name, count in having.items()}


def spot(spots: Spots, words: list[str], ordinary: Callable[[str], bool], typed: str = "") -> list[Spotted]:
    """The names in a query, in its order. `ordinary(word)` says whether the entries have the word at all.

    A word of the game is a card's name only if it stands in `typed`, the query as it was typed, in its print: `TRAP!`.
    """
    names = spots["names"]
    printed = {key: (numbers, _CLEAR) for form, (key, numbers) in spots["printed"].items() if form in typed}
    if printed:
        names = {**names, **printed}
    found, at = list[Spotted](), 0
    while at < len(words):
        for stop in range(min(len(words), at + LONGEST), at, -1):
            key = " ".join(words[at:stop])
            match = names.get(key) or (names.get(key.replace(" ", "")) if stop - at > 1 and len(key) > 6 else None)
            if match is None and stop - at > 1 and key.startswith("the "):
                match = names.get(key[4:])
            if match and match[1] > 0.12:
                found.append(Spotted(at, stop, [spots["ids"][i] for i in match[0]], match[1]))
                at = stop
                break
        else:
            at += 1
    taken = {i for one in found for i in range(one.start, one.stop)}
    strange = [i for i, word in enumerate(words) if i not in taken and len(word) > 3 and not ordinary(word)]
    if strange and len(words) < 60:
        _mistyped(spots, words, strange[:8], taken, found)
    return sorted(found, key=lambda one: one.start)


def _mistyped(spots: Spots, words: list[str], strange: list[int], taken: set[int], found: list[Spotted]) -> None:
    """Adds the names that are there but for slips of the pen: only around words that no entry has."""
    from rulings.search.likeness import nearest_name

    for at in strange:
        if at in taken:
            continue
        best: tuple[float, int, int, str] | None = None
        for start in range(max(0, at - 3), at + 1):
            for stop in range(at + 1, min(len(words), at + 4) + 1):
                if taken.isdisjoint(range(start, stop)):
                    match = nearest_name(spots, words[start:stop])
                    if match and (
                        best is None or (match[1] - (stop - start), -len(match[0])) < (best[0], -len(best[3]))
                    ):
                        best = match[1] - (stop - start), start, stop, match[0]
        if best:
            _, start, stop, name = best
            numbers, sure = spots["names"][name]
            found.append(Spotted(start, stop, [spots["ids"][i] for i in numbers], 0.85 * sure, name))
            taken.update(range(start, stop))
