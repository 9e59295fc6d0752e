"""Latency of one page over the DMA threshold.

Reads the results.csv of "flybar sweep one-way --set mcp.mode=static". If mcp.send_threshold and
mcp.receive_threshold vary, one line varies both, and one each while the other is --at. If one of them varies,
there is a line for each combination of what else varies. Or any CSV file with a header line (or JSON array of
objects) with the columns
  line       what this line varies, for example "send and receive threshold"
  threshold  in bytes
  latency    in us
"""
from plotting import data, style


SEND, RECEIVE, LATENCY = "mcp.send_threshold", "mcp.receive_threshold", "latency us"


def add_options(options):
    options.add_argument("data", help="CSV or JSON file")
    options.add_argument("--at", type=int, default=1280, metavar="BYTES",
                         help="the threshold that does not vary (%(default)s)")
    options.add_argument("--point", action="append", default=[], metavar="NAME=THRESHOLD,LATENCY",
                         help="mark a published point")
    options.add_argument("--level", action="append", default=[], metavar="NAME=LATENCY",
                         help="mark a published latency that belongs to no threshold")


def draw(arguments):
    lines = read_lines(arguments.data, arguments.at)
    drawn, axes = style.figure(8, 5.2)
    axis = axes[0][0]
    style.draw_lines(axis, lines)
    points = [read_point(text) for text in arguments.point]
    for name, x, y in points:
        axis.plot([x], [y], marker="*", markersize=15, linestyle="none", color=style.BLACK,
                  markerfacecolor="none", zorder=5, label=f"{name} ({y:g} us at {x:g} B)")
    for text in arguments.level:
        name, value = data.named(text, "--level")
        level = data.number("--level", value)
        axis.axhline(level, color=style.BLACK, linewidth=1.2, linestyle=(0, (5, 3)),
                     label=f"{name} ({level:g} us)")
    label(axis, lines, arguments.title)
    style.save(drawn, arguments.output)


def read_lines(path, at):
    columns = data.rows(path, ())[0]
    thresholds = [name for name in (SEND, RECEIVE) if name in columns]
    if len(thresholds) == 2:
        return read_grid(path, at)
    if thresholds:
        return read_one(path, thresholds[0])
    if LATENCY in columns:
        raise data.BadInput(path, "a sweep of no threshold", f"one that varies {SEND}, {RECEIVE} or both",
                            "see other sweeps with flybar report")
    return data.lines(path, "line", "threshold", "latency")


def read_one(path, threshold):
    lines = {}
    for index, row in enumerate(data.rows(path, (threshold, LATENCY)), start=1):
        where = f"{path} row {index}"
        point = (data.size(where, row[threshold]), data.number(where, row[LATENCY]))
        lines.setdefault(data.varied(row, LATENCY, threshold) or threshold, []).append(point)
    return {name: tuple(zip(*sorted(points))) for name, points in lines.items()}


def read_grid(path, at):
    grid = {}
    for index, row in enumerate(data.rows(path, (SEND, RECEIVE, LATENCY)), start=1):
        where = f"{path} row {index}"
        key = (data.size(where, row[SEND]), data.size(where, row[RECEIVE]))
        grid[key] = data.number(where, row[LATENCY])
    return {
        "both thresholds": along(path, grid, lambda send, receive: send == receive, 0),
        f"send threshold, receive at {at} B": along(path, grid, lambda _, receive: receive == at, 0),
        f"receive threshold, send at {at} B": along(path, grid, lambda send, _: send == at, 1),
    }


def along(path, grid, is_on_line, axis):
    """The points of the grid on one line, over one of the two thresholds."""
    points = sorted((key[axis], latency) for key, latency in grid.items() if is_on_line(*key))
    if not points:
        raise data.BadInput(path, "no row on a line", "a sweep that covers --at", "choose another --at")
    return tuple(zip(*points))


def label(axis, lines, title):
    sizes = [x for xs, _ in lines.values() for x in xs]
    style.size_axis(axis, min(sizes), max(sizes))
    style.from_zero(axis)
    axis.set_xlabel("DMA threshold (logarithmic)")
    axis.set_ylabel("one-way latency (us)")
    axis.set_title(title or "Page transfer: latency over the cut-through threshold")
    style.legend_below(axis)


def read_point(text):
    name, value = data.named(text, "--point")
    x, separator, y = value.partition(",")
    if not separator:
        raise data.BadInput("--point", f'"{text}"', "NAME=THRESHOLD,LATENCY",
                            "write for example " + data.EXAMPLES["--point"])
    return name, data.number("--point", x), data.number("--point", y)
