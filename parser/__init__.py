"""Turns the documents and hand-edited YAML of `rulings/sources/` into generated YAML.

`parse` runs all steps, for `rulings parse` and `rulings check`. The other modules, in
its order:

- `sources`: reads the rows of the hand-edited files, and the lines of the documents
- `rulings_document`: restores the lost lines of the rulings document, and divides it
  into entries under headings
- `entries`: makes an `entities.Ruling` of each entry and added ruling, with `citations`
  and `mentions`; `reversals` finds those that may take back another
- `sections`, `run_chart`: read the sections of the other documents, and the steps of
  the run chart
- `ledger`: accounts for every word
- `checks`: checks that references of hand-edited files exist, and that no slip changes
  which statement is followed; `unique_names`: that no name hides another
- `write`: writes the YAML, and finds the ids that are gone
"""
