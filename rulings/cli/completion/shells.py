"""The completion scripts; they ask `rulings completion words` for completions."""

from __future__ import annotations

BASH = r"""# Completion of rulings for bash: source <(rulings completion bash)
_rulings() {
    local cur="${COMP_WORDS[COMP_CWORD]}" value meaning
    COMPREPLY=()
    while IFS=$'\t' read -r value meaning; do
        if [[ "$value" == :folders ]]; then
            compopt -o filenames 2>/dev/null
            while IFS= read -r value; do COMPREPLY+=("$value"); done < <(compgen -d -- "$cur")
            return
        fi
        if [[ "$value" == :files ]]; then
            compopt -o filenames 2>/dev/null
            while IFS= read -r value; do COMPREPLY+=("$value"); done < <(compgen -f -- "$cur")
            return
        fi
        # A title has spaces: as a file name readline quotes it, whether or not a quote is open.
        [[ "$value" == *[[:space:]]* ]] && compopt -o filenames 2>/dev/null
        # After --option= only what follows the sign is replaced.
        [[ "$value" == --*=* && "$COMP_WORDBREAKS" == *=* ]] && value="${value#*=}"
        # After field: likewise; a field alone is not ended by a space.
        [[ "$cur" == : || "${COMP_WORDS[COMP_CWORD-1]}" == : ]] && value="${value#*:}"
        [[ "$value" == *: ]] && compopt -o nospace 2>/dev/null
        COMPREPLY+=("$value")
    done < <("${COMP_WORDS[0]}" completion words -- "${COMP_WORDS[@]:1:COMP_CWORD}" 2>/dev/null)
}
complete -F _rulings rulings
"""

ZSH = r"""#compdef rulings
# Completion of rulings for zsh: source <(rulings completion zsh), after compinit
_rulings() {
    local value meaning
    local -a typed values shown
    typed=("${(@Q)words[2,CURRENT]}")
    while IFS=$'\t' read -r value meaning; do
        if [[ "$value" == :folders ]]; then
            _files -/
            return
        fi
        if [[ "$value" == :files ]]; then
            _files
            return
        fi
        values+=("$value")
        shown+=("${value}${meaning:+  -- $meaning}")
    done < <("${words[1]}" completion words -- "${typed[@]}" 2>/dev/null)
    # -U: rulings has matched already, also words within a title and capitals.
    local -a end
    [[ $#values == 1 && "$values[1]" == *: ]] && end=(-S '')
    (( $#values )) && compadd -U -l $end -d shown -a values
}
compdef _rulings rulings
"""

FISH = r"""# Completion of rulings for fish: rulings completion fish | source
function __rulings_words
    set -l words (commandline -opc)
    set -l program $words[1]
    set -l found ($program completion words -- $words[2..-1] (commandline -ct) 2>/dev/null)
    if test "$found[1]" = :folders
        __fish_complete_directories (commandline -ct)
    else if test "$found[1]" = :files
        __fish_complete_path (commandline -ct)
    else
        printf '%s\n' $found
    end
end
complete -c rulings -f -a '(__rulings_words)'
"""

SCRIPTS = {"bash": BASH, "zsh": ZSH, "fish": FISH}
