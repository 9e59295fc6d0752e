"""Bandwidth of single DMAs over their size.

Reads a CSV file with a header line (or a JSON array of objects) with the columns
  line       the direction, for example "host to NIC"
  size       of the DMA in bytes
  bandwidth  in MB/s of 10^6 bytes
"""
from plotting import data, style


def add_options(options):
    options.add_argument("data", help="CSV or JSON file")
    options.add_argument("--level", action="append", default=[], metavar="NAME=BANDWIDTH",
                         help="mark a published bandwidth")


def draw(arguments):
    lines = data.lines(arguments.data, "line", "size", "bandwidth")
    drawn, axes = style.figure(8, 4.8)
    axis = axes[0][0]
    style.draw_lines(axis, lines)
    for index, text in enumerate(arguments.level):
        name, value = data.named(text, "--level")
        level = data.number("--level", value)
        axis.axhline(level, color=style.BLACK, linewidth=1.2, linestyle=((0, (5, 3)), ":", "-.")[index % 3],
                     label=f"{name} ({level:g} MB/s)")
    sizes = [x for xs, _ in lines.values() for x in xs]
    style.size_axis(axis, min(sizes), max(sizes))
    axis.set_ylim(bottom=0)
    axis.set_xlabel("bytes per DMA (logarithmic)")
    axis.set_ylabel("bandwidth (MB/s)")
    axis.set_title(arguments.title or "Host DMA: bandwidth over the size of one DMA")
    style.legend_below(axis)
    style.save(drawn, arguments.output)
