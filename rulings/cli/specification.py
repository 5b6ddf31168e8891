"""The commands with their options and examples, as data for parsing, help and
completion.
"""

from __future__ import annotations

from functools import cached_property

from msgspec import Struct
from msgspec.structs import replace

from rulings.search import fields

# Results that are shown by default. For a query with conditions, programs get all.
RESULTS, RESULTS_FOR_PROGRAMS = 5, 10


class Option(Struct, frozen=True):
    """`--name` or `--name METAVAR`. `choices`: the valid values, if there is a fixed
    list. `repeats`: the option may be given several times, and all values count.

    `is_name`: the value is a name of several words. It ends at the next option if the
    command's own argument was typed before it.
    """

    name: str
    help: str
    metavar: str = ""
    short: str = ""
    choices: tuple[str, ...] = ()
    repeats: bool = False
    is_name: bool = False

    @property
    def usage(self) -> str:
        """The option in a table of options: `-n, --limit N`. Long names are aligned."""
        long = f"{self.name} {self.metavar}".rstrip()
        return f"{self.short}, {long}" if self.short else f"    {long}"


class Command(Struct, frozen=True, dict=True):
    """A command with its usage, summary, examples and options.

    `function`: its function in `rulings.cli`. `fields`: the fields of its query
    language, with what they match. `allows_dashed_words`: `-word` may be an argument.
    `may_begin_question`: its name may be the first word of a question, as in `who goes
    first`; if nothing has such a name, the line is searched for.
    """

    name: str
    summary: str
    usage: tuple[str, ...] = ()
    examples: dict[str, str] = {}  # example → its description
    description: tuple[str, ...] = ()
    options: tuple[Option, ...] = ()
    fields: dict[str, str] = {}
    allows_dashed_words: bool = False
    function: str = ""
    may_begin_question: bool = False
    for_maintainers: bool = False  # whether it is listed last

    @cached_property
    def options_by_name(self) -> dict[str, Option]:
        """The options by both their long and their short names."""
        by_name = {option.name: option for option in self.options}
        by_short = {option.short: option for option in self.options if option.short}
        return by_name | by_short


HELP = Option("--help", "show this help", short="-h")
COLOR = Option(
    "--color",
    "use colour: always, never, or auto (on a terminal, unless NO_COLOR is set)",
    "WHEN",
    choices=("auto", "always", "never"),
)
JSON = Option("--json", "print JSON")
PLAIN = Option(
    "--plain",
    "print one line per entry, for grep and fzf: id, kind, title, date, who, text, remarks "
    "(what overrules it), speakers and table text, separated by tabs",
)
CSV = Option(
    "--csv",
    "print a table for a spreadsheet, with the same named columns for everything, among "
    "them the facts of cards; a file begins with a byte-order mark, a pipe does not",
)
CITE = Option(
    "--cite",
    "print each ruling, section or step as one line to paste: text, who, when, "
    "document, id, and the address if RULINGS_SITE is set",
)
MARKDOWN = Option("--md", "print each as a quotation in Markdown, for a chat or forum")
SOURCES = Option("--sources", "read the sources in this folder instead", "DIR")
NEWEST = Option("--newest", "show newest first")
LIMIT = Option(
    "--limit",
    "show at most N rulings, or N lines of a list; “-n all” shows all; -5 means -n 5",
    "N",
    "-n",
)
# Groups of options that commands combine
COMMON_OPTIONS = (COLOR, HELP)  # options of every command
DATA = (JSON, PLAIN, CSV)  # options of commands that show anything
# Options of commands that show rulings, sections or steps
CITED = (*DATA, CITE, MARKDOWN)
OUTPUT_FORMATS = tuple(option.name[2:] for option in CITED)
RULINGS = (
    LIMIT,
    NEWEST,
    *CITED,
    *COMMON_OPTIONS,
)  # options of commands that show rulings

CARD = Command(
    "card",
    "show a card with its rulings",
    function="name_command.card",
    usage=("rulings card NAME… [options]", "rulings NAME… [options]"),
    examples={
        "rulings dr dreff": "the card, its errata, then its rulings",
        "rulings card dreff --with marionette": "only rulings on both cards",
        "rulings card dreff --cite": "its rulings, one per line, to paste",
        "rulings card dreff -n 1 --newest --cite": "its newest ruling, to paste",
    },
    description=(
        "Case, accents, punctuation, a leading The, word order and small typos do not "
        "matter. The id of a ruling, or its last eight digits, works as a name too, "
        "and so does the address of a page. A ruling without a mark is official.",
        "If the first word is a command, it is read as one; for the card The Deck, "
        "type `rulings card deck`. A line such as `rulings who goes first` is searched "
        "as a question, with a note. If several things have the same name, a card "
        "comes first, then a topic, a keyword, a card type, an authority, a document "
        "and a list (errata, reversals, contradictions, superseded, disputed, "
        "changes, cards, topics, keywords, types, sets, artists, documents, sections, "
        "steps, authorities, notes). If nothing has the name, `rulings NAME` searches "
        "for its words, while `rulings card NAME` fails, as programs expect. A note "
        "says how the name was read.",
        "--cite prints the rulings that are shown in full; `rulings search card:dreff "
        "-n all` also finds rulings elsewhere that mention the card.",
    ),
    options=(
        Option(
            "--with",
            "show only rulings that concern this card too; repeatable",
            "OTHER",
            repeats=True,
            is_name=True,
        ),
        *RULINGS,
    ),
)
SEARCH = Command(
    "search",
    "search the rulings, the documents and the run chart",
    function="search.search",
    usage=("rulings search QUERY… [options]",),
    examples={
        "rulings search jack out after the last ice": "the best matches first",
        "rulings search 'card:\"dr dreff\" rez'": (
            "the rulings on one card that contain a word"
        ),
        "rulings search is:errata type:program -n 3 --newest": (
            "the three newest errata on programs"
        ),
        "rulings search 'trace OR tag' -meat": "either word, but not a third",
    },
    description=(
        "Results that match more of the words come first. A query can have "
        '"a phrase", -word (or NOT word), word*, fields, and OR between two words, '
        "phrases or fields. Parentheses are only punctuation. Plain words also match "
        "the citation: wylie trace 1998. Numbers and dates are compared with > >= < "
        "<= = !=, with or without a colon: cost>10, date>=1998. Ranges: cost:3-5, "
        "date:1996..1997. Other fields have = and !=: type!=ice. sort: orders the "
        "results by a date or number: sort:-date, sort:cost, sort:-rulings.",
        "About half of what players ask was never ruled on. One of the first three "
        "results answers about 90% of the time, 45% if a line above them says that "
        "they may not answer, and 10% if it says that they probably do not.",
    ),
    options=(
        Option(
            "--limit",
            f"show at most N results, or all; -3 means -n 3 (default: {RESULTS}; in "
            f"formats for programs {RESULTS_FOR_PROGRAMS}, or all if the query has "
            "only conditions)",
            "N",
            "-n",
        ),
        NEWEST,
        *CITED,
        *COMMON_OPTIONS,
    ),
    fields={f"{field.name}:": field.described for field in fields.FIELDS},
    allows_dashed_words=True,
)
TOPIC = Command(
    "topic",
    "show a topic of the general rulings, or list the topics",
    function="cards.topic",
    may_begin_question=True,
    usage=("rulings topic [NAME…] [options]",),
    examples={
        "rulings topic tracing": "a topic with its rulings",
        "rulings topic": "all topics, with the number of rulings",
    },
    options=RULINGS,
)
RUN = Command(
    "run",
    "show the run chart, or one step with its rulings",
    function="documents.run",
    may_begin_question=True,
    usage=("rulings run [STEP] [options]",),
    examples={
        "rulings run": "all twenty steps",
        "rulings run 13": "one step with its rulings, and where it leads",
    },
    options=RULINGS,
)
WHY = Command(
    "why",
    "say what overrules a ruling, and what to do at the table",
    function="why.why",
    may_begin_question=True,
    usage=("rulings why ID [options]", "rulings why CARD|TOPIC [options]"),
    examples={
        "rulings why demolition-run-7dd7aa5e": (
            "what overrules it, why, and what to follow"
        ),
        "rulings why d3a28231": "the eight digits are enough",
        "rulings why access-through-alpha-94f16a3d --cite": (
            "the rulings to follow instead, to paste"
        ),
        "rulings why mystery box": "the status of each ruling on a card",
    },
    description=(
        "ID is the id of a ruling, a section of a document or a step of a run.",
    ),
    options=RULINGS,
)
DOCUMENT = Command(
    "document",
    "show the documents, or a section of one",
    function="documents.document",
    usage=("rulings document [NAME [SECTION…]] [options]",),
    examples={
        "rulings document": "all documents, with edition, date and copyright",
        "rulings document manual 3": "one section of the manual",
        "rulings document tournament tiebreakers": "a section by its title",
    },
    options=(
        LIMIT,
        *CITED,
        *COMMON_OPTIONS,
    ),
)
WHO = Command(
    "who",
    "list the authorities, or show one with its rulings",
    function="documents.who",
    may_begin_question=True,
    usage=("rulings who [NAME…] [options]",),
    examples={
        "rulings who": (
            "everybody who is cited: role, term of office, number of rulings"
        ),
        "rulings who sparky": "one of them, with all rulings, oldest first",
        "rulings search 'by:wylie after:1997'": (
            "what Tom Wylie ruled in 1997 and later"
        ),
    },
    description=(
        "NAME is a name, a person or an id; the beginning of one is enough. The id of "
        "a ruling, or its last eight digits, lists the authorities that it cites.",
    ),
    options=RULINGS,
)
LIST = Command(
    "list",
    "list the cards, keywords, sets, errata or anything else",
    function="lists.list_all",
    may_begin_question=True,
    usage=("rulings list [NAME] [options]",),
    examples={
        "rulings list": "all cards, with the number of rulings on each",
        "rulings list keywords": (
            "also types, sets, artists, errata, topics …; `rulings keywords` is the "
            "same"
        ),
        "rulings list --plain | grep -i virus": (
            "one card per line, with its id, keywords and number of rulings"
        ),
    },
    description=(
        "With fzf: rulings list --plain | fzf | cut -f1 | xargs rulings card",
    ),
    options=RULINGS,
)
DECK = Command(
    "deck",
    "show the rulings that apply to a deck, or to two decks that meet",
    function="decks.deck",
    usage=("rulings deck FILE… [--against FILE] [options]",),
    examples={
        "rulings deck mine.txt": (
            "the rulings on its cards, those on pairs of cards first"
        ),
        "rulings deck mine.txt --against theirs.o8d": (
            "rulings that involve a card of each deck come first"
        ),
        "printf '3 Dr. Dreff\\n2 Marionette\\n' | rulings deck -": (
            "a deck from standard input"
        ),
    },
    description=(
        "A deck is a text file with one title or nickname per line and the number of "
        "copies before or after it (3 Dr. Dreff, Dr. Dreff x3), or an .o8d file from "
        "OCTGN. Part of a title needs a number before it, or x2 after it. Headings (a "
        "type, keyword or side), numbers of cards and comments are skipped.",
        "A line that cannot be read is reported, with the titles that it may mean or "
        "the nearest ones. The JSON lists every line that was read and every line that "
        "was not.",
    ),
    options=(
        Option("--against", "the deck on the other side of the table", "FILE"),
        Option(
            "--limit", "show at most N rulings in all; “-n all” shows all", "N", "-n"
        ),
        NEWEST,
        *CITED,
        *COMMON_OPTIONS,
    ),
)
PARSE = Command(
    "parse",
    "generate the YAML from the source documents",
    function="maintenance.parse",
    for_maintainers=True,
    usage=("rulings parse [--check] [--sources DIR] [--output DIR]",),
    examples={
        "rulings parse --check": "compare the YAML with the sources; write nothing",
        "rulings parse --output /tmp/kb": "write the YAML into another folder",
    },
    options=(
        Option(
            "--check", "write nothing; exit with status 1 if the YAML is out of date"
        ),
        SOURCES,
        Option("--output", "write the YAML into this folder", "DIR"),
        *COMMON_OPTIONS,
    ),
)
CHECK = Command(
    "check",
    "validate the knowledge base: schema, ids, links, word counts",
    function="maintenance.check",
    for_maintainers=True,
    usage=("rulings check [DIR] [--sources DIR]",),
    examples={
        "rulings check": (
            "word counts of the documents, and all errors with file and line"
        ),
        "rulings check /tmp/kb": "check another knowledge base",
    },
    description=(
        "The sources are those in the folder `sources` of the knowledge base or, if it "
        "has none, those shipped.",
    ),
    options=(SOURCES, JSON, *COMMON_OPTIONS),
)
EXPORT = Command(
    "export",
    "print the entire knowledge base, or write a database",
    function="maintenance.export",
    usage=(
        "rulings export [--format json|ndjson|csv]",
        "rulings export --format sqlite FILE",
    ),
    examples={
        "rulings export > rulings.json": "one JSON object",
        "rulings export --format ndjson": (
            "one JSON object per line, each with its kind"
        ),
        "rulings export --format csv > rulings.csv": "one row for each ruling",
        "rulings export --format sqlite rulings.db": (
            "a database, for sqlite3 or Datasette"
        ),
    },
    options=(
        Option(
            "--format",
            "json (one object), ndjson (one object per line), csv (the rulings; a file "
            "begins with a byte-order mark, a pipe does not), sqlite (a database: "
            "FILE)",
            "FORMAT",
            choices=("json", "ndjson", "csv", "sqlite"),
        ),
        *COMMON_OPTIONS,
    ),
)
SITE = Command(
    "site",
    "build the static site",
    function="maintenance.site",
    for_maintainers=True,
    usage=("rulings site build [DIR]",),
    examples={
        "rulings site build _site": "write the site into _site",
    },
    description=(
        "It needs packages that no other command needs: `python -m pip install "
        '"netrunner-rulings[site]"` installs them.',
    ),
    options=COMMON_OPTIONS,
)
COMPLETION = Command(
    "completion",
    "print a shell completion script",
    function="completion.completion",
    usage=("rulings completion bash|zsh|fish",),
    examples={
        "source <(rulings completion bash)": (
            "in ~/.bashrc: Tab completes commands, options and card names"
        ),
        "source <(rulings completion zsh)": "in ~/.zshrc, after compinit",
        "rulings completion fish | source": "in ~/.config/fish/config.fish",
    },
    options=COMMON_OPTIONS,
)

COMMANDS = {
    command.name: command
    for command in (
        *(CARD, SEARCH, TOPIC, RUN, WHY, DOCUMENT, WHO, LIST, DECK),
        *(EXPORT, COMPLETION, PARSE, CHECK, SITE),
    )
}
# `rulings NAME…` accepts the options of `card` and of every command that may run for a
# name. An option that the answer does not use is refused. If several commands
# have an option, its description is the one in `card`.
_OPTIONS_BY_NAME = dict[str, Option]()
OPTIONS_WITH_VALUE = set[str]()
for _command in reversed(COMMANDS.values()):
    _by_name = _command.options_by_name
    OPTIONS_WITH_VALUE |= {name for name in _by_name if _by_name[name].metavar}
    if "-n" in _by_name:  # it looks something up
        _OPTIONS_BY_NAME |= {option.name: option for option in _command.options}
NAME_COMMAND = replace(CARD, options=tuple(_OPTIONS_BY_NAME.values()))
ENVIRONMENT = {
    "RULINGS_SITE": (
        "the address of a site with these rulings: --cite and --md add it, and "
        "`rulings site build` builds the site for it"
    ),
    "RULINGS_PAGER, PAGER": (
        "the pager for output longer than the terminal; `cat` or an empty value means "
        "none"
    ),
    "COLUMNS": "the width of the output, from 20 to 100 columns",
    "NO_COLOR": (
        "no colour if this is set, if FORCE_COLOR or CLICOLOR is 0 or false, or if "
        "TERM is dumb or missing"
    ),
}
EXIT_STATUSES = {
    "0": "found",
    "1": (
        "nothing found, or several things with that name; for check and parse --check: "
        "something is wrong or differs. --json prints an `error` with its `kind`"
    ),
    "2": (
        "the command line or input, even only a line of a deck, cannot be read, or the "
        "output cannot be written"
    ),
}
FIRST_EXAMPLES = {
    "rulings dr dreff": "a card with its rulings",
    "rulings search jack out after ice": "search everything",
    "rulings run 13": "a step of a run with its rulings",
}
