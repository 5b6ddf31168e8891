"""The command `run`: the run chart, or one step with its rulings."""

from __future__ import annotations

from msgspec import structs

from rulings.cli import grammar, output, printing


def run(args: grammar.Arguments) -> output.Answer:
    """The chart or a step. Raises `NotFound` for an unknown step."""
    kb = output.knowledge_base(args)
    number = kb.step(args.typed).number if args.positional else None
    if number is None:
        chart = "Sparky's Run Chart. To see a step with its rulings: rulings run 13."
        head = ["A run, step by step", chart]
        return output.listing(args, "steps", head, kb.steps, printing.show_step_briefly)
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
        lambda screen: printing.show_step(screen, step, limited_rulings, len(rulings)),
        cited=[step, *limited_rulings],
        left_out=left_out,
    )
