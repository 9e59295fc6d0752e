"""Latency of a page over the thresholds at which the firmware starts a DMA.

Reads the results.csv of a sweep of mcp.send_threshold, mcp.receive_threshold or both. Both make a heat map
with the basin of the best values; --level marks where it is as slow as another way, such as eager. One makes a
line for each combination of what else varies.
"""
from common.fault import Fault
from plotting import data, heatmap, style

LATENCY = "latency us"
SEND, RECEIVE = "mcp.send_threshold", "mcp.receive_threshold"
BASIN = 1.75  # times the least latency; slower pairs have one colour


def add_options(options):
    options.add_argument("data", metavar="RESULTS", help="results.csv of a sweep of one or both thresholds")
    options.add_argument("--point", action="append", default=[], metavar="NAME=THRESHOLD,LATENCY",
                         help="mark a published point, of both thresholds")
    options.add_argument("--level", action="append", default=[], metavar="NAME=LATENCY",
                         help="mark the latency of another way, in us")


def draw(arguments):
    table = data.rows(arguments.data, (LATENCY,) if LATENCY in data.rows(arguments.data, ())[0] else ())
    varied = [name for name in (SEND, RECEIVE) if name in table[0]]
    if LATENCY not in table[0] or not varied:
        raise Fault(arguments.data, "a sweep of no threshold", f"one that varies {SEND}, {RECEIVE} or both",
                    "see other sweeps with flybar report")
    points = [read_point(text) for text in arguments.point]
    levels = data.named_numbers(arguments.level, "--level")
    (draw_map if len(varied) == 2 else draw_lines)(arguments, table, varied, points, levels)


def draw_map(arguments, table, varied, points, levels):
    grid = heatmap.Grid(arguments.data, table, *varied, LATENCY)
    least = min(grid.cells.values())
    drawn, axes = style.figure(1.9 + 0.85 * len(grid.columns), 2.4 + 0.44 * len(grid.lines))
    axis = axes[0][0]
    bar = heatmap.draw_grid(drawn, axis, grid, "one-way latency (us)", BASIN * least)
    axis.set_xlabel("send threshold")
    axis.set_ylabel("receive threshold")
    for index, (name, level) in enumerate(levels.items()):
        draw_level(axis, bar, grid, name, level, ("-", "--", ":")[index % 3])
    for name, x, y in points:
        place = [position(sizes_of(names), x) for names in (grid.columns, grid.lines)]
        axis.plot([place[0]], [place[1] + 0.3], marker="*", markersize=11, linestyle="none", color=style.BLACK,
                  markerfacecolor="#FFFFFF", zorder=5, label=f"{name}: {y:g} us at {style.size_text(x)}")
    best = ", ".join(f"{what} {size}" for what, size in zip(("send", "receive"), grid.best))
    axis.set_title(arguments.title or f"Page transfer, static pulses: {least:.1f} us at best ({best})")
    axis.legend(loc="upper left", bbox_to_anchor=(0, -0.1), ncol=2, borderaxespad=0)
    style.save(drawn, arguments.output)


def draw_level(axis, bar, grid, name, level, dash):
    """Where pairs of thresholds are as slow as that: a contour, and a mark on the colour bar."""
    values = grid.values()
    inside = min(grid.cells.values()) < level < max(grid.cells.values())
    where = "" if inside else (", less than any pair" if level <= min(grid.cells.values()) else ", more than any pair")
    if inside and len(grid.columns) > 1 and len(grid.lines) > 1:
        axis.contour(values, levels=[level], colors=style.BLACK, linewidths=1.8, linestyles=[dash])
    if bar.vmin < level < bar.vmax:
        bar.ax.axhline(level, color=style.BLACK, linewidth=1.8, linestyle=dash)
    axis.plot([], [], color=style.BLACK, linewidth=1.8, linestyle=dash, label=f"{name}: {level:g} us{where}")


def sizes_of(texts):
    return [data.size("", text) for text in texts]


def position(sizes, wanted):
    """Where a size lies among cells of these sizes, between two if need be."""
    for index, (low, high) in enumerate(zip(sizes, sizes[1:])):
        if low <= wanted <= high:
            return index + (wanted - low) / (high - low)
    return 0 if wanted < sizes[0] else len(sizes) - 1


def draw_lines(arguments, table, varied, points, levels):
    lines = data.lines_over(arguments.data, varied[0], LATENCY)
    drawn, axes = style.figure(8, 5.2)
    axis = axes[0][0]
    style.draw_lines(axis, lines)
    for name, x, y in points:
        axis.plot([x], [y], marker="*", markersize=15, linestyle="none", color=style.BLACK,
                  markerfacecolor="none", zorder=5, label=f"{name} ({y:g} us at {x:g} B)")
    style.levels(axis, levels, "us")
    sizes = [x for xs, _ in lines.values() for x in xs]
    style.size_axis(axis, min(sizes), max(sizes))
    style.from_zero(axis)
    axis.set_xlabel(f"{varied[0].partition('.')[2].replace('_', ' ')} (logarithmic)")
    axis.set_ylabel("one-way latency (us)")
    axis.set_title(arguments.title or "Page transfer: latency over the cut-through threshold")
    style.legend_below(axis)
    style.save(drawn, arguments.output)


def read_point(text):
    name, value = data.named(text, "--point")
    x, separator, y = value.partition(",")
    if not separator:
        raise Fault("--point", f'"{text}"', "NAME=THRESHOLD,LATENCY",
                    "write for example " + data.EXAMPLES["--point"])
    return name, data.number("--point", x), data.number("--point", y)
