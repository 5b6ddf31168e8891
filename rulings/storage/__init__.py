"""Files on disk: the YAML of a knowledge base, its schema, and the caches of what was computed from it.

- `layout`: where the files of a knowledge base are
- `opening`: a folder → a `Knowledge`; `files`: a folder → the data of all its YAML
- `yaml_reader`, `yaml_writer`, `json_text`, `text`: the formats; `validation`: data → violations of `schema.json`;
  `problems`: errors with file and line, and long lists of them, shortened
- `staging`, `locking`: several files replaced at once; a lock between processes
- `cache`, `cache_writing`: caches opened, read and written; `cache_keys`: their keys; `cache_folder`: where they are,
  and whether the folder can be trusted
"""
