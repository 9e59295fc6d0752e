"""Quantities as the program writes them: a number and its unit."""

# Unit of a parameter -> how many of it one of each written unit is.
SCALES = {
    "ns": {"ps": 1e-3, "ns": 1.0, "us": 1e3, "ms": 1e6, "s": 1e9},
    "B": {"B": 1.0, "KB": 1024.0, "MB": 1024.0 * 1024},
    "MB/s": {"MB/s": 1.0},
    "MHz": {"MHz": 1.0},
    "cycles": {"cycle": 1.0, "cycles": 1.0},
}
# The finest step worth fitting.
STEPS = {"ns": 1.0, "B": 4.0, "MB/s": 1.0, "MHz": 0.01, "cycles": 1.0}


def parse(text, unit):
    """The number of `unit`s in "1.5 us". Raises ValueError."""
    number, _, written = text.strip().partition(" ")
    scales = SCALES.get(unit, {unit: 1.0})
    if written not in scales:
        raise ValueError(f'"{text}" is not in {unit or "plain numbers"}')
    return float(number) * scales[written]


def rounded(value, unit):
    step = STEPS.get(unit)
    return round(value / step) * step if step else float(f"{value:.3g}")


def text(value, unit):
    """What the program reads back as `value`, without needless digits."""
    number = f"{value:.6f}".rstrip("0").rstrip(".")
    return f"{number} {unit}".strip()
