"""Turns the data of YAML files into the knowledge base in memory, and that into JSON
and words. Nothing here reads or writes files.

Read the modules in this order:

- `base`: the base class of `entities` (cards, rulings, sections, steps …) and `notes`;
  `knowledge`: all of them together
- `vocabulary`: the values that facts and statuses can have; `plain_text`: folds text to
  compare it, and makes it safe to show; `ids`: ids from titles and texts; `page_table`:
  the pages of the site, lists and tools
- `validation`: checks the data of YAML files and makes structs from them;
  `hand_edited`: the structs of the hand-edited files
- `loader`: makes a `Knowledge` from the rows and the generated files, and the text of
  an entry from its lines, with the places of its citations and mentions
- `status`: which entries a note supersedes or disputes; `subject_pages`: the pages of
  cards, topics and the like, and the rulings that they show
- `remarks`: the remarks on an entry, their order and words; `formatting`: words for
  people: counts, facts, marks and citations; `dates`: dates as people type and read
  them; `records`: rows of things in tables and data
"""
