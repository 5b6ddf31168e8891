"""Builds the lexicon, phrase → its roles, from `lexicon.yaml`, the cards' facts and the people.

`phrases` reads a query with it, and so does the page.
"""

from __future__ import annotations

from collections import defaultdict
from collections.abc import Iterable, Mapping
from pathlib import Path

from rulings.model import dates, entities, knowledge, plain_text
from rulings.search import parameters

_FILE = Path(__file__).with_name("lexicon.yaml")

# When a value is read, as its role says: always, …, only after a word such as *by* (see the file)
TRIGGERS = ("always", "usual", "ordinary", "said", "denied")
# Roles of items that are values, that wait for one, and that say nothing about what is asked for
VALUES = ("always", "usual", "ordinary", "date", "number", "month")
WAITING = ("not", "bound", "preposition", "fact")
BESIDE = ("asking", "only", "join", "to", "trailing", "not", "bound", "preposition")
# Words between the parts of an exception
CONJUNCTIONS = ("and", "or", "nor", "&", "/", "as well as")

Roles = dict[str, str]  # role → value; the file explains the roles
Lexicon = dict[str, Roles]  # folded phrase → its roles


def phrase(text: str) -> str:
    """Words as in the lexicon: in lower case, apart, without apostrophes; signs stay."""
    spaced = text.strip('"').lower().removesuffix("'s").replace("-", " ").replace(".", " ")
    return " ".join(spaced.replace("'", "").split()) or text


def read(
    kb: knowledge.Knowledge,
    people: Mapping[str, str],
    titles: Iterable[str],
    contractions: Mapping[str, str],
) -> Lexicon:
    """The lexicon. `people`: folded names of who is cited → the name in citations; `titles`:
    folded, of cards; `contractions`: → their words.
    """
    # A search in a compiled index does not need this import.
    from rulings.storage import yaml_files

    file = yaml_files.read_yaml(_FILE)
    lexicon: Lexicon = defaultdict(dict)
    _add_facts(lexicon, kb, file["unread"])
    _add_people(lexicon, kb, people, {*titles}, file["unread"])
    file["words"]["asking"] += f" {parameters.UNHIGHLIGHTED_WORDS}"
    numbers = {"zero": 0, **parameters.NUMERALS}  # the ordinals come last
    months = {f"{n:02}": [name, name[:3]] for n, name in enumerate(dates.MONTHS, 1)}
    numbers_of_cards = {str(n): [word] for word, n in [*numbers.items()][: 1 + parameters.COUNTED]}
    tables = [*file["roles"].items(), ("month", months), ("number", numbers_of_cards)]
    tables += [(role, {"1": text.split()}) for role, text in file["words"].items()]
    for role, table in tables:
        for value, phrases in table.items():
            for words in phrases:
                lexicon[phrase(words)][role] = str(value)
                if role in ("ruling", "list", "defined", "both"):
                    lexicon[phrase(words)]["asking"] = "1"
    for contraction, expansion in contractions.items():
        for word in expansion.split():
            lexicon[phrase(contraction)] |= lexicon.get(word, {})
    return dict(lexicon)


def _add_facts(lexicon: Lexicon, kb: knowledge.Knowledge, unread: list[str]) -> None:
    """Adds the facts of cards and the venues of rulings."""
    facts = set[tuple[str, str]]()
    for card in kb.cards:
        for field in ("type", "set", "rarity", "artist"):
            facts.add((field, getattr(card, field) or ""))
        facts |= {("keyword", keyword) for keyword in card.keywords}
    for field, value in sorted(facts):
        singular, plural = plain_text.fold(value), plain_text.fold(plain_text.plural(value))
        for name in sorted({singular, plural}.difference(["", "s"])):
            lexicon[name]["denied" if name in unread else "ordinary"] = (
                f"{field}:{singular.replace(' ', '-')}"
            )
        if plural in lexicon:
            lexicon[plural]["plural"] = "1"
    for ruling in kb.rulings:
        for citation in ruling.citations:
            if venue := citation.venue:
                value = plain_text.fold(venue).replace(" ", "-")
                lexicon[phrase(venue)]["usual"] = f"venue:{value}"


def _add_people(
    lexicon: Lexicon,
    kb: knowledge.Knowledge,
    people: Mapping[str, str],
    titles: set[str],
    unread: list[str],
) -> None:
    """Adds who is cited. A name that may mean something else needs words such as *by*."""
    documents = {authority.name for authority in kb.authorities if authority.kind != "person"}
    on_documents = " | ".join(map(_words_about, kb.documents))
    for name, person in people.items():
        is_begun = any(other.startswith(f"{name} ") for other in people)
        is_shared = is_begun or name in titles or person in documents  # `rulebook`
        # The name is that of the council whose guide it is
        is_shared = is_shared or f" {name} " in on_documents
        role = "ordinary" if is_shared else "always"
        if name in unread:
            role = "said"
        forms = [name]
        if len(name.split()[0]) == 2:  # `J.D.` is written as `JD`
            forms.append(f"{name[0]} {name[1:]}")
        if " " not in name:
            forms.append(f"{name}s")
        for form in forms:
            lexicon[form][role] = f'by:"{person}"'


def _words_about(document: entities.Document) -> str:
    """The folded words of what a document is called, and of whose it is."""
    names = (document.title, document.short, document.copyright)
    return f" {' | '.join(map(plain_text.fold, filter(None, names)))} "
