"""What holds of all results, of random queries and in Python: names first, fields, options, passages, and the shape of a hit.

What a query means or finds first is a row of `data/query-language-cases.yaml` or `data/ranking-cases.yaml`, which the page's search passes too.
"""

from __future__ import annotations

import json
import random
import re
import subprocess
import sys
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


# What is found first


def test_a_query_that_is_a_name_gives_the_card_and_then_its_rulings(kb: KnowledgeBase) -> None:
    hits = search(kb, "dr dreff").hits
    assert (hits[0].kind, hits[0].id) == ("card", "dr-dreff")
    assert hits[1].kind == "ruling" and hits[1].title == "Dr. Dreff"


def test_with_two_names_rulings_that_concern_both_come_first(kb: KnowledgeBase) -> None:
    told = [(r.subject.id, m.id) for r in kb.rulings if r.subject.kind == "card" and r.kind != "see" for m in r.mentions]
    pairs = sorted({(one, other) for one, other in told if one != other})
    missed = []
    for one, other in pairs:
        first = search(kb, f"{kb.cards_by_id[one].title} and {kb.cards_by_id[other].title}", Options(1)).hits[0]
        ruling = kb.rulings_by_id.get(first.id)
        if ruling is None or not {one, other} <= {ruling.subject.id, *(mention.id for mention in ruling.mentions)}:
            missed.append((one, other))
    assert len(pairs) > 100 and len(missed) <= 0.03 * len(pairs), missed


def test_near_identical_rulings_answer_once(kb: KnowledgeBase) -> None:
    hits = search(kb, "bits cannot be used for setting a base link", Options(20)).hits
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
    results = search(kb, query, Options(40, kinds=("ruling",)))
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
    hits = [hit for hit in search(kb, query, Options(50)).hits if hit.kind == "ruling"]
    assert hits and all(check(kb.cards_by_id[kb.rulings_by_id[hit.id].subject.id]) for hit in hits)


@pytest.mark.parametrize(
    ("document", "kind"), [("run-chart", "step"), ("manual", "section"), ("variant", "section"), ("tournament", "section")]
)
def test_in_keeps_one_document(kb: KnowledgeBase, document: str, kind: str) -> None:
    hits = search(kb, f"in:{document}", Options(30)).hits
    assert hits and {hit.kind for hit in hits} == {kind}
    assert {kb.documents_by_id[hit.document].short for hit in hits} == {document}


@pytest.mark.parametrize("field", [field for field in FIELDS if field.kind == "fact"], ids=lambda field: field.name)
def test_a_value_of_a_field_finds_exactly_what_has_it(kb: KnowledgeBase, field: Field) -> None:
    """Every value that anything has; of a name, a word is enough, so that others may be found with it."""
    having = defaultdict[str, set[str]](set)
    for document in documents(kb):
        facts: dict[str, list[str]] = {"game": [document.game], "kind": [document.kind], **document.facts}
        for value in facts.get(field.name, ()):
            having[value].add(document.id)
    assert having
    for value, ids in having.items():
        results = search(kb, f'{field.name}:"{value}"', Options(None))
        found = {hit.id for hit in results.hits}
        assert ids <= found if field.by_word else ids == found, value
        assert not results.notes, value


def test_a_mistake_is_an_answer_and_a_note(kb: KnowledgeBase) -> None:
    """Whatever field has a value that it cannot have."""
    for field in FIELDS:
        results = search(kb, f"{field.name}:zzzz dreff")
        assert any("zzzz" in note for note in results.notes), field.name
        assert results.hits or results.explanation, field.name


# Options


def test_options_restrict(kb: KnowledgeBase) -> None:
    assert all(kb.rulings_by_id[h.id].subject.kind == "card" for h in search(kb, "trash", Options(side="corp")).hits)
    assert {kb.cards_by_id[kb.rulings_by_id[h.id].subject.id].type for h in search(kb, "trash", Options(type="Ice")).hits} == {"Ice"}
    assert {h.game for h in search(kb, "draw", Options(game="android-netrunner")).hits} == {"android-netrunner"}
    assert {h.kind for h in search(kb, "virus", Options(kinds=("card",), limit=3)).hits} <= {"card"}
    assert {h.kind for h in search(kb, "Armageddon with Demolition Run", Options(kinds=("card", "ruling"))).hits} == {"card", "ruling"}
    early = [kb.rulings_by_id[h.id] for h in search(kb, "damage", Options(as_of="1996-06", kinds=("ruling",), limit=30)).hits]
    assert early and all(min(c.date for c in r.citations if c.date) <= "1996-06-30" for r in early)
    assert len(search(kb, "damage", Options(limit=2)).hits) == 2 and not search(kb, "damage", Options(limit=0)).hits


def test_a_limit_below_zero_is_an_error(kb: KnowledgeBase) -> None:
    with pytest.raises(ValueError):
        kb.search("dreff", limit=-1)


def test_newest_rulings_and_sorting_by_date(kb: KnowledgeBase) -> None:
    for hits in (search(kb, "newest rulings", Options(40)).hits, search(kb, "trace", Options(by_date=True)).hits):
        dates = [hit.date or "" for hit in hits]
        assert dates[0] and dates == sorted(dates, reverse=True)


def test_official_keeps_what_was_said_with_authority(kb: KnowledgeBase) -> None:
    assert all(kb.rulings_by_id[hit.id].official for hit in search(kb, "trace", Options(limit=None, official=True)).hits)


# Nothing found


def test_nonsense_finds_nothing_and_is_told_which_words(kb: KnowledgeBase) -> None:
    chance = random.Random(1)
    for _ in range(100):
        words = ["".join(chance.choices("bcdfghjklmnpqrstvwxz", k=9)) for _ in range(3)]
        results = search(kb, " ".join(words))
        assert (results.total, results.hits, results.confidence) == (0, (), "low")
        assert results.explanation == (f'no ruling, section or step has "{words[0]}", "{words[1]}" or "{words[2]}"',)


def test_filters_that_leave_nothing_say_so(kb: KnowledgeBase) -> None:
    results = search(kb, "trace", Options(side="corp", type="prep"))
    assert not results.hits and any("filters leave nothing" in sentence for sentence in results.explanation)


# What is shown


def test_a_row_of_a_table_is_shown_under_its_header_and_a_header_with_its_rows(kb: KnowledgeBase) -> None:
    hit = search(kb, "how many rounds for 24 players").hits[0]
    assert "Size of Cut · 4-8 | 3 | No Cut · 9-24 | 4 | Top 4 · " in hit.passage and len(hit.passage) <= MAX_PASSAGE_LENGTH
    row = best_passage(ANALYZER, hit.text, {"65": 2.0, "player": 1.0})
    assert row == "Number of Registered Players | Number of Swiss Rounds | Size of Cut · 65-96 | 6 | Top 8"


def test_a_section_hit_shows_the_passage_that_matches(kb: KnowledgeBase) -> None:
    hit = next(h for h in search(kb, "how many rounds for 24 players", Options(5)).hits if h.id == "tournament-basic-structure")
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
    assert hit.passage.endswith("Game Loss = 0 tournament points") and len(hit.passage) <= MAX_PASSAGE_LENGTH


def test_what_is_superseded_comes_after_what_supersedes_it(kb: KnowledgeBase) -> None:
    """Also where its own words are asked for. What is superseded in part answers the other part: it keeps its place and its mark."""
    superseded = [ruling for ruling in kb.rulings if ruling.status == "superseded"]
    assert superseded
    for ruling in superseded:
        for query in (*ruling.questions, " ".join(ruling.text.split()[:40])):
            ids = [hit.id for hit in search(kb, query, Options(60)).hits]
            for later in ruling.superseded_by:
                assert later not in ids or ruling.id not in ids or ids.index(later) < ids.index(ruling.id), query
    best = search(kb, "When does a maximum hand size below zero kill the Runner?", Options(1)).hits[0]
    assert (best.id, best.status) == ("discarding-47b7bdca", "superseded-in-part") and best.superseded_by


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
    search(None, "jack out")  # makes the index ready
    program = (
        "import sys\n"
        "from rulings.search import search\n"
        "assert search(None, 'jack out').hits[0].text\n"
        "print(sorted(set(sys.modules) & {'yaml', 'jinja2', 'mkdocs', 'whoosh.qparser', 'rapidfuzz'}))"
    )
    done = subprocess.run([sys.executable, "-c", program], capture_output=True, text=True, check=True)
    assert done.stdout.strip() == "[]"


def test_the_folder_and_the_open_knowledge_base_answer_alike(kb: KnowledgeBase) -> None:
    for query in ("jack out", "dreff rez", "is:errata trace"):
        assert search(None, query).hits == search(kb, query).hits
