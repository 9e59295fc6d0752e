"""What an analysis varies: parameters with their ranges, each a number between 0 and 1 for the estimators."""
import fnmatch
import json
import math
import re
import subprocess

from analysis import parts, ranges
from common import quantity
from common.fault import Fault, Refused

# Beyond this ratio of its ends a range is walked in equal ratios.
WIDE = 10.0
WORD = 4  # bytes: sizes are whole words nearly everywhere
FRACTION = re.compile(r"[0-9]\.[0-9]")
# How a summary says that 0 is no quantity but stands for something else: "0: all of the system file", "(0 B: never)".
ZERO = re.compile(r"\b0(?: [A-Za-z]+)?: ([^;).]+)")


class Range:
    """Numbers from low to high. With a middle, one half of the draws lies below it."""

    def __init__(self, key, kind, low, high, middle=None, whole=False, step=None, doubling=False):
        self.key, self.kind, self.low, self.high = key, kind, low, high
        self.middle, self.whole, self.step, self.doubling = middle, whole, step, doubling

    @staticmethod
    def _between(low, high, share):
        if low > 0 and high / low > WIDE:
            return low * (high / low) ** share
        return low + (high - low) * share

    def magnitude(self, share):
        if self.middle is None or not self.low < self.middle < self.high:
            return self._between(self.low, self.high, share)
        if share < 0.5:
            return self._between(self.low, self.middle, 2 * share)
        return self._between(self.middle, self.high, 2 * share - 1)

    def text(self, share):
        number = self.magnitude(min(max(share, 0.0), 1.0))
        if self.doubling:
            number = 2 ** round(math.log2(number)) if number >= WORD else 0
        elif self.step:
            number = self.low + round((number - self.low) / self.step) * self.step
        return quantity.show(self.kind, number, self.whole)

    def about(self):
        return {"key": self.key, "low": quantity.show(self.kind, self.low, self.whole),
                "high": quantity.show(self.kind, self.high, self.whole)}


class Choice:
    """One of some values."""

    def __init__(self, key, values):
        self.key, self.values = key, values

    def text(self, share):
        return self.values[min(int(share * len(self.values)), len(self.values) - 1)]

    def about(self):
        return {"key": self.key, "values": self.values}


class Parameters:
    """Every parameter of a platform or system and option of an experiment, as `flybar params --json` tells."""

    def __init__(self, program, experiment, system, settings):
        self.rows, self.experiment = {}, experiment
        option, name = system
        for words in ([name] if option == "--platform" else system, [experiment]):
            done = subprocess.run([program, "params", *words, "--json", "-"], capture_output=True, text=True)
            if done.returncode != 0:
                raise Refused(done.stderr, done.returncode)
            for row in json.loads(done.stdout)["parameters"]:
                owner, _, option = row["name"].rpartition(": ")
                if owner in ("", experiment):
                    self.rows[option] = row
        self.settings = dict(setting.split("=", 1) for setting in settings if "=" in setting)

    def value(self, key):
        return self.settings.get(key, self.rows[key]["value"])

    def shown(self, key):
        """The value in use, or "default" if it is a 0 that stands for one."""
        is_zero = (quantity.parse(self.value(key)) or ("", 1))[1] == 0
        return "default" if is_zero and meaning_of_zero(self.rows[key]) else self.value(key)

    def guessed(self, pattern):
        """Of these, those whose names are so."""
        found = [key for key in self.uncertain() if fnmatch.fnmatchcase(key, pattern)]
        if not found:
            raise Fault("--over", f'no parameter of confidence I or G is called "{pattern}"',
                        f"those of \"flybar params\" that {self.experiment} reads and --set does not set", "check the spelling")
        return found

    def row(self, key, option="--over"):
        if key not in self.rows:
            raise Fault(option, f'there is no parameter "{key}"', "the keys of \"flybar params\"",
                        "check the spelling")
        return self.rows[key]

    def uncertain(self):
        """The keys of confidence I and G that the user has not set, and that a run reads."""
        return [key for key, row in self.rows.items()
                if row["confidence"] in ("I", "G") and key not in self.settings and parts.is_read(key, self.experiment)]


def is_whole(kind, row):
    return kind in ("size", "cycles") or (
        kind == "number" and not any(FRACTION.search(row[name]) for name in ("value", "default", "allowed")))


def meaning_of_zero(row):
    """What 0 stands for instead of a quantity; None if it is one."""
    found = ZERO.search(row["summary"])
    return found.group(1) if found else None


def allowed_range(key, row):
    """The two ends of what is allowed; None for choices. A 0 that is no quantity is no end."""
    ends = [quantity.parse(end) for end in row["allowed"].split(" .. ")]
    if len(ends) != 2 or None in ends or ends[0][0] != ends[1][0]:
        return None
    if ends[0][1] == 0 and meaning_of_zero(row):
        ends[0] = (ends[0][0], float(WORD if ends[0][0] == "size" else 1))
    return ends


def is_power_of_two(magnitude):
    return magnitude >= WORD and math.log2(magnitude).is_integer()


def make_range(key, row, low, high, middle=None, step=None):
    """A size without a step goes in powers of two around a middle that is one, as many sizes must be, else in words."""
    kind = low[0]
    doubling = kind == "size" and not step and middle is not None and is_power_of_two(middle)
    least = low[1]
    if kind == "size" and not step and not doubling and str(row.get("grid") or "").startswith("multiples of"):
        step = quantity.parse(row["grid"].removeprefix("multiples of "))[1]
        least = math.ceil(least / step) * step
    if kind == "size" and not step and least % WORD == 0:
        step = WORD
    return Range(key, kind, least, high[1], middle, is_whole(kind, row), step, doubling)


def parse_over(text, parameters):
    """KEY, KEY=LO..HI, KEY=LO..HI:STEP or KEY=a,b,c."""
    key, equals, values = text.partition("=")
    key = key.strip()
    row = parameters.row(key)
    if not equals:
        return whole_range(key, row)
    if ".." not in values:
        texts = [value.strip() for value in values.split(",")]
        if len(texts) < 2 or "" in texts:
            raise Fault(f"--over: {key}", f'"{values}" is no list of values', "KEY=LO..HI, or KEY=a,b,c",
                        "give two values or more")
        return Choice(key, texts)
    ends, _, step = values.partition(":")
    numbers = [quantity.parse(end) for end in ends.split("..")]
    grid = quantity.parse(step) if step else None
    if len(numbers) != 2 or None in numbers or numbers[0][0] != numbers[1][0] or (step and not grid) or (
            grid and (grid[0] != numbers[0][0] or grid[1] <= 0)):
        raise Fault(f"--over: {key}", f'"{values}" is no range of quantities of one kind', "KEY=LO..HI or KEY=LO..HI:STEP",
                    f"write for example {key}={row['allowed'].replace(' .. ', '..')}")
    if numbers[0][1] == 0 and meaning_of_zero(row):
        raise Fault(f"--over: {key}", f'"{values}" begins at 0, which stands for: {meaning_of_zero(row)}',
                    "values above 0 as ends of a range", "begin with the smallest value that is meant")
    if numbers[0][1] >= numbers[1][1]:
        raise Fault(f"--over: {key}", f'"{values}" begins at or above its end', "a smaller value first", "turn it round")
    return make_range(key, row, *numbers, step=grid[1] if grid else None)


def parse_each(text, parameters):
    """KEY=a,b: a setting for each value; one that sets nothing without a text."""
    if text is None:
        return [{}]
    key, _, values = text.partition("=")
    parameters.row(key, "--each")
    texts = [value.strip() for value in values.split(",")]
    if "" in texts or key in parameters.settings:
        raise Fault(f"--each: {key}", f'"{values}"' if "" in texts else "is given twice", "KEY=a,b",
                    "give the values, and leave --set of it out")
    return [{key: value} for value in texts]


def choices(key, row):
    values = [value.strip() for value in row["allowed"].split(",")]
    if len(values) < 2:
        raise Fault(f"--over: {key}", f"has no range: {row['allowed']}", "parameters with a range or with choices",
                    "give the values: KEY=a,b,c")
    return Choice(key, values)


def whole_range(key, row):
    """All that is allowed."""
    ends = allowed_range(key, row)
    return make_range(key, row, *ends) if ends else choices(key, row)


def plausible_range(key, row, parameters, spread=None):
    """Around the value in use, within a factor `spread` of it if there is one."""
    ends = allowed_range(key, row)
    if ends is None:
        return choices(key, row)
    now = quantity.parse(parameters.value(key))
    if not now or now[0] != ends[0][0]:
        return make_range(key, row, *ends)
    return make_range(key, row, *ranges.plausible(key, row["confidence"], now[1], ends, spread), middle=now[1])


def fixed(dimension):
    """Nothing can vary: a range of one value."""
    return isinstance(dimension, Range) and math.isclose(dimension.low, dimension.high)
