"""The command line.

- How a command line is answered: `main` → `dispatch` → the module of the command in `commands`
- What commands there are: `specification` (commands, options and examples as data), `grammar` (command lines parsed),
  `manual_page`, and `completion` for shells
- What the typed words mean: `lookup` (names → pages), `fallback` (names that are not a card's), `addresses` (of the
  site, and ids), `folders`, `filtering` (`--as-of` and other filters), `sort_and_limit` (`--sort`, `-n`),
  `subject_page` (what they leave of the page of a card or topic), `batch` (names from standard input),
  `hit_entries` (what hits of a search show), `deck_notes` (what was not read in a deck list)
- How it is shown: `render` (entities and help → lines), `output` (JSON, records, citations), `progress` of long tasks,
  `asking` (what an ambiguous name means), `pager`, `opening_pages` (in a browser), `walk` (`run --walk`) and
  `quiz_round`
"""
