"""Tests how a query is recognized as a request for a list: by the kinds of its words."""

from __future__ import annotations

import pytest

from rulings.model.knowledge import Knowledge
from rulings.search import answerability, retrieval, search_request

# Rules
CITED = "_excludes_what_is_cited"
NAME = "_excludes_a_name"
WORDS = "_has_only_words_of_lists"
ORDER = "_orders_rulings"
ALL = "_lists_what_is_cited"
TIME = "_has_bound_and_time"

# Query → the kinds of its words, then the rules that recognize a list in them
RULES: dict[str, tuple[str, ...]] = {
    "errata before 1997": ("nature bound time plural", TIME, WORDS),
    "trace before a run": ("other bound idle other",),
    "rulings, not by sparky": ("ruling denial idle person plural", CITED),
    "rulings that sparky did not give": (
        "ruling idle person question denial idle plural",
        CITED,
    ),
    "errata skipping wylie": ("nature omission person plural", CITED),
    "rulings not official": ("ruling denial source plural", CITED),
    # The words before a denial count only beside a ruling
    "does skipping an action count": ("question omission idle other count",),
    "errata other than on Cloak": ("nature idle denial idle name plural", CITED, NAME),
    "rez other olivia same ice": ("other idle name other fact",),
    "sparky errata but no tracing": (
        "person nature omission question other lacking plural",
        CITED,
    ),
    "1996 but not ice": ("time omission denial fact", CITED),
    "errata for ice not installed": ("nature idle fact denial other plural",),
    "all errata by sparky": ("idle nature idle person plural list", ALL),
    "are all rulings by sparky official": (
        "being idle ruling idle person source plural list",
    ),
    "tracing but not rabbit": ("other omission denial name", NAME),
    "why may dreff not use rabbit": ("question idle name denial other name",),
    "latest errata": ("newest nature plural", ORDER, WORDS),
    "number of rulings in 1998": ("count idle ruling idle time plural", ORDER),
    "Siren oldest to newest": ("name newest idle newest", ORDER),
    "most expensive ice": ("most other fact",),
    "agendas worth 3 points": ("facts idle figure fact", WORDS),
    "preps trashed": ("facts fact",),
    "cheapest programs": ("most facts", WORDS),
    # Nothing of that person is of that year, but something is of the other
    "wylie 1998": ("person time lacking", WORDS),
    "sparky 1996": ("person time",),
    "what are nodes": ("idle being facts",),
    "cost of agendas in a run": ("fact idle facts idle idle other",),
}


@pytest.mark.parametrize("query", RULES)
def test_words_have_these_kinds_and_meet_these_rules(kb: Knowledge, query: str) -> None:
    kinds, *rules = RULES[query]
    request = search_request.understand(kb, query)
    read_kinds = answerability.kinds_of_words(retrieval.find(request))
    met = [rule.__name__ for rule in answerability.LIST_RULES if rule(read_kinds)]
    assert (" ".join(read_kinds), met) == (kinds, rules)


def test_each_rule_recognizes_a_list_by_itself() -> None:
    alone = {rules[1] for rules in RULES.values() if len(rules) == 2}
    names = {rule.__name__ for rule in answerability.LIST_RULES}
    assert alone == names - {"_has_bound_and_time"}
