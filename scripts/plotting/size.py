"""A result over the payload of a message, with a line for each combination of what else varies.

Reads the results.csv of sweeps that vary payload, for example also mcp.mode.
"""
import re

from plotting import data, style

PAYLOAD = "payload"
WHAT = {"bandwidth": "bandwidth (MB/s)", "latency": "one-way latency (us)"}


def add_options(options):
    options.add_argument("data", nargs="+", metavar="RESULTS", help="results.csv of a sweep that varies payload")
    options.add_argument("--level", action="append", default=[], metavar="NAME=VALUE", help="mark a published value")


def draw(arguments):
    what = arguments.picture
    lines = {}
    for path in arguments.data:
        result = data.result_column(path, data.rows(path, (PAYLOAD,))[0], what)
        lines.update(data.lines_over(path, PAYLOAD, result))
    drawn, axes = style.figure(8, 5)
    axis = axes[0][0]
    style.draw_lines(axis, {short(name): points for name, points in lines.items()})
    style.levels(axis, data.named_numbers(arguments.level, "--level"), result.partition(" ")[2])
    sizes = [x for xs, _ in lines.values() for x in xs]
    style.size_axis(axis, min(sizes), max(sizes))
    style.from_zero(axis)
    axis.set_xlabel("payload of a message (logarithmic)")
    axis.set_ylabel(WHAT[what])
    axis.set_title(arguments.title or f"Messages: {what} over size")
    style.legend_below(axis, 3)
    style.save(drawn, arguments.output)


def short(name):
    """"eager" says enough of "mcp.mode eager", "buffer" of "path buffer"."""
    return re.sub(r"(^|, )(mcp\.mode|path) ", r"\1", name)
