"""The knowledge base in memory, its JSON, and how both are put into words. Nothing here reads or writes files.

- `entities`: cards, rulings, sections, steps, notes …; `knowledge`: all of them together, by id and by subject
- `constants`: the values that facts and statuses can have; `ids`: how ids are made from titles and words
- `located`: the data of YAML files, which know their lines → structs; `rows`: the structs of the hand-edited files
- `loading`: rows and the generated files → a `Knowledge`; the lines of an entry → its text, and where its citations and
  mentions stand
- `status`: what is superseded or disputed, and how a ruling stood on an earlier day; `tournament`: plans of tournaments
- `formatting`: entities → words for people: counts, dates, facts, marks and citations
"""
