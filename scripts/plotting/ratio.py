"""How much earlier a page arrives if it is cut through, over the ratio of bus to link bandwidth.

Reads the results.csv of a sweep of one-way that varies mcp.mode (with store-and-forward among the modes), link.rate
and payload. The grey line is the limit of a page without end: its stages bus, link, bus after each other, to the
slowest of them.
"""
from common.fault import Fault
from plotting import data, style

REFERENCE = "store-and-forward"
RATES = {"MB/s": 1.0, "Gb/s": 125.0}


def add_options(options):
    options.add_argument("data", metavar="RESULTS", help="results.csv of a sweep of one-way")
    options.add_argument("--bus", required=True, metavar="MB/S", help="bandwidth of the bus")


def rate(where, text):
    """MB/s, of a text such as "160 MB/s" or "1.28 Gb/s"."""
    count, _, unit = text.partition(" ")
    if unit not in RATES:
        raise Fault(where, f'"{text}"', "a rate such as 160 MB/s or 1.28 Gb/s", "correct it")
    return data.number(where, count) * RATES[unit]


def limit(ratio):
    return (2 / ratio + 1) / max(1, 1 / ratio)


def speed_ups(path, bus):
    """{"eager, 8 KB": ((ratio...), (speed-up...))}."""
    rows = data.rows(path, ("mcp.mode", "link.rate", "payload"))
    result = data.result_column(path, rows[0], "latency")
    latency = {}
    for index, row in enumerate(rows, start=1):
        where = f"{path} row {index}"
        latency[row["mcp.mode"], row["payload"], rate(where, row["link.rate"])] = data.number(where, row[result])
    lines = {}
    for (mode, payload, link), time in sorted(latency.items(), key=lambda item: item[0][2]):
        if mode == REFERENCE:
            continue
        if (REFERENCE, payload, link) not in latency:
            raise Fault(path, f"no {REFERENCE} of {payload} at {link:g} MB/s", "each rate in this mode, too",
                        f"vary mcp.mode with {REFERENCE} among its values")
        lines.setdefault(f"{mode}, {payload}", []).append((bus / link, latency[REFERENCE, payload, link] / time))
    return {name: tuple(zip(*sorted(points))) for name, points in sorted(lines.items())}


def draw(arguments):
    lines = speed_ups(arguments.data, data.number("--bus", arguments.bus))
    ratios = sorted({x for xs, _ in lines.values() for x in xs})
    fine = [ratios[0] * (ratios[-1] / ratios[0]) ** (i / 200) for i in range(201)]
    drawn, axes = style.figure(8, 5)
    axis = axes[0][0]
    axis.plot(fine, [limit(x) for x in fine], color=style.GREY, linewidth=1.5, label="limit of a page without end")
    style.draw_lines(axis, lines)
    axis.set_xscale("log", base=2)
    axis.set_xticks(ratios, [f"{x:.2g}" for x in ratios])
    axis.minorticks_off()
    axis.set_ylim(bottom=1)
    axis.set_xlabel("bandwidth of the bus / bandwidth of the link (logarithmic)")
    axis.set_ylabel("latency of store-and-forward / latency")
    axis.set_title(arguments.title or "What cut-through buys")
    style.legend_below(axis, 3)
    style.save(drawn, arguments.output)
