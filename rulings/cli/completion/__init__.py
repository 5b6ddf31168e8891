"""Shell completion: the scripts (`shells`), and the completions that they ask for (`completions`)."""
