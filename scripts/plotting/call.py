"""What every node does during one call between kernels.

FILE is a .timeline.json trace. One group of lanes for each node that takes part, the caller's first;
time 0 is the beginning of the call, the line its end. Other calls that are under way are left out: by
their messages. The host DMA does not know its message: there it is the order and the bytes that tell.
"""
import re

from plotting import data, style
from plotting.timeline import COLUMNS, NODE

LANES = (
    ("host", style.ORANGE),
    ("host DMA", style.BLUE),
    ("link out", style.VERMILION),
    ("link in", style.GREEN),
)
# Bytes
ENTRY = 32  # what the card stores with the control message
CONTROL = 128  # the longest control message
ROUNDED = 6  # of control message and payload, each up to whole words


def add_options(options):
    options.add_argument("trace", metavar="FILE", help="a .timeline.json trace")
    options.add_argument("--call", type=int, default=0,
                         help="which of the calls that the most nodes take part in, from 0")


def draw(arguments):
    activities = list(data.rows(arguments.trace, COLUMNS))
    call, hops = choose(arguments.trace, activities, arguments.call)
    nodes = nodes_of(hops)
    drawn, axes = style.figure(10, 0.8 + 1.25 * len(nodes), len(nodes))
    for axis, node in zip(axes[:, 0], nodes):
        draw_node(axis, node, [lane(activities, node, hops) for lane in (host, host_dma, link_out, link_in)], call)
    axes[-1][0].set_xlabel("time since the call began (us)")
    length = call["end_us"] - call["begin_us"]
    title = f"One call of {caller_of(call)} with a page in the reply: {length:.1f} us"
    drawn.suptitle(arguments.title or title, x=0.01, ha="left", fontsize=12)
    style.save(drawn, arguments.output)


def caller_of(call):
    return NODE.match(call["track"])[1].rpartition(".")[2]


def choose(path, activities, wanted):
    """A call and its hops."""
    calls = [a for a in activities if a["label"] == "call" and a["bytes"] > 0]
    if not calls:
        raise data.BadInput(path, "no call that brought a page", "a trace of rpc, file-read or replay",
                            "trace one of these")
    of_hosts = [a for a in activities if re.fullmatch(r".*\.host\.(send|receive)", a["track"])]
    ways = [(call, hops) for call in calls if (hops := hops_of(call, of_hosts))]
    if not ways:
        raise data.BadInput(path, "no call with all of its messages", "a trace of whole calls",
                            "trace without a window, or a longer one")
    most = max(len(hops) for _, hops in ways)
    longest = [way for way in ways if len(way[1]) == most]
    if wanted not in range(len(longest)):
        raise data.BadInput("--call", f"{wanted}", f"0 to {len(longest) - 1}", "choose one of these")
    return longest[wanted]


def hops_of(call, activities):
    """The messages of a call in their order, each as its send and its receive by the hosts; nothing if
    they do not lead back to the caller. A host keeps a request until it has sent what follows from it."""
    caller = NODE.match(call["track"])[1]
    hops = []
    begin, end = call["begin_us"], call["end_us"]
    sends = first_of(a for a in activities if is_on(a, caller, "host.send") and begin <= a["begin_us"] <= end)
    while sends:
        receives = first_of(a for a in activities
                            if a["message"] == sends["message"] and a["track"].endswith(".host.receive"))
        if not receives:
            return []
        hops.append((sends, receives))
        node = node_of(receives)
        if node == caller:
            return hops if receives["begin_us"] <= end <= receives["end_us"] else []
        inside = [a for a in activities if is_on(a, node, "host.send") and
                  receives["begin_us"] <= a["begin_us"] and a["end_us"] <= receives["end_us"]]
        sends = max(inside, key=lambda a: a["end_us"], default=None)
    return []


def first_of(activities):
    return min(activities, key=lambda a: a["begin_us"], default=None)


def node_of(activity):
    return NODE.match(activity["track"])[1]


def nodes_of(hops):
    return list(dict.fromkeys(node_of(send) for send, _ in hops))


def is_on(activity, node, engine):
    return activity["track"] == f"{node}.{engine}"


def messages(hops):
    return {send["message"] for send, _ in hops}


def host(activities, node, hops):
    return [a for a in activities if a["message"] in messages(hops) and
            (is_on(a, node, "host.send") or is_on(a, node, "host.receive"))]


def link_out(activities, node, hops):
    return [a for a in activities if a["message"] in messages(hops) and is_on(a, node, "lanai.send_dma")]


def link_in(activities, node, hops):
    return [a for a in activities if a["message"] in messages(hops) and is_on(a, node, "lanai.receive_dma")]


def host_dma(activities, node, hops):
    """What it fetches for the messages that the node sends, and stores of those that it receives."""
    moves = sorted((a for a in activities if is_on(a, node, "lanai.host_dma")), key=lambda a: a["end_us"])
    found = []
    for send, receive in hops:
        if node_of(send) == node:
            found += last_moves(moves, "read", send["bytes"], send["begin_us"],
                                link_times(activities, node, "lanai.send_dma", send)[-1])
        if node_of(receive) == node:
            found += last_moves(moves, "write", receive["bytes"] + ENTRY,
                                link_times(activities, node, "lanai.receive_dma", receive)[0],
                                receive["begin_us"])
    return found


def link_times(activities, node, engine, message):
    """When the pieces of a message begin to move."""
    return sorted(a["begin_us"] for a in activities
                  if a["message"] == message["message"] and is_on(a, node, engine))


def last_moves(moves, label, size, begin, end):
    """The engine moves one message after the other. These are the last in a row that have as many bytes as
    the message or, where the CPUs move all but the payload, as its payload may have."""
    inside = [a for a in moves if a["label"] == label and begin <= a["begin_us"] and a["end_us"] <= end]
    whole = last_sum(inside, size, size + ROUNDED)
    return whole or (last_sum(inside, size - CONTROL - ENTRY, size) if size > CONTROL + ENTRY else [])


def last_sum(moves, least, most):
    for last in range(len(moves), 0, -1):
        total = 0
        for first in range(last - 1, -1, -1):
            total += moves[first]["bytes"]
            if least <= total <= most and is_in_order(moves[first:last]):
                return moves[first:last]
            if total > most:
                break
    return []


def is_in_order(moves):
    """The control message is fetched before its payload."""
    return moves[0]["label"] == "write" or moves[-1]["bytes"] == max(move["bytes"] for move in moves)


def draw_node(axis, node, lanes, call):
    begin, end = call["begin_us"], call["end_us"]
    for lane, ((_, colour), activities) in enumerate(zip(LANES, lanes)):
        bars = [(max(a["begin_us"], begin) - begin, min(a["end_us"], end) - max(a["begin_us"], begin))
                for a in activities if begin < a["end_us"] and a["begin_us"] < end]
        axis.broken_barh(bars, (lane - 0.36, 0.72), facecolor=colour, edgecolor="#FFFFFF", linewidth=0.4)
    axis.set_yticks(range(len(LANES)), [name for name, _ in LANES], fontsize=8.5)
    axis.set_ylim(len(LANES) - 0.4, -0.6)
    axis.set_xlim(0, (end - begin) * 1.02)
    axis.tick_params(axis="y", length=0)
    axis.grid(axis="y", visible=False)
    axis.axvline(end - begin, color=style.BLACK, linewidth=1)
    axis.set_title(node.rpartition(".")[2], fontweight="bold")
