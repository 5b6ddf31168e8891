"""Files on disk: the YAML of a knowledge base, and the compiled folder of what was computed from it.

- `layout`: where the files of a knowledge base are
- `opening`: a folder → a `Knowledge`; `files`: a folder → the data of all its YAML
- `yaml_reader`, `yaml_writer`, `json_text`, `text`: the formats; `validation`: data → what is wrong in its shape;
  `problems`: errors with file and line, and long lists of them, shortened
- `staging`, `locking`: several files replaced at once; a lock between processes
- `card_texts`: the texts of cards in a file of the user's own; `edn_reader`: one format that it may have
- `database`: a SQLite file of everything, for other programs
- `compiled`: the compiled folder, read and written; `rulings.api` says what is in it
"""
