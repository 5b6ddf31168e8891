"""One round of `rulings quiz` on a terminal: asks questions, shows their rulings, and saves the answers."""

from __future__ import annotations

import random
import sys
from datetime import date

from rulings.cli import output
from rulings.cli.grammar import Arguments
from rulings.cli.render import terminal
from rulings.cli.render.question import show_answer, show_question
from rulings.cli.render.ruling import Legend
from rulings.cli.render.text import dotted
from rulings.model.formatting import count, date_in_words
from rulings.quiz import leitner, progress_file
from rulings.quiz.views import QuizQuestion

_QUIT_REPLIES = frozenset(("q", "quit", "exit"))


class Round:
    """The questions of one round in the order in which they are asked, and how many were answered and known."""

    def __init__(self, args: Arguments, questions: list[QuizQuestion], rng: random.Random) -> None:
        self.args, self.questions = args, questions
        self.progress = progress_file.read()
        self.today = date.today()
        self.queue = leitner.asking_order(questions, self.progress, self.today, rng)
        self.known_count = self.answered_count = 0

    def play(self, limit: int | None) -> int:
        """Asks up to `limit` questions, or until the user stops; prints the result and returns 0."""
        if not self.queue:
            due = leitner.next_due(self.questions, self.progress)
            due_date = date_in_words(due or "")
            terminal.write(f"No question is due now ({len(self.questions)} in all); the next is due on {due_date}.\n")
            return 0
        questions = self.queue[:limit]
        terminal.write(f"{count(len(questions), 'question')}. Press Enter to see the ruling, q to stop.\n")
        for number, question in enumerate(questions, 1):
            if not self._ask(question, f"{number} of {len(questions)}"):
                break
        if self.answered_count:
            terminal.write(f"\n{self.known_count} of {self.answered_count} known.\n")
        return 0

    def _ask(self, question: QuizQuestion, position: str) -> bool:
        """Asks one question and records the answer. Returns False if the user stops."""
        screen = output.new_screen(self.args)
        screen.blank(always=True)
        screen.text(position, "dim")
        show_question(screen, question)
        terminal.write(str(screen))
        if self._read_reply("") in _QUIT_REPLIES:
            return False
        screen = output.new_screen(self.args)
        legend = Legend()
        show_answer(screen, question, legend)
        legend.show(screen)
        terminal.write(str(screen))
        while True:
            reply = self._read_reply("Did you know it? [y/n/skip/q] ")
            if reply in _QUIT_REPLIES:
                return False
            if reply in ("s", "skip"):
                return True
            if reply in ("y", "yes", "n", "no"):
                break
        was_known = reply.startswith("y")
        record = leitner.record_answer(self.progress, question.id, was_known, self.today)
        progress_file.write(self.progress)
        self.answered_count += 1
        self.known_count += was_known
        screen = output.new_screen(self.args)
        screen.text(dotted([f"again on {date_in_words(record['due'])}", f"rulings {question.id}"]), "dim")
        terminal.write(str(screen))
        return True

    def _read_reply(self, prompt: str) -> str:
        terminal.write(prompt)
        sys.stdout.flush()
        line = sys.stdin.readline(200)
        return line.strip().lower() if line else "q"
