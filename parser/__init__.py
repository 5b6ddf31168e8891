"""The documents and the hand-edited YAML in `rulings/sources/` → the generated YAML of the
knowledge base.

`parse` has the whole pipeline: `rulings parse` and `rulings check`. What the other modules do, in
its order:

- `sources`: the rows of the hand-edited files, and the lines of the documents
- `rulings_document`: the rulings document → blocks of entries under their headings, with the lost lines
  restored
- `entries`: the entries and the added rulings → `entities.Ruling`, with their `citations` and
  `mentions`
- `sections`, `run_chart`: the other documents → sections, and the steps of the run chart
- `ledger`: every word is accounted for
- `checks`: what hand-edited files refer to exists, no slip changes what is followed, and no name hides
  another
- `write`: all of it → YAML; and what is gone
"""
