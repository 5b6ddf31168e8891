"""Shell completion: the scripts (`shells`), and the candidates that they ask for (`candidates`)."""
