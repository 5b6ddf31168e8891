"""`values.yaml`, the cards' facts and the people → a table of what values of fields are called, and
a pattern for them.

`values_in_query` reads a query with it, and so does the page.
"""

from __future__ import annotations

import re
from collections.abc import Iterable, Mapping, Sequence
from pathlib import Path
from typing import Literal

from msgspec import Struct, convert

from rulings.model import knowledge, plain_text
from rulings.search import parameters

_FILE = Path(__file__).with_name("values.yaml")

# When a value is read: whatever else is asked, beside few words, or if all other words are values
# or words of asking
Sureness = Literal["always", "usual", "asked", "ordinary"]


class Values(Struct, frozen=True):
    """What a query may name. Names are in lower case, their words apart."""

    # Name → field with value, such as `side:corp`; or `newest`, `oldest`
    names: dict[str, tuple[str, Sureness]]
    # Of what a query names, with the groups of `values_in_query`; {names}, {timed}: see there
    pattern: str
    timed: str  # the part of the pattern for times and numbers
    months_of: dict[str, tuple[int, int]]  # part of a year → its first and last month
    numbers: dict[str, str]  # what is said beside a number → the field, or the sign of a bound
    words: dict[str, list[str]]  # `asking`: all words of asking; `ruling`, `list` …: see the file


class _File(Struct, forbid_unknown_fields=True):
    usual: dict[str, list[str]]
    ordinary: dict[str, list[str]]
    numbers: dict[str, list[str]]
    bounds: dict[str, list[str]]
    unread: list[str]
    negations: list[str]
    only: list[str]
    speakers: list[str]
    after_negations: list[str]
    before_values: list[str]
    times: dict[str, list[str]]
    months_of: dict[str, tuple[int, int]]
    words: dict[str, str]


def read(kb: knowledge.Knowledge, people: Mapping[str, str], titles: Iterable[str]) -> Values:
    """The table. `people`: folded names of those who are cited → the name in citations; `titles`:
    folded, of cards.
    """
    # here, because a search in a compiled index does not need it
    from rulings.storage import yaml_files

    file = convert(yaml_files.read_yaml(_FILE), _File, strict=False)
    names = dict[str, tuple[str, Sureness]]()
    for card in kb.cards:
        facts = [
            ("type", card.type),
            ("set", card.set),
            *(("keyword", keyword) for keyword in card.keywords),
        ]
        for field, value in facts:
            name = plain_text.fold(value)
            # The pattern adds `s`
            for called in (name, plain_text.fold(plain_text.plural(value)).removesuffix("s")):
                names.setdefault(called, (f"{field}:{name.replace(' ', '-')}", "ordinary"))
    shared = {
        *titles,
        *(name for name in people if any(other.startswith(f"{name} ") for other in people)),
    }
    documents = {authority.name for authority in kb.authorities if authority.kind != "person"}
    shared |= {name for name, cited in people.items() if cited in documents}  # `rulebook`
    names |= {
        name: (f'by:"{person}"', "ordinary" if name in shared else "always")
        for name, person in people.items()
    }
    for name in file.unread:
        names.pop(name, None)
    names |= {
        _apart(name): (field, "ordinary")
        for field, called in file.ordinary.items()
        for name in called
    }
    names |= {
        _apart(name): (field, "usual") for field, called in file.usual.items() for name in called
    }
    for name in [name for name in people if len(name.split()[0]) == 2]:  # `J.D.` is written as `JD`
        names.setdefault(f"{name[0]} {name[1:]}", names[name])
    words = {kind: text.split() for kind, text in file.words.items()}
    function_words = {*parameters.UNHIGHLIGHTED_WORDS.split()}.difference(
        file.negations, *file.times.values()
    )
    words["asking"] = sorted(
        {*words["ruling"], *words["list"], *words.pop("other"), *function_words}
    )
    names = dict(sorted(names.items(), key=lambda item: -len(item[0])))  # the longest is meant
    numbers = [
        (name, value)
        for group in (file.numbers, file.bounds)
        for value in group
        for name in group[value]
    ]
    return Values(names, _pattern(file), _timed(file), file.months_of, dict(numbers), words)


def _apart(name: str) -> str:
    return name.lower().replace("-", " ").replace("'", " ")


def _any(phrases: Iterable[str]) -> str:
    """A pattern for phrases, the longest first."""
    return "|".join(
        r"[\s-]+".join(map(re.escape, phrase.split()))
        for phrase in sorted(phrases, key=lambda phrase: -len(phrase))
    )


def _timed(file: _File) -> str:
    """A time or a number that a query names. Each repetition has a bound, so that no query takes
    long.
    """
    month, to = parameters.MONTH_PATTERN, r"\s*(?:and|or|to|until|till|through|[-–])\s*"
    year, short, day = r"(?:19|20)\d\d", r"'?(?:9[5-9]|00)(?!\d)", r"\d{1,2}(?:st|nd|rd|th)?"
    dates: Sequence[str] = (
        rf"{year}[-/]\d{{1,2}}(?:-\d{{1,2}})?(?!\d)",  # 1996-10, 1996-10-02, 1996/10
        rf"\d{{1,2}}/(?:{year}|{short})(?!/)",  # 10/1996, 10/96
        r"\d{1,2}[/.]\d{1,2}[/.](?:\d{4}|\d\d)(?!\d)",  # 10/2/96, 2.10.1996
        # 2nd of October, 1996
        rf"{day}[\s.-]{{1,3}}(?:of\s+)?{month},?[\s-]{{1,3}}(?:{year}|{short})",
        rf"{month},?\s+(?:of\s+)?(?:{day},?\s+)?(?:{year}|{short})",  # October 2, 1996; oct '96
    )
    date = "|".join(dates)
    # A year alone, unless it tells this game from the later one: `old 1996 cards`
    other_game = (
        "bits?|box|cards?|decks?|edition|game|netrunner|one|rules?|runner|set|style|version"
    )
    alone = rf"(?:199[5-9]|2000|'9[5-9]|(?:(?<=in )|(?<=from ))(?:9[5-9]|199\d|20[0-2]\d))(?!\s+(?:{other_game}))"
    end = r"(?!\s+(?:\S+\s+)?\S*\d)"  # no other time follows
    time = (
        rf"(?:(?P<first>{date}|(?P<part>{_any(file.months_of)})[\s-]+(?:of\s+)?(?:in\s+)?{year}|(?P<year>{alone})"
        rf"|{month}(?={to}{month}\s+{year}))(?:{to}(?P<last>{date}|{alone}))?"
        rf"(?:(?P<onwards>\s+(?:(?:and|or)\s+(?:later|after|newer){end}|onwards?|on(?=\s*$))|\+)"
        rf"|\s+(?P<backwards>(?:and|or)\s+(?:earlier|before|older){end}))?)"
    )
    facts, bounds = (
        (_any(name for called in group.values() for name in called))
        for group in (file.numbers, file.bounds)
    )
    number = (
        rf"(?:(?P<fact>{facts})\s+(?:(?:of|is)\s+)?)?(?:(?P<bound>{bounds})\s+)?(?P<number>\d{{1,2}})(?!\d)"
        rf"(?:\s*(?P<bound_after>{bounds}))?(?:\s+(?P<fact_after>{facts}))?"
    )
    return f"{time}|{number}|"


def _pattern(file: _File) -> str:
    """What a query names, with what stands before it: {timed} or a value. Fields and phrases match
    too.
    """
    when = "|".join(rf"(?P<{name}>{_any(phrases)})" for name, phrases in file.times.items())
    negation = rf"(?:(?P<minus>{_any(file.negations)})|{_any(file.only)})[\s-]+"
    before = rf"(?:{negation}(?:(?:{_any(file.after_negations)})\s+){{0,3}})?(?:(?:{when})[\s-]+)?"
    lead = rf"(?:(?:{_any(file.before_values)})\s+){{0,2}}"
    lead = rf"{lead}(?:(?P<speaker>{_any(file.speakers)})\s+)?{lead}"
    denied = r"\s+(?P<denied>(?:did|has)\s*(?:not|n't)|never)"
    # After a name of a person that is also another's
    ruling, words = parameters.RULING_PATTERN, _any(file.words["ruling"].split())
    saying = rf"(?:'?s)?\s+(?:(?:ever|did|had|has|have|to)\s+){{0,3}}(?:on|about|re|{words})\b"
    beside = rf"(?:(?=(?P<said>{saying}))|)(?:(?=(?P<ruled>{ruling}))|)"
    value = (
        rf"(?:(?P<article>a)\s+)?(?:(?P<value>{{names}})(?!(?:'?s)?\s+run[\s-]*chart)"
        rf"{beside}!*(?:'s|(?P<plural>s))?)"
    )
    named = (
        rf'(?<![\w:"/.-])"?(?P<named>{before}{lead}(?:{{timed}}{value})(?:{denied})?)(?![\w/-])"?'
    )
    # But `"tom wylie"`
    return rf'{parameters.FIELD_PATTERN}|"(?!(?:by\s+)?(?:{{names}})")[^"]*"|{named}'
