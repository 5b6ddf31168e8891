"""Views → lines for a terminal.

`terminal` has colours, wrapping and widths; `card`, `ruling`, `deck` and `question` use it.
"""
