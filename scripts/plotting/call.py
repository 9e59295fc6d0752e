"""What every node does during one call between kernels.

FILE is a .timeline.json trace. One group of lanes for each node that takes part, the caller's first;
time 0 is the beginning of the call, the line its end.
"""
import re

from plotting import data, style
from plotting.timeline import COLUMNS, NODE, lane_bars

# Lane and tracks in it, of one node.
LANES = (
    ("host", r"{node}\.host\.(send|receive)", style.ORANGE),
    ("host DMA", r"{node}\.lanai\.host_dma", style.BLUE),
    ("link out", r"{node}\.lanai\.send_dma", style.VERMILION),
    ("link in", r"{node}\.lanai\.receive_dma", style.GREEN),
)


def add_options(options):
    options.add_argument("trace", metavar="FILE", help="a .timeline.json trace")
    options.add_argument("--call", type=int, default=0,
                         help="which of the calls that the most nodes take part in, from 0")


def draw(arguments):
    activities = list(data.rows(arguments.trace, COLUMNS))
    call, nodes = choose(arguments.trace, activities, arguments.call)
    drawn, axes = style.figure(10, 0.8 + 1.25 * len(nodes), len(nodes))
    for axis, node in zip(axes[:, 0], nodes):
        draw_node(axis, node, activities, call)
    axes[-1][0].set_xlabel("time since the call began (us)")
    length = call["end_us"] - call["begin_us"]
    title = f"One call of {caller_of(call)} with a page in the reply: {length:.1f} us"
    drawn.suptitle(arguments.title or title, x=0.01, ha="left", fontsize=12)
    style.save(drawn, arguments.output)


def caller_of(call):
    return NODE.match(call["track"])[1].rpartition(".")[2]


def choose(path, activities, wanted):
    """The call and the names of the nodes on its way."""
    calls = [a for a in activities if a["label"] == "call" and a["bytes"] > 0]
    if not calls:
        raise data.BadInput(path, "no call that brought a page", "a trace of rpc, file-read or replay",
                            "trace one of these")
    ways = [(call, nodes_of(call, activities)) for call in calls]
    most = max(len(nodes) for _, nodes in ways)
    longest = [way for way in ways if len(way[1]) == most]
    if wanted not in range(len(longest)):
        raise data.BadInput("--call", f"{wanted}", f"0 to {len(longest) - 1}", "choose one of these")
    return longest[wanted]


def nodes_of(call, activities):
    """Whose hosts handle messages meanwhile: the caller first, then in the order of their work."""
    caller = NODE.match(call["track"])[1]
    others = sorted((a["begin_us"], NODE.match(a["track"])[1]) for a in activities
                    if re.fullmatch(r".*\.host\.send", a["track"])
                    and call["begin_us"] <= a["begin_us"] and a["end_us"] <= call["end_us"])
    return list(dict.fromkeys([caller] + [node for _, node in others]))


def draw_node(axis, node, activities, call):
    begin, end = call["begin_us"], call["end_us"]
    for lane, (_, pattern, colour) in enumerate(LANES):
        bars = lane_bars(activities, pattern.format(node=re.escape(node)), begin, end)
        axis.broken_barh(bars, (lane - 0.36, 0.72), facecolor=colour, edgecolor="#FFFFFF", linewidth=0.4)
    axis.set_yticks(range(len(LANES)), [name for name, _, _ in LANES], fontsize=8.5)
    axis.set_ylim(len(LANES) - 0.4, -0.6)
    axis.set_xlim(0, (end - begin) * 1.02)
    axis.tick_params(axis="y", length=0)
    axis.grid(axis="y", visible=False)
    axis.axvline(end - begin, color=style.BLACK, linewidth=1)
    axis.set_title(node.rpartition(".")[2], fontweight="bold")
