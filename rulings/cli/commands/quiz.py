"""`rulings quiz`: asks questions, shows their rulings, and keeps which of them the user knew."""

from __future__ import annotations

import random
import sys
from datetime import date

from rulings.cli import output
from rulings.cli.arranging import limit_of
from rulings.cli.grammar import Arguments, UsageError
from rulings.cli.lookup import find, step_number
from rulings.cli.render import ruling as render_ruling
from rulings.cli.render import terminal
from rulings.cli.render.terminal import Screen, dotted, one_line, shortened
from rulings.errors import NotFound
from rulings.model.formatting import count, day
from rulings.quiz import leitner, progress_file
from rulings.quiz.questions import only, questions

TYPE_CHECKING = False
if TYPE_CHECKING:
    from rulings.cli.pages import Pages
    from rulings.quiz.views import ProgressView, QuizQuestionView

_ROUND = 10  # questions of a round, unless -n says how many


def quiz(args: Arguments) -> int:
    """Asks on a terminal, else prints questions with their answers. Returns 0, or 1 if no question matches."""
    if args.positional:
        raise UsageError(
            "`rulings quiz` takes no name; --topic, --keyword, --step, --side and --deck choose the questions"
        )
    form = output.output_format(args)
    if args["export"]:
        output.json(progress_file.read())
        return 0
    if args["forget"]:
        deleted = progress_file.forget()
        terminal.write(f"{progress_file.path()}: deleted\n" if deleted else "no saved answers to delete\n")
        return 0
    chance = random.Random(_seed(args))
    number = limit_of(args, 1 if form or not _interactive() else _ROUND)
    asked = _chosen(output.pages(), args)
    if not asked:
        raise NotFound("no questions match these options")
    if args["boxes"]:
        _show_boxes(args, asked, progress_file.read())
        return 0
    if form or not _interactive():
        chance.shuffle(asked)
        _print(asked[:number], form, args)
        return 0
    return _Round(args, asked, chance).play(number)


def _interactive() -> bool:
    return bool(terminal.on_terminal() and sys.stdin and sys.stdin.isatty())


def _seed(args: Arguments) -> int | None:
    words = args.text("seed")
    if words is None:
        return None
    if not (words.isascii() and words.isdigit() and len(words) < 19):
        raise UsageError(f"--seed must be a whole number, not “{shortened(words)}”")
    return int(words)


def _chosen(pages: Pages, args: Arguments) -> list[QuizQuestionView]:
    """The questions that match the options."""
    cards = {card["id"]: card for card in pages.get("cards")}
    asked = questions(pages.rulings().values(), cards)
    topic, keyword, step = args.text("topic"), args.text("keyword"), args.text("step")
    if topic is not None:
        key, _ = find(pages, topic, "topic")
        topic = key.partition(":")[2]
    if keyword is not None:
        keyword = _keyword(keyword, sorted({word for card in cards.values() for word in card["keywords"]}))
    return only(
        asked,
        side=args.text("side"),
        topic=topic,
        step=step_number(pages.get("steps"), step) if step is not None else None,
        keyword=keyword,
        cards=_deck(pages, args.text("deck")) if args.text("deck") is not None else None,
    )


def _keyword(words: str, known: list[str]) -> str:
    from rulings.model.ids import fold

    for keyword in known:
        if fold(words) in (fold(keyword), f"{fold(keyword)}s", f"{fold(keyword)}es"):
            return keyword
    from difflib import get_close_matches

    near = get_close_matches(words.title(), known, n=2, cutoff=0.6)
    hint = f"\ndid you mean {' or '.join(near)}?" if near else ""
    raise NotFound(f"no card has the keyword “{shortened(words)}”{hint}", tuple(near))


def _deck(pages: Pages, file: str | None) -> set[str]:
    from rulings.deck.matching import match
    from rulings.deck.reading import read_file

    return set(match(read_file(file or ""), pages.get("names")).counts)


def _print(asked: list[QuizQuestionView], form: str, args: Arguments) -> None:
    """Prints questions with their answers, for pipes and programs."""
    if form == "json":
        output.json({"questions": asked})
        return
    if form == "plain":
        for question in asked:
            terminal.write(
                "\t".join(one_line(cell) for cell in (question["id"], question["question"], question["ruling"]["text"]))
                + "\n"
            )
        return
    if form:
        output.citations(output.pages(), [question["ruling"] for question in asked])
        return
    screen, legend = output.screen(args), render_ruling.Legend()
    for question in asked:
        screen.blank()
        _question(screen, question)
        screen.blank()
        _answer(screen, question, legend)
    legend.show(screen)
    terminal.show(screen)


def _question(screen: Screen, question: QuizQuestionView) -> None:
    title = question["ruling"]["subject"]["title"]
    if title.lower() not in question["question"].lower():
        screen.text(title, "strong")
    screen.text(question["question"], "question")


def _answer(screen: Screen, question: QuizQuestionView, legend: render_ruling.Legend) -> None:
    render_ruling.show(
        screen, {**question["ruling"], "questions": []}, legend, subject=question["ruling"]["kind"] == "errata"
    )


def _show_boxes(args: Arguments, asked: list[QuizQuestionView], progress: ProgressView) -> None:
    counts = leitner.boxes(asked, progress)
    screen = output.screen(args)
    screen.text(count(len(asked), "question"), "title")
    screen.text("not asked yet", "", f"{counts[0]:>4}  ")
    for box, waits in enumerate(leitner.WAITS, 1):
        screen.text(f"in box {box}: asked again after {count(waits, 'day')}", "", f"{counts[box]:>4}  ")
    terminal.show(screen)


class _Round:
    """One round on a terminal."""

    def __init__(self, args: Arguments, asked: list[QuizQuestionView], chance: random.Random) -> None:
        self.args, self.asked = args, asked
        self.progress = progress_file.read()
        self.today = date.today()
        self.waiting = leitner.order(asked, self.progress, self.today, chance)
        self.known = self.answered = 0

    def play(self, number: int | None) -> int:
        """Asks up to `number` questions, or until the user stops; prints the result."""
        if not self.waiting:
            due = leitner.next_due(self.asked, self.progress)
            terminal.write(f"No question is due now ({len(self.asked)} in all); the next is due on {day(due or '')}.\n")
            return 0
        round_of = self.waiting[:number]
        terminal.write(f"{count(len(round_of), 'question')}. Press Enter to see the ruling, q to stop.\n")
        for place, question in enumerate(round_of, 1):
            if not self._ask(question, f"{place} of {len(round_of)}"):
                break
        if self.answered:
            terminal.write(f"\n{self.known} of {self.answered} known.\n")
        return 0

    def _ask(self, question: QuizQuestionView, place: str) -> bool:
        screen = output.screen(self.args)
        screen.lines.append("")
        screen.text(place, "dim")
        _question(screen, question)
        terminal.write(str(screen))
        if self._typed("") in _QUIT:
            return False
        screen, legend = output.screen(self.args), render_ruling.Legend()
        _answer(screen, question, legend)
        legend.show(screen)
        terminal.write(str(screen))
        while True:
            reply = self._typed("Did you know it? [y/n/skip/q] ")
            if reply in _QUIT:
                return False
            if reply in ("s", "skip"):
                return True
            if reply in ("y", "yes", "n", "no"):
                break
        known = reply.startswith("y")
        record = leitner.answered(self.progress, question["id"], known, self.today)
        progress_file.write(self.progress)
        self.answered += 1
        self.known += known
        screen = output.screen(self.args)
        screen.text(dotted([f"again on {day(record['due'])}", f"rulings {question['id']}"]), "dim")
        terminal.write(str(screen))
        return True

    def _typed(self, prompt: str) -> str:
        terminal.write(prompt)
        sys.stdout.flush()
        line = sys.stdin.readline(200)
        return line.strip().lower() if line else "q"


_QUIT = frozenset(("q", "quit", "exit"))
