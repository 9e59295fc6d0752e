"""Quantities as Flybar writes them: a number and its unit."""
import re

SCALES = {
    "ps": ("time", 1e-6), "ns": ("time", 1e-3), "us": ("time", 1.0), "ms": ("time", 1e3), "s": ("time", 1e6),
    "B": ("size", 1), "KB": ("size", 1024), "MB": ("size", 1024 * 1024),
    "MB/s": ("rate", 1.0), "Gb/s": ("rate", 125.0),
    "kHz": ("clock", 1e-3), "MHz": ("clock", 1.0), "GHz": ("clock", 1e3),
    "cycles": ("cycles", 1), "cycle": ("cycles", 1),
    "m": ("length", 1.0), "%": ("share", 1.0), "": ("number", 1.0),
}
# What a magnitude of each kind is written in, and the decimals that Flybar reads.
WRITTEN = {"time": ("us", 6), "size": ("B", 0), "rate": ("MB/s", 6), "clock": ("MHz", 4), "cycles": ("cycles", 0),
           "length": ("m", 6), "share": ("%", 6), "number": ("", 6)}
NUMBER = re.compile(r"\s*([-+]?[0-9]*\.?[0-9]+(?:[eE][-+]?[0-9]+)?)\s*(\S*)\s*$")


def parse(text):
    """The kind of a quantity and its magnitude in the unit of WRITTEN; None if it is none."""
    found = NUMBER.match(text)
    if not found or found.group(2) not in SCALES:
        return None
    kind, scale = SCALES[found.group(2)]
    return kind, float(found.group(1)) * scale


def in_unit(text, unit):
    """The number of `unit`s in "1.5 us". Raises ValueError."""
    found = NUMBER.match(text)
    kind, one = SCALES.get(unit, (unit, 1.0))
    of, scale = SCALES.get(found.group(2), (found.group(2), 1.0)) if found else (None, 1.0)
    if of != kind:
        raise ValueError(f'"{text}" is not in {unit or "plain numbers"}')
    return float(found.group(1)) * (scale / one)


def written(number, unit, decimals=6):
    """What the program reads back as the same, without needless digits."""
    digits = f"{number:.{decimals}f}"
    if "." in digits:
        digits = digits.rstrip("0").rstrip(".")
    return f"{'0' if digits in ('', '-0') else digits} {unit}".strip()


def show(kind, magnitude, whole=False):
    unit, decimals = WRITTEN[kind]
    return written(magnitude, unit, 0 if whole else decimals)
