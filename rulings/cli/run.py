"""The command `run`: the run chart, or one step with its rulings."""

from __future__ import annotations

from msgspec import structs

from rulings import api
from rulings.cli import grammar, layout, output, printing


def run(args: grammar.Arguments) -> output.Answer:
    """The chart or a step. Raises `NotFound` for an unknown step."""
    kb = output.knowledge_base(args)
    number = kb.step(args.typed).number if args.positional else None
    if number is None:
        return _chart(kb, args)
    step = kb.step(number)
    rulings = output.sort_rulings(kb.rulings_for(step.id), args)
    applied = {row.ruling: row for row in step.applied}
    limited_rulings, left_out = output.limited(args, rulings)
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
        left_out=left_out,
    )


def _chart(kb: api.KnowledgeBase, args: grammar.Arguments) -> output.Answer:
    steps, left_out = output.limited(args, kb.steps)

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
        left_out=left_out,
    )
