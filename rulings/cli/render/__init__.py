"""Views → lines for a terminal. `terminal` has colours, wrapping and widths.

The other modules are named after what they show: `card`, `ruling`, `deck`, `results`, `step`, `section`, `question`,
`help`.
"""
