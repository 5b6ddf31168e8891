"""A question of the quiz, and the ruling that answers it → lines for a terminal."""

from __future__ import annotations

from msgspec import structs

from rulings.cli.render import ruling as render_ruling
from rulings.cli.render.ruling import Legend
from rulings.cli.render.screen import Screen
from rulings.quiz.views import QuizQuestion


def show_questions(screen: Screen, questions: list[QuizQuestion]) -> None:
    """Shows questions, each with its answer."""
    legend = Legend()
    for question in questions:
        screen.blank()
        show_question(screen, question)
        screen.blank()
        show_answer(screen, question, legend)
    legend.show(screen)


def show_question(screen: Screen, question: QuizQuestion) -> None:
    """Shows the question, below the subject of its ruling unless the question names it."""
    title = question.ruling.subject.title
    if title.lower() not in question.question.lower():
        screen.text(title, "strong")
    screen.text(question.question, "question")


def show_answer(screen: Screen, question: QuizQuestion, legend: Legend) -> None:
    """Shows the ruling without its questions; errata also with the title of their card or topic."""
    ruling = structs.replace(question.ruling, questions=())
    render_ruling.show_ruling(screen, ruling, legend, with_subject=ruling.kind == "errata")
