"""What a fit writes: a piece of a platform file, and the page that tells how it came about."""


def fragment(knobs, values, rows):
    sections = {}
    for knob, value in zip(knobs, values):
        section, _, name = knob.key.rpartition(".")
        sections.setdefault(section, []).append(f'{name} = "{knob.text(value)}"')
    lines = ["# Made by scripts/fit; docs/fit.md tells how."]
    for section, settings in sections.items():
        lines += [f"[{section}]", *settings, ""]
    lines += ["[fit]", "keys = [" + ", ".join(f'"{knob.key}"' for knob in knobs) + "]",
              "rows = [" + ", ".join(f'"{row}"' for row in rows) + "]", ""]
    return "\n".join(lines)


def _table(titles, rows):
    lines = ["| " + " | ".join(titles) + " |", "|" + "---|" * len(titles)]
    return "\n".join(lines + ["| " + " | ".join(row) + " |" for row in rows]) + "\n"


def _knob_table(knobs, values):
    return _table(
        ("knob", "before", "after", "allowed", "confidence", "source of the value before"),
        [(knob.key, knob.text(knob.start), knob.text(value),
          f"{knob.text(knob.low)} .. {knob.text(knob.high)}", knob.confidence, knob.source)
         for knob, value in zip(knobs, values)])


def _row_table(before, after):
    return _table(
        ("row", "quantity", "published", "before", "after", "error after"),
        [(b["id"], b["quantity"], f'{b["published"]} {b["unit"]}', f'{b["model"]:.2f}',
          f'{a["model"]:.2f}', f'{a["error_percent"]:+.2f} %') for b, a in zip(before, after)])


def _step_table(knobs, rows, steps):
    titles = ("step", *(knob.key for knob in knobs), *(f"{row} %" for row in rows))
    return _table(titles, [
        (name, *(knob.text(value) for knob, value in zip(knobs, values)),
         *(f"{error:+.2f}" for error in errors)) for name, values, errors in steps])


def page(command, model, before, values, steps):
    return f"""# What was fitted

Written by `{command}`.

Only rows whose role is `calibration` were read, and only parameters that are inferred (I) or
guessed (G) were changed, within the limits that the model allows them. Whatever else the model
agrees with, it predicts: see [accuracy](accuracy.md).

## Knobs

{_knob_table(model.knobs, values)}
## Rows

{_row_table(before, model.compare(values))}
## Steps

The sum of the squared relative errors was minimised in {model.evaluations} evaluations of all rows.
Errors are relative to the published number.

{_step_table(model.knobs, model.rows, steps)}"""
