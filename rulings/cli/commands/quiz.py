"""`rulings quiz`: asks questions, shows their rulings, and saves which answers the user knew."""

from __future__ import annotations

import random

from rulings.api import KnowledgeBase
from rulings.api import open as open_knowledge_base
from rulings.cli import output
from rulings.cli.deck_notes import print_reading_notes
from rulings.cli.grammar import Arguments, UsageError
from rulings.cli.lookup import find_page_key, step_number
from rulings.cli.quiz_round import Round
from rulings.cli.render import ruling as render_ruling
from rulings.cli.render import terminal
from rulings.cli.render.question import show_questions
from rulings.cli.render.text import Record
from rulings.cli.sort_and_limit import limit_of
from rulings.deck.matching import match
from rulings.deck.reading import read_file
from rulings.errors import NotFound
from rulings.model.formatting import count
from rulings.model.ids import fold
from rulings.model.printable import shortened
from rulings.names.meanings import plural_forms
from rulings.names.nearest import not_found, similar_words
from rulings.names.resolving import cached_name_tables
from rulings.quiz import leitner, progress_file
from rulings.quiz.constants import REVIEW_INTERVALS_DAYS
from rulings.quiz.questions import filter_questions, make_questions
from rulings.quiz.views import ProgressView, QuizQuestion

_QUESTIONS_PER_ROUND = 10  # without -n


def quiz(args: Arguments) -> int:
    """Asks on a terminal, else prints questions with their answers. Returns 0, or 1 if no question matches."""
    if args.positional:
        raise UsageError(
            "`rulings quiz` takes no name; --topic, --keyword, --step, --side and --deck choose the questions"
        )
    chosen = [name for name in ("boxes", "export", "forget") if args[name]]
    if chosen and args.output_format != "screen":
        chosen.append(args.output_format)
    if len(chosen) > 1:
        raise UsageError(f"--{chosen[0]} cannot be combined with --{chosen[1]}")
    if args["export"]:
        output.print_json(progress_file.read())
        return 0
    if args["forget"]:
        deleted = progress_file.delete()
        terminal.write(f"{progress_file.path()}: deleted\n" if deleted else "no saved answers to delete\n")
        return 0
    rng = random.Random(_seed(args))
    is_interactive = output.is_interactive(args)
    limit = limit_of(args, _QUESTIONS_PER_ROUND if is_interactive else 1)
    kb = open_knowledge_base()
    questions = _matching_questions(kb, args)
    if not questions:
        if not is_interactive:
            _print_questions(kb, [], args)
        raise NotFound("no questions match these options")
    if args["boxes"]:
        _show_boxes(args, questions, progress_file.read())
        return 0
    if not is_interactive:
        rng.shuffle(questions)
        _print_questions(kb, questions[:limit], args)
        return 0
    return Round(args, questions, rng).play(limit)


def _seed(args: Arguments) -> int | None:
    """The number of `--seed`, which fixes the order of the questions; None without it. Raises `UsageError`."""
    words = args.text("seed")
    if words is None:
        return None
    if not (words.isascii() and words.isdigit() and len(words) < 19):
        raise UsageError(f"--seed must be a whole number, not “{shortened(words)}”")
    return int(words)


def _matching_questions(kb: KnowledgeBase, args: Arguments) -> list[QuizQuestion]:
    """The questions that match the options. Raises `NotFound` or `UsageError` for a value that means none."""
    all_questions = make_questions(kb.rulings, kb.cards_by_id)
    topic, keyword, step, deck = (args.text(name) for name in ("topic", "keyword", "step", "deck"))
    if topic is not None:
        key, ruling_id = find_page_key(kb, topic, "topic")
        if ruling_id:
            raise UsageError(f"--topic needs a topic, not the ruling {ruling_id}")
        topic = key.removeprefix("topic:")
    if keyword is not None:
        keyword = _find_keyword(keyword, sorted({word for card in kb.cards for word in card.keywords}))
    return filter_questions(
        all_questions,
        side=args.text("side"),
        topic=topic,
        step=step_number(kb.steps, step) if step is not None else None,
        keyword=keyword,
        cards=_deck_card_ids(kb, deck) if deck is not None else None,
    )


def _find_keyword(typed: str, keywords: list[str]) -> str:
    """The keyword that was typed, in the singular or plural, in any case: `viruses` → `Virus`. Raises `NotFound`."""
    for keyword in keywords:
        if fold(typed) in plural_forms(fold(keyword)):
            return keyword
    nearest = similar_words(typed.title(), keywords, 2, cutoff=0.6)
    raise not_found("no card has the keyword", typed, nearest)


def _deck_card_ids(kb: KnowledgeBase, file: str) -> set[str]:
    deck_list = read_file(file)
    matched = match(deck_list, cached_name_tables(kb))
    print_reading_notes(deck_list.file, matched.read_as, matched.unread)
    return set(matched.counts)


def _print_questions(kb: KnowledgeBase, questions: list[QuizQuestion], args: Arguments) -> None:
    """Prints questions with their answers, for pipes and programs."""
    output.print_answer(
        args,
        kb,
        json={"questions": questions},
        show=lambda screen: show_questions(screen, questions),
        rulings=[question.ruling for question in questions],
        records=map(_record, questions),
    )


def _record(question: QuizQuestion) -> Record:
    record = render_ruling.record(question.ruling)
    return record._replace(kind="question", text=f"{question.question} {record.text}")


def _show_boxes(args: Arguments, questions: list[QuizQuestion], progress: ProgressView) -> None:
    counts = leitner.box_counts(questions, progress)
    screen = output.new_screen(args)
    screen.text(count(len(questions), "question"), "title")
    screen.text("not asked yet", prefix=f"{counts[0]:>4}  ")
    for box, waits in enumerate(REVIEW_INTERVALS_DAYS, 1):
        screen.text(f"in box {box}: asked again after {count(waits, 'day')}", prefix=f"{counts[box]:>4}  ")
    terminal.print_paged(str(screen))
