"""The knowledge base in memory: entities, ids, loading, and their JSON shapes and wording."""
