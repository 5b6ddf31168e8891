"""Tests of the search: ranking, fields, options, queries without results, passages, and the JSON of a hit.

What particular queries mean and find first is listed in `data/query-language-cases.yaml` and `data/ranking-cases.yaml`, which
`test_page_search.py` runs on the command line's search and on the page's.
"""

from __future__ import annotations

import json
import random
import re
from collections import defaultdict
from collections.abc import Callable

import pytest

from rulings.api import KnowledgeBase
from rulings.model.entities import Card, Ruling
from rulings.search import Hit, Options, search
from rulings.search.analysis import Analyzer
from rulings.search.constants import MAX_PASSAGE_LENGTH
from rulings.search.documents import documents
from rulings.search.fields import FIELDS, Field
from rulings.search.passages import best_passage

ANALYZER = Analyzer.read()
words_of, stem = ANALYZER.words, ANALYZER.stem


# Ranking


def test_a_card_name_finds_the_card_and_then_its_rulings(kb: KnowledgeBase) -> None:
    hits = search(kb, "dr dreff").hits
    assert (hits[0].kind, hits[0].id) == ("card", "dr-dreff")
    assert hits[1].kind == "ruling" and hits[1].title == "Dr. Dreff"


def test_two_names_rank_rulings_on_both_cards_first(kb: KnowledgeBase) -> None:
    mentions = [(r.subject.id, m.id) for r in kb.rulings if r.subject.kind == "card" and r.kind != "see" for m in r.mentions]
    pairs = sorted({(subject, mentioned) for subject, mentioned in mentions if subject != mentioned})
    missed = []
    for subject, mentioned in pairs:
        first = search(kb, f"{kb.cards_by_id[subject].title} and {kb.cards_by_id[mentioned].title}", Options(1)).hits[0]
        ruling = kb.rulings_by_id.get(first.id)
        if ruling is None or not {subject, mentioned} <= {ruling.subject.id, *(mention.id for mention in ruling.mentions)}:
            missed.append((subject, mentioned))
    assert len(pairs) > 100 and len(missed) <= 0.03 * len(pairs), missed


def test_near_identical_rulings_are_one_hit(kb: KnowledgeBase) -> None:
    hits = search(kb, "bits cannot be used for setting a base link", Options(20)).hits
    with_duplicates = [hit for hit in hits if hit.duplicates]
    assert with_duplicates and not {id for hit in hits for id, _ in hit.duplicates} & {hit.id for hit in hits}


def test_the_later_game_comes_first_only_when_asked_for(kb: KnowledgeBase) -> None:
    assert search(kb, "tournament points for a draw").hits[0].game == "android-netrunner"
    assert search(kb, "agenda points to win").hits[0].game == "netrunner"


# The query language


@pytest.mark.parametrize(
    ("query", "check"),
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
def test_ruling_fields_filter_rulings(kb: KnowledgeBase, query: str, check: Callable[[Ruling], bool]) -> None:
    results = search(kb, query, Options(40, kinds=("ruling",)))
    assert results.hits and not results.notes
    assert all(check(kb.rulings_by_id[hit.id]) for hit in results.hits)


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
def test_card_fields_filter_rulings_by_their_card(kb: KnowledgeBase, query: str, check: Callable[[Card], bool]) -> None:
    hits = [hit for hit in search(kb, query, Options(50)).hits if hit.kind == "ruling"]
    assert hits and all(check(kb.cards_by_id[kb.rulings_by_id[hit.id].subject.id]) for hit in hits)


@pytest.mark.parametrize(
    ("document", "kind"), [("run-chart", "step"), ("manual", "section"), ("variant", "section"), ("tournament", "section")]
)
def test_in_keeps_hits_from_one_document(kb: KnowledgeBase, document: str, kind: str) -> None:
    hits = search(kb, f"in:{document}", Options(30)).hits
    assert hits and {hit.kind for hit in hits} == {kind}
    assert {kb.documents_by_id[hit.document].short for hit in hits} == {document}


@pytest.mark.parametrize("field", [field for field in FIELDS if field.kind == "fact"], ids=lambda field: field.name)
def test_every_field_value_finds_exactly_its_entries(kb: KnowledgeBase, field: Field) -> None:
    """A field whose names are matched by single words may find more entries."""
    ids_by_value = defaultdict[str, set[str]](set)
    for document in documents(kb):
        facts: dict[str, list[str]] = {"game": [document.game], "kind": [document.kind], **document.facts}
        for value in facts.get(field.name, ()):
            ids_by_value[value].add(document.id)
    assert ids_by_value
    for value, ids in ids_by_value.items():
        results = search(kb, f'{field.name}:"{value}"', Options(None))
        ids_found = {hit.id for hit in results.hits}
        assert ids <= ids_found if field.by_word else ids == ids_found, value
        assert not results.notes, value


def test_an_invalid_field_value_gives_a_note(kb: KnowledgeBase) -> None:
    for field in FIELDS:
        results = search(kb, f"{field.name}:zzzz dreff")
        assert any("zzzz" in note for note in results.notes), field.name
        assert results.hits or results.explanation, field.name


# Options


def test_options_filter_hits(kb: KnowledgeBase) -> None:
    assert all(kb.rulings_by_id[h.id].subject.kind == "card" for h in search(kb, "trash", Options(side="corp")).hits)
    assert {kb.cards_by_id[kb.rulings_by_id[h.id].subject.id].type for h in search(kb, "trash", Options(type="Ice")).hits} == {"Ice"}
    assert {h.game for h in search(kb, "draw", Options(game="android-netrunner")).hits} == {"android-netrunner"}
    assert {h.kind for h in search(kb, "virus", Options(kinds=("card",), limit=3)).hits} <= {"card"}
    assert {h.kind for h in search(kb, "Armageddon with Demolition Run", Options(kinds=("card", "ruling"))).hits} == {"card", "ruling"}
    early = [kb.rulings_by_id[h.id] for h in search(kb, "damage", Options(as_of="1996-06", kinds=("ruling",), limit=30)).hits]
    assert early and all(min(c.date for c in r.citations if c.date) <= "1996-06-30" for r in early)
    assert len(search(kb, "damage", Options(limit=2)).hits) == 2 and not search(kb, "damage", Options(limit=0)).hits


def test_a_negative_limit_is_an_error(kb: KnowledgeBase) -> None:
    with pytest.raises(ValueError):
        kb.search("dreff", limit=-1)


def test_newest_rulings_and_by_date_put_the_latest_first(kb: KnowledgeBase) -> None:
    for hits in (search(kb, "newest rulings", Options(40)).hits, search(kb, "trace", Options(by_date=True)).hits):
        dates = [hit.date or "" for hit in hits]
        assert dates[0] and dates == sorted(dates, reverse=True)


def test_official_keeps_only_official_rulings(kb: KnowledgeBase) -> None:
    assert all(kb.rulings_by_id[hit.id].official for hit in search(kb, "trace", Options(limit=None, official=True)).hits)


# Queries without results


def test_nonsense_finds_nothing_and_names_the_words(kb: KnowledgeBase) -> None:
    rng = random.Random(1)
    for _ in range(100):
        words = ["".join(rng.choices("bcdfghjklmnpqrstvwxz", k=9)) for _ in range(3)]
        results = search(kb, " ".join(words))
        assert (results.total, results.hits, results.confidence) == (0, (), "low")
        assert results.explanation == (f'no ruling, section or step has "{words[0]}", "{words[1]}" or "{words[2]}"',)


def test_filters_that_match_nothing_are_explained(kb: KnowledgeBase) -> None:
    results = search(kb, "trace", Options(side="corp", type="prep"))
    assert not results.hits and any("filters leave nothing" in sentence for sentence in results.explanation)


# Passages and statuses


def test_table_rows_are_shown_with_their_header(kb: KnowledgeBase) -> None:
    hit = search(kb, "how many rounds for 24 players").hits[0]
    assert "Size of Cut · 4-8 | 3 | No Cut · 9-24 | 4 | Top 4 · " in hit.passage and len(hit.passage) <= MAX_PASSAGE_LENGTH
    row = best_passage(ANALYZER, hit.text, {"65": 2.0, "player": 1.0})
    assert row == "Number of Registered Players | Number of Swiss Rounds | Size of Cut · 65-96 | 6 | Top 8"


def test_section_hits_show_the_matching_passage(kb: KnowledgeBase) -> None:
    hit = next(h for h in search(kb, "how many rounds for 24 players", Options(5)).hits if h.id == "tournament-basic-structure")
    assert hit.passage and len(hit.passage) < len(hit.text) and not set("*<>") & set(hit.passage)


def test_passages_contain_no_markdown(kb: KnowledgeBase) -> None:
    """Each word of a section in turn decides which passage is shown."""
    for section in kb.sections:
        for stem in set(ANALYZER.stems(section.text)):
            passage = best_passage(ANALYZER, section.text, {stem: 1.0})
            assert not re.search(r"[*`]|^[-+•|]|^#+ |---", passage), (section.id, passage)


def test_lists_are_shown_with_their_introduction(kb: KnowledgeBase) -> None:
    hit = search(kb, "how many points does a win give?").hits[0]
    assert hit.passage.startswith("For each game, players receive tournament points as follows: Game Win = 3 tournament points · ")
    assert hit.passage.endswith("Game Loss = 0 tournament points") and len(hit.passage) <= MAX_PASSAGE_LENGTH


def test_superseded_rulings_rank_below_those_that_supersede_them(kb: KnowledgeBase) -> None:
    """Even for queries with its own words. A ruling that is superseded in part keeps its rank and is marked."""
    superseded = [ruling for ruling in kb.rulings if ruling.status == "superseded"]
    assert superseded
    for ruling in superseded:
        for query in (*ruling.questions, " ".join(ruling.text.split()[:40])):
            ids = [hit.id for hit in search(kb, query, Options(60)).hits]
            for later in ruling.superseded_by:
                assert later not in ids or ruling.id not in ids or ids.index(later) < ids.index(ruling.id), query
    first = search(kb, "When does a maximum hand size below zero kill the Runner?", Options(1)).hits[0]
    assert (first.id, first.status) == ("discarding-47b7bdca", "superseded-in-part") and first.superseded_by


# Hits


def test_hits_have_the_documented_keys(kb: KnowledgeBase) -> None:
    results = json.loads(json.dumps(search(kb, "jack out").to_json()))
    assert {"query", "total", "notes", "hits"} <= results.keys() and results["query"] == "jack out"
    for hit in results["hits"]:
        assert {"kind", "id", "title", "document", "game", "text", "score", "url"} <= hit.keys()
    scores = [hit["score"] for hit in results["hits"]]
    assert scores == sorted(scores, reverse=True) and results["total"] >= len(scores)


def test_hits_are_frozen_and_explain_their_score(kb: KnowledgeBase) -> None:
    hit = search(kb, "trace limit").hits[0]
    with pytest.raises(AttributeError):
        hit.title = "another"  # type: ignore[misc]
    assert {"text", "questions", "similarity", "card", "coverage"} <= hit.features.keys()
    assert "why" in hit.to_json(explain=True)


def test_spans_mark_the_query_words_in_any_form(kb: KnowledgeBase) -> None:
    hit: Hit = search(kb, "jacking out smarteye").hits[0]
    marked = {hit.text[start:end].lower() for start, end in hit.spans}
    assert marked and {stem(word) for word in marked} & {"jack", "smartey"}


def test_no_query_word_is_lost() -> None:
    assert words_of("May not, can't: R&D's HQ if a [TM] PK-6089a") == ["may", "not", "can", "not", "rnd", "hq", "if", "a", "pk", "6089a"]
    assert words_of("R & D, r and d, RnD") == ["rnd"] * 3
    assert words_of("Disintegrator and Dropp") == ["disintegrator", "and", "dropp"]
    assert {stem(w) for w in ("rez", "rezzed", "rezzing", "rezzes")} == {"rez"}
    assert stem("discard") != stem("discount") and stem("not") == "not"


# The index and the knowledge base


def test_a_folder_and_an_open_knowledge_base_answer_alike(kb: KnowledgeBase) -> None:
    for query in ("jack out", "dreff rez", "is:errata trace"):
        assert search(None, query).hits == search(kb, query).hits
