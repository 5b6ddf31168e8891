"""Practice for judges: which questions can be asked, which comes next, and what is remembered of the answers."""
