"""The limits and words by which deck lists are read. The page uses them too: `site/export/script_constants.py`."""

from __future__ import annotations

from rulings.model import constants as model_constants

MAX_DECK_BYTES = 256 * 1024  # a deck list of 100 different cards takes 3 KB
MAX_DECK_LINES = 2_000
MAX_DECK_NAMES = 500  # different names; the game has 580 cards, and each unknown name is compared with all of them
MAX_COPIES = 999
MAX_LISTED_LINES = 20  # of those that mean no card, or several
MAX_CARD_NAME_LENGTH = 200  # characters, the rest of which is not read; the longest title has 32

# Numbers of copies before and after a name, in any of the groups; case-insensitive. No title begins with a number, and
# one that ends with a number (`Data Wall 2.0`, `Viral 15`) has only a space or a full stop before it.
COUNT_BEFORE_PATTERN = (
    r"[(\[]?(?:[x×*]\s*([0-9]{1,12})|([0-9]{1,12})\s*[x×*]|([0-9]{1,12}))"
    r"(?:\s[-–—=](?=\s)|[\s:|)\]]|[.,](?!\d))+(?=\S)"
)
COUNT_AFTER_PATTERN = (
    r"(?:\s[x×*]\s*([0-9]{1,12})|\s([0-9]{1,12})\s*[x×]"
    r"|(?:[\t:=|,]|\s[-–—]\s|\s?(?<!\.)\.{2,})\s*(?:[x×]\s*)?([0-9]{1,12})(?:\s*[x×])?"
    r"|\s[(\[](?:x\s*)?([0-9]{1,12})(?:\s*x)?[)\]])$"
)
PLACE_PATTERN = r"\(?([0-9]{1,3})[.)](?!\d)\s*(?=\S)"  # in a numbered list, before the count and the name
LONE_NUMBER_PATTERN = r"\b[0-9]{1,3}\b"  # in a folded name; one of more digits is never a count

DECK_HEADINGS = frozenset(  # a line of such words alone is a heading, not a card
    (
        "and breakers card cards code corporate corporation count deck decklist gate gates icebreaker icebreakers list "
        "main name other qty quantity sentries sentry side sideboard total wall walls "
        + " ".join(f"{word} {word}s" for word in (*model_constants.SIDES, *model_constants.CARD_TYPES)).lower()
    ).split()
)

# The headings of columns in a table of CSV, in lower case
COUNT_COLUMNS = frozenset(("count", "qty", "quantity", "copies", "number", "amount", "no", "#"))
NAME_COLUMNS = frozenset(("name", "card", "title", "card name", "cardname", "card title"))
