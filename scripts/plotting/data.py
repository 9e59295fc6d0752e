"""Reading the inputs of pictures. Every fault says where, what was found, what is allowed, what to do."""
import csv
import json
import re
from pathlib import Path

from common.fault import Fault


def text_of(path, wanted):
    """What a file says."""
    try:
        return Path(path).read_text(encoding="utf-8")
    except (OSError, UnicodeDecodeError) as error:
        raise Fault(path, f"cannot read it ({error})", wanted, "check the path") from error


def rows(path, columns):
    """The rows of a CSV file with a header line, or of a JSON array of objects, as dictionaries."""
    path = Path(path)
    text = text_of(path, "a CSV or JSON file")
    found = json_rows(path, text) if path.suffix == ".json" else list(csv.DictReader(text.splitlines()))
    for number, row in enumerate(found, start=1):
        missing = [name for name in columns if not isinstance(row, dict) or row.get(name) in (None, "")]
        if missing:
            raise Fault(f"{path} row {number}", f"no {missing[0]}",
                        "rows with " + ", ".join(columns), "add it or draw another file")
    if not found:
        raise Fault(path, "no rows", "rows with " + ", ".join(columns), "run the experiment again")
    return found


def json_rows(path, text):
    try:
        found = json.loads(text)
    except json.JSONDecodeError as error:
        raise Fault(path, f"no JSON ({error})", "an array of objects", "write it again") from error
    if not isinstance(found, list):
        raise Fault(path, "JSON that is no array", "an array of objects", "write it again")
    return found


def tables(path):
    """The tables of a record of "flybar run --json", by name."""
    try:
        return dict(json.loads(Path(path).read_text(encoding="utf-8"))["breakdown"])
    except (OSError, ValueError, KeyError, TypeError) as error:
        raise Fault(path, f"no record of a run ({error})", 'what "flybar run --json" writes',
                    "run it again") from error


def add_records(options):
    """The arguments of a picture of several runs; `records` reads them."""
    options.add_argument("records", nargs="+", metavar="NAME=FILE", help="a record of a run, and what to call it")


def records(arguments):
    """{name: tables of the record}."""
    named_paths = (named(text, "RECORD") for text in arguments.records)
    return {name: tables(path) for name, path in named_paths}


def number(where, text):
    try:
        return float(text)
    except (TypeError, ValueError):
        raise Fault(where, f'"{text}"', "a number", "correct it") from None


UNITS = {"B": 1, "KB": 1024, "MB": 1024 * 1024}
RESULT = re.compile(r"\S+ \S+")  # "latency us"; keys have no unit


def size(where, text):
    """Bytes, of a text such as "512 B" or "8 KB"."""
    count, _, unit = text.partition(" ")
    if unit not in UNITS:
        raise Fault(where, f'"{text}"', "a size such as 512 B or 8 KB", "correct it")
    return number(where, count) * UNITS[unit]


def keys_of(row):
    """The columns of a sweep before its results: what varies."""
    keys = []
    for name in row:
        if RESULT.fullmatch(name) or name == "error":
            break
        keys.append(name)
    return keys


def result_column(path, row, wanted):
    """The title of a result, of its name with or without the unit."""
    for title in row:
        if wanted in (title, title.partition(" ")[0]):
            return title
    raise Fault(path, f"no result {wanted}", ", ".join(name for name in row if RESULT.fullmatch(name)),
                "choose one of these")


def lines_over(path, x, result):
    """{line name: ((x...), (result...))} of a sweep: sizes of the key `x`, a line for each combination of the
    other keys, in the order of their first rows. Points that failed are left out."""
    found = {}
    for index, row in enumerate(rows(path, (x,)), start=1):
        if row[result] in (None, ""):
            continue
        where = f"{path} row {index}"
        point = (size(where, row[x]), number(where, row[result]))
        found.setdefault(varied(row, x) or x, []).append(point)
    if not found:
        raise Fault(path, f"no point with {result}", "a sweep that has finished points", "run the sweep again")
    return {line: tuple(zip(*sorted(points))) for line, points in found.items()}


def varied(row, *without):
    """What tells this row of a sweep from others: the values of its keys, but these."""
    return ", ".join(f"{name} {row[name]}" for name in keys_of(row) if name not in without)


def named_numbers(texts, what):
    """{name: number} of texts NAME=NUMBER."""
    found = {}
    for text in texts:
        name, value = named(text, what)
        found[name] = number(what, value)
    return found


def named(text, what):
    """Splits NAME=VALUE."""
    name, separator, value = text.partition("=")
    if not (separator and name and value):
        raise Fault(what, f'"{text}"', "NAME=VALUE", "write for example " + EXAMPLES[what])
    return name, value


EXAMPLES = {
    "--page": "--page eager=eager.timeline.json",
    "--point": '--point "published best=1280,195"',
    "--level": '--level "published store-and-forward=308"',
    "--published": "--published eager=177",
    "RECORD": "eager=eager.json",
    "PANEL": "\"64 bit\"=results/wide/results.csv",
    "--name": "--name \"wide bus=pci.width 64 bit\"",
}
