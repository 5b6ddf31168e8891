"""Sharing a ruling: its link, plain text, and the browser's share button. Also, each
page has one address.
"""

from __future__ import annotations

from collections.abc import Iterator
from pathlib import Path
from typing import TYPE_CHECKING

import pytest
from browser_support import open_page, until

from rulings.api import KnowledgeBase
from rulings.model.formatting import cited_parts
from rulings.model.knowledge import Knowledge

if TYPE_CHECKING:
    from playwright.sync_api import Browser, BrowserContext, Page

    from conftest import PageErrors


@pytest.fixture
def clipboard_page(browser: Browser, page_errors: PageErrors) -> Iterator[Page]:
    """A page that may use the clipboard."""
    with open_page(browser, permissions=["clipboard-read", "clipboard-write"]) as page:
        page_errors.follow(page.context)
        yield page


def copied(page: Page, link: str, message: str) -> str:
    """Follows a link that copies, and waits for the message. Returns the copy."""
    page.evaluate("document.querySelector('.live').textContent = ''")
    if "button" in link:
        page.locator(f"{link.split()[0]} .tools:not([open]) summary").click()
    page.locator(link).click()
    until(page, f"document.querySelector('.live').textContent === '{message}'")
    return str(page.evaluate("navigator.clipboard.readText()"))


def test_link_and_plain_text_are_copied(
    clipboard_page: Page, site_address: str, library: KnowledgeBase
) -> None:
    page = clipboard_page
    ruling = library.rulings_for("dr-dreff")[1]
    page.goto(site_address + "cards/dr-dreff/")
    address = f"{site_address}cards/dr-dreff/#{ruling.id}"
    assert copied(page, f"#{ruling.id} .copy-link", "Link copied") == address
    plain = copied(page, f"#{ruling.id} button.copy-ruling", "Ruling copied")
    words = " ".join(ruling.text.split())
    assert plain.startswith(str(ruling.question))
    assert words in " ".join(plain.split())
    assert plain.endswith(address)
    assert ruling.citations
    assert [
        citation for citation in ruling.citations if citation.authority not in plain
    ] == []


def test_rulings_are_shared_with_the_browsers_share_dialog(
    page: Page, site_address: str, library: KnowledgeBase
) -> None:
    page.add_init_script("navigator.share = async (data) => { window.shared = data; }")
    page.goto(site_address + "cards/dr-dreff/")
    assert page.locator(".tools summary").first.inner_text() == "Share"
    page.locator(".tools summary").first.click()
    page.evaluate("document.querySelector('.ruling').append('translated')")
    page.locator("button.share").click()
    shared = page.evaluate("window.shared")
    first = library.rulings_for("dr-dreff")[0]
    assert shared["url"] == f"{site_address}cards/dr-dreff/#{first.id}"
    assert shared["title"] == first.questions[0]
    assert first.text.split()[0] in shared["text"]
    assert "translated" not in shared["text"]


def test_a_source_link_leads_to_the_first_line_of_the_ruling(
    page: Page, site_address: str, library: KnowledgeBase
) -> None:
    page.goto(site_address + "cards/dr-dreff/")
    ruling = library.rulings_for("dr-dreff")[0]
    page.locator(f"#{ruling.id} .tools summary").click()
    page.locator(f"#{ruling.id} .tool-links a").first.click()
    page.wait_for_url(f"**#L{ruling.source.lines[0]}")
    assert page.locator("li:target").count() == 1
    first, last = ruling.source.lines
    page.goto(
        page.url.partition("#")[0] + f"#L{first}-{last}"
    )  # as in earlier citations
    page.wait_for_url(f"**#L{first}")


def test_links_end_in_index_html_only_on_disk(
    context: BrowserContext, site_address: str, site_folder: Path, page: Page
) -> None:
    links = "[...document.querySelectorAll('a[href], form')].map(a => a.href || a.action).filter(h => h.startsWith(location.origin))"
    page.goto(site_address + "cards/dr-dreff/index.html?a=b#content")
    assert page.url == f"{site_address}cards/dr-dreff/?a=b#content"
    assert [link for link in page.evaluate(links) if "index.html" in link] == []
    disk = context.new_page()
    disk.goto((site_folder / "cards" / "dr-dreff" / "index.html").as_uri())
    paths = disk.evaluate(
        "[...document.querySelectorAll('a[href], form')].map(a => new URL(a.href || a.action).pathname)"
    )
    assert [path for path in paths if path.endswith("/")] == []


def test_a_copy_has_the_status_and_each_speaker_after_his_words(
    clipboard_page: Page, site_address: str, kb: Knowledge
) -> None:
    page = clipboard_page
    several = [ruling for ruling in kb.rulings if len(cited_parts(ruling)) > 1]
    assert len(several) > 20
    superseded = next(ruling for ruling in kb.rulings if ruling.status == "superseded")
    for ruling in (superseded, *several[::6]):
        page.goto(site_address + ruling.url[1:])
        plain = " ".join(
            copied(page, f"#{ruling.id} button.copy-ruling", "Ruling copied").split()
        )
        assert ruling != superseded or "✗ superseded" in plain
        position = 0
        for part in cited_parts(ruling):
            for words in (
                part.text,
                *(citation.authority for citation in part.citations),
            ):
                position = plain.find(" ".join(words.split()), position)
                assert position >= 0, (ruling.id, words)


@pytest.mark.parametrize(
    ("name", "message"),
    [("NotAllowedError", "Sharing is not allowed here"), ("AbortError", "")],
)
def test_sharing_that_is_refused_says_so_and_one_that_is_cancelled_nothing(
    page: Page, site_address: str, name: str, message: str
) -> None:
    page.add_init_script(
        f"navigator.share = () => Promise.reject(new DOMException('no', '{name}'));"
    )
    page.goto(site_address + "cards/dr-dreff/")
    page.locator(".tools summary").first.click()
    page.locator(".tools .share").first.click()
    page.evaluate(
        "new Promise(requestAnimationFrame).then(() => new Promise(requestAnimationFrame))"
    )
    assert page.inner_text(".live") == message
