"""The deck page and the quiz, served and from disk, with the page's own policy."""

from __future__ import annotations

import re
from pathlib import Path
from typing import TYPE_CHECKING

import pytest
from browser_support import until

from support.deck_lists import DECKS

if TYPE_CHECKING:
    from playwright.sync_api import Page, Route


@pytest.fixture(params=["server", "folder"])
def address(
    request: pytest.FixtureRequest, site_address: str, site_folder: Path
) -> str:
    """The address of the site: on the server, and on disk."""
    return site_address if request.param == "server" else f"{site_folder.as_uri()}/"


def submit(page: Page, ours: str, theirs: str = "") -> None:
    """Asks for the sheet of one list, or of two."""
    page.fill("#deck-ours", ours)
    if theirs:
        page.fill("#deck-theirs", theirs)
    page.click("#deck-form button[type=submit]")


def wait_for_message(page: Page, words: str) -> None:
    page.locator("#deck-messages", has_text=words).wait_for()


def test_a_pasted_deck_becomes_a_sheet_and_an_address(page: Page, address: str) -> None:
    page.set_viewport_size({"width": 768, "height": 1024})
    page.goto(f"{address}deck/index.html")
    page.click("details.deck-against summary")
    names = ("counts-first.txt", "counts-with-x.txt")
    submit(page, *((DECKS / name).read_text(encoding="utf-8") for name in names))
    page.wait_for_selector("#deck-sheet section")
    sheet = page.inner_text("#deck-sheet")
    assert sheet.index("rulings connect the two decks") < sheet.index(
        "rulings connect two of its cards"
    )
    url = page.url
    assert re.search(r"#n=\d+&d=", url)
    assert "&a=" in url
    page.goto("about:blank")
    page.goto(url)
    page.wait_for_selector("#deck-sheet section")
    assert "rulings connect the two decks" in page.inner_text("#deck-sheet")
    assert page.evaluate("localStorage.length") == 0


def test_the_focus_goes_to_the_heading_of_the_sheet(
    page: Page, site_address: str
) -> None:
    page.goto(f"{site_address}deck/")
    for list_, name in (
        ("3 Dr. Dreff", "The deck"),
        ("3 nothing of the kind", "No card was recognized."),
    ):
        submit(page, list_)
        until(page, f"document.activeElement.textContent === '{name}'")


def test_a_card_offered_for_a_line_is_written_into_its_own_list(
    page: Page, site_address: str
) -> None:
    page.goto(f"{site_address}deck/index.html")
    submit(page, "3 swiss bank account", "bank account")  # words of both lists
    wait_for_message(page, "Other deck, line 1: “bank account” may")
    page.click("#deck-messages button >> text=Chiba Bank Account")
    until(
        page,
        "document.querySelector('#deck-messages').innerText.startsWith('Both decks are')",
    )
    assert page.input_value("#deck-ours") == "3 swiss bank account"
    assert page.input_value("#deck-theirs") == "1 Chiba Bank Account"


def test_a_list_is_kept_on_the_way_back(page: Page, site_address: str) -> None:
    page.goto(f"{site_address}deck/#d=1.imp")
    page.wait_for_selector("#deck-sheet section")
    for list_ in ("3 Dr. Dreff", "2 Glacier"):
        page.fill("#deck-ours", list_)
        page.goto(f"{site_address}topics/")
        page.go_back()
        assert page.input_value("#deck-ours") == list_


def test_nothing_can_be_pressed_before_its_script_is_there(
    page: Page, site_address: str
) -> None:
    """Before that, submitting would lose the list, and a chosen file would not be read."""
    held: list[Route] = []
    page.route("**/js/deck.js", lambda route: held.append(route))
    with page.expect_request("**/js/deck.js"):
        page.goto(f"{site_address}deck/", wait_until="commit")
    page.fill("#deck-ours", "3 Dr. Dreff")
    waiting = page.locator("main :is(button, input):enabled")
    assert waiting.count() == 0
    for route in held:
        route.continue_()
    page.click("#deck-form button[type=submit]")
    page.wait_for_selector("#deck-sheet section")
    assert waiting.count() >= 3


def test_an_address_of_one_deck_shows_no_opponent(
    page: Page, site_address: str
) -> None:
    page.goto(f"{site_address}deck/index.html#d=1.clown&a=3.dr-dreff")
    page.wait_for_selector("#deck-sheet section")
    page.evaluate("location.hash = '#d=2.glacier'")
    until(page, "document.querySelector('#deck-sheet').innerText.includes('2 Glacier')")
    assert page.input_value("#deck-ours") == "2 Glacier"
    assert page.input_value("#deck-theirs") == ""
    assert page.url.endswith("#d=2.glacier")
    page.evaluate("location.hash = '#d=1.no-such-card'")
    wait_for_message(page, "has no cards")
    assert page.inner_text("#deck-messages").startswith(
        "Not recognized in the address: “1.no-such-card”."
    )
    assert page.inner_text("#deck-sheet") == ""
    assert page.input_value("#deck-ours") == ""


TWO_CARDS = "3 Dr. Dreff\n2 Marionette"
# How an address may be changed on its way: its fragment, the list, and the messages
DAMAGED_ADDRESSES = [
    ("d=3.dr-dreff_2.marionette", TWO_CARDS, []),
    ("n=2&d=3.dr-dreff_2.marionette).", TWO_CARDS, []),
    ("d=3.dr-dreff_2.marionette_", TWO_CARDS, []),
    ("n=2&d=3.dr-dreff_2.marionette%20%3E", TWO_CARDS, []),
    ("d=3.dr-dreff_2.marionette%E2%80%A6", TWO_CARDS, []),
    ("d=*3.dr-dreff*_(2.marionette)", TWO_CARDS, []),
    ("d=3.dr-dr%E2%80%8Beff_2.marionette", TWO_CARDS, []),
    ("n=2&d=3.Dr-Dreff_2.MARIONETTE", TWO_CARDS, []),
    ("n%3D2%26d%3D3.dr-dreff_2.marionette", TWO_CARDS, []),
    ("n=2&d=3.dr-dreff%5F2.marionette&fbclid=x1", TWO_CARDS, []),
    (
        "d=3.dr-%0Adreff_2.marionette",
        "2 Marionette",
        ["Not recognized in the address: “3.dr-\ndreff”."],
    ),
    (
        "d=1.imp_3.dr-dreff2.marionette",
        "1 Imp",
        ["Not recognized in the address: “3.dr-dreff2.marionette”."],
    ),
    (
        "n=20&d=3.dr-dreff_2.marionette_1.ai-board",
        TWO_CARDS,
        [
            "Not recognized in the address: “1.ai-board”.",
            "The end of the address was cut off, with 17 cards.",
        ],
    ),
]


def open_deck(page: Page, address: str) -> None:
    """Opens the address of a deck, after emptying the deck page if it is already open."""
    shown = "document.querySelectorAll('#deck-sheet, #deck-messages')"
    page.evaluate(f"{shown}.forEach((e) => e.replaceChildren())")
    page.goto(address)
    page.wait_for_selector("#deck-sheet > *, #deck-messages p")


def test_a_damaged_address_of_a_deck_loses_no_card_without_a_word(
    page: Page, site_address: str
) -> None:
    for fragment, deck_list, messages in DAMAGED_ADDRESSES:
        open_deck(page, f"{site_address}deck/#{fragment}")
        assert page.input_value("#deck-ours") == deck_list, fragment
        assert page.locator("#deck-messages p").all_text_contents() == messages, (
            fragment
        )
        assert page.url.endswith(f"#{fragment}"), (
            "so that it says the same when it is loaded again"
        )


def test_practice_names_what_it_cannot_read_of_a_deck(
    page: Page, site_address: str
) -> None:
    page.goto(f"{site_address}quiz/#n=5&d=3.dr-dreff_2.xyzzy")
    page.locator("#quiz-deck", has_text="Your deck: 1 card. ").wait_for()
    words = "Your deck: 1 card. Not recognized in the address: “2.xyzzy”. The end of the address was cut off, with 3 cards."
    assert page.inner_text("#quiz-deck").startswith(words)


def test_deck_files_are_opened_and_hostile_ones_refused(
    page: Page, site_address: str, tmp_path: Path
) -> None:
    page.goto(f"{site_address}deck/index.html")
    page.set_input_files("#deck-ours-file", str(DECKS / "octgn.o8d"))
    page.wait_for_selector("#deck-sheet section")
    assert "Skälderviken" in page.inner_text("#deck-sheet")
    assert page.inner_text("#deck-messages") == ""
    # So the same file can be opened again after an edit
    assert page.input_value("#deck-ours-file") == ""
    (tmp_path / "large.txt").write_bytes(b"3 Clown\n" * 100_000)
    page.set_input_files("#deck-ours-file", str(tmp_path / "large.txt"))
    wait_for_message(page, "larger than 256 KB")
    for text, message in (
        ('<!DOCTYPE deck [<!ENTITY a "b">]><deck>&a;</deck>', "document type"),
        (
            "<deck>\n<!-- my\ndeck -->\n<card>no such card</card>\n<card qty='2'>Clown</card></deck>",
            "Line 1: “1 no such card”",
        ),
        ("<html><body/></html>", "its first element is <html>"),
    ):
        submit(page, text)
        wait_for_message(page, message)
    submit(page, "3 <img src=x onerror=alert(1)>\n1 Clown")
    page.wait_for_selector("#deck-sheet section")
    assert page.locator("#deck-messages img").count() == 0


def test_what_was_missed_comes_again_and_nothing_is_kept(
    page: Page, address: str
) -> None:
    page.goto(f"{address}quiz/index.html#d=1.dr-dreff")
    page.wait_for_selector("#quiz-reveal")
    assert "Your deck: 1 card." in page.inner_text("#quiz-deck")
    missed = page.inner_text("#quiz-question .question")
    total = int(page.inner_text("#quiz-progress").split()[0])
    asked = []
    for place in range(total + 1):
        asked.append(page.inner_text("#quiz-question .question"))
        page.click("#quiz-reveal")
        page.wait_for_selector("#quiz-question article.ruling blockquote")
        page.click("text=I did not" if place == 0 else "[data-known=true]")
    places = [place for place, question in enumerate(asked) if question == missed]
    assert places == [0, min(total, 6)]
    assert "0 questions to go" in page.inner_text("#quiz-progress")
    assert page.evaluate("localStorage.length") == 0
    page.click("text=Start again")
    page.wait_for_selector("#quiz-reveal")


@pytest.mark.parametrize("button", ["I knew it", "I did not"])
def test_after_an_answer_the_focus_moves_to_another_question(
    page: Page, site_address: str, button: str
) -> None:
    page.goto(f"{site_address}quiz/#d=3.dr-dreff")
    page.locator("#quiz-reveal").press("Enter")
    question = page.inner_text("#quiz-question .question")
    page.get_by_role("button", name=button).press("Enter")
    assert page.evaluate("document.activeElement.className") == "question"
    assert page.inner_text("#quiz-question .question") != question


def test_choices_restrict_the_questions_of_the_quiz(
    page: Page, site_address: str
) -> None:
    page.goto(f"{site_address}quiz/index.html")
    page.wait_for_selector("#quiz-reveal")
    count = int(page.inner_text("#quiz-progress").split()[0])
    page.select_option("#quiz-step", "13")
    until(
        page, f"parseInt(document.querySelector('#quiz-progress').innerText) < {count}"
    )
    page.select_option("#quiz-step", "")
    page.select_option("#quiz-topic", "tracing")
    until(
        page, f"parseInt(document.querySelector('#quiz-progress').innerText) < {count}"
    )
    page.select_option("#quiz-side", "Corp")
    until(
        page,
        "document.querySelector('#quiz-question').innerText.includes('No questions match these choices')",
    )
