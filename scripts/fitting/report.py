"""What a fit writes: a piece of a platform file, and a section of the page that tells how it came about."""
import re
import textwrap

WIDTH = 120


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


HEAD = """# What was fitted

A section for each platform, written by `scripts/fit`. Only rows whose role is `calibration` were read, and only parameters
that are inferred (I) or guessed (G) were changed, within the limits that the model allows them. Whatever else the model
agrees with, it predicts: see [accuracy](accuracy.md). What is minimised is the sum of the squared errors, each relative to
its published number.
"""


def section(platform, command, model, before, values, steps):
    return f"""## {platform}

{_wrapped(f"Written by `{command}`, with {model.evaluations} evaluations of all rows.")}

{_knob_table(model.knobs, values)}
{_row_table(before, model.compare(values))}
Steps, with the error of each row in percent:

{_step_table(model.knobs, model.rows, steps)}"""


def _wrapped(text):
    """Lines of a page; an option stays beside its value, which stays whole."""
    kept = re.sub(r"--\w+ ('[^']*')?", lambda option: option[0].replace(" ", "\0"), text)
    return textwrap.fill(kept, WIDTH, break_long_words=False, break_on_hyphens=False).replace("\0", " ")


def placed(page, platform, text):
    """The page with `text` as the section of that platform, in the place of the one before or as the last."""
    sections = re.split("^(?=## )", page or HEAD, flags=re.MULTILINE)
    title = f"## {platform}\n"
    mine = [number for number, old in enumerate(sections) if old.startswith(title)]
    if mine:
        sections[mine[0]] = text
    else:
        sections.append(text)
    return "\n".join(part.rstrip("\n") + "\n" for part in sections)
