"""The five documents and the hand-kept YAML → the knowledge base: lines → entries → citations → links → YAML."""
