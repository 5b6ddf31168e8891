"""The command `run`: the run chart, one step with its rulings, or a walk through a run."""

from __future__ import annotations

import sys

from msgspec import structs

from rulings import api
from rulings.cli import grammar, layout, output, printing, specification
from rulings.model import entities, formatting, plain_text, remarks, selecting

# `rulings run --walk`

_ANSWERS = {
    word: words.split()[0]
    for words in ("yes y", "no n", "back b", "quit q exit")
    for word in words.split()
}
_MAX_RULINGS = 3  # rulings listed per step; `r` and `rulings run N` show all


class Walk:
    """One walk through a run: where it is, and how it came there.

    Typing a ruling's number, or `r` for all, shows it and repeats the question.
    """

    def __init__(
        self,
        steps: list[entities.Step],
        rulings_by_step: dict[int, list[entities.Ruling]],
        screen: layout.Screen,
        start: int,
    ) -> None:
        self.steps = {step.number: step for step in steps}
        self.rulings_by_step = rulings_by_step
        self.screen = screen
        self.number: int | None = start  # None: the run is over
        # The decision of the step, once the step has been shown
        self.decision: entities.Decision | None = None
        self.path: list[str] = []
        # `back` restores these for each answer: step, decision, path and rulings before it.
        self.answered: list[tuple[int, entities.Decision, list[str], list[entities.Ruling]]] = []
        # Rulings of the steps since the last answer; their numbers open them.
        self.openable: list[entities.Ruling] = []

    def go(self) -> None:
        """Asks until the run or the input ends, then prints the path."""
        if layout.is_interactive():
            self.screen.text(
                "A run, step by step. Answer y or n; a number opens a ruling, r all; back undoes an answer.",
                "dim",
            )
        while self.number is not None:
            step = self.steps[self.number]
            if self.decision is None:
                number = str(step.number)
                # A step's rulings are listed only the first time.
                rulings = self.rulings_by_step[step.number] if number not in self.path else []
                _show_step(self.screen, step, rulings, self.openable)
                self.path.append(number)
                self.decision = step.decision
            if self.decision is None:
                self.number = step.next
                continue
            answer = _ask(self.screen, self.decision.question, self.openable)
            if answer == "quit":
                break
            if answer == "back" and self.answered:
                self.number, self.decision, self.path, self.openable = self.answered.pop()
                self.screen.text(f"Back to step {self.number}.", "dim")
            elif answer == "back":
                self.screen.text("This is the first question.", "dim")
            else:
                self.answered.append((self.number, self.decision, self.path, self.openable))
                self.openable, self.path = [], [*self.path, answer]
                self._follow(step, self.decision.yes if answer == "yes" else self.decision.no)
        self.screen.blank(always=True)
        path = " → ".join(self.path).replace(" → yes", "\xa0yes").replace(" → no", "\xa0no")
        self.screen.text(path, prefix="Path  ")
        self.screen.flush()

    def _follow(self, step: entities.Step, answer: entities.Branch) -> None:
        """Goes where an answer leads: to a step, to a further question of this one, or to an end,
        which is shown.
        """
        self.decision = answer.decision
        if answer.go is not None:
            self.number = answer.go
        elif answer.end is not None:
            self.path.append(answer.end)
            self.screen.blank(always=True)
            self.screen.text(answer.end, "strong")
            self.number = selecting.step_after_end(step)


def _show_step(
    screen: layout.Screen,
    step: entities.Step,
    rulings: list[entities.Ruling],
    openable: list[entities.Ruling],
) -> None:
    """Shows a step with the first of its rulings, and appends all of them to `openable`, by which
    they are numbered.
    """
    screen.blank(always=True)
    words = "" if step.decision and step.decision.question == step.text else step.text
    with printing.remarks_around(screen, remarks.of(step), "   "):
        screen.text(
            ": ".join(filter(None, (step.actor, words))),
            "strong",
            prefix=f"{step.number}  ",
            indent="   ",
        )
    for number, ruling in enumerate(rulings[:_MAX_RULINGS], len(openable) + 1):
        question = ruling.question or ruling.text
        marks = formatting.marks_in_words(formatting.list_marks(ruling))
        words = f"{marks}{ruling.subject.title}: {question}"
        screen.text(words, "dim", prefix=f"{number:>4} ")
    further_count = len(rulings) - _MAX_RULINGS
    openable += rulings
    if further_count > 0:
        last = len(openable)
        numbers = f"{last - further_count + 1} to {last}" if further_count > 1 else f"{last}"
        screen.text(
            f"and {further_count} more: {numbers}, or rulings run {step.number}",
            "dim",
            indent="     ",
        )


def _ask(screen: layout.Screen, question: str, openable: list[entities.Ruling]) -> str:
    """Asks until the answer is `yes`, `no`, `back` or `quit` (also the end of the input); shows
    rulings on request.
    """
    while True:
        screen.text(question, "question", indent="   ")
        screen.flush()
        numbers = "1" if len(openable) == 1 else f"1–{len(openable)}"
        layout.write(f"   [y/n/back/quit{f', {numbers} or r' if openable else ''}] ")
        sys.stdout.flush()
        line = sys.stdin.readline() if sys.stdin else ""
        if not line:
            layout.write("\n")
            return "quit"
        reply = line.strip().lower()
        answer = _ANSWERS.get(reply)
        if not sys.stdin.isatty():
            # Piped input then looks like typed input.
            layout.write(f"{plain_text.shortened(line)}\n")
        if answer:
            return answer
        number = int(reply) if reply.isascii() and reply.isdigit() and len(reply) < 5 else 0
        rulings_to_show = openable[number - 1 : number] if number else []
        if reply in ("r", "rulings"):
            rulings_to_show = openable
        if rulings_to_show:
            _show_rulings(screen, rulings_to_show)
            continue
        or_number = ", or the number of a ruling" if openable else ""
        screen.text(
            f"“{plain_text.shortened(line)}” is not an answer; type y, n, back or quit{or_number}.",
            "dim",
            indent="   ",
        )


def _show_rulings(screen: layout.Screen, rulings: list[entities.Ruling]) -> None:
    legend = printing.Legend()
    for ruling in rulings:
        screen.blank(always=True)
        printing.show_ruling(screen, ruling, legend, with_subject=True)
    legend.show(screen)
    screen.blank(always=True)
    if layout.on_terminal():
        layout.print_paged(str(screen))
        screen.lines.clear()
    else:
        screen.flush()


def run(args: grammar.Arguments) -> output.Outcome:
    """The chart or a step, or a walk through a run. Raises `NotFound` for an unknown step."""
    kb = output.knowledge_base(args)
    selected = output.selected(args)
    number = kb.step(args.typed).number if args.positional else None
    if args["walk"]:
        for name in (*specification.OUTPUT_FORMATS, "full", "limit", "newest"):
            if args[name]:
                raise grammar.UsageError(f"--walk cannot be combined with --{name}")
        rulings_by_step = {step.number: [*selected.rulings_for(step.id)] for step in selected.steps}
        start = number or kb.steps[0].number
        Walk(list(selected.steps), rulings_by_step, output.new_screen(args), start).go()
        return 0
    if number is None:
        return _chart(selected, args)
    step = selected.step(number)
    rulings = output.sort_rulings(selected.rulings_for(step.id), args)
    applied = {row.ruling: row for row in step.applied}
    limited_rulings, left_out = output.limited(args, rulings)
    is_none_left = not rulings and output.is_filtered(selected)
    nothing = output.why_none_pass(f"on step {number}") if is_none_left else ""
    return output.Answer(
        # `rulings` of the step lists ids, as in the export; the rulings themselves are beside the
        # step.
        {
            "step": structs.replace(
                step, applied=tuple(applied[ruling.id] for ruling in limited_rulings)
            ),
            "rulings": limited_rulings,
        },
        lambda screen: printing.show_step(
            screen, step, limited_rulings, len(rulings), output.legend(args)
        ),
        cited=[step, *limited_rulings],
        nothing=nothing,
        left_out=left_out,
        url=step.url,
    )


def _chart(kb: api.KnowledgeBase, args: grammar.Arguments) -> output.Answer:
    is_any = not (args["ruled"] or output.is_filtered(kb))
    rows = [step for step in kb.steps if step.rulings or is_any]
    steps, left_out = output.limited(args, rows)

    def show(screen: layout.Screen) -> None:
        screen.text("A run, step by step", "title")
        screen.text(
            "Sparky's Run Chart. To see a step with its rulings: rulings run 13. Question by question: "
            "rulings run --walk",
            "dim",
        )
        for step in steps:
            screen.blank()
            printing.show_step_briefly(screen, step, len(step.rulings))

    return output.Answer(
        {"steps": steps},
        show,
        cited=steps,
        facts="steps",
        nothing="" if rows else output.why_none_pass("on any step"),
        left_out=left_out,
        url="/run-chart/",
    )
