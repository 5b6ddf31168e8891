"""The commands: parsed arguments → printed output and exit status.

Modules are named after commands, except `listing` (`list`), `walk` (`run --walk`), and `maintenance` (`parse`, `check`,
`index`, `export` and `site`).
"""
