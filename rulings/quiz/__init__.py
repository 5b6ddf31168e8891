"""Practice for judges: which questions can be asked, which comes next, and what is kept of the answers."""
