"""The pages for the table in a real browser: from a server and from a folder, under the page's own security policy."""

from __future__ import annotations

import re
from pathlib import Path
from typing import Any

import pytest
from serving import until

DECKS = Path(__file__).parents[1] / "data" / "decks"


@pytest.fixture(params=["server", "folder"])
def address(request: pytest.FixtureRequest, base: str, site: Path) -> str:
    """The site as it is served, and as it is read from disk."""
    return base if request.param == "server" else f"{site.as_uri()}/"


@pytest.fixture
def clean(page: Any) -> Any:
    """The page, and what its console complained of."""
    page.complaints = []
    page.on("pageerror", lambda error: page.complaints.append(str(error)))
    return page


def test_a_pasted_deck_becomes_a_sheet_and_an_address(clean: Any, address: str) -> None:
    clean.set_viewport_size({"width": 768, "height": 1024})
    clean.goto(f"{address}deck/index.html")
    clean.fill("#deck-ours", (DECKS / "counts-first.txt").read_text(encoding="utf-8") + "1 arasaka\n")
    clean.click("details.deck-against summary")
    clean.fill("#deck-theirs", (DECKS / "counts-with-x.txt").read_text(encoding="utf-8"))
    clean.click("#deck-form button[type=submit]")
    clean.wait_for_selector("#deck-sheet section")
    told = clean.inner_text("#deck-sheet")
    assert told.index("rulings where the decks meet") < told.index("rulings on two of its cards")
    assert "“arasaka” may mean several cards" in clean.inner_text("#deck-messages")
    clean.click("#deck-messages button >> text=Arasaka Owns You")  # asked, and written into the list
    until(clean, "!document.querySelector('#deck-messages').innerText.includes('arasaka')")
    assert "1 Arasaka Owns You" in clean.input_value("#deck-ours")
    url = clean.url
    assert "#d=" in url and "&a=" in url
    clean.goto("about:blank")
    clean.goto(url)
    clean.wait_for_selector("#deck-sheet section")
    assert "rulings where the decks meet" in clean.inner_text("#deck-sheet")
    assert clean.evaluate("localStorage.length") == 0 and clean.complaints == []


def test_where_there_is_room_the_two_decks_stand_side_by_side(clean: Any, address: str) -> None:
    clean.set_viewport_size({"width": 1440, "height": 900})
    clean.goto(f"{address}deck/index.html")
    tops = clean.locator(".deck-form textarea").evaluate_all("boxes => boxes.map(box => box.getBoundingClientRect().top)")
    assert len(tops) == 2 and abs(tops[0] - tops[1]) < 2
    clean.fill("#deck-ours", "1 Clown")
    clean.fill("#deck-theirs", "3 Dr. Dreff")
    clean.click("#deck-form button[type=submit]")
    clean.wait_for_selector("#deck-sheet section")
    assert "&a=3.dr-dreff" in clean.url


def test_a_disputed_ruling_is_told_in_titles_that_lead_on_not_in_ids(clean: Any, address: str) -> None:
    clean.goto(f"{address}deck/index.html#d=1.joan-of-arc_1.mystery-box")
    clean.wait_for_selector("#deck-sheet section")
    told = clean.locator("#deck-sheet .remark", has_text="disputed").first
    assert "see Joan of Arc" in told.inner_text() and "lockjaw" in told.locator("a", has_text="Lockjaw").first.get_attribute("href")
    assert not re.search(r"-[0-9a-f]{8}\b", clean.inner_text("#deck-sheet"))


def test_a_file_is_opened_and_a_hostile_one_refused(clean: Any, address: str, tmp_path: Path) -> None:
    clean.goto(f"{address}deck/index.html")
    clean.set_input_files("#deck-ours-file", str(DECKS / "octgn.o8d"))
    clean.wait_for_selector("#deck-sheet section")
    assert "Skälderviken" in clean.inner_text("#deck-sheet")
    (tmp_path / "large.txt").write_bytes(b"3 Clown\n" * 100_000)
    clean.set_input_files("#deck-ours-file", str(tmp_path / "large.txt"))
    until(clean, "document.querySelector('#deck-messages').innerText.includes('larger than 256 KB')")
    clean.fill("#deck-ours", '<!DOCTYPE deck [<!ENTITY a "b">]><deck>&a;</deck>')
    clean.click("#deck-form button[type=submit]")
    until(clean, "document.querySelector('#deck-messages').innerText.includes('document type')")
    clean.fill("#deck-ours", "3 <img src=x onerror=alert(1)>\n1 Clown")
    clean.click("#deck-form button[type=submit]")
    clean.wait_for_selector("#deck-sheet section")
    assert clean.locator("#deck-messages img").count() == 0 and clean.complaints == []


def test_a_quiz_is_kept_only_where_the_reader_says_so(clean: Any, address: str) -> None:
    clean.goto(f"{address}quiz/index.html#d=3.dr-dreff")
    clean.wait_for_selector("#quiz-reveal")
    assert "Your deck: 1 card." in clean.inner_text("#quiz-deck")
    clean.click("#quiz-reveal")
    clean.wait_for_selector("#quiz-question article.ruling blockquote")
    clean.click("[data-known=true]")
    clean.wait_for_selector("#quiz-reveal")
    assert "1 again after 1 day" in clean.inner_text("#quiz-progress")
    assert clean.evaluate("localStorage.length") == 0
    clean.check("#quiz-remember")
    clean.reload()
    clean.wait_for_selector("#quiz-reveal")
    assert "1 again after 1 day" in clean.inner_text("#quiz-progress")
    with clean.expect_download() as download:
        clean.click("text=Save my answers as a file")
    assert '"version": 1' in Path(download.value.path()).read_text(encoding="utf-8")
    clean.click("text=Delete my answers")
    assert clean.evaluate("localStorage.length") == 0 and clean.complaints == []


def test_choices_leave_fitting_questions(clean: Any, address: str) -> None:
    clean.goto(f"{address}quiz/index.html")
    clean.wait_for_selector("#quiz-reveal")
    clean.select_option("#quiz-topic", "tracing")
    until(clean, "/^[1-4] questions/.test(document.querySelector('#quiz-progress').innerText)")
    clean.select_option("#quiz-side", "Corp")
    until(clean, "document.querySelector('#quiz-question').innerText.includes('No questions match')")
    assert clean.complaints == []
