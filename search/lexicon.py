"""Builds the lexicon, phrase → its roles, from `lexicon.yaml`, the cards' facts and the people.

`plain_words` reads a query with it, and so does the page.
"""

from __future__ import annotations

from collections import defaultdict
from collections.abc import Mapping
from pathlib import Path

from rulings.model import knowledge, plain_text

_FILE = Path(__file__).with_name("lexicon.yaml")

Roles = dict[str, str]  # role → value; the file explains the roles
Lexicon = dict[str, Roles]  # folded phrase → its roles


def phrase(text: str) -> str:
    """Words as in the lexicon: in lower case, apart, without apostrophes."""
    spaced = text.lower().removesuffix("'s").replace("-", " ").replace(".", " ")
    return " ".join(spaced.replace("'", "").split())


def read(kb: knowledge.Knowledge, people: Mapping[str, str]) -> Lexicon:
    """The lexicon. `people`: folded names of who is cited → the name in citations."""
    # A search in a compiled index does not need this import.
    from rulings.storage import yaml_files

    table = yaml_files.read_yaml(_FILE)
    left_out = table.pop("left_out")
    lexicon = defaultdict[str, Roles](dict)
    for field, value in sorted(_facts(kb)):
        singular, plural = plain_text.fold(value), plain_text.fold(plain_text.plural(value))
        condition = f"{field}:{singular.replace(' ', '-')}"
        lexicon[singular]["condition"] = lexicon[plural]["plural"] = condition
    for name, person in people.items():
        for form in _name_forms(name):
            lexicon[form]["condition"] = f'by:"{person}"'
    for words in left_out:
        lexicon.pop(words, None)
    for role, phrases_by_value in table.items():
        for value, phrases in phrases_by_value.items():
            for words in phrases:
                lexicon[words][role] = value
    return dict(lexicon)


def _name_forms(name: str) -> list[str]:
    """A folded name, also with two initials apart (`j d wiker`); each also as it stands before what
    is somebody's: `jd wikers`.
    """
    names = [name, f"{name[0]} {name[1:]}"] if name[2:3] == " " else [name]
    return [*names, *(f"{form}s" for form in names)]


def _facts(kb: knowledge.Knowledge) -> set[tuple[str, str]]:
    """The facts of cards and the venues of rulings: a field with a value of it."""
    facts = set[tuple[str, str | None]]()
    for card in kb.cards:
        facts |= {(field, getattr(card, field)) for field in ("type", "set", "rarity", "artist")}
        facts |= {("keyword", keyword) for keyword in card.keywords}
    for ruling in kb.rulings:
        facts |= {("venue", citation.venue) for citation in ruling.citations}
    return {(field, value) for field, value in facts if value}
