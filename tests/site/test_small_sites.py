"""Tests of features that only a site built from one card shows: moved entries, long
lists in parts, no links to missing pages.
"""

from __future__ import annotations

import json
import re
import shutil
from pathlib import Path
from typing import Any

import pytest
from msgspec.structs import replace

from rulings import __version__
from rulings.api import open_knowledge
from rulings.errors import RulingsError
from rulings.model.entities import (
    Citation,
    Council,
    EntryNote,
    Mention,
    Reference,
    Ruling,
    SourceLines,
    Topic,
)
from rulings.model.formatting import list_marks
from rulings.model.ids import ruling_id
from rulings.model.knowledge import Knowledge
from rulings.site.build import build
from rulings.storage.files import SHIPPED
from rulings.storage.yaml_files import read_yaml
from support.built_site import Site
from support.data_files import now


@pytest.fixture
def one_card(small_folder: Path) -> Knowledge:
    """A knowledge base with only one card, Dr. Dreff."""
    return open_knowledge(small_folder)


def build_from(kb: Knowledge, folder: Path, site_url: str | None = None) -> Site:
    """Builds the site of a knowledge base in a folder."""
    with pytest.MonkeyPatch.context() as patch:
        patch.setattr("rulings.api.open_knowledge", lambda folder=None: kb)
        build(folder / "site", site_url=site_url)
    return Site(folder / "site")


def test_a_generated_page_cannot_replace_a_hand_written_one(
    one_card: Knowledge, tmp_path: Path
) -> None:
    with pytest.raises(
        RulingsError,
        match=r"/marks/: two pages have this address, 'marks\.md' and 'Moved'",
    ):
        build_from(one_card.replaced(moved={"/marks/": "dr-dreff"}), tmp_path)


@pytest.mark.slow
def test_hundreds_of_rulings_are_divided_into_parts(tmp_path: Path) -> None:
    path = tmp_path / "kb/cards/corp/dr-dreff.yaml"
    path.parent.mkdir(parents=True)
    texts = [f"Number {n} is one." for n in range(250)]
    entries = [
        {
            "id": ruling_id("dr-dreff", text),
            "printed": text,
            "source": {"lines": [76, 77]},
        }
        for text in texts
    ]
    data = {**read_yaml(SHIPPED / "cards/corp/dr-dreff.yaml"), "entries": entries}
    path.write_text(json.dumps(data), encoding="utf-8")
    build(tmp_path / "site", knowledge_folder=tmp_path / "kb")
    site = Site(tmp_path / "site")
    page = site.pages["cards/dr-dreff/index.html"]
    first, second, third = page[page.index("<article") :].split(
        '<details class="batch"'
    )
    assert [
        part.count('<article class="ruling') for part in (first, second, third)
    ] == [100, 100, 50]
    assert "<summary>Rulings 101–200 of 250</summary>" in second
    assert (
        third.count("</details>") == 1 + 50
    )  # the batch, and the tools of each ruling
    contents = page[page.index('<nav class="contents"') :].split("</nav>")[0]
    assert contents.count("<li") == 102
    assert '<a href="#rulings-3">Rulings 201–250</a>' in contents


@pytest.mark.slow
@pytest.mark.parametrize(
    "card",
    [
        "corp/dr-dreff",  # its rulings name other cards
        "runner/airport-locker",  # it has no rulings, so there are no pictures
    ],
)
def test_a_site_of_one_card_links_only_to_pages_that_it_has(
    card: str, tmp_path: Path
) -> None:
    path = tmp_path / "kb/cards" / f"{card}.yaml"
    path.parent.mkdir(parents=True)
    shutil.copy(SHIPPED / "cards" / f"{card}.yaml", path)
    build(tmp_path / "site", knowledge_folder=tmp_path / "kb")
    site = Site(tmp_path / "site")
    assert f"cards/{path.stem}/index.html" in site.pages
    assert site.broken_links() == []


@pytest.mark.parametrize("id", ["../../../x", "a/../../../x"])
def test_nothing_is_written_outside_the_folder_of_the_site(
    one_card: Knowledge, tmp_path: Path, id: str
) -> None:
    card = replace(one_card.cards[0], id=id, inherits=())
    with pytest.raises(RulingsError, match="is outside the folder of the site"):
        build_from(one_card.replaced(cards=(card,), rulings=()), tmp_path)
    assert [path.name for path in tmp_path.iterdir() if path.name != "site"] == []


COUNCIL = Council(
    "Northern League", "judge", "after the publisher", "official at its events"
)
PLANTED: dict[str, dict[str, Any]] = {  # kind of mark → an added ruling that has it
    "errata": {"erratum": True, "label": "ERRATA"},
    "unofficial": {
        "official": False,
        "citations": (Citation("(Zoe)", "Zoe", official=False),),
    },
    "players-council": {"citations": (Citation("(Ada)", "Ada", council=COUNCIL),)},
    "superseded": {"status": "superseded"},
    "disputed": {"status": "disputed"},
}


def planted(kb: Knowledge, kind: str) -> Ruling:
    """A ruling under its own topic that mentions Dr. Dreff and has this mark."""
    like, topic = kb.rulings[0], Reference("topic", f"on-{kind}", f"On {kind}")
    words, dreff = (
        f"Dreff is {kind}.",
        Mention("dr-dreff", "Dr. Dreff", "Dreff", (0, 5)),
    )
    status = PLANTED[kind].get("status", "in-force")
    notes = (
        EntryNote(
            "n", "N", "within-document", "one", "other", "R", None, status=status
        ),
    )
    return replace(
        like,
        id=f"on-{kind}-00000000",
        subject=topic,
        source=SourceLines("additions-2035", (1, 2)),
        printed=words,
        text=words,
        mentions=(dreff,),
        questions=(),
        notes=() if status == "in-force" else notes,
        **{"erratum": False, "label": None, **PLANTED[kind]},
    )


MOVED = {  # a page → what it says about the entry that was there
    "topics/nobody/": '<p class="intro">This page is gone: Nobody has it.</p>',
    "cards/doctor-dreff/": '<meta http-equiv="refresh" content="0; url=../../cards/dr-dreff/">',
}


@pytest.fixture(scope="module")
def changed(
    kb: Knowledge, small_folder: Path, tmp_path_factory: pytest.TempPathFactory
) -> Knowledge:
    """The knowledge base of one card. Its rulings cite two people each. It also has
    moved and withdrawn entries, and an added ruling for each mark, with the same date
    or none.
    """
    folder = Path(
        shutil.copytree(small_folder, tmp_path_factory.mktemp("changed") / "kb")
    )
    additions = folder / "sources" / "additions" / "2035.yaml"
    additions.write_text("# The lines\n# of what is planted\n", encoding="utf-8")
    one_card = open_knowledge(folder)
    added = [planted(one_card, kind) for kind in PLANTED]
    voices = (("Ann", "1996-05-01"), ("Bob", "1997-06-02"))
    citations = tuple(Citation("", name, date=date) for name, date in voices)
    return one_card.replaced(
        documents=kb.documents,
        sections=kb.sections,
        rulings=(*(replace(r, citations=citations) for r in one_card.rulings), *added),
        topics=(
            *one_card.topics,
            *(Topic(r.subject.id, r.subject.title) for r in added),
        ),
        moved={
            "doctor-dreff": "dr-dreff",
            "dr-dreff-00000000": now("dr-dreff-8a16f88d"),
            "manual-old": "manual-3-setup",
        },
        withdrawn={
            "dr-dreff-00000001": "It was taken back.",
            "nobody": "Nobody has it.",
        },
    )


@pytest.fixture(scope="module")
def changed_site(changed: Knowledge, tmp_path_factory: pytest.TempPathFactory) -> Site:
    """Its site, at an address, built from a commit of 1 January 2000."""
    folder = tmp_path_factory.mktemp("changed-site")
    with pytest.MonkeyPatch.context() as patch:
        patch.setenv("SOURCE_DATE_EPOCH", "946684800")
        return build_from(changed, folder, "https://example.org/")


def test_moved_entries_redirect_from_their_old_address(changed_site: Site) -> None:
    pages = changed_site.pages
    assert [
        path for path, words in MOVED.items() if words not in pages[f"{path}index.html"]
    ] == []
    site_map = changed_site.read("sitemap.xml")
    assert "https://example.org/cards/dr-dreff/" in site_map
    assert "doctor-dreff" not in site_map


@pytest.mark.skipif(
    ".dev" not in __version__, reason="a released edition has the day of its release"
)
def test_an_edition_that_is_not_released_has_the_day_of_its_commit(
    changed_site: Site,
) -> None:
    words = "of 1 January 2000, not yet released"
    assert words in changed_site.pages["whats-new/index.html"]
    assert words in changed_site.read("sw.js")
    assert words not in changed_site.pages["cards/dr-dreff/index.html"]


def test_exactly_the_additions_are_listed_those_of_one_day_in_the_order_of_the_source(
    site: Site, changed_site: Site, changed: Knowledge
) -> None:
    def listed(path: str, section: str) -> list[str]:
        """The kinds of the rulings that a section of a page links to."""
        html = (
            changed_site.pages[path]
            .partition(f"<section {section}>")[2]
            .partition("</section>")
        )
        return re.findall(
            r'class="link-row"[^>]* href="[^"]*#on-([\w-]+)-0{8}"', html[0]
        )

    dates = {
        kind: changed.rulings_by_id[f"on-{kind}-00000000"].date or ""
        for kind in PLANTED
    }
    assert len(set(dates.values())) == 2, "one day, and none"
    newest_first = sorted(dates, key=dates.__getitem__, reverse=True)
    assert listed("whats-new/index.html", 'id="additions"') == newest_first
    assert listed("index.html", 'class="new"') == newest_first[:3]
    feed = changed_site.read("feed.xml")
    assert re.findall(r"<title>On ([\w-]+)</title>", feed) == newest_first
    assert 'id="additions"' not in site.pages["whats-new/index.html"], (
        "where there are none"
    )
    assert 'class="new"' not in site.pages["index.html"]


def test_the_marks_of_an_entry_stand_at_every_door(
    changed_site: Site, changed: Knowledge
) -> None:
    feed = changed_site.read("feed.xml")
    pages = {
        "what’s new": changed_site.pages["whats-new/index.html"],
        "mentioned in": changed_site.pages["cards/dr-dreff/index.html"],
        "home": changed_site.pages["index.html"],
    }
    missing = []
    for kind in PLANTED:
        (mark,) = list_marks(changed.rulings_by_id[f"on-{kind}-00000000"])
        url = f"topics/on-{kind}/"
        doors = {
            "feed": re.findall(rf"<entry><title>On {kind}</title>.*?</entry>", feed)
        }
        description = r'<meta name="description" content="[^"]*"'
        doors["description"] = re.findall(
            description, changed_site.pages[f"{url}index.html"]
        )
        for name, html in pages.items():
            doors[name] = re.findall(
                rf'<a class="link-row" href="[^"]*{url}[^"]*">.*?</a>', html
            )
            if name == "home" and not doors[name]:
                del doors[name]  # it shows only three
        missing += [
            (name, kind)
            for name, found in doors.items()
            if not found or mark.words.lower() not in found[0].lower()
        ]
    assert missing == []
    assert len(re.findall(r"topics/on-", pages["home"])) >= 3
