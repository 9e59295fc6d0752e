"""What people see of an analysis: times in the unit that fits, and every number with its unit. Files keep us."""
import copy
import math

GREATER = {"s": 1e6, "ms": 1e3}
LEAST = 0.1  # of a unit, of the least number that is not 0
# Numbers in the unit of the result, in a block and in each item of its list.
HEADS = ("nominal", "low", "median", "high")
ITEMS = {"tornado": ("bars", ("low", "high", "swing")), "morris": ("effects", ("mu", "mu_star", "low", "high", "sigma"))}


def fitting(unit, numbers):
    """The unit for numbers in `unit`, and how many of that it is."""
    sizes = [abs(number) for number in numbers if number and math.isfinite(number)]
    for greater, us in GREATER.items():
        if unit == "us" and sizes and max(sizes) >= us and min(sizes) >= LEAST * us:
            return greater, us
    return unit, 1


def divide(entry, names, by):
    for name in names:
        if entry.get(name) is not None:
            entry[name] /= by


def fit_block(kind, block):
    inner, names = ITEMS.get(kind, ("", ()))
    items = block.get(inner, [])
    numbers = [block.get(name) for name in HEADS] + [item[name] for item in items for name in names if name != "swing"]
    block["unit"], us = fitting(block["unit"], numbers)
    if us == 1:
        return
    divide(block, HEADS, us)
    for item in items:
        divide(item, names, us)
        if "ends" in item:
            item["ends"] = [[at, result / us] for at, result in item["ends"]]
    if block.get("validation"):
        divide(block["validation"], ("low", "high"), us)


def fit_front(front, units):
    """Each result is called by its name and its unit."""
    for name in dict.fromkeys(name for row in front for name in row["results"]):
        unit, us = fitting(units.get(name, ""), [row["results"][name] for row in front if name in row["results"]])
        for row in front:
            row["results"] = {f"{name} {unit}".strip() if other == name else other: value / us if other == name else value
                              for other, value in row["results"].items()}


def for_people(found):
    """The same analysis with other units."""
    shown = copy.deepcopy(found)
    for kind in ("tornado", "morris", "intervals"):
        for block in shown.get(kind, []):
            fit_block(kind, block)
    for block in shown.get("sobol", []):
        block["unit"] = "share"
    if "front" in shown:
        fit_front(shown["front"], shown.get("units", {}))
    return shown
