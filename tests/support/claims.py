"""Decides whether a sentence that the program says of its own is true: from `kb.export()` alone,
and with nothing of `rulings.search`.

A check gets the words of a sentence by the names in its row of `data/claims.yaml`, and the answer
that it stands in. It returns why the sentence is false, or nothing; it raises `Undecided` where the
query has more than this module reads.
"""

from __future__ import annotations

import re
import unicodedata
from collections import Counter, defaultdict
from collections.abc import Callable, Iterator
from dataclasses import dataclass, field
from datetime import date
from difflib import SequenceMatcher
from functools import cached_property
from operator import eq, ge, gt, le, lt, ne
from typing import Any

Words = dict[str, str]
Entity = dict[str, Any]
Values = dict[str, set[str]]  # of an entity: field → values

# field:value, -field:>3, OR field:"several words"
FIELD = re.compile(
    r"(?P<or>\bOR )?(?<![\w-])(?P<without>-?)(?P<name>\w+):(?P<sign>[<>]=?|!=|=)?"
    r'(?P<value>"[^"]*"|[^\s"]+)'
)
PLAIN = re.compile(r"\w|\w.*\w")  # a value without signs around it
SIGNS: dict[str, Callable[[Any, Any], bool]]
SIGNS = {"<": lt, "<=": le, ">": gt, ">=": ge, "=": eq, "!=": ne}
ON_CITATIONS = {"by", "via", "venue", "date"}
NAMES = {"agenda_points": "points", "keywords": "keyword"}  # key of a card → field, if they differ
DOUBTFUL = "doubtful"  # instead of a date that may be another


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


def _stems(text: str) -> set[str]:
    return {*map(stem, fold(text).split())}


def slug(text: object) -> str:
    return fold(str(text)).replace(" ", "-") or str(text)


def is_near(first: str, second: str, most: int = 2) -> bool:
    """Whether at most so many letters of the longer text have no like one in the other, in order."""
    blocks = SequenceMatcher(None, first, second, autojunk=False).get_matching_blocks()
    return max(len(first), len(second)) - sum(block.size for block in blocks) <= most


@dataclass
class Answer:
    """What a search answers: see `rulings.search.results.Results`."""

    query: str
    notes: list[str]
    explanation: list[str]
    counts: dict[str, int]
    total: int
    hits: list[tuple[str, str, str]]  # kind, id, words shown
    near_identical: dict[str, list[str]] = field(default_factory=dict)
    is_filtered: bool = False  # by options
    passing: set[str] | None = None  # the ids of the rulings that meet the options of a search


class Claims:
    """The facts by which sentences are judged. `search`: the answer to a query, with all hits."""

    def __init__(self, export: dict[str, Any], search: Callable[[str], Answer]) -> None:
        self.data, self.search = export, search
        self.cards = {card["title"]: card for card in export["cards"]}
        self.names = {fold(title): title for title in self.cards}
        entities = (*export["topics"], *export["cards"], *export["rulings"])
        self.by_id = {entity["id"]: entity for entity in entities}
        self.rulings = [ruling for ruling in export["rulings"] if ruling["kind"] != "see"]
        self.rulings_under = defaultdict[str, list[Entity]](list)
        for ruling in self.rulings:
            self.rulings_under[ruling["subject"]["id"]].append(ruling)

    # Facts

    @cached_property
    def words(self) -> set[str]:
        """The words of all entries, with the names and years of their citations."""
        texts = list[str]()
        for ruling in self.data["rulings"]:
            texts += [ruling["subject"]["title"], ruling["text"]]
            for citation in ruling["citations"]:
                texts += [citation[name] or "" for name in ("authority", "via")]
                texts.append((citation["date"] or "")[:4])
        for section in self.data["sections"]:
            texts += [section["title"], section["text"]]
            for table in section["tables"]:
                texts += sum(table["rows"], table["columns"])
        for step in self.data["steps"]:
            question = (step["decision"] or {}).get("question")
            texts += ["step", step["text"], question or ""]
        return {*fold(" ".join(texts)).split()}

    @cached_property
    def stems(self) -> set[str]:
        return {*map(stem, self.words)}

    def titles_in(self, text: str) -> list[str]:
        """The titles of cards in a text that joins them by “and”, “or” and commas."""
        titles = [re.escape(title) for title in sorted(self.cards, key=len, reverse=True)]
        found = re.fullmatch(rf"({'|'.join(titles)})(?:(?:,|,? and| or) (.*))?", text)
        if not found:
            raise Undecided(text)
        return [found[1], *(self.titles_in(found[2]) if found[2] else ())]

    def about(self, title: str) -> set[str]:
        """The ids of the rulings under a card, with its name, or inherited by it."""
        card = self.cards[title]
        ids = set[str]()
        for ruling in self.rulings:
            mentions = [mention["id"] for mention in ruling["mentions"]]
            if card["id"] in (ruling["subject"]["id"], *mentions):
                ids.add(ruling["id"])
        for group in card["inherits"]:
            under = {ruling["id"] for ruling in self.rulings_under[group["subject"]["id"]]}
            ids |= (under & {*group["only"]} if group["only"] else under) - {*group["without"]}
        return ids

    def values(self, kind: str, entity: Entity) -> Values:
        """Field → its values for an entity."""
        values = defaultdict[str, set[str]](set, kind={kind})
        values["game"] = {entity.get("game", "netrunner")}
        if kind == "ruling":
            card = self.by_id[entity["subject"]["id"]]
            values["is"] = {entity["kind"], "official" if entity["official"] else "unofficial"}
            values["is"] |= {"reversal"} if entity["reverses"] else set()
            values["is"] |= {entity["status"]} - {"in-force"}
            for citation in entity["citations"]:
                values["by"] |= _names(citation["authority"]) | _names(citation["person"])
                values["via"] |= _names(citation["via"])
                values["venue"] |= _names(citation["venue"])
                is_doubtful = citation["likely"] or citation["doubt"]
                values["date"] |= {DOUBTFUL if is_doubtful else citation["date"] or ""}
        else:
            card = entity
            under = [ruling["kind"] for ruling in self.rulings_under[entity["id"]]]
            values["ruled"], values["has"] = {str(len(under))}, {*under}
        for key, value in card.items() if "type" in card else ():  # which a topic has not
            printed = value if isinstance(value, list) else [value]
            values[NAMES.get(key, key)] = {slug(part) for part in printed} - {"none"}
        return values

    @cached_property
    def documents(self) -> list[tuple[Entity, Values]]:
        """All rulings and cards, with their values."""
        rulings = [(ruling, self.values("ruling", ruling)) for ruling in self.data["rulings"]]
        return rulings + [(card, self.values("card", card)) for card in self.data["cards"]]

    @cached_property
    def lexicon(self) -> Values:
        """Field → all its values."""
        lexicon = defaultdict[str, set[str]](set)
        for _, values in self.documents:
            for name, terms in values.items():
                lexicon[name] |= terms
        return lexicon

    def clauses(self, query: str) -> list[list[re.Match[str]]]:
        """The fields of a query of fields alone, by clauses; those of a clause are joined by OR."""
        if FIELD.sub("", query).strip():
            raise Undecided(query)
        clauses = list[list[re.Match[str]]]()
        for match in FIELD.finditer(query):
            if not match["or"]:
                clauses.append([])
            clauses[-1].append(match)
        return clauses

    def meets(self, values: Values, clauses: list[list[re.Match[str]]]) -> bool:
        """Whether an entity meets one field of each clause."""
        return all(
            any(self._has(values, leaf) != bool(leaf["without"]) for leaf in clause)
            for clause in clauses
        )

    def _has(self, values: Values, leaf: re.Match[str]) -> bool:
        """Whether one of the values of an entity is the typed one."""
        name, sign, value = leaf["name"], leaf["sign"], leaf["value"].strip('"')
        if name == "date" and re.fullmatch(r"[\d-]+", value):
            if DOUBTFUL in values["date"]:
                raise Undecided(value)
            days = [day[: len(value)] for day in values["date"] if day]
            return any(SIGNS[sign or "="](day, value) for day in days)
        if sign and value.isdigit():
            figures = [int(figure) for figure in values[name] if figure.isdigit()]
            return any(SIGNS[sign](figure, int(value)) for figure in figures)
        if sign or not self.is_value(name, value):
            raise Undecided(leaf[0])
        return slug(value) in values[name]

    def is_value(self, name: str, value: str) -> bool:
        return slug(value) in self.lexicon[name] and bool(PLAIN.fullmatch(value))

    def meeting(self, query: str) -> list[tuple[Entity, Values]]:
        """The rulings and cards that meet all fields of a query."""
        clauses = self.clauses(query)
        names = [leaf["name"] for clause in clauses for leaf in clause]
        on_citations = [name for name in names if name in ON_CITATIONS]
        if len(on_citations) > 1 or (on_citations and "is" in names):
            raise Undecided(query)  # one citation has to meet them all
        return [(entity, v) for entity, v in self.documents if self.meets(v, clauses)]

    # Checks

    def _passes(self, id: str, answer: Answer) -> bool:
        return answer.passing is None or id in answer.passing

    def stands_in_query(self, words: Words, answer: Answer) -> str:
        """What is quoted was typed."""
        query = " ".join(answer.query.split()).lower()
        for quoted in words.values():
            if fold(quoted) not in fold(query) and quoted.lower() not in query:
                return "it was not typed"
        return ""

    def no_word(self, words: Words, answer: Answer) -> str:
        """No entry has a quoted word, or a form of one that was not typed."""
        for word in map(fold, re.findall("“([^”]*)”", words["words"])):
            if word in self.words:
                return f"“{word}” is there"
            is_other_form = len(word) > 4 and " " not in word and word not in answer.query
            if is_other_form and stem(word) in self.stems:
                return f"a form of “{word}” is there"
        return ""

    def corrected(self, words: Words, answer: Answer) -> str:
        typed, intended = fold(words["typed"]), fold(words["word"])
        if typed in self.words:
            return f"“{typed}” is there"
        return "" if is_near(typed, intended) else "they are not alike"

    def title(self, words: Words, answer: Answer) -> str:
        """The words are a part or a misspelling of the title, and of none that has them as typed."""
        typed = fold(words.get("typed", answer.query))
        titles = [words["title"]]
        if words["title"] not in self.cards:
            titles = words["title"].split(" or ")
        if self.names.get(typed, titles[0]) not in titles:
            return f"it is the title of {self.names[typed]}"
        parts = typed.split()
        having = {title for title in self.cards if {*parts} <= {*fold(title).split()}}
        if having and having.isdisjoint(titles):
            return f"{min(having)} has these words"
        names = [words["title"].replace("[", ""), *titles]  # of a [TM] a part may be typed
        for title in {*titles} & {*self.cards}:
            names += self.cards[title]["aliases"]
        if not any(_is_like(parts, fold(name)) for name in names):
            return "it is not like it"
        query = answer.query.lower().replace("’", "'")
        query = fold(query.replace("thru", "through").replace("n't", " not"))  # as they are read
        return "" if all(part in query for part in parts) else "it was not typed"

    def none_on_card(self, words: Words, answer: Answer) -> str:
        """No ruling, or none of these kinds, concerns the card, one of the cards, or all."""
        titles = self.titles_in(words.get("all") or words["titles"])
        join = set.intersection if "all" in words else set.union
        kinds = words.get("kinds", "").split(" or ")
        for id in sorted(join(*map(self.about, titles))):
            values = self.values("ruling", self.by_id[id])["is"]
            names = {value.partition("-")[0] for value in values}
            is_meant = "all" not in words or self._passes(id, answer)
            if (kinds == [""] and is_meant) or any(kind.startswith((*names,)) for kind in kinds):
                return f"{id} is one"
        return ""

    def nothing_has(self, words: Words, answer: Answer) -> str:
        name, value = words["field"], words["value"]
        if self.is_value(name, value):
            return f"{name}:{value} is there"
        is_short = name in ("type", "side", "set", "rarity")
        is_told = not is_short or {*words.get("known", "").split(", ")} == self.lexicon[name]
        return "" if is_told else f"its values are {self.lexicon[name]}"

    def no_title(self, words: Words, answer: Answer) -> str:
        """No card of this game has this title."""
        is_title = fold(words.get("typed") or words["title"]) in self.names
        return "a card is called so" if is_title and words.get("kind", "card") == "card" else ""

    def no_date(self, words: Words, answer: Answer) -> str:
        numbers = re.fullmatch(r"[<>=!]*(\d{4})(?:-(\d\d?))?(?:-(\d\d?))?", words["value"])
        try:
            return f"{date(*(int(n or 1) for n in numbers.groups()))} is one" if numbers else ""
        except ValueError:
            return ""

    def not_whole(self, words: Words, answer: Answer) -> str:
        """No ruling meets all fields and has all other words; said of short plain queries alone."""
        bare = FIELD.sub(" ", answer.query)
        is_read = answer.is_filtered or "was read" in str(answer.notes)
        if is_read or re.search(r'["*()\-]| OR |:|NOT', bare):
            raise Undecided(answer.query)
        for entity, _ in self.meeting(" ".join(m[0] for m in FIELD.finditer(answer.query))):
            text = f"{entity['subject']['title']} {entity['text']}" if "text" in entity else ""
            if text and _stems(bare) <= _stems(text):
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
        kinds, counts = Counter(_kind(kind) for kind, _, _ in answer.hits), Counter[str]()
        for kind, number in answer.counts.items():
            counts[_kind(kind)] += number
        if counts and len(answer.hits) == answer.total and kinds != counts:
            yield str(answer.counts), f"the hits are {dict(kinds)}"
        for kind, id, passage in answer.hits:
            if kind in ("card", "topic"):
                of_all = self.rulings_under[id]
                under = [r["kind"] for r in of_all if self._passes(r["id"], answer)]
                numbers = [str(under.count(k)) for k in ("errata", "ruling") if k in under]
                are_left_out = bool(of_all and not under)
                is_told = passage.startswith("no rulings match these options")
                is_counted = re.findall(r"(\d+) (?:errat|ruling)\w*\b(?! on)", passage) == numbers
                if not is_counted or is_told != are_left_out:
                    yield passage, f"{id}: {numbers}"
        for id, others in answer.near_identical.items():
            for pair in ((self.by_id[id], self.by_id[other]) for other in others):
                texts = [fold(ruling["text"]) for ruling in pair]
                for ruling in pair:
                    name = fold(ruling["subject"]["title"])
                    texts = [text.replace(name, "…") for text in texts]
                if texts[0] != texts[1]:
                    yield f"{id} is also under {pair[1]['id']}", texts[1]


def _kind(kind: str) -> str:
    """The kind of a hit as it is counted."""
    return "ruling" if kind in ("errata", "see") else kind


def _is_like(parts: list[str], name: str) -> bool:
    """Whether words are the beginnings of words of a name, or all are nearly in it."""
    if is_near("".join(parts), name.replace(" ", ""), max(2, len(name) // 5)):
        return True
    words = name.split()
    return all(any(word.startswith(p) or is_near(word, p) for word in words) for p in parts)


def _names(name: str | None) -> set[str]:
    """The name, and its words."""
    return {slug(name), *fold(name).split()} if name else set()
