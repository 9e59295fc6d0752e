"""How all pictures look: size, letters, colours, and files that do not depend on when they were made."""
import contextlib
import os
from pathlib import Path

import matplotlib

matplotlib.use("Agg")
from matplotlib import pyplot  # noqa: E402
from matplotlib.ticker import FixedLocator, FuncFormatter, NullLocator  # noqa: E402

from common.fault import Fault  # noqa: E402

# Okabe and Ito's colours, which remain distinct for colour-blind readers.
BLUE, ORANGE, GREEN, PINK = "#0072B2", "#E69F00", "#009E73", "#CC79A7"
SKY, VERMILION, GREY, BLACK = "#56B4E9", "#D55E00", "#7F7F7F", "#000000"
LINE_COLOURS = (BLUE, VERMILION, GREEN, PINK, ORANGE, SKY)
MARKERS = ("o", "s", "^", "D", "v", "P")
DASHES = ("-", (0, (5, 2)))
HATCHES = ("", "////")
MOST_SIZES = 15  # whose names stand side by side
MOST_SERIES = len(LINE_COLOURS) * len(DASHES)  # that can be told apart, also without colours

matplotlib.rcParams.update({
    "svg.hashsalt": "flybar",
    "svg.fonttype": "none",  # texts stay texts: a tenth of the size, and a reader can search them
    "font.family": ["DejaVu Sans", "sans-serif"],
    "font.size": 10,
    "axes.titlesize": 11,
    "axes.titlelocation": "left",
    "axes.spines.top": False,
    "axes.spines.right": False,
    "axes.grid": True,
    "axes.axisbelow": True,
    "grid.color": "#DDDDDD",
    "grid.linewidth": 0.7,
    "legend.frameon": False,
    "savefig.dpi": 150,
})

METADATA = {"svg": {"Date": None}, "pdf": {"CreationDate": None}, "png": {"Software": None}}


def figure(width, height, panels=1):
    """A figure of so many inches, with panels one above the other on one x axis."""
    return pyplot.subplots(panels, 1, figsize=(width, height), sharex=True, squeeze=False,
                           constrained_layout=True)


def save(drawn, paths):
    for path in paths:
        kind = path.rpartition(".")[2]
        if kind not in METADATA:
            raise Fault(path, "a picture format that is not known", ", ".join(METADATA),
                        "choose another ending")
    for path in paths:
        kind = path.rpartition(".")[2]
        unfinished = f"{path}.partial"
        try:
            drawn.savefig(unfinished, format=kind, metadata=METADATA[kind])
            os.replace(unfinished, path)
        except OSError as error:
            with contextlib.suppress(OSError):
                Path(unfinished).unlink()
            raise Fault(path, f"cannot write it ({error.strerror})", "a file in an existing directory with room",
                        "create the directory, or make room", code=5) from error


def size_axis(axis, smallest, largest):
    """A logarithmic x axis of bytes with every power of two named, or every second one of many."""
    axis.set_xscale("log", base=2)
    ticks = [2**n for n in range(2, 31) if smallest / 1.01 <= 2**n <= largest * 1.01]
    if len(ticks) > MOST_SIZES:
        ticks = ticks[::2]
    axis.xaxis.set_major_locator(FixedLocator(ticks))
    axis.xaxis.set_minor_locator(NullLocator())
    axis.xaxis.set_major_formatter(FuncFormatter(lambda size, _: size_text(size)))
    axis.set_xlim(smallest / 1.15, largest * 1.15)


def size_text(size):
    for unit, bytes_of_unit in (("MB", 1024 * 1024), ("KB", 1024)):
        if size >= bytes_of_unit and size % bytes_of_unit == 0:
            return f"{size / bytes_of_unit:g} {unit}"
    return f"{size:g} B"


def draw_lines(axis, lines):
    """As many lines as can be told apart; what is left out is said in the picture."""
    for index, (name, (xs, ys)) in enumerate(list(lines.items())[:MOST_SERIES]):
        look = series(index)
        axis.plot(xs, ys, marker=look["marker"], markersize=5, linewidth=1.6, linestyle=look["dash"],
                  color=look["colour"], markerfacecolor=look["face"], label=name)
    if len(lines) > MOST_SERIES:
        axis.text(0.01, 0.99, f"{MOST_SERIES} of {len(lines)} lines; scripts/plot heatmap shows all",
                  transform=axis.transAxes, va="top", fontsize=9, color=VERMILION)


def series(index):
    """Colour, marker and dash: the second six differ from the first in dash and hollow marks."""
    colour = LINE_COLOURS[index % len(LINE_COLOURS)]
    second = index // len(LINE_COLOURS) % len(DASHES)
    return {"colour": colour, "marker": MARKERS[index % len(MARKERS)], "dash": DASHES[second],
            "face": "#FFFFFF" if second else colour, "hatch": HATCHES[second]}


def stacked_bar(axis, line, parts, least):
    """A horizontal bar of parts {name: length} one behind the other, with their lengths from `least` on; its length."""
    begin = 0
    for index, (name, length) in enumerate(parts.items()):
        look = series(index)
        axis.barh(line, length, left=begin, height=0.72, color=look["colour"], hatch=look["hatch"] or None,
                  edgecolor="#FFFFFF", linewidth=0.6, label=name)
        if length >= least:
            axis.text(begin + length / 2, line, f"{length:.0f}", ha="center", va="center", fontsize=8.5,
                      bbox={"facecolor": "#FFFFFF", "edgecolor": "none", "pad": 0.8, "alpha": 0.85})
        begin += length
    return begin


def from_zero(axis):
    """A vertical axis from zero to a little above the highest value."""
    axis.set_ylim(0, axis.dataLim.y1 * 1.05)


def legend_below(axis, columns=2):
    """Beside no curve, wherever the curves run."""
    axis.legend(loc="upper left", bbox_to_anchor=(0, -0.14), ncol=columns, borderaxespad=0, handlelength=3.4)


def levels(axis, named_levels, unit):
    """Horizontal lines at published or reference values: {name: value}."""
    for index, (name, level) in enumerate(named_levels.items()):
        axis.axhline(level, color=BLACK, linewidth=1.2, linestyle=((0, (5, 3)), ":", "-.")[index % 3],
                     label=f"{name} ({level:g} {unit})")
