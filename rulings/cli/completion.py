"""The command `completion`: a completion script for a shell. The scripts call `completion words`."""

from __future__ import annotations

from rulings import api, naming
from rulings.cli import grammar, layout, specification
from rulings.model import plain_text

# The command, empty if none was typed → the kinds of names that it takes
_KINDS = {"": ("card", "topic"), "card": ("card",), "topic": ("topic",), "why": ("card", "topic")}


def complete(kb: api.KnowledgeBase, words: list[str]) -> list[tuple[str, str]]:
    """What the last of `words` may become, each with its meaning: a command, an option, its choices,
    or the id of a card or topic. `words`: all after the name of the program; the last may be empty.
    """
    *before, partial = words or [""]
    name = next(iter(before[grammar.command_position(before) :]), "").lower()
    command = specification.COMMANDS.get(name)
    options = (command or specification.CARD).options_by_name
    option = options.get(before[-1]) if before else None
    if option and option.choices:
        return _begun(partial, [(choice, "") for choice in option.choices])
    if partial.startswith("-"):
        new_options = {option.name: option.help for option in options.values()}
        return _begun(partial, [*new_options.items()])
    commands = [(each.name, each.summary) for each in specification.COMMANDS.values()]
    values = _begun(partial, commands) if not name else []
    takes_other_value = bool(option and option.metavar and not option.is_name)
    if partial and not takes_other_value:
        values += _begun(partial, _names(kb, name if command else ""))
    return values


def _names(kb: api.KnowledgeBase, command: str) -> list[tuple[str, str]]:
    """The ids that a command takes, each with the title of what has it."""
    kinds = _KINDS.get(command, ())
    things = naming.names_of(kb).things
    return [(thing.id, thing.title) for thing in things if thing.kind in kinds]


def _begun(partial: str, values: list[tuple[str, str]]) -> list[tuple[str, str]]:
    """The values that begin so or, if none does, with a later word that does."""
    words = partial.lower()
    begun = [pair for pair in values if pair[0].startswith(words)]
    return begun or [pair for pair in values if words and f"-{words}" in pair[0]]


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
    count $found >/dev/null; and printf '%s\n' $found; or __fish_complete_path (commandline -ct)
end
complete -c rulings -f -a '(__rulings_words)'
"""

SCRIPTS: dict[str, str] = {"bash": BASH, "zsh": ZSH, "fish": FISH}


def completion(args: grammar.Arguments) -> int:
    """Prints the script or the completions, and returns 0."""
    words = args.positional
    if words[:1] == ["words"]:
        for value, meaning in complete(api.open(), words[1:]):
            layout.write(f"{value}\t{plain_text.shortened(meaning)}".rstrip("\t") + "\n")
        return 0
    if len(words) != 1 or words[0] not in SCRIPTS:
        raise grammar.UsageError("name a shell: rulings completion bash, zsh or fish")
    layout.write(SCRIPTS[words[0]])
    return 0
