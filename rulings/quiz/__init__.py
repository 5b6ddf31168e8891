"""Practice for judges.

`questions`: rulings → the questions that can be asked; `leitner`: which question comes next; `progress_file`: the
answers, saved in a file; `views`: the JSON; `constants`: the numbers.
"""
