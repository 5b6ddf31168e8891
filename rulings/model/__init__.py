"""Data of YAML files → the knowledge base in memory, its JSON, and both in words. Nothing here reads
or writes files.

In the order in which they are read:

- `base`: the base of `entities`: cards, rulings, sections, steps …, and `notes`; `knowledge`: all of
  them together
- `vocabulary`: the values that facts and statuses can have; `plain_text`: text in the form in which
  it is compared, and made safe to show; `ids`: ids from titles and words; `page_table`: the pages
  of the site, lists and tools
- `validation`: checks the data of YAML files and makes structs of them; `hand_edited`: those of the
  hand-edited files
- `loader`: makes a `Knowledge` of rows and the generated files, and the text of an entry of its
  lines, with the places of its citations and mentions
- `status`: what notes supersede or dispute; `subject_pages`: the pages of cards, topics and the
  like, and which rulings they show
- `remarks`: what must be told of an entry, in what order and words; `formatting`: words for people:
  counts, facts, marks and citations; `dates`: dates as people type and read them; `records`: rows of
  things in tables and data
"""
