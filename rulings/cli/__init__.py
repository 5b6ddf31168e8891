"""The command line. Each command returns an answer. `output` prints it in the requested
format.

- `main` runs a command: `specification` lists the commands and options, `grammar`
  parses them, and `dispatch` runs the command that shows what a name means.
  `name_command` is the command for any name.
- A command returns an `Answer` (data, rulings, records, what it shows), and `output`
  prints it: `cards` (also topics), `lists`, `why`, `search`, `documents` (also the run
  chart and authorities), `decks`. `maintenance` and `completion` print their own
  output.
- `printing` turns rulings, sections, steps and results into lines of a screen
  (`layout`); `help` does the same for commands.
"""
