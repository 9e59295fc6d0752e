"""What an analysis leaves in its directory: analysis.json, analysis.csv and pictures; and its table for people."""
import csv
import io
import json
import os
import tempfile
from pathlib import Path

from analysis import units, validation
from common.fault import Fault

SCHEMA = 2  # 2: the ends of a tornado have the value as it is among them, intervals of shares are shares
LISTS = {"tornado": "bars", "morris": "effects", "sobol": "indices"}
SHOWN = 12  # rows for people; the files have all


def flat(found):
    """One table of all results, as rows of texts under a title."""
    if "intervals" in found:
        names = ["result", "unit", "nominal", "low", "median", "high", "samples"]
        return [names] + [[block[name] for name in names] for block in found["intervals"]]
    for kind, inner in LISTS.items():
        if kind in found:
            heads = ["result", "unit", *(["nominal"] if kind == "tornado" else [])]
            names = next((list(item) for block in found[kind] for item in block[inner]), [])
            return [[*heads, *names]] + [[*(block[head] for head in heads), *(item[name] for name in names)]
                                         for block in found[kind] for item in block[inner]]
    keys = list(dict.fromkeys(key for row in found["front"] for key in row["varied"]))
    results = list(dict.fromkeys(name for row in found["front"] for name in row["results"]))
    return [["row", *keys, *results]] + [
        [row["row"], *(row["varied"].get(key, "") for key in keys), *(row["results"].get(name, "") for name in results)]
        for row in found["front"]]


def joined(value, show=str):
    """Of a list of values and what they give."""
    return "; ".join(f"{at}: {show(result)}" for at, result in value) if isinstance(value, list) else value


def cell(value):
    if value is None:
        return ""
    return f"{value:.5g}" if isinstance(value, float) else str(joined(value, cell))


def without_effect(found):
    """The parameters that no result of a tornado depends on."""
    swings = {}
    for block in found.get("tornado", []):
        for bar in block["bars"]:
            swings[bar["key"]] = max(swings.get(bar["key"], 0.0), bar["swing"])
    return [key for key, swing in swings.items() if swing == 0]


def notes(found):
    lines = []
    if without_effect(found):
        lines.append("without effect: " + ", ".join(without_effect(found)))
    for kind in LISTS:
        lines += [f"{block['result']}: {block['note']}" for block in found.get(kind, []) if "note" in block]
    if "intervals" in found:
        lines.append("what is plausible of each parameter alone, which is rather too wide; what \"flybar validate\" says:")
        lines += [validation.sentence(block, found["experiment"]) for block in found["intervals"]
                  if block["validation"] or block is found["intervals"][0]]
    return "".join(f"\n{line}" for line in lines)


def for_people(found):
    found = units.for_people(found)
    table = [[cell(value) for value in row] for row in flat(found)]
    widths = [max(map(len, column)) for column in zip(*table)]
    lines, shown = [], {}
    for number, row in enumerate(table):
        shown[row[0]] = shown.get(row[0], 0) + 1
        if number == 0 or shown[row[0]] <= SHOWN or "intervals" in found or "front" in found:
            lines.append("  ".join(text.ljust(width) for text, width in zip(row, widths)).rstrip())
    if notes(found):
        lines.append(notes(found))
    if found.get("kept"):
        lines.append("\nin some samples these kept their value, as others made theirs impossible: " + ", ".join(
            f"{key} ({number})" for key, number in found["kept"].items()))
    if found["impossible"]:
        lines.append(f"\n{found['impossible']} of {found['points']} points were not possible, and are left out")
    return "\n".join(lines) + "\n"


def write(path, text):
    """The file appears when it is complete."""
    try:
        descriptor, name = tempfile.mkstemp(dir=path.parent, prefix=path.name + ".")
        with os.fdopen(descriptor, "w", encoding="utf-8") as out:
            out.write(text)
        os.chmod(name, 0o644)
        os.replace(name, path)
    except OSError as error:
        raise Fault(path, error.strerror, "a directory where you may write", "choose another with -o", code=5) from error


def save(found, directory):
    directory = Path(directory)
    out = io.StringIO()
    csv.writer(out, lineterminator="\n").writerows([joined(value) for value in row] for row in flat(found))
    write(directory / "analysis.csv", out.getvalue())
    write(directory / "analysis.json", json.dumps({"schema": SCHEMA, **found}, indent=2) + "\n")
