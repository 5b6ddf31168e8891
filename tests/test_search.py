"""Queries as people type them: names first, the query language, notes instead of errors, and reasons where nothing is found."""

from __future__ import annotations

import json
import re
import subprocess
import sys
from collections.abc import Callable

import pytest

from rulings.model.entities import Card, Ruling
from rulings.model.knowledge import KnowledgeBase
from rulings.search import Hit, search, search_folder
from rulings.search.analysis import Analyzer
from rulings.search.constants import LONGEST_PASSAGE
from rulings.search.passages import best_passage
from rulings.search.query_parser import read_date

ANALYZER = Analyzer.read()
words_of, stem = ANALYZER.words, ANALYZER.stem


def subjects(kb: KnowledgeBase, query: str, limit: int = 10, **options: object) -> list[str]:
    return [hit.title for hit in search(kb, query, limit, **options).hits]  # type: ignore[arg-type]


# What is found first


@pytest.mark.parametrize(
    ("query", "title"),
    [
        ("dreff rez cost", "Dr. Dreff"),
        ("dr dref rez cost", "Dr. Dreff"),
        ("esc hit the key", "Emergency Self-Construct"),
        ("pattle virus ctrs", "Pattel's Virus"),
        ("R&D interface twice", "R&D Interface"),
        ("PK-6089a base link", "PK-6089a"),
        ("sphinx 2006", "Sphinx 2006"),
    ],
)
def test_a_name_in_a_query_brings_its_card_first(kb: KnowledgeBase, query: str, title: str) -> None:
    assert subjects(kb, query)[0] == title


def test_a_query_that_is_a_name_gives_the_card_and_then_its_rulings(kb: KnowledgeBase) -> None:
    hits = search(kb, "dr dreff").hits
    assert (hits[0].kind, hits[0].id) == ("card", "dr-dreff")
    assert hits[1].kind == "ruling" and hits[1].title == "Dr. Dreff"


def test_a_query_that_is_a_topic_gives_the_topic_first(kb: KnowledgeBase) -> None:
    assert search(kb, "public knowledge").hits[0].kind == "topic"


def test_with_two_names_rulings_that_concern_both_come_first(kb: KnowledgeBase) -> None:
    told = [(r.subject.id, m.id) for r in kb.rulings if r.subject.kind == "card" and r.kind != "see" for m in r.mentions]
    pairs = sorted({(one, other) for one, other in told if one != other})
    missed = []
    for one, other in pairs:
        first = search(kb, f"{kb.cards_by_id[one].title} and {kb.cards_by_id[other].title}", 1).hits[0]
        ruling = kb.rulings_by_id.get(first.id)
        if ruling is None or not {one, other} <= {ruling.subject.id, *(mention.id for mention in ruling.mentions)}:
            missed.append((one, other))
    assert len(pairs) > 100 and len(missed) <= 0.03 * len(pairs), missed


def test_near_identical_rulings_answer_once(kb: KnowledgeBase) -> None:
    hits = search(kb, "bits cannot be used for setting a base link", 20).hits
    texts = [hit for hit in hits if hit.duplicates]
    assert texts and not {id for hit in hits for id, _ in hit.duplicates} & {hit.id for hit in hits}


def test_the_later_game_is_labelled_and_comes_when_it_is_asked_for(kb: KnowledgeBase) -> None:
    assert search(kb, "tournament points for a draw").hits[0].game == "android-netrunner"
    assert search(kb, "agenda points to win").hits[0].game == "netrunner"


# The query language


@pytest.mark.parametrize(
    ("query", "every"),
    [
        ('card:"dr dreff" rez', lambda r: "dr-dreff" in (r.subject.id, *(m.id for m in r.mentions))),
        ("topic:tracing", lambda r: r.subject.id == "tracing"),
        ("by:sparky", lambda r: any("Sparky" in (c.authority, c.via) or c.person == "Marc Schmalz" for c in r.citations)),
        ('by:"tom wylie"', lambda r: any("Tom Wylie" in (c.authority, c.person, c.via) for c in r.citations)),
        ("is:errata", lambda r: r.kind == "errata"),
        ("is:reversal", lambda r: r.reverses),
        ("is:unofficial", lambda r: not r.official),
        ("is:see", lambda r: r.kind == "see"),
        ("before:1996-06 damage", lambda r: any(c.date and (c.likely or c.date) <= "1996-06-01" for c in r.citations)),
        ("after:1999", lambda r: any(c.date and c.date >= "1999" for c in r.citations)),
        ("in:rulings trace", lambda r: r.source.document == "netrunner-rulings"),
        ('"jack out"', lambda r: "jack out" in " ".join(words_of(r.text))),
        ("trac* -link", lambda r: "link" not in words_of(f"{r.subject.title} {r.text}")),
    ],
)
def test_a_field_keeps_what_it_says(kb: KnowledgeBase, query: str, every: Callable[[Ruling], bool]) -> None:
    results = search(kb, query, 40, kinds=("ruling",))
    assert results.hits and not results.notes
    assert all(every(kb.rulings_by_id[hit.id]) for hit in results.hits)


@pytest.mark.parametrize(
    ("query", "check"),
    [
        ("side:corp", lambda c: c.side == "Corp"),
        ("type:ice", lambda c: c.type == "Ice"),
        ("keyword:virus", lambda c: "Virus" in c.keywords),
        ('keyword:"black ice"', lambda c: "Black Ice" in c.keywords),
        ("set:proteus", lambda c: c.set == "Proteus"),
        ("side:runner type:program -keyword:icebreaker", lambda c: c.type == "Program" and "Icebreaker" not in c.keywords),
    ],
)
def test_a_field_of_the_card_keeps_rulings_under_such_cards(kb: KnowledgeBase, query: str, check: Callable[[Card], bool]) -> None:
    hits = [hit for hit in search(kb, query, 50).hits if hit.kind == "ruling"]
    assert hits and all(check(kb.cards_by_id[kb.rulings_by_id[hit.id].subject.id]) for hit in hits)


@pytest.mark.parametrize(
    ("document", "kind"), [("run-chart", "step"), ("manual", "section"), ("variant", "section"), ("tournament", "section")]
)
def test_in_keeps_one_document(kb: KnowledgeBase, document: str, kind: str) -> None:
    hits = search(kb, f"in:{document}", 30).hits
    assert hits and {hit.kind for hit in hits} == {kind}
    assert {kb.documents_by_id[hit.document].short for hit in hits} == {document}


def test_or_and_parentheses(kb: KnowledgeBase) -> None:
    def ids(query: str) -> set[str]:
        return {hit.id for hit in search(kb, query, 1000, kinds=("ruling",)).hits}

    assert ids("is:reversal OR is:unofficial") == ids("is:reversal") | ids("is:unofficial")
    assert ids("is:errata (side:corp OR type:program)") == ids("is:errata side:corp") | ids("is:errata type:program")


def test_a_fuzzy_word_forgives_what_a_plain_one_also_forgives(kb: KnowledgeBase) -> None:
    assert search(kb, "glacer~").hits and search(kb, "subrutine").hits


@pytest.mark.parametrize(
    ("query", "note"),
    [
        ("foo:bar jack out", 'unknown field "foo:" was ignored'),
        ('"jack out" "trace', "an unmatched quotation mark was ignored"),
        ("(jack OR out", "an unmatched parenthesis was ignored"),
        ("before:yesterday run", "is not a date"),
        ("card:zzzz run", 'no card is called "zzzz"'),
        ("is:wrong run", 'nothing has is:"wrong"'),
        (" OR ".join(f"{c}{c}*" for c in "abcdefghijklm"), "only the first 8 words with * or ~ were read"),
    ],
)
def test_a_mistake_is_an_answer_and_a_note(kb: KnowledgeBase, query: str, note: str) -> None:
    assert any(note in said for said in search(kb, query).notes)


def test_a_title_with_a_colon_is_no_field(kb: KnowledgeBase) -> None:
    results = search(kb, "Core Command: Jettison Ice")
    assert results.hits[0].id == "core-command-jettison-ice" and not any("unknown field" in note for note in results.notes)


def test_a_question_mark_is_no_pattern(kb: KnowledgeBase) -> None:
    assert subjects(kb, "does Jack Attack stop Smarteye?") == subjects(kb, "does Jack Attack stop Smarteye")


@pytest.mark.parametrize(
    ("typed", "date"),
    [
        ("1996", "1996-01-01"),
        ("1996-8", "1996-08-01"),
        ("1996-08-06", "1996-08-06"),
        ("96", None),
        ("1996-13", None),
        ("8/6/96", None),
        ("", None),
    ],
)
def test_dates(typed: str, date: str | None) -> None:
    assert read_date(typed) == date


# Options


def test_options_restrict(kb: KnowledgeBase) -> None:
    assert all(kb.rulings_by_id[h.id].subject.kind == "card" for h in search(kb, "trash", side="corp").hits)
    assert {kb.cards_by_id[kb.rulings_by_id[h.id].subject.id].type for h in search(kb, "trash", type="Ice").hits} == {"Ice"}
    assert {h.game for h in search(kb, "draw", game="android-netrunner").hits} == {"android-netrunner"}
    assert {h.kind for h in search(kb, "virus", kinds=("card",), limit=3).hits} <= {"card"}
    assert {h.kind for h in search(kb, "Armageddon with Demolition Run", kinds=("card", "ruling")).hits} == {"card", "ruling"}
    early = [kb.rulings_by_id[h.id] for h in search(kb, "damage", as_of="1996-06", kinds=("ruling",), limit=30).hits]
    assert early and all(min(c.date for c in r.citations if c.date) <= "1996-06-30" for r in early)
    assert len(search(kb, "damage", limit=2).hits) == 2 and not search(kb, "damage", limit=0).hits


# Nothing found


@pytest.mark.parametrize("query", ["xyzzy plugh", "asdf jkl qwerty", "你好"])
def test_nonsense_finds_nothing_and_is_told_which_words(kb: KnowledgeBase, query: str) -> None:
    results = search(kb, query)
    assert (results.total, results.hits, results.confidence) == (0, (), "low")
    assert any(word in sentence for word in query.split() for sentence in results.explanation)


def test_a_word_that_stands_nowhere_never_empties_an_answer(kb: KnowledgeBase) -> None:
    results = search(kb, "is ice that dreff throws rezzed or quokkafied")
    assert results.hits[0].title == "Dr. Dreff"
    assert any('"quokkafied"' in note for note in results.notes)


def test_a_question_about_something_else_is_doubted(kb: KnowledgeBase) -> None:
    assert search(kb, "how to bake a chocolate cake with strawberries").confidence == "low"


# Typed text is text


@pytest.mark.parametrize(
    "query",
    [
        'is ice that dreff "throws" considered (rezzed)?',
        "is ice that dreff throws (see the card) considered rezzed",
        "Dreff throws ice... is it *rezzed* or not?",
        "is the ice dreff throws - you know, the doctor - rezzed?",
        "My opponent's Dreff threw ice at me. He says it's \"rezzed\". Is it?",
    ],
)
def test_a_sentence_is_a_sentence(kb: KnowledgeBase, query: str) -> None:
    results = search(kb, query)
    assert results.hits[0].title == "Dr. Dreff" and not results.notes


def test_where_the_strict_reading_finds_nothing_the_words_are_searched(kb: KnowledgeBase) -> None:
    results = search(kb, '"dreff throws rezzed ice"')
    assert results.hits[0].title == "Dr. Dreff" and any("its words were searched" in note for note in results.notes)


@pytest.mark.parametrize(
    ("query", "id"),
    [
        ("dr-dreff-601afce4", "dr-dreff-601afce4"),
        ("what does dr-dreff-601afce4 say?", "dr-dreff-601afce4"),
        ("https://rulings.example/cards/dr-dreff/#dr-dreff-601afce4", "dr-dreff-601afce4"),
        ("/cards/dr-dreff/", "dr-dreff"),
        ("run-chart-13", "run-chart-13"),
    ],
)
def test_an_id_or_an_address_of_ours_is_what_it_names(kb: KnowledgeBase, query: str, id: str) -> None:
    assert search(kb, query).hits[0].id == id


def test_fields_find_cards_without_rulings_too_and_count_each_kind(kb: KnowledgeBase) -> None:
    results = search(kb, "set:classic type:ice", limit=None)
    cards = {card.id for card in kb.cards if card.set == "Classic" and card.type == "Ice"}
    assert {hit.id for hit in results.hits if hit.kind == "card"} == cards
    assert results.counts["card"] == len(cards) and sum(results.counts.values()) == results.total == len(results.hits)


def test_an_x_is_a_value_of_a_field(kb: KnowledgeBase) -> None:
    found = {hit.id for hit in search(kb, "strength:x kind:card", limit=None).hits}
    assert found == {card.id for card in kb.cards if card.strength == "X"} and found


def test_newest_rulings_and_sorting_by_date(kb: KnowledgeBase) -> None:
    for hits in (search(kb, "newest rulings", 40).hits, search(kb, "trace", by_date=True).hits):
        dates = [hit.date or "" for hit in hits]
        assert dates[0] and dates == sorted(dates, reverse=True)


def test_official_keeps_what_was_said_with_authority(kb: KnowledgeBase) -> None:
    assert all(kb.rulings_by_id[hit.id].official for hit in search(kb, "trace", limit=None, official=True).hits)


def test_filters_that_leave_nothing_say_so(kb: KnowledgeBase) -> None:
    results = search(kb, "trace", side="corp", type="prep")
    assert not results.hits and any("filters leave nothing" in sentence for sentence in results.explanation)


def test_a_row_of_a_table_is_shown_under_its_header_and_a_header_with_its_rows(kb: KnowledgeBase) -> None:
    hit = search(kb, "how many rounds for 24 players").hits[0]
    assert "Size of Cut · 4-8 | 3 | No Cut · 9-24 | 4 | Top 4 · " in hit.passage and len(hit.passage) <= LONGEST_PASSAGE
    row = best_passage(ANALYZER, hit.text, {"65": 2.0, "player": 1.0})
    assert row == "Number of Registered Players | Number of Swiss Rounds | Size of Cut · 65-96 | 6 | Top 8"


def test_a_section_hit_shows_the_passage_that_matches(kb: KnowledgeBase) -> None:
    hit = next(h for h in search(kb, "how many rounds for 24 players", 5).hits if h.id == "tournament-basic-structure")
    assert hit.passage and len(hit.passage) < len(hit.text) and not set("*<>") & set(hit.passage)


def test_no_part_of_a_section_is_shown_with_markdown(kb: KnowledgeBase) -> None:
    """Each term of a section in turn decides which part is shown: no part keeps a mark of emphasis, of a list or of a rule."""
    for section in kb.sections:
        for stem in set(ANALYZER.stems(section.text)):
            passage = best_passage(ANALYZER, section.text, {stem: 1.0})
            assert not re.search(r"[*`]|^[-+•|]|^#+ |---", passage), (section.id, passage)


def test_what_leads_to_a_list_is_shown_with_the_list(kb: KnowledgeBase) -> None:
    hit = search(kb, "how many points does a win give?").hits[0]
    assert hit.passage.startswith("For each game, players receive tournament points as follows: Game Win = 3 tournament points · ")
    assert hit.passage.endswith("Game Loss = 0 tournament points") and len(hit.passage) <= LONGEST_PASSAGE


def test_what_is_superseded_comes_after_what_supersedes_it(kb: KnowledgeBase) -> None:
    """Also where its own words are asked for. What is superseded in part answers the other part: it keeps its place and its mark."""
    superseded = [ruling for ruling in kb.rulings if ruling.status == "superseded"]
    assert superseded
    for ruling in superseded:
        for query in (*ruling.questions, " ".join(ruling.text.split()[:40])):
            ids = [hit.id for hit in search(kb, query, 60).hits]
            for later in ruling.superseded_by:
                assert later not in ids or ruling.id not in ids or ids.index(later) < ids.index(ruling.id), query
    best = search(kb, "When does a maximum hand size below zero kill the Runner?", 1).hits[0]
    assert (best.id, best.status) == ("discarding-47b7bdca", "superseded-in-part") and best.superseded_by


@pytest.mark.parametrize(
    ("query", "reason"),
    [
        ("", "there is no word"),
        ("!?", "there is no word"),
        ("card:zzzz", "nothing matches all the fields"),
        ("type:ice type:node", "nothing matches all the fields"),
    ],
)
def test_no_answer_has_a_reason(kb: KnowledgeBase, query: str, reason: str) -> None:
    assert any(reason in sentence for sentence in search(kb, query).explanation)


def test_of_a_card_without_rulings_that_is_said_and_where_its_keyword_is_ruled_on(kb: KnowledgeBase) -> None:
    results = search(kb, "stereogram antibody")
    assert results.hits[0].id == "stereogram-antibody"
    assert any("nothing was ever ruled on Stereogram Antibody" in note and "keyword:virus" in note for note in results.notes)


def test_a_card_named_in_a_question_on_which_nothing_was_ruled_is_said_beside_the_hits(kb: KnowledgeBase) -> None:
    results = search(kb, "how often can i use codeslinger in a turn")
    assert results.hits and any("nothing was ever ruled on Codeslinger" in note for note in results.notes)


# What a hit is


def test_a_hit_has_the_promised_shape(kb: KnowledgeBase) -> None:
    shape = json.loads(json.dumps(search(kb, "jack out").to_json()))
    assert {"query", "total", "notes", "hits"} <= shape.keys() and shape["query"] == "jack out"
    for hit in shape["hits"]:
        assert {"kind", "id", "title", "document", "game", "text", "score", "url"} <= hit.keys()
    scores = [hit["score"] for hit in shape["hits"]]
    assert scores == sorted(scores, reverse=True) and shape["total"] >= len(scores)


def test_a_hit_is_frozen_and_explains_itself(kb: KnowledgeBase) -> None:
    hit = search(kb, "trace limit").hits[0]
    with pytest.raises(AttributeError):
        hit.title = "another"  # type: ignore[misc]
    assert {"text", "questions", "similarity", "card", "coverage"} <= hit.features.keys()
    assert "why" in hit.to_json(explain=True)


def test_spans_mark_the_words_in_any_form(kb: KnowledgeBase) -> None:
    hit: Hit = search(kb, "jacking out smarteye").hits[0]
    marked = {hit.text[start:end].lower() for start, end in hit.spans}
    assert marked and {stem(word) for word in marked} & {"jack", "smartey"}


def test_no_word_is_lost() -> None:
    assert words_of("May not, can't: R&D's HQ if a [TM] PK-6089a") == ["may", "not", "can", "not", "rnd", "hq", "if", "a", "pk", "6089a"]
    assert words_of("R & D, r and d, RnD") == ["rnd"] * 3
    assert words_of("Disintegrator and Dropp") == ["disintegrator", "and", "dropp"]
    assert {stem(w) for w in ("rez", "rezzed", "rezzing", "rezzes")} == {"rez"}
    assert stem("discard") != stem("discount") and stem("not") == "not"


# A cold start


def test_a_cold_search_opens_no_yaml_and_not_the_knowledge_base(kb: KnowledgeBase) -> None:
    search_folder(None, "jack out")  # makes the index ready
    program = (
        "import sys\n"
        "from rulings.search import search_folder\n"
        "assert search_folder(None, 'jack out').hits[0].text\n"
        "print(sorted(set(sys.modules) & {'yaml', 'jinja2', 'mkdocs', 'whoosh.qparser', 'rapidfuzz'}))"
    )
    done = subprocess.run([sys.executable, "-c", program], capture_output=True, text=True, check=True)
    assert done.stdout.strip() == "[]"


def test_the_folder_and_the_open_knowledge_base_answer_alike(kb: KnowledgeBase) -> None:
    for query in ("jack out", "dreff rez", "is:errata trace"):
        assert search_folder(None, query).hits == search(kb, query).hits


@pytest.mark.parametrize(
    ("query", "apart"),
    [("cowboy sysop and dr dreff", True), ("joan of arc armadillo", True), ("joan of arc mystery box", False), ("dr dreff", False)],
)
def test_that_no_ruling_concerns_both_cards_is_said(kb: KnowledgeBase, query: str, apart: bool) -> None:
    assert any(note.startswith("no ruling concerns both") for note in search(kb, query).notes) is apart
