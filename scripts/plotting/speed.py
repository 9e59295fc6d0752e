"""What models of the same work cost, and how far from the measured value they are.

Reads the table of testbenches/tests/cost/speed_and_error: work, tool, models, instructions, error (%).
"""
from plotting import data, style

NEEDED = ("work", "tool", "models", "instructions", "error (%)")
TITLES = {"one-way": "8 KB to the other host: latency", "stream": "a stream of 8 KB messages: bandwidth"}


def add_options(options):
    options.add_argument("data", metavar="TABLE", help="what testbenches/tests/cost/speed_and_error has printed")


def draw(arguments):
    rows = data.rows(arguments.data, NEEDED)
    works = list(dict.fromkeys(row["work"] for row in rows))
    tools = list(dict.fromkeys(row["tool"] for row in rows))
    drawn, axes = style.figure(8.5, 2.9 * len(works), len(works))
    for axis, work in zip(axes[:, 0], works):
        points = [row for row in rows if row["work"] == work]
        for row in points:
            look = style.series(tools.index(row["tool"]))
            cost, error = (data.number(f'{arguments.data} {row["tool"]}', row[name]) for name in ("instructions", "error (%)"))
            axis.plot(cost, error, marker=look["marker"], markersize=9, linestyle="none", color=look["colour"],
                      label=f'{row["tool"]}: {row["models"]}')
        axis.axhline(0, color=style.BLACK, linewidth=1)
        axis.set_xscale("log")
        axis.set_ylim(-70, 70)
        axis.set_ylabel("error (%)")
        axis.set_title(TITLES.get(work, work))
    if arguments.title:
        axes[0][0].set_title(arguments.title)
    axes[-1][0].set_xlabel("instructions of the machine for a message (logarithmic)")
    axes[-1][0].legend(loc="upper left", bbox_to_anchor=(0, -0.22), borderaxespad=0)
    style.save(drawn, arguments.output)
