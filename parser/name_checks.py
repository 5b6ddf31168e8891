"""Checks of names.yaml: a name that hides something else or is a common word."""

from __future__ import annotations

from collections import Counter, defaultdict
from collections.abc import Collection

from rulings import naming
from rulings.model import hand_edited, ids, page_table, plain_text, validation, vocabulary
from rulings.parser import mentions
from rulings.parser.checker import ReferenceChecker

_MOST_LINKED = 25  # rulings in which a nickname may be a link, or a twentieth of all
NameRow = hand_edited.Alias | hand_edited.AmbiguousRow


def check_names(checker: ReferenceChecker) -> None:
    """Checks that a name hides nothing else, and that it is no word of the rulings."""
    _check_links(checker)
    _check_common_words(checker)
    owners = _owners(checker)
    _check_titles(checker, owners)
    first_rows: dict[str, NameRow] = {}
    name_rows: list[NameRow] = [*checker.edited.names.aliases, *checker.edited.names.ambiguous]
    for row in name_rows:
        name = plain_text.fold(row.name)
        first = first_rows.setdefault(name, row)
        if first is not row:
            _check_cards(checker, first, row)
            continue
        shared_kinds = set[str]()
        if _titles(row) == (checker.targets["card title"].get(name),):
            shared_kinds.add("card")
        if isinstance(row, hand_edited.AmbiguousRow):
            shared_kinds.add("keyword")
        if all(name in plain_text.fold(title).split() for title in _titles(row)):
            shared_kinds.add("person")  # `sensei` is in Runner Sensei
        _check_taken(checker, owners, "names", row, row.name, shared_kinds)


def _titles(row: NameRow) -> tuple[str, ...]:
    """The titles of the cards that a row names."""
    return (row.card,) if isinstance(row, hand_edited.Alias) else row.cards


def _check_cards(checker: ReferenceChecker, first: NameRow, row: NameRow) -> None:
    """Checks that a second row with the same name is for the same cards."""
    before, now = _titles(first), _titles(row)
    if sorted(map(plain_text.fold, before)) == sorted(map(plain_text.fold, now)):
        return
    cards = plain_text.joined_with("or", before)
    sentence = f"{plain_text.quoted(row.name)} is also a name of {cards}"
    sentence += (
        f" (line {validation.line_of(first)}); list a name of several cards only under `ambiguous`"
    )
    checker.add_error("names", row, sentence)


def _check_links(checker: ReferenceChecker) -> None:
    """Checks that the rows that make links in the rulings have whole words."""
    for link in checker.edited.names.links:
        text, words = checker.targets["ruling"].get(link.ruling, ""), plain_text.quoted(link.words)
        if link.words in text and not mentions.whole_words(link.words).search(text):
            checker.add_error(
                "names",
                link,
                f"{words} is only a part of a word of {link.ruling}; write whole words",
                "words",
            )


def _check_common_words(checker: ReferenceChecker) -> None:
    """Checks that no nickname is a word of the language."""
    links = Counter[str]()
    for ruling in checker.rulings.values():
        links.update({mention.words for mention in ruling.mentions})
    max_links = max(_MOST_LINKED, len(checker.rulings) // 20)
    for alias in checker.edited.names.aliases:
        name = plain_text.quoted(alias.name)
        if len(plain_text.fold(alias.name)) < 2:
            sentence = f"{name} is one letter, which means something else in most sentences"
            checker.add_error("names", alias, f"{sentence}; delete the row")
        if alias.in_text and links[alias.name] > max_links:
            checker.add_error(
                "names",
                alias,
                f"{name} would be a link in {links[alias.name]} rulings"
                ": if it is a word of the language, write `in_text: false`",
            )


# Folded name → kind of what is called so → words for it
_Owners = dict[str, dict[str, str]]


def _owners(checker: ReferenceChecker) -> _Owners:
    """What each name already means."""
    owners: _Owners = defaultdict(dict)

    def take(kind: str, owner: str, *names: str) -> None:
        for name in names:
            owners[plain_text.fold(name)][kind] = owner

    for name in checker.commands:
        take("command", f"the command {name}", name)
    for word in checker.edited.keywords:
        take("keyword", f"the keyword {word}", word)
    for type in vocabulary.CARD_TYPES:
        take("type", f"the card type {type}", type, plain_text.plural(type))
    for topic in checker.parsed.topics:
        take("topic", f"the topic {topic.title}", topic.title)
    for card in checker.parsed.cards:
        take("card", f"the card {card.title}", card.title)
    for document in checker.edited.documents:
        take("document", f"a name of {document.title}", document.title, document.short)
    for page in page_table.PAGES:
        take("page", f"the name of {page.described or 'a page'}", page.id, *page.names)
    for name, authority in naming.authority_names(checker.parsed.sources.authorities):
        take("person", f"a name of {authority.name}", name)
    return owners


def _check_titles(checker: ReferenceChecker, owners: _Owners) -> None:
    """Checks that no card, new topic, person or document is called as something else."""
    own = {vocabulary.RULINGS_DOCUMENT, vocabulary.RUN_CHART_DOCUMENT}
    own.add(checker.edited.tournament.document)  # its tables have a page
    for card in checker.edited.cards:
        shared_kinds = {"card", "keyword"}  # as Zombie
        _check_taken(checker, owners, "cards", card, card.title, shared_kinds, "title")
    for row in checker.edited.documents:
        if row.id not in own:
            _check_taken(checker, owners, "documents", row, row.short, {"document"}, "short")
    for authority in checker.edited.authorities:
        for name in dict.fromkeys((authority.name, *authority.names)):
            _check_taken(checker, owners, "authorities", authority, name, {"person"}, "name")
    for file, additions in checker.edited.additions.items():
        path = f"{ids.ADDITIONS}/{file}"
        for addition in additions:
            if addition.topic:
                title = addition.subject
                _check_taken(checker, owners, path, addition, title, {"topic", "card"}, "subject")


def _check_taken(
    checker: ReferenceChecker,
    owners: _Owners,
    file: str,
    row: validation.Row,
    name: str,
    shared_kinds: Collection[str],
    key: str = "name",
) -> None:
    """Checks that nothing of other kinds than those has the name of a row."""
    for kind, owner in owners[plain_text.fold(name)].items():
        if kind not in shared_kinds:
            advice = "delete the row" if file == "names" else "call it otherwise"
            checker.add_error(
                file, row, f"{plain_text.quoted(name)} is already {owner}; {advice}", key
            )
            return
