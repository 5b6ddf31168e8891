"""The knowledge base → `assets/search-data.js`: what the search in the page knows, one script of at most 80 KB.

Shipped are words, not an index: the page builds its inverted index itself in a few milliseconds, which costs fewer
bytes than shipping one. Lists of records are stored as columns (one string a column, one line a record), because like
stands beside like there and compresses best. The first question of an entry is shown and therefore shipped whole; of
the others only the words they add are needed, as a list of entries for each word (see `_postings`).
"""

from __future__ import annotations

import json
import re
from collections import defaultdict
from collections.abc import Iterable, Sequence
from typing import Any

from rulings.ids import fold
from rulings.knowledge import KnowledgeBase
from rulings.model import Card, Ruling, Section
from rulings.search import synonyms, tokens  # pure functions and tables: both searches read alike
from rulings.search.tokens import stem, words_of
from rulings.site.shorthand import shorten

FORMAT = 1
TOO_COMMON = 0.06  # a word in more than this share of the entries tells none of them apart
_BASE = 45  # digits of a posting: the last from `#` upwards, those before it from `P` upwards, all of them printable
_DIGITS = "0123456789ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz"


def write(kb: KnowledgeBase) -> str:
    """The script: `window.RULINGS_SEARCH = {…}` in UTF-8, the same bytes for the same knowledge base."""
    text = json.dumps(page_data(kb), ensure_ascii=False, separators=(",", ":"))
    return f"window.RULINGS_SEARCH={text};\n".replace("\u2028", " ").replace("\u2029", " ")


def page_data(kb: KnowledgeBase) -> dict[str, Any]:
    """Columns of cards, topics, rulings, sections and steps, with the names and synonyms that the command line uses."""
    entries = _entries(kb)
    named = synonyms.read(kb.folder).get("documents", {})
    called = {short: "|".join(map(str, names)) for short, names in named.items()}
    columns, common = shorten(
        {
            "cards": _lines(c.title for c in kb.cards),
            "rulings": _lines(_asked(r.questions, r.text) for r in kb.rulings),
            "sections": _lines(_asked(s.questions, _with_tables(s)) for s in kb.sections),
            "steps": _lines(_asked(s.questions, s.text) for s in kb.steps),
        }
    )
    return {
        "format": FORMAT,
        "common": common,
        "cards": {"titles": columns["cards"], **_cards(kb)},
        "topics": {"titles": _lines(t.title for t in kb.topics), "ids": _ids((t.title, t.id) for t in kb.topics)},
        "rulings": {"texts": columns["rulings"], **_rulings(kb)},
        "documents": [[d.id, d.short, d.title, d.game, called.get(d.short, "")] for d in kb.documents],
        "sections": {"texts": columns["sections"], **_sections(kb)},
        "steps": {
            "texts": columns["steps"],
            "decisions": _lines(s.decision.question if s.decision else "" for s in kb.steps),
            "actors": _lines(s.actor or "" for s in kb.steps),
        },
        "words": _postings([(shown, questions[1:]) for shown, questions in entries]),
        "plain": _plain_words(kb),
        "forms": _forms(),
        "synonyms": _synonyms(kb),
    }


def _entries(kb: KnowledgeBase) -> list[tuple[str, Sequence[str]]]:
    """Every entry's shown words and its questions: the rulings, then the sections, then the steps.

    What only the command line's search knows besides (`asked`) is left out: seven kilobytes more, and no answer better.
    """
    return [
        *((" ".join([r.text, *r.questions[:1]]), r.questions) for r in kb.rulings),
        *((" ".join([s.title, s.text, *s.questions[:1]]), s.questions) for s in kb.sections),
        *((" ".join([s.text, *s.questions[:1]]), s.questions) for s in kb.steps),
    ]


def _asked(questions: Sequence[str], text: str) -> str:
    """The first question and the text as one line with a tab between: side by side they compress better than apart."""
    return "\n".join([" ".join(questions[0].split()) if questions else "", text])


def _cards(kb: KnowledgeBase) -> dict[str, Any]:
    types, sets = sorted({c.type for c in kb.cards}), sorted({c.set for c in kb.cards})
    keywords = sorted({k for c in kb.cards for k in c.keywords})
    ambiguous = defaultdict[str, list[str]](list)
    for entry in kb.names.get("ambiguous", []):
        for title in entry["cards"]:
            ambiguous[title].append(entry["name"])
    return {
        "types": types,
        "sets": sets,
        "keywords": keywords,
        "ids": _ids((c.title, c.id) for c in kb.cards),
        "type": "".join(_DIGITS[types.index(c.type)] for c in kb.cards),
        "set": "".join(_DIGITS[sets.index(c.set)] for c in kb.cards),
        "side": "".join(c.side[0] for c in kb.cards),
        "keyword": _lines(" ".join(f"{keywords.index(k)}" for k in c.keywords) for c in kb.cards),
        "aliases": _lines(_aliases(c) for c in kb.cards),
        "maybe": _lines("|".join(sorted({_key(name) for name in ambiguous[c.title]})) for c in kb.cards),
    }


def _plain_words(kb: KnowledgeBase) -> str:
    """Names of cards that are also words of the game: amid other words they are meant as words."""
    names = {_key(name).removeprefix("the ") for c in kb.cards for name in (c.title, *c.aliases)}
    friends = {_key(entry["words"]) for entry in kb.names.get("false_friends", []) if not entry.get("exact_case")}
    return "|".join(sorted(friends & names))


def _aliases(card: Card) -> str:
    """The names used for a card besides its title, folded, each once, `|` between them."""
    title = _key(card.title)
    return "|".join(dict.fromkeys(key for alias in card.aliases if (key := _key(alias)) != title))


def _rulings(kb: KnowledgeBase) -> dict[str, Any]:
    place = {r.id: n for n, r in enumerate(kb.rulings)}
    subjects = list(dict.fromkeys((r.subject.kind, r.subject.id) for r in kb.rulings))
    number = {subject: n for n, subject in enumerate(subjects)}
    cards = {c.id: n for n, c in enumerate(kb.cards)}
    topics = {t.id: n for n, t in enumerate(kb.topics)}
    people = list(dict.fromkeys(c.authority for r in kb.rulings for c in r.citations))
    persons = {c.authority: c.person for r in kb.rulings for c in r.citations}
    return {
        "people": [[name, persons[name] or ""] for name in people],
        "subjects": " ".join(f"c{cards[id]}" if kind == "card" else f"t{topics[id]}" for kind, id in subjects),
        "subject": _deltas(number[r.subject.kind, r.subject.id] for r in kb.rulings),
        "hash": "".join(r.id.removeprefix(r.subject.id + "-") for r in kb.rulings),
        "flags": "".join(_flags(r) for r in kb.rulings),
        "said": _lines(
            " ".join(_DIGITS[people.index(c.authority)] + (c.date or "").replace("-", "")[2:] for c in r.citations)
            for r in kb.rulings
        ),
        "also": _lines(
            " ".join(str(place[id] - n) for id in r.also_under if id in place) for n, r in enumerate(kb.rulings)
        ),
        "mentions": _lines(
            " ".join(dict.fromkeys(str(cards[m.id]) for m in r.mentions if m.id in cards and m.id != r.subject.id))
            for r in kb.rulings
        ),
    }


def _flags(ruling: Ruling) -> str:
    """One character: bit 0 errata, 1 see, 2 unofficial, 3 reverses, 4 was reversed."""
    kind, later = ruling.kind, bool(ruling.reversed_by)
    bits = (kind == "errata", kind == "see", not ruling.official, ruling.reverses, later)
    return _DIGITS[sum(1 << n for n, bit in enumerate(bits) if bit)]


def _sections(kb: KnowledgeBase) -> dict[str, Any]:
    documents = [d.id for d in kb.documents]
    short = {d.id: d.short for d in kb.documents}
    return {
        "titles": _lines(s.title for s in kb.sections),
        "ids": _ids((f"{short[s.document]} {s.title}", s.id) for s in kb.sections),
        "document": "".join(_DIGITS[documents.index(s.document)] for s in kb.sections),
    }


def _with_tables(section: Section) -> str:
    cells = [c for t in section.tables for row in (t.columns, *t.rows) for c in row]
    return "\n".join([section.text, " · ".join(c for c in cells if c and c not in section.text)]).strip()


def _forms() -> dict[str, str]:
    """The tables that `search-words.js` needs: contractions and, by stem, the irregular forms."""
    forms = defaultdict[str, list[str]](list)
    for form, base in tokens._IRREGULAR.items():
        forms[base].append(form)
    return {
        "contractions": "|".join(f"{short}={' '.join(long)}" for short, long in tokens._CONTRACTIONS.items()),
        "irregular": "|".join(f"{base}={' '.join(known)}" for base, known in forms.items()),
    }


def _synonyms(kb: KnowledgeBase) -> list[list[Any]]:
    """`[weight, words, what is meant by them]` of `sources/synonyms.yaml`; words that mean each other stand alone."""
    data = synonyms.read(kb.folder)
    same = [[group.get("weight", 0.8), "|".join(map(str, group["words"]))] for group in data.get("same", ())]
    typed = [
        [entry.get("weight", 0.8), "|".join(map(str, entry["words"])), "|".join(map(str, entry["means"]))]
        for entry in data.get("typed", ())
    ]
    return same + typed


def _postings(entries: list[tuple[str, Sequence[str]]]) -> dict[str, str]:
    """The words that the further questions add to what an entry shows, and for each in which entries it stands.

    Of words with one stem the shortest stands for all. An entry is written as its distance from the entry before (less
    one), in base 45 with the last digit marked.
    """
    places = defaultdict[str, list[int]](list)
    shortest: dict[str, str] = {}
    for n, (shown, questions) in enumerate(entries):
        asked = {word for question in questions for word in words_of(question)}
        for word in sorted(asked, key=lambda w: (len(w), w)):
            shortest[stem(word)] = min(shortest.get(stem(word), word), word, key=lambda w: (len(w), w))
        for kind in sorted({stem(w) for w in asked} - {stem(w) for w in words_of(shown)}):
            places[kind].append(n)
    kept = {shortest[kind]: found for kind, found in places.items() if len(found) <= TOO_COMMON * len(entries)}
    return {"list": " ".join(sorted(kept)), "in": " ".join(_code(kept[word]) for word in sorted(kept))}


def _code(numbers: Iterable[int]) -> str:
    digits, before = [], -1
    for number in numbers:
        rest, before = number - before - 1, number
        while rest >= _BASE:
            digits.append(chr(ord("P") + rest % _BASE))
            rest //= _BASE
        digits.append(chr(ord("#") + rest))
    return "".join(digits).replace("\\", "\x7f")


def _key(name: str) -> str:
    """A name as the page folds it."""
    return " ".join(words_of(name))


def plain_id(title: str) -> str:
    """The id that a title has as a rule; the page holds the same rule, and what differs is shipped (see `_ids`)."""
    return "-".join(re.findall(r"[a-z0-9]+", fold(title)))


def _ids(titles: Iterable[tuple[str, str]]) -> dict[str, str]:
    """Position → id, where the id is not what the rule makes of the title."""
    return {str(n): id for n, (title, id) in enumerate(titles) if plain_id(title) != id}


def _lines(records: Iterable[str]) -> str:
    return "\n".join(record.replace("\t", " ").replace("\n", "\t") for record in records)


def _deltas(numbers: Iterable[int]) -> str:
    """Numbers as the space-joined steps between them; a repeated number is `0` and a sequence `1 1 1`."""
    out, before = [], 0
    for number in numbers:
        out.append(str(number - before))
        before = number
    return " ".join(out)
