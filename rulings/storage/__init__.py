"""Files on disk ↔ the knowledge base in memory: its YAML, what is computed from it, and what other
programs and people read.

In the order in which they are read:

- `files`: text with its lines, where the files of a knowledge base are, problems with file and
  line, and files that are replaced in one step
- `yaml_files`: reads and writes YAML; reads a `Knowledge` from a folder
- `compiled`: what was computed from the YAML of the package
- `database`: everything as an SQLite database, for other programs
"""
