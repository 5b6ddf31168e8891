"""The limits and words by which deck lists are read. The page uses them too: `site/export/script_constants.py`."""

from __future__ import annotations

from rulings.model import constants as model_constants

MAX_DECK_BYTES = 256 * 1024  # a deck list of 100 different cards takes 3 KB
MAX_DECK_LINES = 2_000
MAX_DECK_NAMES = 500  # different names; the game has 580 cards, and each unknown name is compared with all of them
MAX_LISTED_LINES = 20  # of those that mean no card, or several
MAX_CARD_NAME_LENGTH = 200  # characters, the rest of which is not read; the longest title has 32

# Of a line of a deck list. No title has brackets other than those of a trademark, and none begins with a number.
TAG_PATTERN = (  # tags of HTML and BBCode, the target of a link in Markdown, an address
    r"</?[a-z][^<>]*>|\[/?(?:[biu*]|url|card|color|size|list|quote|center)(?:=[^\]]*)?\]"
    r"|(?<=\])\([^()]*\)|https?://[^\s)\]]+"
)
NOTE_PATTERN = (  # in brackets, but not a number of copies
    r"[(\[](?!\s*(?:x\s*)?[0-9]{1,3}\s*(?:x|cop(?:y|ies)|cards?)?\s*[)\]])[^()\[\]]*[)\]]"
)
GLUED_COUNT_PATTERN = r"(?<![a-z0-9.])([0-9]{1,3})(?:x(?=[a-z])|(?=[a-z]))"  # 4xClown, 4Clown
COUNT_PATTERN = r"(?<![0-9])(?<![0-9][.,/])([0-9]{1,3})(?:\.0+)?(?![0-9/]|[.,][0-9])"
COUNT_AFTER_PATTERN = r"[^a-z0-9]+(?:x[^a-z0-9]*)?([0-9]{1,3})(?:\.0)?\s*x?[^a-z0-9]*$"
PLACE_PATTERN = r"[^A-Za-z0-9]*([0-9]{1,3})[.)](?![0-9])\s*(?=\S)"  # in a numbered list, before the count and the name
SIGNS_BEFORE_NAME = r"(?:x(?=[\s0-9])|[\u2010-\u2bff\u00a0-\u00bf\u00d7]|[^A-Za-z\u0080-\uffff])*"
LONE_NUMBER_PATTERN = r"\b[0-9]{1,3}\b"  # in a folded name; one of more digits is never a count
MAX_TITLE_WORDS = 8

# Words that stand beside a title or instead of one, in lower case and in the singular. A line of nothing but these and
# numbers is no card, unless it is a title (`Worm`).
WORDS_OF_NO_TITLE = frozenset(
    (
        # headings and totals
        "and barrier bit board breaker card code combo copies copy core corporate cost count d deck decklist "
        "decoder draw economy event fracter gate hand hq id identity in list main mainboard maindeck max maximum "
        "maybeboard min minimum minus misc miscellaneous money mu name non number of other pc pcs plus point qty "
        "quantity r rig sb sideboard size stack strategy support tag title tool total trap type utility x "
        # short names of types
        "ap bioware black corporation gray grey hw link op ops prog res "
        # sets and rarities
        "base c classic common edition f foil limited netrunner onr p promo proteus r rare set starter u uncommon "
        "v v1 v2 vital "
        # keywords
        "advertisement ai ambush asset bad bbs bloodhound brainwipe bull chip connection cybernetic daemon "
        "deckrash deflector detection double firestarter flatline hellbolt hellhound hidden icebreaker killer "
        "knockout noisy pit position publicity random region research sabotage sentry side sleepy stealth stun "
        "sword sysop transaction unique vehicle virus viruses wall watchdog worm zombie zombies "
        + " ".join((*model_constants.SIDES, *model_constants.CARD_TYPES)).lower()
    ).split()
)

# The headings of columns in a table, in lower case, without a full stop at the end
COUNT_COLUMNS = frozenset(
    (
        "count",
        "qty",
        "quantity",
        "copies",
        "number",
        "amount",
        "num",
        "nr",
        "no",
        "#",
        "x",
        "anzahl",
        "menge",
        "in deck",
    )
)
NAME_COLUMNS = frozenset(("name", "card", "title", "card name", "cardname", "card title", "karte", "titel", "nom"))
