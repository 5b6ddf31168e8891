"""Views → lines for a terminal. `terminal` has colours, wrapping and widths; `card`, `ruling` and `deck` use it."""
