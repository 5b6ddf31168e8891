"""Decides whether a sentence that the program says of its own is true: from `kb.export()` alone,
and with nothing of `rulings.search`.

A check gets the words of a sentence by the names in its row of `data/claims.yaml`, and the answer
that it stands in. It returns why the sentence is false, or nothing; it raises `Undecided` where the
query has more than this module reads.
"""

from __future__ import annotations

import re
import unicodedata
from calendar import monthrange
from collections import Counter, defaultdict
from collections.abc import Callable, Iterator
from dataclasses import dataclass, field
from difflib import SequenceMatcher
from functools import cached_property
from operator import eq, ge, gt, le, lt, ne
from typing import Any

Words = dict[str, str]
Entity = dict[str, Any]

# field:value, -field:>3, field:"several words"
FIELD = re.compile(r'(?<![\w-])(-?)(\w+):([<>]=?|!=|=)?("[^"]*"|[^\s"]+)')
PLAIN = re.compile(r"\w|\w.*\w")  # a value without signs around it
ON_CITATIONS = {"by", "via", "venue", "date", "before", "after"}
NAMED_PLURALS = {  # as *there are no … on* has them → the value of `is:`
    "errata": "errata",
    "reversals": "reversal",
    "superseded rulings": "superseded",
    "disputed rulings": "disputed",
    "unofficial rulings": "unofficial",
    "official rulings": "official",
    "restored rulings": "restored",
    "doubtful rulings": "doubtful",
}
COMPARISONS: dict[str, Callable[[Any, Any], bool]] = {
    "<": lt,
    "<=": le,
    ">": gt,
    ">=": ge,
    "=": eq,
    "!=": ne,
}
KINDS = {"erratum": "errata", "card": "card", "ruling": "ruling"}
ENTITIES = ("steps", "sections", "rulings", "topics", "cards")
NO_CARD: Entity = {"aliases": []}


class Undecided(Exception):
    """More stands in a query than is read here."""


def fold(text: str) -> str:
    """The words of a text in small letters, without accents and signs."""
    text = re.sub(r"\[tm\]|\(tm\)|\(r\)|[™®’‘'`]", "", text.lower().replace("æ", "ae"))
    text = text.replace("π", "pi").replace("r&d", "rnd").replace("&", " and ")
    letters = [c for c in unicodedata.normalize("NFKD", text) if not unicodedata.combining(c)]
    return " ".join(re.findall(r"[a-z0-9]+", "".join(letters)))


def stem(word: str) -> str:
    """A word without the usual endings of English: a form of it has the same stem."""
    for ending in ("ies", "ing", "ed", "es", "s"):
        if word.endswith(ending) and len(word) - len(ending) > 2 and not word.endswith("ss"):
            word = word.removesuffix(ending)
            if ending in ("ing", "ed") and word[-2:-1] == word[-1:]:
                word = word[:-1]
            break
    return word.removesuffix("e") if len(word) > 3 else word


def slug(text: object) -> str:
    return fold(str(text)).replace(" ", "-") or str(text)


def distance(first: str, second: str) -> int:
    """How many letters of the longer of two texts have no like one in the other, in order."""
    blocks = SequenceMatcher(None, first, second, autojunk=False).get_matching_blocks()
    common: int = sum(block.size for block in blocks)
    return max(len(first), len(second)) - common


def days_of(value: str) -> tuple[str, str]:
    """The first and last day of a year, month or day."""
    match = re.fullmatch(r"(\d{4})(?:-(\d\d?))?(?:-(\d\d?))?", value)
    if not match or int(match[2] or 1) not in range(1, 13):
        raise Undecided(value)
    year, month, day = (int(part or 0) for part in match.groups())
    last = monthrange(year, month or 12)[1]
    return f"{year}-{month or 1:02}-{day or 1:02}", f"{year}-{month or 12:02}-{day or last:02}"


@dataclass(frozen=True)
class Leaf:
    """One field of a query: `-cost:>3`."""

    is_excluded: bool
    name: str
    sign: str
    value: str


@dataclass
class Answer:
    """What a search answers: see `rulings.search.results.Results`."""

    query: str
    notes: list[str]
    explanation: list[str]
    counts: dict[str, int]
    total: int
    hits: list[tuple[str, str, str]]  # kind, id, words shown
    also_under: dict[str, list[str]] = field(default_factory=dict)
    is_filtered: bool = False  # by options


class Claims:
    """The facts by which sentences are judged. `search`: the answer to a query, with all hits."""

    def __init__(self, export: dict[str, Any], search: Callable[[str], Answer]) -> None:
        self.data, self.search = export, search
        self.cards = {card["title"]: card for card in export["cards"]}
        self.names = {fold(card["title"]): card for card in export["cards"]}
        self.by_id = {entity["id"]: entity for kind in ENTITIES for entity in export[kind]}
        self.rulings = [ruling for ruling in export["rulings"] if ruling["kind"] != "see"]
        self.keywords = {word for card in export["cards"] for word in card["keywords"]}

    # Facts

    @cached_property
    def texts(self) -> dict[str, list[str]]:
        """Id → all words of an entry, with the names and years of its citations."""
        texts = dict[str, list[str]]()
        for ruling in self.data["rulings"]:
            words = [ruling["subject"]["title"], ruling["text"]]
            for citation in ruling["citations"]:
                words += [citation[name] or "" for name in ("authority", "via")]
                words.append((citation["date"] or "")[:4])
            texts[ruling["id"]] = fold(" ".join(words)).split()
        for section in self.data["sections"]:
            text = f"{section['title']} {section['text']} {' '.join(_texts(section['tables']))}"
            texts[section["id"]] = fold(text).split()
        for step in self.data["steps"]:
            question = (step["decision"] or {}).get("question") or ""
            texts[step["id"]] = fold(f"step {step['text']} {question}").split()
        return texts

    @cached_property
    def stems(self) -> set[str]:
        return {stem(word) for words in self.texts.values() for word in words}

    def about(self, title: str) -> set[str]:
        """The ids of the rulings under a card, with its name, or inherited by it."""
        id = self.cards[title]["id"]
        ids = {r["id"] for r in self.rulings if id in {r["subject"]["id"], *_mentioned(r)}}
        for group in self.cards[title]["inherits"] or ():
            under = {r["id"] for r in self.rulings if r["subject"]["id"] == group["subject"]["id"]}
            ids |= (under & {*group["only"]} if group["only"] else under) - {*group["without"]}
        return ids

    def values(self, kind: str, entity: Entity) -> dict[str, set[str]]:
        """Field → its values for an entity."""
        card: Entity | None = entity if kind == "card" else None
        values = defaultdict[str, set[str]](
            set, kind={kind}, game={entity.get("game", "netrunner")}
        )
        values["in"] = {{"card": "cards", "ruling": "rulings", "step": "run-chart"}.get(kind, "")}
        if kind == "ruling":
            card = self.by_id[entity["subject"]["id"]]
            card = card if "type" in card else None
            values["is"] = {entity["kind"], "official" if entity["official"] else "unofficial"}
            values["is"] |= {"reversal"} if entity["reverses"] else set()
            values["is"] |= {entity["status"]} - {"in-force"}
            for citation in entity["citations"]:
                values["by"] |= set(_names(citation["authority"], citation["person"]))
                values["via"] |= set(_names(citation["via"]))
                values["venue"] |= {slug(citation["venue"])} if citation["venue"] else set()
        if kind == "card":
            under = [r["kind"] for r in self.rulings if r["subject"]["id"] == entity["id"]]
            values["ruled"], values["has"] = {str(len(under))}, {*under}
        for name in ("side", "type", "set", "rarity", "artist", "cost", "strength", "memory"):
            values[name] |= {slug(card[name])} if card and card[name] not in (None, "") else set()
        for name in ("trash", "difficulty", "agenda_points"):
            figure = card and card[name]
            values[name.removeprefix("agenda_")] |= {str(figure)} if figure is not None else set()
        values["keyword"] = {*map(slug, card["keywords"])} if card else set()
        return values

    @cached_property
    def documents(self) -> list[tuple[str, Entity, dict[str, set[str]]]]:
        """Kind, entity and values of all rulings and cards."""
        pairs = [("ruling", ruling) for ruling in self.data["rulings"]]
        pairs += [("card", card) for card in self.data["cards"]]
        return [(kind, entity, self.values(kind, entity)) for kind, entity in pairs]

    @cached_property
    def lexicon(self) -> dict[str, set[str]]:
        """Field → all its values."""
        lexicon = defaultdict[str, set[str]](set)
        for _, _, values in self.documents:
            for name, terms in values.items():
                lexicon[name] |= terms
        return lexicon

    def leaves(self, query: str) -> list[list[Leaf]]:
        """The fields of a query of fields alone, by clauses; those of a clause are joined by OR."""
        if FIELD.sub("", query).replace("OR", "").strip():
            raise Undecided(query)
        clauses, end = list[list[Leaf]](), 0
        for match in FIELD.finditer(query):
            leaf = Leaf(bool(match[1]), match[2], match[3] or "", match[4].strip('"'))
            if "OR" in query[end : match.start()]:
                clauses[-1].append(leaf)
            else:
                clauses.append([leaf])
            end = match.end()
        return clauses

    def meets(self, entity: Entity, values: dict[str, set[str]], leaf: Leaf) -> bool:
        """Whether an entity meets a field."""
        return self._has(entity, values, leaf) != leaf.is_excluded

    def _has(self, entity: Entity, values: dict[str, set[str]], leaf: Leaf) -> bool:
        if leaf.name in ("date", "before", "after"):
            return any(_is_dated(c, leaf) for c in entity.get("citations", ()))
        if leaf.name not in self.lexicon or not PLAIN.fullmatch(leaf.value):
            raise Undecided(leaf.name)
        if leaf.sign:
            figures = [int(value) for value in values[leaf.name] if value.isdigit()]
            return any(COMPARISONS[leaf.sign](figure, int(leaf.value)) for figure in figures)
        if slug(leaf.value) not in self.lexicon[leaf.name]:
            raise Undecided(leaf.value)
        return slug(leaf.value) in values[leaf.name]

    def meeting(self, query: str) -> list[tuple[str, Entity]]:
        """Kind and entity of the rulings and cards that meet all fields of a query."""
        clauses = self.leaves(query)
        names = [leaf.name for clause in clauses for leaf in clause]
        on_citations = [name for name in names if name in ON_CITATIONS]
        if len(on_citations) > 1 or (on_citations and "is" in names):
            raise Undecided(query)  # one citation has to meet them all
        return [
            (kind, entity)
            for kind, entity, values in self.documents
            if all(any(self.meets(entity, values, leaf) for leaf in clause) for clause in clauses)
        ]

    # Checks

    def stands_in_query(self, words: Words, answer: Answer) -> str:
        """What is quoted was typed."""
        query = " ".join(answer.query.split()).lower()
        typed = [
            fold(quoted) in fold(query) or quoted.lower() in query for quoted in words.values()
        ]
        return "" if all(typed) else "it was not typed"

    def no_word(self, words: Words, answer: Answer) -> str:
        for quoted in re.findall("“([^”]*)”", words["words"]):
            for word in fold(quoted).split():
                ids = [id for id, text in self.texts.items() if word in text]
                if ids and fold(quoted) == word:
                    return f"{ids[0]} has “{word}”"
                is_other_form = fold(quoted) == word and word not in answer.query
                if len(word) > 4 and stem(word) in self.stems and is_other_form:
                    return f"a form of “{word}” is there"
        return ""

    def corrected(self, words: Words, answer: Answer) -> str:
        typed, intended = fold(words["typed"]), fold(words["word"])
        if any(typed in text for text in self.texts.values()):
            return f"“{typed}” is there"
        return "" if distance(typed, intended) <= 2 else "they are not alike"

    def title(self, words: Words, answer: Answer) -> str:
        """The words are a part or a misspelling of the title, and of none that has them as typed."""
        as_typed = words.get("typed", answer.query)
        typed, title = fold(as_typed), words["title"]
        titles = [title] if title in self.cards else title.split(" or ")
        if typed in self.names and self.names[typed]["title"] not in titles:
            return f"it is the title of {self.names[typed]['title']}"
        parts = typed.split()
        having = [title for title in self.cards if {*parts} <= {*fold(title).split()}]
        if having and not {*having} & {*titles}:
            return f"{having[0]} has these words"
        names = [
            title.replace("[", ""),
            *(alias for t in titles for alias in self.cards.get(t, NO_CARD)["aliases"]),
        ]
        if not any(_is_like(parts, fold(name)) for name in [*titles, *names]):
            return "it is not like it"
        query = answer.query.lower().replace("’", "'")
        query = fold(query.replace("thru", "through").replace("n't", " not"))  # as they are read
        return "" if all(part in query for part in parts) else "it was not typed"

    def field(self, words: Words, answer: Answer) -> str:
        """All hits that are rulings or cards meet the field that words were read as."""
        clauses, is_listed = self.leaves(words["field"]), bool(answer.counts)
        if not is_listed or any(re.search(r" were searched for |^\d+ ", n) for n in answer.notes):
            raise Undecided(answer.query)
        fields = [n.rpartition(" as ")[2] for n in answer.notes if " was read as " in n]
        is_negated = f"-{words['typed']}" in answer.query
        if is_negated or len(fields) > 1 or " or " in answer.query.lower():
            raise Undecided(answer.query)  # several may be joined
        ids, query = {id for _, id, _ in answer.hits}, fold(answer.query)
        for kind, entity, values in self.documents:
            is_hit = entity["id"] in ids and any(h[:2] == (kind, entity["id"]) for h in answer.hits)
            name = fold(entity["title"]) if kind == "card" else "…"
            is_named = name in query or query in name
            is_met = all(any(self.meets(entity, values, x) for x in c) for c in clauses)
            if is_hit and not (is_named or is_met):
                return f"{entity['id']} does not meet it"
        return self.stands_in_query({"typed": words["typed"]}, answer)

    def offered(self, words: Words, answer: Answer) -> str:
        """The query that is offered lists as many as are told."""
        counts = Counter[str]()
        for number, kind in re.findall(r"(\d+) ([a-z-]+)", words["counts"]):
            counts[kind.removesuffix("s").removesuffix("errata") or kind] = int(number)
        total = self.search(words["query"]).total
        return "" if sum(counts.values()) == total else f"{words['query']} lists {total}"

    def none_together(self, words: Words, answer: Answer) -> str:
        fields = [*re.findall(r"(\S+?:(?:\"[^\"]*\"|\S+)) \((\d+)\)", words["fields"])]
        for query, number in fields:
            if (total := self.search(query).total) != int(number):
                return f"{query} lists {total}"
        if len(fields) == words["fields"].count(", ") + 1:
            meeting = self.meeting(" ".join(query for query, _ in fields))
            kind = KINDS.get(words["none"].removeprefix("no "))
            meeting = [m for m in meeting if kind is None or kind in (m[0], m[1].get("kind"))]
            return f"{meeting[0][1]['id']} meets them" if meeting else ""
        return ""

    def none_on_card(self, words: Words, answer: Answer) -> str:
        for title in words["titles"].split(" or "):
            for kind in words["kinds"].split(" or "):
                for id in self.about(title):
                    values = self.values("ruling", self.by_id[id])["is"]
                    if any(value.startswith(NAMED_PLURALS[kind]) for value in values):
                        return f"{id} is one of {kind}"
        return ""

    def passed_on(self, words: Words, answer: Answer) -> str:
        person, count = slug(words["person"]), 0
        for kind, _, values in self.documents:
            count += kind == "ruling" and person in values["via"] and person not in values["by"]
        is_all = count == int(words["number"]) or answer.is_filtered
        return "" if is_all else f"there are {count}"

    def unruled(self, words: Words, answer: Answer) -> str:
        own = self.about(words["title"])
        return f"{min(own)} is on it" if own else ""

    def not_all(self, words: Words, answer: Answer) -> str:
        text, on_each = words["titles"], list[set[str]]()
        while text:
            title = max(filter(text.startswith, self.cards), key=len, default="")
            if not title:
                raise Undecided(words["titles"])
            on_each.append(self.about(title))
            text = text.removeprefix(title).removeprefix(", ").removeprefix(" and ")
        common = set.intersection(*on_each)
        return f"{min(common)} is on all" if common else ""

    def nothing_has(self, words: Words, answer: Answer) -> str:
        name, value, known = words["field"], slug(words["value"]), words.get("known")
        if value in self.lexicon[name] and PLAIN.fullmatch(words["value"]):
            return f"{name}:{value} is there"
        if known and name in ("type", "side", "set", "rarity", "kind") and name != "kind":
            missing = {*known.split(", ")} ^ self.lexicon[name]
            return f"{missing} are not the values" if missing else ""
        return ""

    def no_title(self, words: Words, answer: Answer) -> str:
        """No card of this game has this title."""
        if words.get("kind", "card") != "card":
            return ""
        is_title = fold(words.get("typed") or words["title"]) in self.names
        return "a card is called so" if is_title else ""

    def no_date(self, words: Words, answer: Answer) -> str:
        try:
            days_of(words["value"].lstrip("<>=!"))
        except (Undecided, ValueError):
            return ""
        return "it is a date"

    def not_whole(self, words: Words, answer: Answer) -> str:
        """No ruling meets all fields and has all other words; said of short plain queries alone."""
        bare = FIELD.sub(" ", answer.query)
        if (
            answer.is_filtered
            or re.search(r'["*()\-]| OR |:|NOT', bare)
            or "was read" in str(answer.notes)
        ):
            raise Undecided(answer.query)
        fields = " ".join(match[0] for match in FIELD.finditer(answer.query))
        stems = {*map(stem, fold(bare).split())}
        for kind, entity in self.meeting(fields) if fields else ():
            text = (
                fold(f"{entity['subject']['title']} {entity['text']}") if kind == "ruling" else ""
            )
            if text and stems <= {*map(stem, text.split())}:
                return f"{entity['id']} does"
        return ""

    def ruling_on(self, words: Words, answer: Answer) -> str:
        subject = self.by_id[words["typed"]]["subject"]["title"]
        return "" if subject == words["title"] else f"it is on {subject}"

    def left_out(self, words: Words, answer: Answer) -> str:
        shown, total, more, following = (int(words[n]) for n in ("shown", "total", "more", "next"))
        return "" if (total - shown, 2 * shown) == (more, following) else "wrong sum"

    def shown(self, answer: Answer) -> Iterator[tuple[str, str]]:
        """Each sentence with the hits of an answer that is false, and why."""
        rulings = {"errata": "ruling", "see": "ruling"}
        kinds = Counter(rulings.get(kind, kind) for kind, _, _ in answer.hits)
        counts = Counter[str]()
        for kind, number in answer.counts.items():
            counts[rulings.get(kind, kind)] += number
        if counts and len(answer.hits) == answer.total and kinds != counts:
            yield str(answer.counts), f"the hits are {dict(kinds)}"
        for kind, id, passage in answer.hits:
            if kind == "card" and not passage.startswith(self.card_line(id)):
                yield passage, f"{id}: {self.card_line(id)}"
        for id, others in answer.also_under.items():
            for other in others:
                if self._without_names(id, other) != self._without_names(other, id):
                    yield f"{id} also under {other}", self.by_id[other]["text"]

    def _without_names(self, id: str, other: str) -> str:
        """The words of a ruling without the names of its subject and of that of another."""
        text = fold(self.by_id[id]["text"])
        for subject in (self.by_id[id]["subject"], self.by_id[other]["subject"]):
            text = text.replace(fold(subject["title"]), "…")
        return text

    def card_line(self, id: str) -> str:
        """How many errata and rulings there are under a card."""
        kinds = Counter(r["kind"] for r in self.rulings if r["subject"]["id"] == id)
        errata, rulings = kinds["errata"], kinds["ruling"]
        words = [f"{errata} errat{'um' if errata == 1 else 'a'}"] if errata else []
        if rulings:
            words.append(f"{rulings} ruling{'s' * (rulings != 1)}")
        return " · ".join(words or ["no rulings"])


def _is_like(parts: list[str], name: str) -> bool:
    """Whether words are the beginnings of words of a name, or all are nearly in it."""
    if distance("".join(parts), name.replace(" ", "")) <= max(2, len(name) // 5):
        return True
    words = name.split()
    return all(any(w.startswith(p) or distance(w, p) <= 2 for w in words) for p in parts)


def _texts(value: Any) -> Iterator[str]:
    if isinstance(value, str):
        yield value
    elif isinstance(value, dict | list):
        for part in value.values() if isinstance(value, dict) else value:
            yield from _texts(part)


def _mentioned(ruling: Entity) -> list[str]:
    return [mention["id"] for mention in ruling["mentions"]]


def _names(*names: str | None) -> Iterator[str]:
    """The names, and their words."""
    for name in filter(None, names):
        yield slug(name)
        yield from fold(name).split()


def _is_dated(citation: Entity, leaf: Leaf) -> bool:
    first, last = days_of(leaf.value)
    day: str = citation["likely"] or citation["date"]
    sign = leaf.sign or {"date": "=", "after": ">="}.get(leaf.name, "<=" if first == last else "<")
    if not day or citation["likely"] or citation["doubt"]:
        raise Undecided(leaf.value)  # it has two days
    if sign in ("=", "!="):
        return (first <= day <= last) == (sign == "=")
    is_met: bool = COMPARISONS[sign](day, last if sign in ("<=", ">") else first)
    return is_met
