"""`rulings run`: the run chart, one step with its rulings, or a walk through a run."""

from __future__ import annotations

from msgspec import structs

from rulings.api import KnowledgeBase
from rulings.api import open as open_knowledge_base
from rulings.cli import output
from rulings.cli.filtering import RulingFilter, ruling_filter_of, rulings_of_step
from rulings.cli.grammar import Arguments, reject_options
from rulings.cli.lookup import step_number
from rulings.cli.opening_pages import open_if_asked
from rulings.cli.render import ruling as render_ruling
from rulings.cli.render import terminal
from rulings.cli.render.screen import Screen
from rulings.cli.render.step import show_step, show_step_briefly, step_targets
from rulings.cli.render.text import Record
from rulings.cli.sort_and_limit import limit_of, sort_rulings
from rulings.model.constants import NETRUNNER
from rulings.model.entities import Ruling, Step

RulingsByStep = dict[int, list[Ruling]]


def run(args: Arguments) -> int:
    """Prints the chart or a step, or walks through a run. Returns 0, or 1 if the options exclude it or all its rulings.

    Raises `UsageError` for an unknown step.
    """
    kb = open_knowledge_base()
    ruling_filter = ruling_filter_of(kb, args)
    steps = [ruling_filter.filter_status(step) for step in kb.steps]
    rulings_by_step = {step.number: rulings_of_step(kb, ruling_filter, step) for step in steps}
    chart = steps if ruling_filter.options.game in (None, NETRUNNER) else []
    if args["walk"]:
        others = ("json", "plain", "cite", "full", "limit", "sort", "open")
        reject_options(args, others, "--walk cannot be combined with {}")
        from rulings.cli.walk import walk

        if not chart:
            return _no_chart()
        start = step_number(steps, " ".join(args.positional)) if args.positional else steps[0].number
        return walk(steps, rulings_by_step, output.new_screen(args), start)
    if not args.positional:
        return _print_chart(kb, chart, rulings_by_step, args)
    number = step_number(steps, " ".join(args.positional))
    step = next(s for s in steps if s.number == number)
    return _print_step(kb, step, rulings_by_step[number], ruling_filter, args)


def _print_step(
    kb: KnowledgeBase, step: Step, rulings: list[Ruling], ruling_filter: RulingFilter, args: Arguments
) -> int:
    """Prints a step with its rulings that pass the filter. Returns 0, or 1 if the filter excludes all of them."""
    limit = limit_of(args, None)
    rulings = sort_rulings(rulings, args)
    shown = rulings[:limit]
    output.print_answer(
        args,
        kb,
        # `rulings` of the step lists ids, as in the export; the rulings themselves are beside the step.
        json={"step": _with_rulings(step, shown), "rulings": shown},
        show=lambda screen: show_step(screen, step, rulings, full=bool(args["full"]), limit=limit),
        rulings=shown,
    )
    if not rulings and ruling_filter.is_active:
        at_any_date = rulings_of_step(kb, ruling_filter.at_any_date(), step)
        terminal.print_error(ruling_filter.why_none_pass(f"on step {step.number}", at_any_date))
        return 1
    open_if_asked(args, step.url)
    return 0


def _print_chart(kb: KnowledgeBase, steps: list[Step], rulings_by_step: RulingsByStep, args: Arguments) -> int:
    """Prints the chart and returns 0, or 1 if it is not of the requested game, so that `steps` is empty."""
    reject_options(args, ("sort", "full"), "{} is for the rulings on one step: rulings run STEP")
    rulings_of_steps = [(step, rulings_by_step[step.number]) for step in steps[: limit_of(args, None)]]
    output.print_answer(
        args,
        kb,
        json={"steps": [_with_rulings(step, rulings) for step, rulings in rulings_of_steps]},
        show=lambda screen: _show_chart(screen, rulings_of_steps) if steps else None,
        records=(
            Record(
                step.id,
                "step",
                f"Step {step.number}",
                None,
                step.actor,
                f"{render_ruling.with_status(step, step.text)} [{' '.join(step_targets(step))}]",
            )
            for step, _ in rulings_of_steps
        ),
    )
    if not steps:
        return _no_chart()
    open_if_asked(args, "/run-chart/")
    return 0


def _no_chart() -> int:
    """Says that the chart is not of the requested game, and returns the exit status."""
    terminal.print_error("no steps match these options")
    return 1


def _with_rulings(step: Step, rulings: list[Ruling]) -> Step:
    """The step with only these of its rulings, in this order, and with the reasons for them."""
    applied = {row.ruling: row for row in step.applied}
    return structs.replace(step, applied=tuple(applied[ruling.id] for ruling in rulings))


def _show_chart(screen: Screen, rulings_of_steps: list[tuple[Step, list[Ruling]]]) -> None:
    screen.text("A run, step by step", "title")
    screen.text(
        "Sparky's Run Chart. To see a step with its rulings: rulings run 13. Question by question: rulings run --walk",
        "dim",
    )
    for step, rulings in rulings_of_steps:
        screen.blank()
        show_step_briefly(screen, step, len(rulings))
