"""The five documents and the hand-edited YAML in `rulings/sources/` → the generated YAML of the knowledge base.

- `parse_folder` is `rulings parse`, `check` is `rulings check`, and `generating` is what both do; `parse` contains the
  whole pipeline, which makes a `ParsedKnowledge` (`parsed`), and `write` writes the YAML
- What is read: `sources` (everything), `hand_edited` (the YAML, validated), `lines`, `restorations` (lost lines)
- The rulings: `rulings_document`, `headings`, `lost_headings` (titles they may have had), `citations` with `dates`,
  `mentions` (names of cards in the text), `see` (references to other rulings), `additions` (newer rulings) with
  `citation_faults`, `rulings` (puts these together), `dates_and_errata` (likely dates, doubts, errata without the
  label), `inheritance`
- The other documents: `sections` with `tournament` (tables of the regulations), `run_chart`
- What is checked: `ledger` (every word is accounted for once), `reference_checks` with `reference_checker` (ids, titles
  and quotations in the hand-edited files)
"""
