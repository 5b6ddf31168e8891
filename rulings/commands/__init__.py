"""What each command does: parsed options → printed answer and exit status. Names of modules are names of commands."""
