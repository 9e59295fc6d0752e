"""Reading the inputs of pictures. Every fault says where, what was found, what is allowed, what to do."""
import csv
import json
from pathlib import Path


class BadInput(Exception):
    """An input that cannot be drawn."""

    def __init__(self, where, found, allowed, advice):
        super().__init__(f"{where}: {found}; allowed: {allowed}; {advice}")


def rows(path, columns):
    """The rows of a CSV file with a header line, or of a JSON array of objects, as dictionaries."""
    path = Path(path)
    try:
        text = path.read_text(encoding="utf-8")
    except (OSError, UnicodeDecodeError) as error:
        raise BadInput(path, f"cannot read it ({error})", "a CSV or JSON file", "check the path") from error
    found = json_rows(path, text) if path.suffix == ".json" else list(csv.DictReader(text.splitlines()))
    for number, row in enumerate(found, start=1):
        missing = [name for name in columns if not isinstance(row, dict) or row.get(name) in (None, "")]
        if missing:
            raise BadInput(f"{path} row {number}", f"no {missing[0]}",
                           "rows with " + ", ".join(columns), "add it or draw another file")
    if not found:
        raise BadInput(path, "no rows", "rows with " + ", ".join(columns), "run the experiment again")
    return found


def json_rows(path, text):
    try:
        found = json.loads(text)
    except json.JSONDecodeError as error:
        raise BadInput(path, f"no JSON ({error})", "an array of objects", "write it again") from error
    if not isinstance(found, list):
        raise BadInput(path, "JSON that is no array", "an array of objects", "write it again")
    return found


def number(where, text):
    try:
        return float(text)
    except (TypeError, ValueError):
        raise BadInput(where, f'"{text}"', "a number", "correct it") from None


UNITS = {"B": 1, "KB": 1024, "MB": 1024 * 1024}


def size(where, text):
    """Bytes, of a text such as "512 B" or "8 KB"."""
    count, _, unit = text.partition(" ")
    if unit not in UNITS:
        raise BadInput(where, f'"{text}"', "a size such as 512 B or 8 KB", "correct it")
    return number(where, count) * UNITS[unit]


def lines(path, name, x, y):
    """{line name: ([x...], [y...])} sorted by x, lines in the order of their first row."""
    found = {}
    for index, row in enumerate(rows(path, (name, x, y)), start=1):
        where = f"{path} row {index}"
        point = (number(where, row[x]), number(where, row[y]))
        if point[0] <= 0:
            raise BadInput(where, f"{x} {row[x]}", "more than 0", "correct it")
        found.setdefault(row[name], []).append(point)
    return {line: tuple(zip(*sorted(points))) for line, points in found.items()}


def varied(row, first_result, *without):
    """What tells this row of a sweep from others: the values of the columns before its results, but these."""
    names = list(row)
    keys = [name for name in names[:names.index(first_result)] if name not in without]
    return ", ".join(f"{name} {row[name]}" for name in keys)


def named(text, what):
    """Splits NAME=VALUE."""
    name, separator, value = text.partition("=")
    if not (separator and name and value):
        raise BadInput(what, f'"{text}"', "NAME=VALUE", "write for example " + EXAMPLES[what])
    return name, value


EXAMPLES = {
    "--page": "--page eager=eager.timeline.json",
    "--point": '--point "published best=1280,195"',
    "--level": '--level "published store-and-forward=308"',
}
