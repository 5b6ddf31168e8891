"""What stands after a field of the query language → terms of the index; and an entry's facts → the same terms."""

from __future__ import annotations

from typing import TYPE_CHECKING, Any

from rulings.search import names
from rulings.search.language import Group, Leaf, Query
from rulings.search.tokens import stem, words_of

if TYPE_CHECKING:
    from rulings.search.entries import Entry
    from rulings.search.on_whoosh import Matcher

FIELDS = ("card", "topic", "by", "is", "side", "type", "keyword", "set", "before", "after", "in", "game", "kind")
_OTHER_NAMES = {
    "subject": "card",
    "who": "by",
    "author": "by",
    "authority": "by",
    "keywords": "keyword",
    "kw": "keyword",
    "t": "type",
    "s": "side",
    "expansion": "set",
    "document": "in",
    "doc": "in",
    "until": "before",
    "since": "after",
}
_OTHER_VALUES = {
    ("is", "reverses"): "reversal",
    ("is", "reversals"): "reversal",
    ("is", "erratum"): "errata",
    ("is", "rulings"): "ruling",
    ("side", "corporation"): "corp",
    ("side", "c"): "corp",
    ("side", "r"): "runner",
    ("type", "agendas"): "agenda",
    ("game", "android"): "android-netrunner",
    ("in", "tournaments"): "tournament",
    ("in", "chart"): "run-chart",
    ("in", "run"): "run-chart",
    ("in", "regulations"): "tournament",
    ("in", "multiplayer"): "variant",
    ("in", "rules"): "manual",
}


def slug(words: str) -> str:
    """A value as it stands in the index: `Black Ice` → `black-ice`."""
    return "-".join(words_of(words))


def facts_of(entry: Entry) -> dict[str, list[str]]:
    """Field → the entry's terms."""
    facts = entry.facts
    near = [key for key, strength in entry.concerns.items() if strength > 0.55]
    by = [form for name in facts.get("by", ()) for form in {slug(name), *words_of(name)}]
    return {
        "card": [key[5:] for key in near if key.startswith("card/")],
        "topic": [key[6:] for key in near if key.startswith("topic/")],
        "by": sorted(set(by)),
        "is": facts.get("is", []),
        "side": [facts["side"]] if "side" in facts else [],
        "type": [slug(facts["type"])] if "type" in facts else [],
        "keyword": [slug(keyword) for keyword in facts.get("keyword", ())],
        "set": [slug(facts["set"])] if "set" in facts else [],
        "date": facts.get("dates", []),
        "in": [facts["in"]],
        "game": [entry.game],
        "kind": [entry.kind],
    }


class Resolver:
    """Turns leaves of a query's tree into terms of the index, and writes a note for what cannot be."""

    def __init__(self, matcher: Matcher, data: names.Names) -> None:
        self.matcher, self.data = matcher, data

    def __call__(self, leaf: Leaf, query: Query) -> Any:
        """A `Leaf` or `Group` of terms; None (with a note) for what was not understood."""
        field = leaf.field.lower()
        field = _OTHER_NAMES.get(field, field)
        if not field:
            return self._words(leaf, query)
        if field not in FIELDS:
            query.notes.append(f'unknown field "{leaf.field[:40]}:" was ignored (fields: {", ".join(FIELDS[:-1])})')
            return None
        if field in ("card", "topic"):
            return self._named(field, leaf, query)
        if field in ("before", "after"):
            return _dated(field, leaf, query)
        return self._fact(field, leaf, query)

    def _words(self, leaf: Leaf, query: Query) -> Any:
        from rulings.search.on_whoosh import matching_terms

        if leaf.kind == "pattern":
            pattern = "".join(c for c in leaf.text.lower() if c.isalnum() or c in "*?")
            if len(pattern.strip("*?")) < 1:
                query.notes.append(f'"{leaf.text[:20]}" stands for every word and was ignored')
                return None
            terms = matching_terms(pattern, self.matcher.lexicon("exact"))
            query.words += terms[:8]
            return _any("exact", terms, leaf.text)
        if leaf.kind == "fuzzy":
            from rapidfuzz.distance import OSA

            word = "".join(words_of(leaf.text))
            slips = max(1, leaf.slips)
            terms = [
                term for term in self.matcher.lexicon("exact") if OSA.distance(word, term, score_cutoff=slips) <= slips
            ]
            query.words += terms[:8]
            return _any("exact", terms, leaf.text)
        words = words_of(leaf.text)
        if not words:
            return None
        if leaf.kind == "phrase":
            return Leaf("phrase" if len(words) > 1 else "word", "exact", " ".join(words))
        parts = tuple(Leaf("word", "stem", stem(word)) for word in words)
        return parts[0] if len(parts) == 1 else Group("and", parts)

    def _named(self, field: str, leaf: Leaf, query: Query) -> Any:
        if leaf.kind == "pattern":
            from rulings.search.on_whoosh import matching_terms

            return _any(field, matching_terms(leaf.text.lower(), self.matcher.lexicon(field)), leaf.text)
        status, ids, titles = names.resolve(self.data, leaf.text, field)
        shown = leaf.text[:40]
        if status == "none":
            near = f"; the nearest: {', '.join(titles)}" if titles else ""
            query.notes.append(f'no {field} is called "{shown}"{near}')
            return Leaf("word", field, "-")
        if status == "ambiguous":
            query.notes.append(f'{field}:"{shown}" was read as any of {", ".join(titles)}')
        if field == "card":
            query.cards += ids
        return _any(field, ids, leaf.text)

    def _fact(self, field: str, leaf: Leaf, query: Query) -> Any:
        known = self.matcher.lexicon(field)
        if leaf.kind == "pattern":
            from rulings.search.on_whoosh import matching_terms

            return _any(field, matching_terms(leaf.text.lower(), known), leaf.text)
        value = slug(leaf.text)
        value = _OTHER_VALUES.get((field, value), value)
        if value not in known and field == "by" and value:
            words = words_of(leaf.text)
            if all(word in known for word in words):
                return Group("and", tuple(Leaf("word", field, word) for word in words))
        if value not in known:
            singular = next((k for k in known if names.singular(value) in (k, names.singular(k))), None)
            if singular is None:
                few = f" (known: {', '.join(known)})" if len(known) <= 12 else ""
                query.notes.append(f'nothing has {field}:"{leaf.text[:40]}"{few}')
                return Leaf("word", field, "-")
            value = singular
        return Leaf("word", field, value)


def _any(field: str, terms: list[str], typed: str) -> Any:
    """One of the terms; a term that nothing has where there are none."""
    if not terms:
        return Leaf("word", field, "-")
    return (
        Leaf("word", field, terms[0])
        if len(terms) == 1
        else Group("or", tuple(Leaf("word", field, term) for term in terms))
    )


def _dated(field: str, leaf: Leaf, query: Query) -> Any:
    """`before:` a date is before its first day; `after:` is that day or later."""
    date = read_date(leaf.text)
    if date is None:
        query.notes.append(f'"{field}:{leaf.text[:20]}" is no date (1996, 1996-08 or 1996-08-06) and was ignored')
        return None
    return Leaf("until" if field == "before" else "from", "date", date)


def read_date(text: str) -> str | None:
    """A year, month or day as `1996`, `1996-08`, `1996-08-06`; None where it is none."""
    parts = text.strip().split("-")
    if not 1 <= len(parts) <= 3 or not all(part.isascii() and part.isdigit() for part in parts) or len(parts[0]) != 4:
        return None
    if (len(parts) > 1 and not 1 <= int(parts[1]) <= 12) or (len(parts) > 2 and not 1 <= int(parts[2]) <= 31):
        return None
    return "-".join([parts[0], *(f"{int(part):02d}" for part in parts[1:])])
