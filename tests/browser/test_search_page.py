"""The search page: the search in its address, filters with counts, notes on the query,
and reasons if nothing is found.
"""

from __future__ import annotations

from typing import TYPE_CHECKING
from urllib.parse import parse_qs, quote, urlsplit

import pytest
from browser_support import lines_of, open_page, until

from support.examples import some_of

if TYPE_CHECKING:
    from playwright.sync_api import Browser, Locator, Page, Route

HITS = "#results ol .hit"
IS_COMPLETE = "!document.querySelector('#results[aria-busy]')"
HAS_NOTES = "document.querySelector('#results .notes').childElementCount > 0"
IS_SHOWN = f"{HAS_NOTES} && {IS_COMPLETE}"


def search(page: Page, site_address: str, query: str) -> list[str]:
    """Opens the page with a query; returns the texts of the results."""
    page.goto(f"{site_address}search/?q={quote(query)}")
    until(page, IS_SHOWN)
    return ["\n".join(lines_of(text)) for text in page.locator(HITS).all_inner_texts()]


def search_on(page: Page, query: str) -> None:
    """Types another query on the page."""
    page.evaluate("document.querySelector('#results .notes').replaceChildren()")
    page.locator("#q").fill(query)
    until(page, IS_SHOWN)


def search_again(page: Page, query: str) -> None:
    """Changes the query in the address of the page, as going back does."""
    page.evaluate(
        """address => {
            document.querySelector('#results .notes').replaceChildren();
            history.pushState(null, '', address);
            dispatchEvent(new PopStateEvent('popstate'));
        }""",
        f"?q={quote(query)}",
    )
    until(page, IS_SHOWN)


def notes(page: Page) -> str:
    """The page's notes on the query and its results."""
    shown = [
        page.locator("#results .notes").inner_text(),
        *page.locator("#results .nothing").all_inner_texts(),
    ]
    return " ".join(shown)


def test_the_title_has_the_query_as_typed(page: Page, site_address: str) -> None:
    for query in ("dreff $' $& $1", "kind:authority"):
        search(page, site_address, query)
        assert page.title() == f"“{query}” · Search · Netrunner rulings"
    assert " authorities" in notes(page)


def test_the_page_says_that_it_searches_before_its_scripts_arrive(
    page: Page, site_address: str
) -> None:
    held: list[Route] = []
    page.route("**/results.js", lambda route: held.append(route))
    page.goto(f"{site_address}search/?q=dreff", wait_until="commit")
    is_said = "getComputedStyle(document.querySelector('.help'), '::before').content.includes('Searching')"
    until(page, f"document.querySelector('.help') && {is_said}")
    assert not page.locator(".help > *").first.is_visible()
    held[0].continue_()
    page.wait_for_selector(HITS)
    assert not page.locator(".help").is_visible()


def test_names_are_linked_until_the_rulings_have_arrived(
    page: Page, site_address: str
) -> None:
    held: list[Route] = []
    page.route("**/search.js", lambda route: held.append(route))
    page.goto(f"{site_address}search/?q=dreff", wait_until="commit")
    note = page.locator("#results .note")
    note.locator("a[href$='cards/dr-dreff/']").wait_for()
    assert lines_of(note.inner_text()) == [
        "Dr. Dreff · The rulings are still being loaded."
    ]
    held[0].continue_()
    page.wait_for_selector(HITS)
    assert "still being loaded" not in notes(page)


def test_the_query_is_kept_in_the_address(page: Page, site_address: str) -> None:
    assert search(page, site_address, "jack out")
    assert page.locator("#q").input_value() == "jack out"
    page.locator("#q").fill("tracing base link")
    page.locator(".search button").click()
    page.wait_for_url("**?q=tracing+base+link")
    page.go_back()
    until(page, "document.querySelector('#q')?.value === 'jack out'")


def test_the_last_word_is_completed_until_the_search_is_submitted(
    page: Page, site_address: str
) -> None:
    page.goto(f"{site_address}search/")
    page.locator("#q").fill("traces ru")
    page.wait_for_selector(HITS)
    is_completed = "[...document.querySelectorAll('#results mark')].some(m => /^run/i.test(m.innerText))"
    until(page, is_completed)
    page.locator("#sort-date").click()
    until(
        page,
        f"location.search.includes('sort=-date') && {IS_COMPLETE} && {is_completed}",
    )
    page.evaluate("document.querySelector('#results .notes').replaceChildren()")
    page.locator("#q").press("Enter")
    until(page, IS_SHOWN)
    until(page, f"!{is_completed}")
    search(page, site_address, "traces ru")
    page.locator("#q").focus()
    page.locator("#sort-date").click()
    until(
        page,
        f"location.search.includes('sort=-date') && {IS_COMPLETE} && !{is_completed}",
    )


def chip(page: Page, filter: str, words: str) -> Locator:
    """The chip of a filter with these words."""
    return page.locator(f"[data-filter={filter}] .chip", has_text=words)


def test_a_chip_filters_as_its_label_and_count_say(
    page: Page, site_address: str
) -> None:
    search(page, site_address, "trash")
    total = "parseInt(document.querySelector('#results .total').innerText)"
    label, count = chip(page, "side", "Corp").inner_text().split()
    assert (label, int(count) > 0) == ("Corp", True)
    chip(page, "side", "Corp").click()
    until(page, f"{total} === {count} && location.search.includes('side=Corp')")
    assert chip(page, "side", "Corp").get_attribute("aria-pressed") == "true"
    page.reload()
    page.wait_for_selector(HITS)
    assert chip(page, "side", "Corp").get_attribute("aria-pressed") == "true"
    chip(page, "side", "Corp").click()
    until(page, f"{total} > {count} && !location.search.includes('side=')")


def test_a_pressed_chip_keeps_the_focus(page: Page, site_address: str) -> None:
    search(page, site_address, "trash")
    pressed = (
        page.locator("[data-filter=type] .chip").nth(2).inner_text().split("\n")[0]
    )
    chip(page, "type", pressed).press("Enter")
    until(page, f"location.search.includes('type=') && {IS_COMPLETE}")
    assert page.locator("[data-filter] .chip[aria-pressed=true]").all_inner_texts() == [
        page.evaluate("document.activeElement.innerText")
    ]
    page.keyboard.press("Enter")
    until(
        page,
        "!document.querySelector('[data-filter] .chip[aria-pressed=true]')"
        f" && {IS_COMPLETE}",
    )
    assert chip(page, "type", pressed).evaluate(
        "chip => chip === document.activeElement"
    )


def test_results_can_be_sorted_by_date(page: Page, site_address: str) -> None:
    ids = "[...document.querySelectorAll('#results .hit')].map(hit => hit.dataset.id)"
    dates = f"Rulings.searchEngine().then(({{index}}) => {ids}.map(id => index.documents[index.slotOf(id)].dates.at(-1) || ''))"
    search(page, site_address, "is:errata")
    before = page.evaluate(ids)
    page.locator("#sort-date").click()
    until(page, f"{ids}.join() !== '{','.join(before)}' && {IS_COMPLETE}")
    assert "sort=-date" in page.url
    result = page.evaluate(dates)
    assert result == sorted(result, reverse=True)
    search_on(page, "dupre")
    assert "sort=" not in page.url  # the order was chosen for the errata
    page.goto(f"{site_address}search/?q=dreff&sort=-cost")
    page.locator("#sort-cost").click()
    until(page, f"!location.search.includes('sort=') && {IS_COMPLETE}")


def test_the_order_in_force_is_pressed(page: Page, site_address: str) -> None:
    for query, order in {
        "dreff": "Best match first",
        "dreff&sort=date": "Oldest first",
        "is:errata": "Usual order",
    }.items():
        page.goto(f"{site_address}search/?q={query}")
        assert page.locator("[id^=sort][aria-pressed=true]").inner_text() == order
    page.goto(f"{site_address}search/?q=dreff sort:-date")
    page.locator("#sort-date").wait_for()
    assert page.locator("[id^=sort][aria-pressed=true]").count() == 0


def test_the_page_says_if_results_are_doubtful(page: Page, site_address: str) -> None:
    assert search(
        page,
        site_address,
        "does summoning sickness apply to an artifact creature with a tap ability",
    )
    assert "These entries probably do not answer your question" in notes(page)
    assert search(page, site_address, "iceberg strength")
    assert "Results may not answer; read closely." in notes(page)
    assert search(page, site_address, "dreff rez cost sleepy ice")
    assert "not answer" not in notes(page)


def test_hits_show_their_status_and_document(page: Page, site_address: str) -> None:
    search(page, site_address, "demolition run is:superseded")
    lines = lines_of(
        page.locator('#results [data-id="demolition-run-7dd7aa5e"]').inner_text()
    )
    status = lines.index("✗ superseded: follow Armageddon")
    assert lines[status + 1].startswith("If you also have Armageddon installed")
    assert lines[status + 2] == "JD Wiker, Netrunner-L, 4 February 1997"
    assert lines[status + 3].startswith("Follow “Demolition Run")
    lines = search(page, site_address, "in:tournament bye")[0].split("\n")
    assert lines[:2] == [
        "Android: Netrunner Tournament Regulations Another game: Android: Netrunner",
        "Swiss Rounds",
    ]
    assert not any(
        "regulations of another game" in line for line in lines
    )  # the mark says so


@pytest.mark.parametrize("width", [360, 1280])
def test_results_are_headings_that_come_before_the_filters(
    browser: Browser, site_address: str, width: int
) -> None:
    with open_page(browser, width) as page:
        search(page, site_address, "trash")
        headings = page.locator("#results > :not(.help) h2").all_inner_texts()
        assert len(headings) == page.locator(HITS).count() + 1
        assert headings[-1] == "Filters"
        assert page.locator(f"{HITS} h2 .hit-link").count() == len(headings) - 1
        assert page.locator(f"{HITS} blockquote mark").count()
        # Our questions are not marked: they were not printed
        assert not page.locator(".hit-ruling .hit-link mark").count()
        page.focus("#content")
        reached = []
        for _ in range(4):
            page.keyboard.press("Tab")
            reached.append(page.evaluate("document.activeElement.className"))
        assert "hit-link" in reached


def test_nonsense_finds_nothing_and_other_ways_are_offered(
    page: Page, site_address: str
) -> None:
    assert search(page, site_address, "qwxz vbnmk plokij") == []
    assert "no ruling, section or step contains “qwxz”" in notes(page).lower()
    links = page.locator("#results .nothing a").evaluate_all(
        "links => links.map(link => link.getAttribute('href'))"
    )
    assert any("run-chart/" in href and "#walk" in href for href in links)
    assert any("topics/" in href for href in links)


def test_a_button_shows_more_results(page: Page, site_address: str) -> None:
    assert len(search(page, site_address, "is:see")) == 25
    assert "60 cross-references" in notes(page)
    page.locator("#results .button").click()
    until(page, "document.querySelectorAll('#results ol .hit').length === 50")


def test_going_back_restores_the_position_in_the_list(
    page: Page, site_address: str
) -> None:
    search(page, site_address, "is:see")
    page.locator("#results .button").click()
    link = page.locator(HITS).nth(40).locator(".hit-link")
    link.scroll_into_view_if_needed()
    position, words = page.evaluate("scrollY"), link.inner_text()
    assert position > 300
    link.click()
    page.wait_for_url("**/cards/**")
    page.go_back()
    until(
        page,
        f"document.querySelector('#results .hit-link') && Math.abs(scrollY - {position}) < 5",
    )
    assert link.inner_text() == words
    assert page.locator(HITS).count() == 50


def test_enter_keeps_the_search_page_open(page: Page, site_address: str) -> None:
    search(page, site_address, "jack out")
    page.locator("#q").fill("can i jack out before first ice")
    page.evaluate("window.isSamePage = true")
    page.locator("#q").press("Enter")
    until(page, "!location.search.includes('typing')")
    assert page.evaluate("window.isSamePage")
    assert "/search/" in page.url
    assert page.locator(HITS).count() > 1


def test_every_example_of_the_query_language_finds_something(
    page: Page, site_address: str
) -> None:
    page.goto(site_address + "query-language/")
    examples = page.locator("main td a").evaluate_all(
        "links => links.map(link => link.href)"
    )
    assert len(examples) > 20
    page.goto(examples[0])
    for address in some_of(examples, 3):
        (query,) = parse_qs(urlsplit(address).query)["q"]
        search_on(page, query)
        assert page.locator(HITS).count() > 0, address
        notes = page.locator(".note").all_inner_texts()
        assert all(" read as " in note or " is denied" in note for note in notes), (
            address
        )


def test_the_address_is_written_when_the_reader_pauses_and_not_at_each_letter(
    page: Page, site_address: str
) -> None:
    page.clock.install(time=0)
    page.goto(site_address + "search/")
    page.clock.pause_at(60_000)
    page.evaluate(
        "() => { window.writes = 0; for (const name of ['pushState', 'replaceState']) {"
        "  const own = history[name].bind(history);"
        "  history[name] = (...values) => { window.writes++; own(...values); }; } }"
    )
    page.locator("#q").fill("")
    page.keyboard.type("does dreff rez the ice")
    assert page.evaluate("[writes, location.search]") == [1, "?q=d"], (
        "an entry of its own"
    )
    page.clock.run_for(1000)
    assert page.evaluate("[writes, location.search]") == [
        2,
        "?q=does+dreff+rez+the+ice",
    ]


# Query → the links in its notes: their words, and the query that each leads to. There
# is a row for each kind of note.
NOTE_LINKS: dict[str, dict[str, str]] = {
    "carde:dreff trace": {"card:": "card:dreff trace"},
    "agenda_points:3": {},
    "zzzzzz:dreff trace": {},
    "type:virus strength": {"keyword:virus": "keyword:virus strength"},
    "-type:virus ice": {"keyword:virus": "-keyword:virus ice"},
    "is:foo": {},
    "cost:99": {},
    "after:foo": {},
    "before:1996-13": {},
    "after:2031": {},
    "date:30.5.1996": {"date:30.5.1996": "date:30.5.1996"},
    "card:xyzzy": {},
    "card:glacir": {"card:glacir": "card:glacir"},
    "keyword:viruses dreff": {
        "keyword:viruses": "keyword:viruses",
        "keyword:virus": "keyword:virus",
    },
    "card:rabbit by:wylie": {"card:rabbit": "card:rabbit", "by:wylie": "by:wylie"},
    "sort:foo dreff": {},
    "sort:-date sort:date dreff": {},
    "sort:-date": {"kind:ruling sort:-date": "kind:ruling sort:-date"},
    "tracing-776394bd": {"tracing-776394bc": "tracing-776394bc"},
    '"dreff rezzed': {},
    "!!!": {},
    "run chart step 99": {},
    "dreff-601afce4 and tracing": {},
    "marionete rezzed": {},
    "xyzzyq dreff": {},
    "errata on rabbit": {},
    "newest errata": {
        "is:errata after:1996 before:1998 -by:sparky": "is:errata after:1996 before:1998 -by:sparky"
    },
    "ACME Savings and Loan": {"keyword:transactions": "keyword:transactions"},
    "marionette and siren": {},
    "ice " * 600: {},
    "by:sparky " * 60: {},
}


def test_a_link_in_a_note_leads_to_the_query_that_the_note_means(
    page: Page, site_address: str
) -> None:
    totals = """queries => Rulings.searchEngine().then((engine) =>
        queries.map((query) => engine.search(query).total))"""
    sentences = "#results :is(.note, .doubt, .nothing p:not(:last-child))"
    shown, wrong = {}, []
    page.goto(f"{site_address}search/")
    for query in NOTE_LINKS:
        search_again(page, query.strip())
        links = page.locator(f"{sentences} a[href]:not([href*='cards/'])")
        shown[query] = {
            link.inner_text(): parse_qs(
                urlsplit(link.get_attribute("href") or "").query
            ).get("q", [""])[0]
            for link in links.all()
        }
        texts = page.locator(sentences).all_inner_texts()
        wrong += [text for text in texts if text.endswith(("?.", ".."))]
        print(query[:30], texts)
    assert wrong == []
    assert shown == NOTE_LINKS
    queries = [query for links in shown.values() for query in links.values() if query]
    found = dict(zip(queries, page.evaluate(totals, queries), strict=True))
    assert [query for query, total in found.items() if not total] == []
