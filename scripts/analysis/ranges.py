"""Between which values an uncertain parameter plausibly lies: ranges.toml."""
import tomllib
from pathlib import Path

from common import quantity

TABLE = tomllib.loads(Path(__file__).with_name("ranges.toml").read_text(encoding="utf-8"))
FACTORS = TABLE.pop("factors")


def entry_of(names):
    entry = TABLE
    for name in names:
        entry = entry.get(name) if isinstance(entry, dict) else None
    return entry if isinstance(entry, str) else None


def told(key):
    """The two ends that the table tells, also of the nodes of a role ("client.pci.arbitration"); None if it tells nothing."""
    names = key.split(".")
    entry = entry_of(names) or entry_of(names[1:])
    return [quantity.parse(end) for end in entry.split(" .. ")] if entry else None


def plausible(key, confidence, now, allowed, factor=None):
    """The ends, as (kind, magnitude), of what is plausible around the value in use; within `factor` of it if one is given.
    Never beyond what is allowed."""
    ends = None if factor else told(key)
    if ends:
        low, high = min(ends[0][1], now), max(ends[1][1], now)
    else:
        factor = factor or FACTORS[confidence]
        low, high = now / factor, now * factor
    kind = allowed[0][0]
    return [(kind, max(low, allowed[0][1])), (kind, min(high, allowed[1][1]))]
