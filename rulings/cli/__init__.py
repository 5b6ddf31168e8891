"""The command line. Each command makes an answer, which is printed in the format asked for.

- `main` runs a command: `specification` says what commands and options there are, `grammar` parses
  them, `lookup` runs the command that shows what a name means. `name_command` is the command for
  any name.
- A command returns an `Answer` (data, rulings, records, what it shows), which `output` prints:
  `cards` (also topics), `lists`, `why`, `search`, `documents` (also the run chart and authorities),
  `decks`. `maintenance` and `completion` print themselves.
- `printing` turns rulings, sections, steps and results into lines of a screen (`layout`); `help`
  does so for commands.
"""
