"""The program as a function from knobs to errors."""
import json
import subprocess
from dataclasses import dataclass

from common import quantity
from common.fault import Fault


# The finest step worth fitting.
STEPS = {"ns": 1.0, "B": 4.0, "MB/s": 1.0, "MHz": 0.01, "cycles": 1.0}


def _rounded(value, unit):
    step = STEPS.get(unit)
    return round(value / step) * step if step else float(f"{value:.3g}")


@dataclass(frozen=True)
class Knob:
    key: str
    unit: str
    start: float
    low: float
    high: float
    confidence: str
    source: str

    def clipped(self, value):
        return min(max(_rounded(value, self.unit), self.low), self.high)

    def text(self, value):
        return quantity.written(value, self.unit)


def _ask(program, *arguments):
    done = subprocess.run([program, *arguments], capture_output=True, text=True, check=False)
    if done.returncode != 0:
        raise Fault(" ".join([program, *arguments]), done.stderr.strip(), "a run that succeeds",
                    "correct the knobs or the model")
    return json.loads(done.stdout)


def _knob(row, bounds):
    key, unit = row["name"], row["unit"]
    if row["confidence"] not in ("I", "G"):
        raise Fault(key, f'its confidence is {row["confidence"]}', "knobs of confidence I or G",
                    "what is documented, measured or a choice is not fitted")
    try:
        limits = [quantity.in_unit(part, unit) for part in (bounds or row["allowed"]).split("..")]
        low, high = limits
        return Knob(key, unit, quantity.in_unit(row["value"], unit), low, high, row["confidence"],
                    row["source"])
    except ValueError as error:
        raise Fault(key, str(error), "a quantity that varies continuously",
                    "take another knob") from error


def knobs(program, platform, wanted):
    """One Knob for each "key" or "key=lo..hi"."""
    rows = {row["name"]: row for row in _ask(program, "params", platform, "--json", "-")["parameters"]}
    found = []
    for text in wanted:
        key, _, bounds = text.partition("=")
        if key not in rows:
            raise Fault(key, "there is no such parameter", "what \"flybar params\" lists",
                        "check the spelling")
        found.append(_knob(rows[key], bounds))
    return found


class Model:
    """Counts and remembers its evaluations."""

    def __init__(self, program, rows, knobs_):
        self.program, self.rows, self.knobs = program, rows, knobs_
        self.evaluations = 0
        self._seen = {}

    def compare(self, values):
        """The comparison of each row, in the order of the rows."""
        key = tuple(values)
        if key not in self._seen:
            self._seen[key] = self._run(values)
        return self._seen[key]

    def errors(self, values):
        return [row["error_percent"] for row in self.compare(values)]

    def _run(self, values):
        arguments = ["validate", "--quiet", "--json", "-"]
        for row in self.rows:
            arguments += ["--only", row]
        for knob, value in zip(self.knobs, values):
            arguments += ["--set", f"{knob.key}={knob.text(value)}"]
        self.evaluations += 1
        found = {row["id"]: row for row in _ask(self.program, *arguments)["numbers"]}
        return [self._checked(found[row]) for row in self.rows]

    @staticmethod
    def _checked(row):
        if row["role"] != "calibration":
            raise Fault(row["id"], f'its role is {row["role"]}', "rows whose role is calibration",
                        "leave it out")
        if "error_percent" not in row:
            raise Fault(row["id"], f'it is {row["standing"]}', "rows that an experiment covers",
                        "leave it out")
        return row
