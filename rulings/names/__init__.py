"""Names as people type them → the cards and topics they mean, and the nearest names where they mean none."""
