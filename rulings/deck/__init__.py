"""Deck lists → a sheet with the rulings that apply to their cards.

`reading` (a text, CSV or `.o8d` file → lines, a `deck_list`), with `table` for CSV and `octgn` for `.o8d` → `matching`
(lines → cards), with `line_titles` for exact titles → `counts`, `construction` (its rules) and `sheet`, which puts it
all together with the cards and rulings in `sheet_data`. `constants`: the limits and words for reading; `views`: a
sheet.
"""
