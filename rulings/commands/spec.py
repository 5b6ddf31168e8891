"""Every command with its options and examples, as data: help, completion and man page are made from it."""

from __future__ import annotations

from rulings.commands.grammar import Command, Option

SIDES = ("corp", "runner")
TYPES = ("agenda", "hardware", "ice", "node", "operation", "prep", "program", "resource", "upgrade")
GAMES = ("netrunner", "android-netrunner")
SHELLS = ("bash", "zsh", "fish")

HELP = Option("--help", "show this help", short="-h")
COLOR = Option(
    "--color",
    "colour: always, never, or auto (on a terminal, unless NO_COLOR is set)",
    "WHEN",
    values=("auto", "always", "never"),
)
JSON = Option("--json", "print JSON")
PLAIN = Option("--plain", "print one record a line, tab-separated, for grep and fzf")
CITE = Option("--cite", "print each ruling as one line to paste: text, who, when, document, id")
FULL = Option("--full", "unfold what is folded: inherited rulings, and rulings elsewhere that mention it")
AS_OF = Option("--as-of", "only what had been said by then: 1997, 1997-03 or 1997-03-31", "DATE")
SIDE = Option("--side", "only cards of this side, and what stands under them: corp or runner", "SIDE", values=SIDES)
TYPE = Option("--type", "only cards of this type: " + ", ".join(TYPES), "TYPE", values=TYPES)
GAME = Option("--game", "netrunner (1996) or android-netrunner (2012)", "GAME", values=GAMES)
SOURCES = Option("--sources", "read this folder of sources instead of the shipped one", "DIR")
FILTERS = (AS_OF, SIDE, TYPE, GAME)
ALWAYS = (COLOR, HELP)

CARD = Command(
    "card",
    "a card, and everything that was ruled on it",
    ("rulings card NAME… [options]", "rulings NAME… [options]"),
    (
        ("rulings dr dreff", "the card: errata first, then its rulings under the questions they answer"),
        ("rulings card dreff --with marionette", "only what concerns both cards"),
        ("rulings card dreff --cite", "its rulings as lines to paste into a mail"),
        ("rulings card dreff --as-of 1996", "what had been said by the end of 1996"),
    ),
    (
        "Case, accents, punctuation, a leading The, word order and small typos do not matter. "
        "A ruling's id is a name too.",
    ),
    (Option("--with", "keep only what concerns this card too", "OTHER"), FULL, JSON, PLAIN, CITE, *FILTERS, *ALWAYS),
)
SEARCH = Command(
    "search",
    "full text over rulings, documents and the run chart",
    ("rulings search QUERY… [options]",),
    (
        ("rulings search jack out after the last ice", "the best answers first"),
        ("rulings search 'card:\"dr dreff\" rez'", "one card's rulings with the word"),
        ("rulings search is:errata type:program -n 3", "errata of programs, three of them"),
        ("rulings search 'trace OR tag' -meat", "either word, without another"),
    ),
    (
        'Words are looked for together, best match first. "A phrase", -word, word*, word~ (fuzzy), OR and parentheses '
        "work, and the fields card: topic: by: is: side: type: keyword: set: before: after: in: game:.",
        "is: knows errata, reversal, unofficial, see; in: knows rulings, run-chart, manual, variant, tournament. "
        "Without a query, on a terminal, it searches while you type (needs the extra `tui`).",
    ),
    (
        Option("--limit", "at most so many answers (10)", "N", "-n"),
        Option("--explain", "say why each answer stands where it stands"),
        JSON,
        PLAIN,
        CITE,
        *FILTERS,
        *ALWAYS,
    ),
    loose=True,
)
TOPIC = Command(
    "topic",
    "a topic of the general rulings, or the list of them",
    ("rulings topic [NAME…] [options]",),
    (
        ("rulings topic tracing", "one topic with its rulings"),
        ("rulings topic", "all topics, with the number of rulings"),
    ),
    (),
    (JSON, PLAIN, CITE, *FILTERS, *ALWAYS),
)
RUN = Command(
    "run",
    "the run chart: all of it, one step, or a walk through a run",
    ("rulings run [STEP] [options]", "rulings run --walk"),
    (
        ("rulings run", "the twenty steps and their questions"),
        ("rulings run 13", "one step, and the rulings that bear on it"),
        ("rulings run --walk", "answer y or n and be led; `back` and `quit` work"),
    ),
    ("The walk reads its answers from standard input, so `printf 'y\\nn\\n' | rulings run --walk` works.",),
    (Option("--walk", "ask each question and follow the answers"), JSON, PLAIN, CITE, *FILTERS, *ALWAYS),
)
DOCUMENT = Command(
    "document",
    "the documents: the manual, the variant, the regulations",
    ("rulings document [NAME [SECTION…]] [options]",),
    (
        ("rulings document", "the five documents, where they are from and whose they are"),
        ("rulings document manual 3", "one section of the manual"),
        ("rulings document regulations tiebreakers", "a section by its title"),
        ("rulings document variant --outline", "the sections of the variant"),
    ),
    (),
    (Option("--outline", "only the titles and ids of its sections"), JSON, PLAIN, GAME, *ALWAYS),
)
TOURNAMENT = Command(
    "tournament",
    "Swiss rounds, cut and time (of Android: Netrunner, 2012)",
    ("rulings tournament PLAYERS [options]",),
    (
        ("rulings tournament 40", "rounds, cut, points, time and tiebreakers for 40 players"),
        ("rulings tournament 40 --json", "the same for programs"),
    ),
    ("The regulations are those of the later game, Android: Netrunner (2012).",),
    (JSON, PLAIN, *ALWAYS),
)
LIST = Command(
    "list",
    "the names of all cards with the number of rulings on each",
    ("rulings list [options]",),
    (
        ("rulings list --side corp --type ice", "the Corp's ice"),
        ("rulings list --plain | grep -i virus", "id, title, side, type, rulings, keywords: one card a line"),
    ),
    ("With fzf: rulings list --plain | fzf | cut -f1 | xargs rulings card",),
    (Option("--ruled", "only cards on which something was ruled"), JSON, PLAIN, *FILTERS, *ALWAYS),
)
PARSE = Command(
    "parse",
    "the source documents → the YAML of the knowledge base",
    ("rulings parse [--check] [--sources DIR] [--output DIR]",),
    (
        ("rulings parse --check", "is the YAML what the sources say? writes nothing"),
        ("rulings parse --output /tmp/kb", "writes the YAML of the shipped sources into another folder"),
    ),
    (),
    (
        Option("--check", "write nothing; exit 1 if the YAML differs"),
        SOURCES,
        Option("--output", "write the YAML below this folder", "DIR"),
        *ALWAYS,
    ),
)
CHECK = Command(
    "check",
    "validates everything: schema, ids, links, every word's place",
    ("rulings check [DIR]",),
    (
        ("rulings check", "the ledger of the five documents, and every mistake with file and line"),
        ("rulings check /tmp/kb", "another knowledge base, with its sources"),
    ),
    (),
    (JSON, *ALWAYS),
)
INDEX = Command(
    "index",
    "builds the search index now",
    ("rulings index",),
    (("rulings index", "a search does this by itself when the index is missing or stale"),),
    (),
    ALWAYS,
)
EXPORT = Command(
    "export",
    "everything, to standard output",
    ("rulings export [--format json|ndjson]",),
    (
        ("rulings export > rulings.json", "one JSON object"),
        ("rulings export --format ndjson", "one JSON object a line, each with its kind"),
    ),
    (),
    (
        Option("--format", "json (one object) or ndjson (one object a line)", "FORMAT", values=("json", "ndjson")),
        *ALWAYS,
    ),
)
SITE = Command(
    "site",
    "the static site",
    ("rulings site build [DIR]", "rulings site serve"),
    (
        ("rulings site build _site", "writes all pages below _site"),
        ("rulings site serve", "shows the site at http://127.0.0.1:8000 and rebuilds it on changes"),
    ),
    (),
    ALWAYS,
)
COMPLETION = Command(
    "completion",
    "completion for bash, zsh and fish, and the manual page",
    ("rulings completion bash|zsh|fish|man",),
    (
        ("source <(rulings completion bash)", "in ~/.bashrc: commands, options and card names complete with Tab"),
        ("source <(rulings completion zsh)", "in ~/.zshrc, after compinit"),
        ("rulings completion fish | source", "in ~/.config/fish/config.fish"),
        ("rulings completion man > rulings.1", "the manual page: man ./rulings.1"),
    ),
    (),
    ALWAYS,
)

COMMANDS = {
    c.name: c
    for c in (CARD, SEARCH, TOPIC, RUN, DOCUMENT, TOURNAMENT, LIST, PARSE, CHECK, INDEX, EXPORT, SITE, COMPLETION)
}
FIRST_EXAMPLES = (
    ("rulings dr dreff", "a card, its errata, its rulings"),
    ("rulings search jack out after ice", "what was said about something"),
    ("rulings run 13", "a step of a run, and what bears on it"),
)
