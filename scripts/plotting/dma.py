"""Bandwidth of the host DMA over the size of a transfer.

Reads the results.csv of "flybar sweep dma-curve --vary direction=host-to-nic,nic-to-host": a line for each
row, over the sizes of its columns "bandwidth_64 MB/s" and so on.
"""
import re

from common.fault import Fault
from plotting import data, style

BANDWIDTH = "bandwidth MB/s"
AT_SIZE = re.compile(r"bandwidth_(\d+) MB/s")


def add_options(options):
    options.add_argument("data", metavar="RESULTS", help="results.csv of a sweep of dma-curve")
    options.add_argument("--level", action="append", default=[], metavar="NAME=BANDWIDTH",
                         help="mark a published bandwidth, in MB/s")


def draw(arguments):
    lines = read_lines(arguments.data)
    drawn, axes = style.figure(8, 4.8)
    axis = axes[0][0]
    style.draw_lines(axis, lines)
    style.levels(axis, data.named_numbers(arguments.level, "--level"), "MB/s")
    sizes = [x for xs, _ in lines.values() for x in xs]
    style.size_axis(axis, min(sizes), max(sizes))
    style.from_zero(axis)
    axis.set_xlabel("bytes per DMA (logarithmic)")
    axis.set_ylabel("bandwidth (MB/s)")
    axis.set_title(arguments.title or "Host DMA: bandwidth over the size of one DMA")
    style.legend_below(axis)
    style.save(drawn, arguments.output)


def read_lines(path):
    """{line name: ((size, ...), (bandwidth, ...))}"""
    lines = {}
    for index, row in enumerate(data.rows(path, (BANDWIDTH,)), start=1):
        where = f"{path} row {index}"
        points = sorted((int(size[1]), data.number(where, row[title])) for title in row
                        if (size := AT_SIZE.fullmatch(title)) and row[title])
        if not points:
            raise Fault(where, "no bandwidth at any size", "columns such as bandwidth_64 MB/s",
                        "draw the results.csv of flybar sweep dma-curve")
        lines[data.varied(row) or "bandwidth"] = tuple(zip(*points))
    return lines
