"""Reads and writes the files of a knowledge base: its YAML, the values computed from
it, and files for other programs and people.

Read the modules in this order:

- `files`: reads text by lines, knows where the files of a knowledge base are, reports
  problems with file and line, and replaces files in one step
- `yaml_files`: reads and writes YAML; reads a `Knowledge` from a folder
- `compiled`: the values computed from the YAML of the package
- `database`: everything as an SQLite database, for other programs
"""
