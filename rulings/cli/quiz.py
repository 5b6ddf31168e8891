"""`rulings quiz` asks questions and shows their rulings. A question that was not known comes again
in the same sitting.
"""

from __future__ import annotations

import random
import sys

from rulings import api, quiz
from rulings.cli import decks, grammar, layout, lookup, output, printing
from rulings.deck import decklist, sheet
from rulings.model import plain_text, records

# A sitting on a terminal. Nothing is kept.

_KEYS = {  # key → its meaning
    "q": "quit",
    "quit": "quit",
    "exit": "quit",
    "s": "skip",
    "skip": "skip",
    "y": "yes",
    "yes": "yes",
    "n": "no",
    "no": "no",
}
_ASKED_BEFORE = 5  # questions before one that was not known comes again


def _play(args: grammar.Arguments, questions: list[quiz.QuizQuestion]) -> int:
    """Asks the questions in this order until each was known or skipped, or the user stops. Returns
    0.
    """
    layout.write(
        f"{plain_text.count(len(questions), 'question')}. Press Enter to see the ruling, q to stop.\n"
    )
    queue, known_count, answer_count = [*questions], 0, 0
    while queue:
        question = queue.pop(0)
        reply = _ask(args, question, len(queue) + 1)
        if reply == "quit":
            break
        known_count += reply == "yes"
        answer_count += reply in ("yes", "no")
        if reply == "no":
            queue.insert(_ASKED_BEFORE, question)
    if answer_count:
        layout.write(f"\n{known_count} of {answer_count} known.\n")
    return 0


def _ask(args: grammar.Arguments, question: quiz.QuizQuestion, question_count: int) -> str:
    """Asks one question, of the number that are left, and shows its ruling. Returns yes, no, skip
    or quit.
    """
    screen = output.new_screen(args)
    screen.blank(always=True)
    screen.text(f"{question_count} to go", "dim")
    printing.show_quiz_question(screen, question)
    screen.flush()
    if _read_reply("") == "quit":
        return "quit"
    legend = printing.Legend()
    printing.show_quiz_answer(screen, question, legend)
    legend.show(screen)
    screen.flush()
    return _read_reply("Did you know it? [y/n/skip/q] ")


def _read_reply(prompt: str) -> str:
    """Asks until the reply has a meaning, and says which do. Without a prompt, any reply is
    enough.
    """
    while True:
        layout.write(prompt)
        sys.stdout.flush()
        line = sys.stdin.readline(200)
        reply = _KEYS.get(line.strip().lower(), "") if line else "quit"
        if reply or not prompt:
            return reply
        layout.write("Type y if you knew it, n if not, s to skip it, q to stop.\n")


_QUESTIONS_PER_SITTING = 10  # questions without -n


def practise(args: grammar.Arguments) -> output.Outcome:
    """Asks on a terminal; otherwise, the answer is questions with their rulings."""
    if args.positional:
        raise grammar.UsageError(
            "`rulings quiz` takes no name; --topic, --keyword, --step, --side and --deck choose the questions"
        )
    is_interactive = output.is_interactive(args)
    limit = output.limit_of(args, _QUESTIONS_PER_SITTING if is_interactive else 1)
    questions = _matching_questions(output.knowledge_base(args), args)
    random.shuffle(questions)
    sitting = questions[:limit]
    if sitting and is_interactive:
        return _play(args, sitting)

    def show(screen: layout.Screen) -> None:
        legend = printing.Legend()
        for question in sitting:
            screen.blank()
            printing.show_quiz_question(screen, question)
            screen.blank()
            printing.show_quiz_answer(screen, question, legend)
        legend.show(screen)

    return output.Answer(
        {"questions": sitting},
        show,
        cited=[question.ruling for question in sitting],
        records=map(_record, sitting),
        nothing="" if sitting else "no questions match these options",
        url="/quiz/",
        is_by_chance=True,
    )


def _record(question: quiz.QuizQuestion) -> records.Record:
    """A row of a table: the question, and the ruling that answers it."""
    kind = "errata" if question.ruling.kind == "errata" else "question"
    return records.record(question.ruling)._replace(kind=kind, title=question.titled)


def _matching_questions(kb: api.KnowledgeBase, args: grammar.Arguments) -> list[quiz.QuizQuestion]:
    """The questions that match the options. Raises `NotFound` or `UsageError` for a value that
    means none.
    """
    topic, keyword, step, file = (args.text(name) for name in ("topic", "keyword", "step", "deck"))
    deck: decklist.Deck | None = None
    if file is not None:
        deck = sheet.resolve_deck(kb, decklist.read_file(file))
        decks.print_reading_notes(deck)
    return kb.quiz(
        side=args.text("side"),  # type: ignore[arg-type]
        topic=topic and lookup.named_with_note(kb, topic, "topic").id,
        step=step,
        keyword=keyword and lookup.named_with_note(kb, keyword, "keyword").id,
        deck=deck,
    )
