"""The command `completion`: a completion script for a shell. The scripts call `completion words`."""

from __future__ import annotations

import re
from collections.abc import Callable
from itertools import pairwise
from typing import get_args

from rulings import api, naming
from rulings.cli import grammar, layout, specification
from rulings.model import entities, plain_text
from rulings.search import fields

# Completions of the last word typed, with descriptions, for every shell

Completions = list[tuple[str, str]]
FILES = ":files"  # tells the shell to complete names of files
FOLDERS = ":folders"  # tells the shell to complete names of folders


def complete(kb: api.KnowledgeBase, words: list[str]) -> Completions:
    """Completions of the last of `words` (all words after the name of the program), which may be
    empty.
    """
    *before, last = _rejoined(words) or [""]
    partial = last.lstrip("\"'").replace("\\", "")
    name = next(iter(before[grammar.command_position(before) :]), "")
    command = specification.COMMANDS.get(name)
    options = (command or specification.CARD).options_by_name
    values = _option_values(kb, options, before, partial)
    if values is not None:
        return values
    if partial.startswith("-") and ":" not in partial:
        command_options = (command or specification.CARD).options
        unused_options = [
            (option.name, option.help) for option in command_options if option.name not in before
        ]
        return _beginning_with(partial, unused_options)
    arguments = _arguments(options, before)
    if name == "help":
        return _beginning_with(
            partial, [(c.name, c.summary) for c in specification.COMMANDS.values()]
        )
    if arguments in (["changes"], ["list", "changes"]):
        return _beginning_with(partial, _years(kb))
    if command:
        completer = COMPLETERS.get(command.completes)
        return completer(kb, arguments[1:], partial) if completer else []
    return _cards(kb, arguments, partial) if arguments else _commands_and_cards(kb, partial)


def _option_values(
    kb: api.KnowledgeBase,
    options: dict[str, specification.Option],
    before: list[str],
    partial: str,
) -> Completions | None:
    """Completions of the value of an option, beside its name or in the next word; None if there is
    none to complete.
    """
    name, equals, value = partial.partition("=")
    if equals and name in options:
        values = _values(options[name], kb, value)
        is_path = values[:1] in ([(FILES, "")], [(FOLDERS, "")])  # the shell adds the option
        return values if is_path else [(f"{name}={value}", help) for value, help in values]
    option = options.get(before[-1]) if before else None
    return _values(option, kb, partial) if option and option.metavar else None


def _years(kb: api.KnowledgeBase) -> Completions:
    """The years that have rulings, the latest first."""
    years = {ruling.date[:4] for ruling in kb.rulings if ruling.date}
    return [(year, "") for year in sorted(years, reverse=True)]


def _arguments(options: dict[str, specification.Option], words: list[str]) -> list[str]:
    """The words that are neither an option nor the value of one."""
    with_value = {name for name, option in options.items() if option.metavar}
    return [
        word
        for before, word in pairwise(["", *words])
        if not word.startswith("-") and before not in with_value
    ]


def _commands_and_cards(kb: api.KnowledgeBase, partial: str) -> Completions:
    """Completions of the first word: commands, and the cards whose id begins so; cards by a later
    word only where no command begins so.
    """
    names_and_summaries = [
        (name, command.summary) for name, command in specification.COMMANDS.items()
    ]
    names_and_summaries.append(("help", "all commands, or how to use one"))
    commands = _beginning_with(partial.lower(), names_and_summaries)
    if not partial:
        return commands
    cards = _cards(kb, [], partial)
    return [*commands, *_beginning_with(partial, cards)] if commands else cards


def _rejoined(words: list[str]) -> list[str]:
    """Joins words that bash splits: `--color=al` and `is:err` arrive as three."""
    arguments: list[str] = []
    for word in words:
        before = arguments[-1] if arguments else ""
        is_option = before.startswith("--") and (word == "=" or before.endswith("="))
        name = before.lstrip("-")
        is_field = before.endswith(":") or (word == ":" and name in fields.BY_NAME)
        if is_option or is_field:
            arguments[-1] += word
        else:
            arguments.append(word)
    return arguments


def _values(option: specification.Option, kb: api.KnowledgeBase, partial: str) -> Completions:
    """Completions of the value of an option: what its metavar stands for, or else its choices."""
    if option.metavar in COMPLETERS:
        return COMPLETERS[option.metavar](kb, [], partial)
    return _beginning_with(partial.lower(), [(value, "") for value in option.choices])


def _beginning_with(partial: str, values: Completions) -> Completions:
    return [(value, meaning) for value, meaning in values if value.startswith(partial)]


# A function of the knowledge base, the arguments before and the one that is begun
Completer = Callable[[api.KnowledgeBase, list[str], str], Completions]


def _named(kind: naming.Kind) -> Completer:
    """Completes names of one kind: ids, which need no quotes, or titles if a capital letter was
    typed.
    """

    def complete(kb: api.KnowledgeBase, previous_words: list[str], partial: str) -> Completions:
        things = naming.names_of(kb).things
        pairs = [(thing.id, thing.title) for thing in things if thing.kind == kind]
        titled = [(title, "") for _, title in pairs if title.startswith(partial)]
        if titled and not previous_words and partial[:1].isupper():
            return titled
        skipped = len(plain_text.fold(" ".join(previous_words)).split())
        words = " ".join([*previous_words, partial])
        matches = _matching(words, pairs)
        matches = matches or _with_alias(naming.names_of(kb), kind, words)
        return [
            (value, title) for id, title in matches if (value := "-".join(id.split("-")[skipped:]))
        ]

    return complete


def _with_alias(names: naming.Names, kind: naming.Kind, words: str) -> Completions:
    """The ids of the things that have an alias which begins so (`esc`)."""
    beginning = plain_text.fold(words)
    aliases = [alias for alias in names.aliases if beginning and alias.startswith(beginning)]
    things = [names.things[i] for alias in aliases for i in names.aliases[alias]]
    return list(dict.fromkeys((t.id, t.title) for t in things if t.kind == kind))


def _matching(prefix: str, pairs: Completions) -> Completions:
    """The ids that begin with what was typed or, if none does, that have a later word which does."""
    words = plain_text.fold(prefix)
    begun = [(id, title) for id, title in pairs if id.replace("-", " ").startswith(words)]
    return begun or [(id, title) for id, title in pairs if f" {words}" in id.replace("-", " ")]


def _first(values_of: Callable[[api.KnowledgeBase], Completions]) -> Completer:
    """Completes the only argument by values."""
    return lambda kb, before, partial: [] if before else _beginning_with(partial, values_of(kb))


def _query(kb: api.KnowledgeBase, previous_words: list[str], partial: str) -> Completions:
    """Completions of the name of a field, of its value, also after a minus or other words between
    quotation marks, or of a card.
    """
    if match := re.fullmatch(_FIELD_BEGUN, partial.lower()):
        before, name, prefix = match.groups()
        values = _field_values(kb, fields.BY_NAME.get(name))
        begun = _beginning_with(prefix, values) or _matching(prefix, values)
        return [(before + fields.field_query(name, value), title) for value, title in begun]
    names = [(f"{field.name}:", field.help) for field in fields.FIELDS if partial]
    begun = _beginning_with(partial.lower(), names)
    return [*begun, *_cards(kb, [word for word in previous_words if ":" not in word], partial)]


_FIELD_BEGUN = r'((?:.* )?-?)([a-z]+):"?([^"]*)'
_FACTS: tuple[api.Fact, ...] = get_args(api.Fact)


def _field_values(kb: api.KnowledgeBase, field: fields.Field | None) -> Completions:
    """The values of a field, if they have a list, with their titles; of names the ids."""
    if field is None:
        return []
    if field.name == "in":
        return [(document.short, document.title) for document in kb.documents]
    for fact in _FACTS:
        if fact == field.name:
            return [(value.lower(), value) for value in kb.cards_by(fact)]
    kind = "authority" if field.name in ("by", "via") else field.name
    names = [(t.id, t.title) for t in naming.names_of(kb).things if t.kind == kind]
    return names or [(value.lower(), "") for value in field.choices]


def _ids(kb: api.KnowledgeBase, previous_words: list[str], partial: str) -> Completions:
    """Completions of an id, or of the digits of a ruling's."""
    entries: tuple[entities.AnyEntry, ...] = (*kb.rulings, *kb.sections, *kb.steps)
    pairs = [(entry.id, entry.question or entry.text) for entry in entries]
    begun = _beginning_with(partial, pairs)
    by_digits = [(id, words) for id, words in pairs if f"-{partial}" in id[-9:]]
    return [] if previous_words else begun or by_digits


def _site(kb: api.KnowledgeBase, previous_words: list[str], partial: str) -> Completions:
    """Completions after `site`: what it does, and where to."""
    if not previous_words:
        tasks = [("build", "write the site into a folder"), ("serve", "serve it on this machine")]
        return _beginning_with(partial, tasks)
    return [(FOLDERS, "")] if previous_words == ["build"] else []


def _documents(kb: api.KnowledgeBase, previous_words: list[str], partial: str) -> Completions:
    if not previous_words:
        return _matching(partial, [(d.short, d.title) for d in kb.documents])
    document = next((d for d in kb.documents if d.short == previous_words[0].lower()), None)
    if document is None or len(previous_words) > 1:
        return []
    return _matching(partial, [(s.id, s.title) for s in kb.sections_in(document.id)])


_cards = _named("card")
# Metavar of an option, or what a command `completes` → its completions. Other options have choices
# or none.
COMPLETERS: dict[str, Completer] = {
    "AUTHORITY": _named("authority"),
    "CARD": _cards,
    "DIR": lambda kb, before, partial: [(FOLDERS, "")],
    "DOCUMENT": _documents,
    "FILE": lambda kb, before, partial: [(FILES, "")],
    "ID": _ids,
    "KEYWORD": _named("keyword"),
    "LIST": _first(lambda kb: [(name, naming.PAGES[name]) for name in naming.LISTS]),
    "OTHER": _cards,
    "PATH": lambda kb, before, partial: [(FILES, "")],
    "QUERY": _query,
    "SITE": _site,
    "SHELL": _first(lambda kb: [(shell, "completion script") for shell in SCRIPTS]),
    "STEP": _first(
        lambda kb: [(str(step.number), plain_text.one_line(step.text)) for step in kb.steps]
    ),
    "TOPIC": _named("topic"),
}


# Completion scripts, which ask `rulings completion words`

BASH = r"""# Completion of rulings for bash: source <(rulings completion bash)
_rulings() {
    local cur="${COMP_WORDS[COMP_CWORD]}" program="${COMP_WORDS[0]/#\~/$HOME}" value meaning
    local option="" action=file
    COMPREPLY=()
    while IFS=$'\t' read -r value meaning; do
        if [[ "$value" == :files || "$value" == :folders ]]; then
            [[ "$value" == :folders ]] && action=directory
            [[ "$cur" == --*=* ]] && option="${cur%%=*}="
            [[ "$cur" == --*=* || "$cur" == "=" ]] && cur="${cur#*=}"
            compopt -o filenames 2>/dev/null
            while IFS= read -r value; do
                COMPREPLY+=("$option$value")
            done < <(compgen -A "$action" -- "$cur")
            return
        fi
        # A title has spaces: as a file name readline quotes it, whether or not a quote is open.
        [[ "$value" == *[[:space:]]* ]] && compopt -o filenames 2>/dev/null
        # After --option= only what follows the sign is replaced.
        [[ "$value" == --*=* && "$COMP_WORDBREAKS" == *=* ]] && value="${value#*=}"
        # So after field: unless a quote is open
        [[ "$value" == *:?* && "$COMP_WORDBREAKS" == *:* && "$cur" != [\"\']* ]] && value="${value#*:}"
        # A field is not ended by a space.
        [[ "$value" == *: ]] && compopt -o nospace 2>/dev/null
        COMPREPLY+=("$value")
    done < <("$program" completion words -- "${COMP_WORDS[@]:1:COMP_CWORD}" 2>/dev/null)
}
complete -F _rulings rulings
"""

ZSH = r"""#compdef rulings
# Completion of rulings for zsh: source <(rulings completion zsh), after compinit
_rulings() {
    local value meaning program="${words[1]/#\~/$HOME}"
    local -a typed values shown
    typed=("${(@Q)words[2,CURRENT]}")
    while IFS=$'\t' read -r value meaning; do
        if [[ "$value" == :files || "$value" == :folders ]]; then
            compset -P '--*='
            [[ "$value" == :folders ]] && _files -/ || _files
            return
        fi
        values+=("$value")
        shown+=("${value}${meaning:+  -- $meaning}")
    done < <("$program" completion words -- "${typed[@]}" 2>/dev/null)
    # -U: rulings has matched already, also words within a title and capitals.
    local -a end
    [[ $#values == 1 && "$values[1]" == *: ]] && end=(-S '')
    (( $#values )) && compadd -U -l "${end[@]}" -d shown -a values
}
# From a folder of $fpath this file is the function itself, which zsh runs at the first Tab.
if [[ "$funcstack[1]" == _rulings ]]; then
    _rulings "$@"
else
    compdef _rulings rulings
fi
"""

FISH = r"""# Completion of rulings for fish: rulings completion fish | source
function __rulings_words
    set -l words (commandline -opc)
    set -l program $words[1]
    set -e words[1]
    set -l found (eval $program completion words -- (string escape -- $words (commandline -ct)) 2>/dev/null)
    if not count $found >/dev/null
        return
    else if contains -- "$found[1]" :files :folders
        set -l option (string match -r -- '^--[^=]*=' (commandline -ct))
        set -l begun (string replace -r -- '^--[^=]*=' '' (commandline -ct))
        if test "$found[1]" = :folders
            printf '%s\n' "$option"(__fish_complete_directories "$begun")
        else
            printf '%s\n' "$option"(__fish_complete_path "$begun")
        end
    else
        printf '%s\n' $found
    end
end
complete -c rulings -f -a '(__rulings_words)'
"""

SCRIPTS: dict[str, str] = {"bash": BASH, "zsh": ZSH, "fish": FISH}


def completion(args: grammar.Arguments) -> int:
    """Prints the script, the page or the completions, and returns 0."""
    words = args.positional
    if words[:1] == ["words"]:
        for value, meaning in complete(api.open(), words[1:]):
            layout.write(
                f"{plain_text.one_line(value)}\t{plain_text.shortened(meaning)}".rstrip("\t") + "\n"
            )
        return 0
    if len(words) != 1 or words[0] not in SCRIPTS:
        raise grammar.UsageError("name a shell: rulings completion bash, zsh or fish")
    layout.write(SCRIPTS[words[0]])
    return 0
