"""Tests of what only a site built from one card shows: moved entries, long lists in parts, no links
to missing pages.
"""

from __future__ import annotations

import json
import re
import shutil
import sys
from collections.abc import Callable
from pathlib import Path
from typing import Any

import pytest
from msgspec.structs import replace

import rulings
from rulings.api import KnowledgeBase
from rulings.errors import RulingsError
from rulings.model.entities import (
    Citation,
    Council,
    EntryNote,
    Mention,
    Reference,
    Ruling,
    Source,
    Topic,
)
from rulings.model.formatting import list_marks
from rulings.model.ids import ruling_id
from rulings.model.vocabulary import RULINGS_DOCUMENT
from rulings.site.build import build
from rulings.storage.files import SHIPPED
from rulings.storage.yaml_files import read_yaml
from support.built_site import Site
from support.data_files import now


@pytest.fixture
def one_card(small_folder: Path) -> KnowledgeBase:
    """A knowledge base with one card only, Dr. Dreff."""
    return rulings.open(small_folder)


@pytest.fixture
def built_from(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Callable[..., Site]:
    """Builds the site of a knowledge base."""

    def build_from(kb: KnowledgeBase, site_url: str | None = None) -> Site:
        monkeypatch.setattr("rulings.api.open_knowledge", lambda kind, folder=None: kb)
        build(tmp_path / "site", site_url=site_url)
        return Site(tmp_path / "site")

    return build_from


def test_moved_entries_redirect_from_their_old_address(
    kb: KnowledgeBase, one_card: KnowledgeBase, built_from: Callable[..., Site]
) -> None:
    moved = {
        "doctor-dreff": "dr-dreff",
        "dr-dreff-00000000": now("dr-dreff-8a16f88d"),
        "manual-old": "manual-3-setup",
    }
    withdrawn = {"dr-dreff-00000001": "It was taken back.", "nobody": "Nobody has it."}
    changed = one_card.replaced(
        documents=kb.documents, sections=kb.sections, moved=moved, withdrawn=withdrawn
    )
    pages = built_from(changed).pages
    assert (
        '<p class="intro">What was here is gone: Nobody has it.</p>'
        in pages["cards/nobody/index.html"]
    )
    assert (
        'id="dr-dreff-00000001">What was here is gone: It was taken back.'
        in pages["cards/dr-dreff/index.html"]
    )
    redirect = '<meta http-equiv="refresh" content="0; url=../../cards/dr-dreff/index.html">'
    assert redirect in pages["cards/doctor-dreff/index.html"]
    anchor = now('id="dr-dreff-00000000">This ruling has moved: <a href="#dr-dreff-8a16f88d">')
    assert anchor in pages["cards/dr-dreff/index.html"]
    anchor = 'id="manual-old">This section has moved: <a href="#manual-3-setup">'
    assert anchor in pages["documents/comprehensive-reference-manual/index.html"]
    site_map = built_from(
        one_card.replaced(moved={"doctor-dreff": "dr-dreff"}), "https://example.org/"
    ).read("sitemap.xml")
    assert "https://example.org/cards/dr-dreff/" in site_map
    assert "doctor-dreff" not in site_map


@pytest.mark.slow
def test_a_build_reports_its_progress_to_its_caller_only(
    one_card: KnowledgeBase,
    tmp_path: Path,
    monkeypatch: pytest.MonkeyPatch,
    capsys: pytest.CaptureFixture[str],
) -> None:
    monkeypatch.setattr("rulings.api.open_knowledge", lambda kind, folder=None: one_card)
    monkeypatch.setattr(sys.stderr, "isatty", lambda: True)
    pages = build(tmp_path / "site")
    assert capsys.readouterr().err == ""
    steps: list[tuple[int, int]] = []
    build(tmp_path / "site", lambda done, total: steps.append((done, total)))
    assert steps == [(done, pages) for done in range(1, pages + 1)]


def test_the_home_page_names_all_who_spoke_each_with_his_date(
    one_card: KnowledgeBase, built_from: Callable[..., Site]
) -> None:
    citations = tuple(
        Citation("", name, date=date)
        for name, date in (("Ann", "1996-05-01"), ("Bob", "1997-06-02"))
    )
    kb = one_card.replaced(
        rulings=tuple(replace(ruling, citations=citations) for ruling in one_card.rulings)
    )
    home = built_from(kb).pages["index.html"]
    attributions = re.findall(r'<p class="attribution">(.*?)</p>', home, re.DOTALL)
    assert attributions
    voices = {tuple(re.split("<[^>]+>", words)) for words in attributions}
    assert {" ".join(filter(None, voice)) for voice in voices} == {
        "Dr. Dreff ·  Ann,  1 May 1996 Bob,  2 June 1997"
    }


@pytest.mark.parametrize("number", [0, 4])
def test_exactly_the_additions_are_listed_newest_first(
    kb: KnowledgeBase, one_card: KnowledgeBase, built_from: Callable[..., Site], number: int
) -> None:
    documents = ["additions-2001"] * number + [RULINGS_DOCUMENT] * (len(one_card.rulings) - number)
    all_rulings = tuple(
        replace(ruling, source=replace(ruling.source, document=document))
        for ruling, document in zip(one_card.rulings, documents, strict=True)
    )
    added = all_rulings[:number]
    pages = built_from(one_card.replaced(documents=kb.documents, rulings=all_rulings)).pages

    def listed(path: str, section: str) -> list[str]:
        """The ids of the rulings to which a section of a page links."""
        html = pages[path].partition(f"<section {section}>")[2].partition("</section>")[0]
        return re.findall(r'class="link-row"[^>]* href="[^"]*#([\w-]+)"', html)

    newest_first = [r.id for r in sorted(added, key=lambda r: (r.date or "", r.id), reverse=True)]
    assert listed("whats-new/index.html", 'id="additions"') == newest_first
    assert listed("index.html", 'class="new"') == newest_first[:3]


def test_a_generated_page_cannot_replace_a_hand_written_one(
    one_card: KnowledgeBase, built_from: Callable[..., Site]
) -> None:
    with pytest.raises(
        RulingsError, match=r"/marks/: two pages have this address, 'marks\.md' and 'Moved'"
    ):
        built_from(one_card.replaced(moved={"/marks/": "dr-dreff"}))


@pytest.mark.slow
def test_hundreds_of_rulings_are_divided_into_parts(tmp_path: Path) -> None:
    path = tmp_path / "kb/cards/corp/dr-dreff.yaml"
    path.parent.mkdir(parents=True)
    texts = [f"Number {n} is one." for n in range(250)]
    entries = [
        {"id": ruling_id("dr-dreff", text), "printed": text, "source": {"lines": [76, 77]}}
        for text in texts
    ]
    data = {**read_yaml(SHIPPED / "cards/corp/dr-dreff.yaml"), "rulings": entries}
    path.write_text(json.dumps(data), encoding="utf-8")
    build(tmp_path / "site", knowledge_folder=tmp_path / "kb")
    site = Site(tmp_path / "site")
    page = site.pages["cards/dr-dreff/index.html"]
    first, second, third = page[page.index("<article") :].split('<details class="batch"')
    assert [part.count('<article class="ruling') for part in (first, second, third)] == [
        100,
        100,
        50,
    ]
    assert "<summary>Rulings 101–200 of 250</summary>" in second
    assert third.count("</details>") == 1 + 50  # of the batch, and of the way to cite each ruling
    contents = page[page.index('<nav class="contents"') :].split("</nav>")[0]
    assert contents.count("<li") == 102
    assert '<a href="#rulings-3">Rulings 201–250</a>' in contents


@pytest.mark.parametrize(
    "card",
    [
        "corp/dr-dreff",  # its rulings name other cards
        "runner/airport-locker",  # it has no rulings, so there are no pictures
    ],
)
def test_a_site_of_one_card_links_only_to_pages_that_it_has(card: str, tmp_path: Path) -> None:
    path = tmp_path / "kb/cards" / f"{card}.yaml"
    path.parent.mkdir(parents=True)
    shutil.copy(SHIPPED / "cards" / f"{card}.yaml", path)
    build(tmp_path / "site", knowledge_folder=tmp_path / "kb")
    site = Site(tmp_path / "site")
    assert f"cards/{path.stem}/index.html" in site.pages
    assert site.broken_links() == []


@pytest.mark.parametrize("id", ["../../../x", "a/../../../x"])
def test_nothing_is_written_outside_the_folder_of_the_site(
    one_card: KnowledgeBase, built_from: Callable[..., Site], tmp_path: Path, id: str
) -> None:
    with pytest.raises(RulingsError, match="is outside the folder of the site"):
        built_from(
            one_card.replaced(cards=(replace(one_card.cards[0], id=id, inherits=()),), rulings=())
        )
    assert [path.name for path in tmp_path.iterdir() if path.name != "site"] == []


COUNCIL = Council("Northern League", "judge", "after the publisher", "official at its events")
PLANTED: dict[str, dict[str, Any]] = {  # kind of mark → an added ruling that has it
    "errata": {"kind": "errata", "label": "ERRATA"},
    "unofficial": {"official": False, "citations": (Citation("(Zoe)", "Zoe", official=False),)},
    "players-council": {"citations": (Citation("(Ada)", "Ada", council=COUNCIL),)},
    "superseded": {"status": "superseded"},
    "disputed": {"status": "disputed"},
}


def planted(kb: KnowledgeBase, kind: str) -> Ruling:
    """A ruling on a topic of its own that mentions Dr. Dreff and has that mark."""
    like, topic = kb.rulings[0], Reference("topic", f"on-{kind}", f"On {kind}")
    words, dreff = f"Dreff is {kind}.", Mention("dr-dreff", "Dr. Dreff", "Dreff", (0, 5))
    status = PLANTED[kind].get("status", "in-force")
    notes = (EntryNote("n", "N", "within-document", "one", "other", "R", None, status=status),)
    return replace(
        like,
        id=f"on-{kind}-00000000",
        subject=topic,
        source=Source("additions-2035", (1, 2)),
        printed=words,
        text=words,
        mentions=(dreff,),
        questions=(),
        notes=() if status == "in-force" else notes,
        **{"kind": "ruling", "label": None, **PLANTED[kind]},
    )


def test_the_marks_of_an_entry_stand_at_every_door(
    small_folder: Path, built_from: Callable[..., Site], tmp_path: Path
) -> None:
    folder = Path(shutil.copytree(small_folder, tmp_path / "small"))
    additions = folder / "sources" / "additions" / "2035.yaml"
    additions.write_text("# The lines\n# of what is planted\n", encoding="utf-8")
    one_card = rulings.open(folder)
    added = [planted(one_card, kind) for kind in PLANTED]
    topics = [Topic(ruling.subject.id, ruling.subject.title) for ruling in added]
    changed = one_card.replaced(
        rulings=(*one_card.rulings, *added),
        topics=(*one_card.topics, *topics),
    )
    site = built_from(changed, "https://example.org/")
    feed = (tmp_path / "site" / "feed.xml").read_text(encoding="utf-8")
    pages = {
        "what’s new": site.pages["whats-new/index.html"],
        "mentioned in": site.pages["cards/dr-dreff/index.html"],
        "home": site.pages["index.html"],
    }
    missing = []
    for kind, ruling in zip(PLANTED, added, strict=True):
        (mark,) = list_marks(ruling)
        url = re.escape(f"topics/on-{kind}/")
        doors = {"feed": re.findall(rf"<entry><title>On {kind}</title>.*?</entry>", feed)}
        description = r'<meta name="description" content="[^"]*"'
        doors["description"] = re.findall(description, site.pages[f"topics/on-{kind}/index.html"])
        for name, html in pages.items():
            doors[name] = re.findall(rf'<a class="link-row" href="[^"]*{url}[^"]*">.*?</a>', html)
            if name == "home" and not doors[name]:
                del doors[name]  # it has three
        missing += [
            (name, kind)
            for name, found in doors.items()
            if not found or mark.words.lower() not in found[0].lower()
        ]
    assert missing == []
    assert len(re.findall(r"topics/on-", pages["home"])) >= 3
