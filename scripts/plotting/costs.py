"""Where the CPU time of a packet of TCP/IP goes, two stacked bars for each run: its sender and its receiver.

Each RECORD is NAME=FILE of "flybar run netperf --json". The table "CPU time of a packet" names each cost; costs of one kind
share a colour.
"""
from common.fault import Fault
from plotting import data, style

TABLE = "CPU time of a packet"
SIDES = {"sender us": "sends", "receiver us": "receives"}
# The first kind of which a word is part of the name of a cost.
KINDS = {
    "copies and sums": ("copy", "gather", "checksum"),
    "waits for memory and bus": ("waits for memory", "wait for PIO", "poll"),
    "pages": ("page", "frame allocation"),
    "sockets": ("socket",),
    "TCP, UDP, IP": ("tcp", "udp", "ip.output", "ip.input", "ip.fragment", "inet"),
    "driver and library": ("ip.driver", "tpz", "PIO", "write barrier"),
    "interrupts and processes": ("interrupt", "context switch", "process wake"),
}
OTHERS = "others"
LEAST = 0.035  # of the longest bar: what is shorter has no room for its number


def add_options(options):
    data.add_records(options)


def draw(arguments):
    bars = {}
    for name, tables in data.records(arguments).items():
        for title, does in SIDES.items():
            bars[f"{name}: {does}"] = kinds(name, tables, title)
    longest = max(sum(bar.values()) for bar in bars.values())
    drawn, axes = style.figure(11, 1.9 + 0.34 * len(bars))
    axis = axes[0][0]
    for line, bar in enumerate(bars.values()):
        length = style.stacked_bar(axis, line, bar, LEAST * longest)
        axis.text(length + longest * 0.01, line, f"{length:.0f} us", va="center", fontsize=9)
    axis.set_yticks(range(len(bars)), list(bars))
    axis.tick_params(axis="y", length=0)
    axis.set_ylim(len(bars) - 0.5, -0.5)
    axis.set_xlim(0, longest * 1.1)
    axis.grid(axis="y", visible=False)
    axis.set_xlabel("CPU time of a packet (us)")
    axis.set_title(arguments.title or "Where the CPU time of a packet goes")
    shown = {kind for bar in bars.values() for kind, us in bar.items() if us > 0}
    handles = {name: bar for bar, name in zip(*axis.get_legend_handles_labels()) if name in shown}
    axis.legend(handles.values(), handles.keys(), loc="upper left", ncol=1, bbox_to_anchor=(1.01, 1), borderaxespad=0)
    style.save(drawn, arguments.output)


def kind_of(cost):
    return next((kind for kind, words in KINDS.items() if any(word in cost for word in words)), OTHERS)


def kinds(name, tables, title):
    """{kind: us} of one side of the record of this name, in the order of KINDS."""
    rows = tables.get(TABLE)
    if not rows:
        raise Fault(name, f'no table "{TABLE}"', "a record of a test of TCP/IP", "run netperf with --json")
    sums = dict.fromkeys([*KINDS, OTHERS], 0.0)
    for number, row in enumerate(rows, start=1):
        if row.get("cost") != "all":
            sums[kind_of(str(row.get("cost")))] += data.number(f'{name}: "{TABLE}" row {number}, {title}', row.get(title))
    return sums
