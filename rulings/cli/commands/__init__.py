"""The commands: parsed arguments → printed output and exit status.

Modules are named after commands, except `listing` (`list`).
"""
