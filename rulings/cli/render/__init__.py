"""Views → lines for a terminal.

- `text`: words wrapped into lines; `screen`: lines in the colours of their roles; `terminal`: where they are written.
  Look-ups by name use these three, so they import only what the interpreter has already loaded
- The other modules are named after what they show: `card`, `ruling`, `deck`, `results`, `step`, `section`, `question`,
  `help`
"""
