"""Any result of a sweep over one of its keys: a line for each combination of what else varies, a panel for each sweep.

Reads the results.csv of sweeps that vary the key. Values of the key are numbers, or numbers with one unit.
"""
from matplotlib import pyplot

from common.fault import Fault
from plotting import data, style

COLUMNS = 3  # of the legend


def add_options(options):
    options.add_argument("data", nargs="+", metavar="[PANEL=]RESULTS", help="results.csv of a sweep, and a title of its panel")
    options.add_argument("--over", required=True, metavar="KEY", help="the key of the x axis")
    options.add_argument("--result", required=True, metavar="NAME", help="the result of the y axis")
    options.add_argument("--name", action="append", default=[], metavar="NAME=VALUES",
                         help='what to call the line of these values, as in "wide bus=pci.width 64 bit"')
    options.add_argument("--x-label", help="another label of the x axis than the key")
    options.add_argument("--y-label", help="likewise of the y axis")


def draw(arguments):
    names = {values: name for name, values in (data.named(text, "--name") for text in arguments.name)}
    panels = [read_panel(text, arguments.over, arguments.result) for text in arguments.data]
    unknown = [values for values in names if not any(values in lines for _, lines, _ in panels)]
    if unknown:
        raise Fault("--name", f'no line "{unknown[0]}"', ", ".join(panels[0][1]), "write one of these behind =")
    drawn, axes = pyplot.subplots(1, len(panels), figsize=(2.2 + 3.2 * len(panels), 4.6), sharey=True, squeeze=False,
                                  constrained_layout=True)
    for axis, (title, lines, unit) in zip(axes[0], panels):
        style.draw_lines(axis, {names.get(values, values): points for values, points in lines.items()})
        axis.set_xticks(sorted({x for xs, _ in lines.values() for x in xs}))
        axis.set_xlabel(arguments.x_label or arguments.over)
        if title:
            axis.set_title(title)
    axes[0][0].set_ylim(0, 1.05 * max(axis.dataLim.y1 for axis in axes[0]))
    axes[0][0].set_ylabel(arguments.y_label or f"{arguments.result} ({unit})")
    drawn.suptitle(arguments.title or f"{arguments.result} over {arguments.over}", x=0.01, ha="left", fontsize=12)
    below = 0.07 * -(-len(panels[0][1]) // COLUMNS)
    drawn.get_layout_engine().set(rect=(0, below, 1, 1 - below))
    drawn.legend(*axes[0][0].get_legend_handles_labels(), loc="lower left", ncol=COLUMNS)
    style.save(drawn, arguments.output)


def read_panel(text, key, result):
    """Its title, {line: ((x...), (y...))}, and the unit of the result."""
    title, path = data.named(text, "PANEL") if "=" in text else ("", text)
    found = data.rows(path, (key,))
    if key not in data.keys_of(found[0]):
        raise Fault(path, f"a sweep that does not vary {key}", ", ".join(data.keys_of(found[0])), "choose one of these")
    column = data.result_column(path, found[0], result)
    lines = {}
    for index, row in enumerate(found, start=1):
        if row[column] in (None, ""):
            continue
        where = f"{path} row {index}"
        point = (data.number(where, row[key].partition(" ")[0]), data.number(where, row[column]))
        lines.setdefault(data.varied(row, key) or result, []).append(point)
    if not lines:
        raise Fault(path, f"no point with {result}", "a sweep that has finished points", "run the sweep again")
    return title, {name: tuple(zip(*sorted(points))) for name, points in lines.items()}, column.partition(" ")[2]
