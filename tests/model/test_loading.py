"""Tests of what is made of the data of the files: the order of topics and rulings, and
near-identical rulings.
"""

from __future__ import annotations

from msgspec.structs import replace

from rulings.api import KnowledgeBase
from rulings.model.entities import Mention, Reference, Ruling, Source, Topic
from rulings.model.loading import find_near_identical, in_order_of_print
from rulings.model.plain_text import fold


def test_topics_with_only_added_rulings_follow_those_of_the_printed_list(kb: KnowledgeBase) -> None:
    topics = [
        Topic("added", "Added"),
        Topic("printed", "Printed"),
        Topic("added-later", "Added Later"),
    ]
    sources = {
        "printed": Source("netrunner-rulings", (500, 503)),
        "added": Source("additions-2035", (1, 4)),
        "added-later": Source("additions-2036", (1, 4)),
    }
    rulings = [
        replace(kb.rulings[0], subject=Reference("topic", id, id.title()), source=source)
        for id, source in sources.items()
    ]
    assert [topic.id for topic in in_order_of_print(topics, rulings)] == [
        "printed",
        "added",
        "added-later",
    ]


def test_errata_come_first_and_references_last(kb: KnowledgeBase) -> None:
    order = ("errata", "ruling", "see")
    for subject in (*kb.cards_by_id, *kb.topics_by_id):
        places = [order.index(ruling.kind) for ruling in kb.rulings_for(subject)]
        assert places == sorted(places), subject


def test_near_identical_rulings_share_four_fifths_of_their_shingles(kb: KnowledgeBase) -> None:
    rulings = [
        replace(ruling, subject=replace(ruling.subject, title="Not Mentioned"), mentions=())
        for ruling in kb.rulings
        if ruling.kind != "see"
    ][:250]
    shingle_sets = []
    for ruling in rulings:
        words = fold(ruling.text).split()
        shingle_sets.append({tuple(words[i : i + 3]) for i in range(max(1, len(words) - 2))})
    expected = dict[str, tuple[str, ...]]()
    for ruling, shingles in zip(rulings, shingle_sets, strict=True):
        alike = tuple(
            other.id
            for other, other_shingles in zip(rulings, shingle_sets, strict=True)
            if other.subject != ruling.subject
            and len(shingles & other_shingles) >= 0.8 * len(shingles | other_shingles)
        )
        if alike:
            expected[ruling.id] = alike
    assert expected
    assert find_near_identical(rulings, []) == expected


def test_near_identical_rulings_may_differ_in_the_name_of_their_subject_or_be_listed(
    kb: KnowledgeBase,
) -> None:
    def ruling_on(title: str, named: str, mentioned: str) -> Ruling:
        """A ruling on a card with this title, naming a card in two ways, of which one is known to
        mean the subject.
        """
        subject = Reference("card", title.lower(), title)
        mention = Mention(subject.id, title, mentioned, (0, len(mentioned)))
        text = f"{named} may be used twice in a run. The Runner may not use {mentioned}."
        return replace(
            kb.rulings[0],
            id=f"{subject.id}-00000000",
            subject=subject,
            text=text,
            mentions=(mention,),
        )

    imp = ruling_on("Imp", "Imp", "two Imps")
    krash = ruling_on("Krash", "Krash", "the Krash")
    clown = ruling_on("Clown", "Dr. Dreff", "the Clown")
    assert find_near_identical([imp, krash, clown], []) == {
        imp.id: (krash.id,),
        krash.id: (imp.id,),
    }
    grouped = find_near_identical([imp, clown], [[imp.id, clown.id, "no-ruling-00000000"]])
    assert grouped == {imp.id: (clown.id,), clown.id: (imp.id,)}
