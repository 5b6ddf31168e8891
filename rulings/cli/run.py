"""The command `run`: the run chart, or one step with its rulings."""

from __future__ import annotations

from msgspec import structs

from rulings import api
from rulings.cli import grammar, layout, output, printing


def run(args: grammar.Arguments) -> output.Answer:
    """The chart or a step. Raises `NotFound` for an unknown step."""
    kb = output.knowledge_base(args)
    selected = output.selected(args)
    number = kb.step(args.typed).number if args.positional else None
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
            "Sparky's Run Chart. To see a step with its rulings: rulings run 13.",
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
