"""`rulings quiz`: asks questions, shows their rulings, and saves which answers the user knew."""

from __future__ import annotations

import random
import sys
from datetime import date

from rulings import api, names
from rulings import quiz as quiz_module
from rulings.cli import decks, entries, filtering, grammar, layout, lookup, output
from rulings.deck import reading
from rulings.model import formatting, ids

# One round of `rulings quiz` on a terminal: asks questions, shows their rulings, and saves the answers.

_QUIT_REPLIES = frozenset(("q", "quit", "exit"))


class Round:
    """The questions of one round in the order in which they are asked, and how many were answered and known."""

    def __init__(self, args: grammar.Arguments, questions: list[quiz_module.QuizQuestion], rng: random.Random) -> None:
        self.args, self.questions = args, questions
        self.progress = quiz_module.read()
        self.today = date.today()
        self.queue = quiz_module.asking_order(questions, self.progress, self.today, rng)
        self.known_count = self.answered_count = 0

    def play(self, limit: int | None) -> int:
        """Asks up to `limit` questions, or until the user stops; prints the result and returns 0."""
        if not self.queue:
            due = quiz_module.next_due(self.questions, self.progress)
            due_date = formatting.date_in_words(due or "")
            layout.write(f"No question is due now ({len(self.questions)} in all); the next is due on {due_date}.\n")
            return 0
        questions = self.queue[:limit]
        layout.write(f"{formatting.count(len(questions), 'question')}. Press Enter to see the ruling, q to stop.\n")
        for number, question in enumerate(questions, 1):
            if not self._ask(question, f"{number} of {len(questions)}"):
                break
        if self.answered_count:
            layout.write(f"\n{self.known_count} of {self.answered_count} known.\n")
        return 0

    def _ask(self, question: quiz_module.QuizQuestion, position: str) -> bool:
        """Asks one question and records the answer. Returns False if the user stops."""
        screen = output.new_screen(self.args)
        screen.blank(always=True)
        screen.text(position, "dim")
        entries.show_question_question(screen, question)
        layout.write(str(screen))
        if self._read_reply("") in _QUIT_REPLIES:
            return False
        screen = output.new_screen(self.args)
        legend = entries.Legend()
        entries.show_answer(screen, question, legend)
        legend.show(screen)
        layout.write(str(screen))
        while True:
            reply = self._read_reply("Did you know it? [y/n/skip/q] ")
            if reply in _QUIT_REPLIES:
                return False
            if reply in ("s", "skip"):
                return True
            if reply in ("y", "yes", "n", "no"):
                break
        was_known = reply.startswith("y")
        record = quiz_module.record_answer(self.progress, question.id, was_known, self.today)
        quiz_module.write(self.progress)
        self.answered_count += 1
        self.known_count += was_known
        screen = output.new_screen(self.args)
        screen.text(
            layout.dotted([f"again on {formatting.date_in_words(record['due'])}", f"rulings {question.id}"]), "dim"
        )
        layout.write(str(screen))
        return True

    def _read_reply(self, prompt: str) -> str:
        layout.write(prompt)
        sys.stdout.flush()
        line = sys.stdin.readline(200)
        return line.strip().lower() if line else "q"


_QUESTIONS_PER_ROUND = 10  # without -n


def quiz(args: grammar.Arguments) -> output.Outcome:
    """Asks on a terminal; otherwise, the answer is questions with their rulings."""
    if args.positional:
        raise grammar.UsageError(
            "`rulings quiz` takes no name; --topic, --keyword, --step, --side and --deck choose the questions"
        )
    chosen = [name for name in ("boxes", "export", "forget") if args[name]]
    if chosen and args.output_format != "screen":
        chosen.append(args.output_format)
    if len(chosen) > 1:
        raise grammar.UsageError(f"--{chosen[0]} cannot be combined with --{chosen[1]}")
    if args["export"]:
        output.print_json(quiz_module.read())
        return 0
    if args["forget"]:
        deleted = quiz_module.delete()
        layout.write(f"{quiz_module.path()}: deleted\n" if deleted else "no saved answers to delete\n")
        return 0
    rng = random.Random(_seed(args))
    is_interactive = output.is_interactive(args)
    limit = filtering.limit_of(args, _QUESTIONS_PER_ROUND if is_interactive else 1)
    kb = api.open()
    questions = _matching_questions(kb, args)
    if questions and args["boxes"]:
        _show_boxes(args, questions, quiz_module.read())
        return 0
    if not questions or not is_interactive:
        rng.shuffle(questions)
        return _questions(questions[:limit])
    return Round(args, questions, rng).play(limit)


def _seed(args: grammar.Arguments) -> int | None:
    """The number of `--seed`, which fixes the order of the questions; None without it. Raises `UsageError`."""
    words = args.text("seed")
    if words is None:
        return None
    if not (words.isascii() and words.isdigit() and len(words) < 19):
        raise grammar.UsageError(f"--seed must be a whole number, not “{ids.shortened(words)}”")
    return int(words)


def _matching_questions(kb: api.KnowledgeBase, args: grammar.Arguments) -> list[quiz_module.QuizQuestion]:
    """The questions that match the options. Raises `NotFound` or `UsageError` for a value that means none."""
    all_questions = quiz_module.make_questions(kb.rulings, kb.cards_by_id)
    topic, keyword, step, deck = (args.text(name) for name in ("topic", "keyword", "step", "deck"))
    if topic is not None:
        topic = lookup.find(kb, topic, "topic").id
    if keyword is not None:
        keyword = lookup.find(kb, keyword, "keyword").title
    return quiz_module.filter_questions(
        all_questions,
        side=args.text("side"),
        topic=topic,
        step=lookup.step_number(kb, step) if step is not None else None,
        keyword=keyword,
        cards=_deck_card_ids(kb, deck) if deck is not None else None,
    )


def _deck_card_ids(kb: api.KnowledgeBase, file: str) -> set[str]:
    deck_list = reading.read_file(file)
    matched = reading.match(deck_list, names.index_of(kb))
    decks.print_reading_notes(deck_list.file, matched.read_as, matched.unread)
    return set(matched.counts)


def _questions(questions: list[quiz_module.QuizQuestion]) -> output.Answer:
    """Questions with their answers, for pipes and programs."""
    return output.Answer(
        {"questions": questions},
        lambda screen: entries.show_questions(screen, questions),
        rulings=[question.ruling for question in questions],
        records=map(_record, questions),
        nothing="" if questions else "no questions match these options",
    )


def _record(question: quiz_module.QuizQuestion) -> layout.Record:
    record = entries.record(question.ruling)
    return record._replace(kind="question", text=f"{question.question} {record.text}")


def _show_boxes(
    args: grammar.Arguments, questions: list[quiz_module.QuizQuestion], progress: quiz_module.ProgressView
) -> None:
    counts = quiz_module.box_counts(questions, progress)
    screen = output.new_screen(args)
    screen.text(formatting.count(len(questions), "question"), "title")
    screen.text("not asked yet", prefix=f"{counts[0]:>4}  ")
    for box, waits in enumerate(quiz_module.REVIEW_INTERVALS_DAYS, 1):
        screen.text(f"in box {box}: asked again after {formatting.count(waits, 'day')}", prefix=f"{counts[box]:>4}  ")
    layout.print_paged(str(screen))
