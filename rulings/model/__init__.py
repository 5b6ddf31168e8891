"""The knowledge base in memory, its JSON, and how both are put into words. Nothing here reads or
writes files.

- `entity`: the base of `entities`: cards, rulings, sections, steps, notes …; `knowledge`: all of
  them together
- `vocabulary`: the values that facts and statuses can have; `plain_text`: text → the form in which
  it is compared, and text that is safe to show; `ids`: titles and words → ids; `page_table`: the
  pages of the site, lists and tools
- `validation`: the data of YAML files, which know their lines → structs; `rows`: the structs of the
  hand-edited files
- `loading`: rows and the generated files → a `Knowledge`; the lines of an entry → its text, and
  where its citations and mentions stand
- `status`: notes → what is superseded or disputed; `selecting`: what meets conditions, and which
  rulings of a page are shown, connect two cards, or mention one
- `remarks`: what must be told of an entry, in what order and words; `formatting`: entities → words
  for people: counts, dates, facts, marks and citations; `records`: things → their rows in tables
  and data
- `tournament`: plans of tournaments; `lazy`: values that are computed when they are first asked for
"""
