"""The command `completion`: a completion script for a shell. The scripts call
`completion words`.
"""

from __future__ import annotations

from rulings import errors
from rulings.cli import grammar, layout, main, specification
from rulings.model import knowledge, plain_text
from rulings.names import catalogue

# Command (empty if none was typed) → the kinds of names that it takes, if they are not
# the kind that the command is named after
_KINDS = {
    "": ("card", "topic"),
    "why": ("card", "topic"),
    "who": ("authority",),
    "list": ("page",),
}
_COMMANDS = [
    (command.name, command.summary) for command in specification.COMMANDS.values()
]

Completions = list[tuple[str, str]]  # each with its meaning


def complete(kb: knowledge.Knowledge, words: list[str]) -> Completions:
    """The words that may complete the last of `words`: commands, options, their
    choices, or names of cards, people, lists … `words`: everything after the name of
    the program; the last may be empty.
    """
    *before, partial = words or [""]
    if before == ["help"]:
        return _with_prefix(partial, _COMMANDS)
    takes_value = not specification.OPTIONS_WITH_VALUE.isdisjoint(before[-1:])
    try:
        line = before[:-1] if takes_value else before
        command, arguments, was_typed = main.command_of(line)
        args = grammar.parse_arguments(command, arguments)
        described = specification.COMMANDS[command.name]  # its own options
    except (grammar.UsageError, errors.NotFound):
        return []  # the command refuses it anyway
    if takes_value and before[-1] in described.options_by_name:
        option = described.options_by_name[before[-1]]
        return _with_prefix(partial, _values_of_option(kb, option))
    if partial.startswith("-") and "--" not in before:
        return _with_prefix(partial, _options(described, args))
    if args.positional:
        return []
    commands = [] if was_typed else _with_prefix(partial, _COMMANDS)
    if not (partial or was_typed):
        return commands
    typed_command = command.name if was_typed else ""
    return commands + _with_prefix(partial, _names(kb, typed_command))


def _values_of_option(
    kb: knowledge.Knowledge, option: specification.Option
) -> Completions:
    if option.is_name:
        return _names(kb, "card")
    return [(choice, "") for choice in option.choices]


def _options(described: specification.Command, args: grammar.Arguments) -> Completions:
    """The options that may still be typed: each only once, and only one format."""
    typed_names = {*args.options}
    formats = {*specification.OUTPUT_FORMATS}
    if not formats.isdisjoint(typed_names):
        typed_names |= formats
    options = [
        option for option in described.options if option.name[2:] not in typed_names
    ]
    return [(option.name, option.help) for option in options]


def _names(kb: knowledge.Knowledge, command: str) -> Completions:
    """The names that a command takes: numbers of steps, or ids, each with its title."""
    if command == "run":
        return [(str(step.number), step.title) for step in kb.steps]
    kinds = _KINDS.get(command, (command,))
    references = catalogue.names_of(kb).references
    return [
        (reference.id, reference.title)
        for reference in references
        if reference.kind in kinds
    ]


def _with_prefix(partial: str, values: Completions) -> Completions:
    """The values that begin with `partial` or, if there are none, those with a later
    word that does.
    """
    start = partial.lower()
    matches = [(value, meaning) for value, meaning in values if value.startswith(start)]
    if matches or not start:
        return matches
    return [(value, meaning) for value, meaning in values if f"-{start}" in value]


BASH = r"""# Completion of rulings for bash: source <(rulings completion bash)
_rulings() {
    local value meaning program="${COMP_WORDS[0]/#\~/$HOME}"
    COMPREPLY=()
    while IFS=$'\t' read -r value meaning; do
        COMPREPLY+=("$value")
    done < <("$program" completion words -- "${COMP_WORDS[@]:1:COMP_CWORD}" 2>/dev/null)
}
complete -o default -F _rulings rulings
"""

ZSH = r"""#compdef rulings
# Completion of rulings for zsh: source <(rulings completion zsh), after compinit
_rulings() {
    local value meaning program="${words[1]/#\~/$HOME}"
    local -a values shown
    while IFS=$'\t' read -r value meaning; do
        values+=("$value")
        shown+=("${value}${meaning:+  -- $meaning}")
    done < <("$program" completion words -- "${(@Q)words[2,CURRENT]}" 2>/dev/null)
    # -U: rulings has matched already, also a later word of a name.
    (( $#values )) && compadd -U -l -d shown -a values || _files
}
# In a folder of $fpath, this file is the function itself: zsh runs it at the first Tab.
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
    count $found >/dev/null; and printf '%s\n' $found; or __fish_complete_path (commandline -ct)
end
complete -c rulings -f -a '(__rulings_words)'
"""

SCRIPTS: dict[str, str] = {"bash": BASH, "zsh": ZSH, "fish": FISH}


def completion(args: grammar.Arguments) -> int:
    """Prints the script or the completions; returns 0."""
    words = args.positional
    if words[:1] == ["words"]:
        for value, meaning in complete(args.kb, words[1:]):
            line = f"{value}\t{plain_text.shortened(meaning)}".rstrip("\t")
            layout.write(f"{line}\n")
        return 0
    if len(words) != 1 or words[0] not in SCRIPTS:
        raise grammar.UsageError("name a shell: rulings completion bash, zsh or fish")
    layout.write(SCRIPTS[words[0]])
    return 0
