"""`rulings card NAME…`: a card, one of its rulings, or the rulings that concern two cards."""

from __future__ import annotations

from rulings.cli import output
from rulings.cli.arranging import arranged, limit_of, limited
from rulings.cli.batch import each_line
from rulings.cli.copy_and_open import copy_and_open
from rulings.cli.fallthrough import means_no_card, show_instead
from rulings.cli.grammar import Arguments, UsageError
from rulings.cli.lookup import find, near_ids, ruling_filter, title_of
from rulings.cli.render import card as render_card
from rulings.cli.render import ruling as render_ruling
from rulings.cli.render import terminal
from rulings.errors import Ambiguous, NotFound
from rulings.model.filtering import only_ruling
from rulings.model.formatting import count

TYPE_CHECKING = False
if TYPE_CHECKING:
    from rulings.model.views import CardPageView, PageView, RulingView


def card(args: Arguments) -> int:
    """Prints the page and returns 0, or 1 if the filters exclude every ruling."""
    name = " ".join(args.positional).strip()
    if not name:
        raise UsageError("missing card name: rulings card NAME… (rulings list shows all names)")
    if name == "-":
        return each_line(args, card)
    form = output.output_format(args)
    pages = output.pages()
    if args["with"] is None and means_no_card(pages, name):
        return show_instead(pages, name, args, None)
    try:
        key, ruling_id = find(pages, name)
    except NotFound as error:
        if isinstance(error, Ambiguous) or args["with"] is not None or near_ids(pages, name):
            raise
        return show_instead(pages, name, args, error)
    page: PageView = pages.get(key)
    ruling_count = len(page["rulings"])
    other_page: PageView | None = None
    if args.text("with") is not None:
        other_key, _ = find(pages, args.text("with") or "")
        if other_key == key:
            raise UsageError(f"--with needs another card than {title_of(page)}")
        other_page = pages.get(other_key)
        page = _concerning(page, other_page)
    page = ruling_filter(pages, args).page(page)
    if ruling_id:
        page = only_ruling(page, ruling_id)
    page = arranged(page, args)
    nothing = _nothing(page, args, other_page, ruling_count)
    mismatch = "" if nothing else _mismatch(page, args)
    shown = limited(page, args)
    if form == "json":
        output.json(shown)
    elif form == "plain":
        terminal.write(render_ruling.records(shown))
    elif form:
        cited = _all(shown) if other_page or not shown["rulings"] else shown["rulings"]
        output.citations(pages, [r for r in cited if r["kind"] != "see"])
    elif not nothing:
        _show(page, args, ruling_id)
    for sentence in filter(None, (nothing, mismatch)):
        terminal.print_error(sentence)
    if not nothing:
        copy_and_open(args, pages, _url(page, ruling_id), _all(shown) if other_page or mismatch else shown["rulings"])
    return 1 if nothing else 0


def _url(page: PageView, ruling_id: str | None) -> str:
    """The address of the page, or of the one ruling that was asked for."""
    if ruling_id and page["rulings"]:
        return page["rulings"][0]["url"]
    return (page["topic"] if "topic" in page else page["card"])["url"]


def _all(page: PageView) -> list[RulingView]:
    """Every ruling on a page: its own, inherited ones, and those elsewhere that mention the card."""
    if "topic" in page:
        return page["rulings"]
    return [*page["rulings"], *(r for group in page["inherited"] for r in group["rulings"]), *page["mentioned_in"]]


def _concerning(page: PageView, other_page: PageView) -> CardPageView:
    """The rulings on either card that mention the other, and rulings elsewhere that mention both."""
    if "topic" in page or "topic" in other_page:
        raise UsageError("--with works only with cards, not with topics")
    id, other_id = page["card"]["id"], other_page["card"]["id"]

    def names(ruling: RulingView, card_id: str) -> bool:
        subject = ruling["subject"]
        return (subject["kind"], subject["id"]) == ("card", card_id) or any(
            m["id"] == card_id for m in ruling["mentions"]
        )

    there = {r["id"] for r in other_page["mentioned_in"]} | {r["id"] for r in other_page["rulings"]}
    return {
        **page,
        "rulings": [r for r in page["rulings"] if names(r, other_id)],
        "inherited": [
            {**group, "rulings": rulings}
            for group in page["inherited"]
            if (rulings := [r for r in group["rulings"] if names(r, other_id)])
        ],
        "mentioned_in": [r for r in page["mentioned_in"] if r["id"] in there and names(r, id)],
    }


def _mismatch(page: PageView, args: Arguments) -> str:
    """A sentence if the card is not of the requested side or type: the remaining rulings are on other cards."""
    if "topic" in page:
        return ""
    card = page["card"]
    printed = {"side": card["side"].lower(), "type": card["type"].lower()}
    wrong = [f"--{name} {args[name]}" for name, value in printed.items() if args[name] not in (None, value)]
    if not wrong:
        return ""
    what = f"{card['title']} is a {card['side']} {card['type'].lower()}"
    return f"note: {what}; {' and '.join(wrong)} leaves only rulings on other cards"


def _nothing(page: PageView, args: Arguments, other_page: PageView | None, ruling_count: int) -> str:
    """The message if options excluded every ruling, else an empty text."""
    narrowed = other_page or any(args[name] for name in ("as-of", "side", "type", "game", "official"))
    if not narrowed or _all(page):
        return ""
    title = title_of(page)
    mismatch = _mismatch(page, args)
    if mismatch:
        return mismatch.removeprefix("note: ").replace("leaves only rulings on other cards", "leaves no rulings")
    if other_page:
        return f"no rulings concern both {title} and {title_of(other_page)}"
    if args["as-of"] and ruling_count:
        return f"no rulings on {title} by {args.text('as-of')}; {count(ruling_count, 'ruling')} came later"
    return f"no rulings on {title} match these options"


def _show(page: PageView, args: Arguments, ruling_id: str | None) -> None:
    screen = output.screen(args)
    if args["with"]:
        _show_several(screen, page, args, "ruling concerns both", "rulings concern both")
    elif _mismatch(page, args):
        _show_several(
            screen, page, args, "ruling on another card that mentions it", "rulings on other cards that mention it"
        )
    else:
        render_card.show_page(screen, page, bool(args["full"]), limit_of(args, None))
    if ruling_id:
        screen.blank()
        command = f"topic {page['topic']['id']}" if "topic" in page else page["card"]["id"]
        screen.text(f"One of several rulings; see all: rulings {command}", "dim")
    terminal.show(screen)


def _show_several(screen: terminal.Screen, page: PageView, args: Arguments, singular: str, plural: str) -> None:
    legend, rulings = render_ruling.Legend(), _all(page)
    screen.text(title_of(page), "title")
    screen.text(count(len(rulings), singular, plural), "dim")
    render_card.show_rulings(screen, rulings, legend, subject=True)
    legend.show(screen, bool(args["full"]))
