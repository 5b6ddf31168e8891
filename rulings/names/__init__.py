"""Names as people type them → the cards and topics they mean, or the nearest names."""
