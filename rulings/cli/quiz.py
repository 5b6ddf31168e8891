"""`rulings quiz`: asks questions, shows their rulings, and saves which answers the user knew."""

from __future__ import annotations

import random
import sys
from datetime import date

from rulings import api, names
from rulings import quiz as rulings_quiz
from rulings.cli import decks, entries, grammar, layout, lookup, output
from rulings.deck import reading
from rulings.model import formatting, ids

# One round of `rulings quiz` on a terminal: asks questions, shows their rulings, and saves the answers.

_KEYS = {  # what is typed → what it means
    **dict.fromkeys(("q", "quit", "exit"), "quit"),
    **dict.fromkeys(("u", "undo"), "undo"),
    **dict.fromkeys(("s", "skip"), "skip"),
    **dict.fromkeys(("y", "yes"), "yes"),
    **dict.fromkeys(("n", "no"), "no"),
}


class Round:
    """The questions of one round in the order in which they are asked, and how the last ones were answered."""

    def __init__(self, args: grammar.Arguments, questions: list[rulings_quiz.QuizQuestion], rng: random.Random) -> None:
        self.args, self.questions = args, questions
        self.progress = rulings_quiz.read()
        self.today = date.today()
        self.queue = rulings_quiz.asking_order(questions, self.progress, self.today, rng)
        # Of each answer in this round: its place in the queue, the record before it, whether the ruling was known
        self.answers: list[tuple[int, rulings_quiz.QuestionRecordView | None, bool]] = []

    def play(self, limit: int | None) -> int:
        """Asks up to `limit` questions, or until the user stops; prints the result and returns 0."""
        if not self.queue:
            due = rulings_quiz.next_due(self.questions, self.progress)
            due_date = formatting.date_in_words(due or "")
            layout.write(f"No question is due now ({len(self.questions)} in all); the next is due on {due_date}.\n")
            return 0
        queue = self.queue[:limit]
        layout.write(
            f"{formatting.count(len(queue), 'question')}. Press Enter to see the ruling, u to undo the last answer, "
            "q to stop.\n"
        )
        place: int | None = 0
        while place is not None and place < len(queue):
            place = self._ask(queue, place)
        if self.answers:
            known = sum(was_known for _, _, was_known in self.answers)
            layout.write(f"\n{known} of {len(self.answers)} known.\n")
        return 0

    def _ask(self, queue: list[rulings_quiz.QuizQuestion], place: int) -> int | None:
        """Asks one question and records the answer. Returns the place of the next question, None if the user stops."""
        question = queue[place]
        screen = output.new_screen(self.args)
        screen.blank(always=True)
        screen.text(f"{place + 1} of {len(queue)}", "dim")
        entries.show_quiz_question(screen, question)
        layout.write(str(screen))
        reply = self._read_reply("")
        if reply in ("quit", "undo"):
            return None if reply == "quit" else self._undo(queue, place)
        screen = output.new_screen(self.args)
        legend = entries.Legend()
        entries.show_quiz_answer(screen, question, legend)
        legend.show(screen)
        layout.write(str(screen))
        reply = self._read_reply("Did you know it? [y/n/skip/u/q] ")
        if reply in ("quit", "undo"):
            return None if reply == "quit" else self._undo(queue, place)
        if reply == "skip":
            return place + 1
        self.answers.append((place, self.progress["questions"].get(question.id), reply == "yes"))
        record = rulings_quiz.record_answer(self.progress, question.id, reply == "yes", self.today)
        rulings_quiz.write(self.progress)
        screen = output.new_screen(self.args)
        again = f"again on {formatting.date_in_words(record['due'])}"
        screen.text(layout.dotted([again, f"rulings {question.id}"]), "dim")
        layout.write(str(screen))
        return place + 1

    def _undo(self, queue: list[rulings_quiz.QuizQuestion], place: int) -> int:
        """Takes back the last answer, also where it is saved. Returns the place of its question."""
        if not self.answers:
            layout.write("There is no answer to undo.\n")
            return place
        place, previous, _ = self.answers.pop()
        if previous is None:
            del self.progress["questions"][queue[place].id]
        else:
            self.progress["questions"][queue[place].id] = previous
        rulings_quiz.write(self.progress)
        layout.write("The last answer is undone.\n")
        return place

    def _read_reply(self, prompt: str) -> str:
        """Asks until the reply has a meaning, and says which do. Without a prompt, any reply is enough."""
        while True:
            layout.write(prompt)
            sys.stdout.flush()
            line = sys.stdin.readline(200)
            meant = _KEYS.get(line.strip().lower(), "") if line else "quit"
            if meant or not prompt:
                return meant
            layout.write("Type y if you knew it, n if not, s to skip it, u to undo the last answer, q to stop.\n")


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
        output.print_json(rulings_quiz.read())
        return 0
    if args["forget"]:
        deleted = rulings_quiz.delete()
        layout.write(f"{rulings_quiz.path()}: deleted\n" if deleted else "no saved answers to delete\n")
        return 0
    seed = args.text("seed")
    if seed is not None and not (seed.isascii() and seed.isdigit() and len(seed) < 19):
        raise grammar.UsageError(f"--seed must be a whole number, not “{ids.shortened(seed)}”")
    rng = random.Random(None if seed is None else int(seed))
    is_interactive = output.is_interactive(args)
    limit = output.limit_of(args, _QUESTIONS_PER_ROUND if is_interactive else 1)
    kb = api.open()
    questions = _matching_questions(kb, args)
    if questions and args["boxes"]:
        _show_boxes(args, questions, rulings_quiz.read())
        return 0
    if not questions or not is_interactive:
        rng.shuffle(questions)
        chosen_questions = questions[:limit]
        return output.Answer(
            {"questions": chosen_questions},
            lambda screen: entries.show_quiz_questions(screen, chosen_questions),
            cited=[question.ruling for question in chosen_questions],
            records=[
                record._replace(kind="question", title=question.titled)
                for question in chosen_questions
                for record in (entries.record(question.ruling),)
            ],
            nothing="" if chosen_questions else "no questions match these options",
        )
    return Round(args, questions, rng).play(limit)


def _matching_questions(kb: api.KnowledgeBase, args: grammar.Arguments) -> list[rulings_quiz.QuizQuestion]:
    """The questions that match the options. Raises `NotFound` or `UsageError` for a value that means none."""
    all_questions = rulings_quiz.make_questions(kb.rulings, kb.cards_by_id)
    topic, keyword, step, deck = (args.text(name) for name in ("topic", "keyword", "step", "deck"))
    if topic is not None:
        topic = lookup.find(kb, topic, "topic").id
    if keyword is not None:
        keyword = lookup.find(kb, keyword, "keyword").title
    cards: set[str] | None = None
    if deck is not None:
        deck_list = reading.read_file(deck)
        matched = reading.match(deck_list, names.index_of(kb))
        decks.print_reading_notes(deck_list.file, matched.read_as, matched.unread)
        cards = set(matched.counts)
    return rulings_quiz.filter_questions(
        all_questions,
        side=args.text("side"),
        topic=topic,
        step=lookup.step_number(kb, step) if step is not None else None,
        keyword=keyword,
        cards=cards,
    )


def _show_boxes(
    args: grammar.Arguments, questions: list[rulings_quiz.QuizQuestion], progress: rulings_quiz.ProgressView
) -> None:
    counts = rulings_quiz.box_counts(questions, progress)
    screen = output.new_screen(args)
    screen.text(formatting.count(len(questions), "question"), "title")
    screen.text("not asked yet", prefix=f"{counts[0]:>4}  ")
    for box, waits in enumerate(rulings_quiz.REVIEW_INTERVALS_DAYS, 1):
        screen.text(f"in box {box}: asked again after {formatting.count(waits, 'day')}", prefix=f"{counts[box]:>4}  ")
    layout.print_paged(str(screen))
