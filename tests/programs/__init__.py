"""Programs that measure, or write what is printed in a document: `python tests/programs NAME
[ARGUMENTS]` runs one.
"""
