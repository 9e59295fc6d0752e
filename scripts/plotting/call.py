"""One call between kernels as a sequence diagram.

FILE is a .timeline.json trace. One group of lanes for each node that takes part, the caller's first, and an
arrow for each message from link to link; time 0 is the beginning of the call, the line its end. Other calls
that are under way are left out: by their messages. A host DMA that does not know its message is told by the
order and the bytes of its transfers.
"""
import re

from common.fault import Fault
from plotting import style
from plotting.page import NODE, RECEIVES, SENDS, TRANSFERS, is_in, read_trace

LANES = (
    ("host", style.ORANGE),
    ("host DMA", style.BLUE),
    ("link in", style.GREEN),
    ("link out", style.VERMILION),
)
LINK_IN, LINK_OUT = 2, 3
APART = 1.3  # lanes between two nodes
WIDTH = 12  # inches
LETTER = 0.068  # inches, of a letter in a bar
ROLES = {2: ("client", "server"), 3: ("client", "directory", "holder")}
# Bytes
ENTRY = 32  # what the card stores with the control message
CONTROL = 128  # the longest control message
ROUNDED = 6  # of control message and payload, each up to whole words


def add_options(options):
    options.add_argument("trace", metavar="FILE", help="a .timeline.json trace")
    options.add_argument("--call", type=int, default=0,
                         help="which of the calls that the most nodes take part in, from 0")
    options.add_argument("--roles", metavar="A,B,...", help="what the nodes are in this call, the caller first")


def draw(arguments):
    activities = read_trace(arguments.trace)
    call, hops = choose(arguments.trace, activities, arguments.call)
    nodes = nodes_of(hops)
    roles = roles_of(arguments.roles, nodes)
    lanes = len(LANES) * len(nodes) + APART * (len(nodes) - 1)
    drawn, axes = style.figure(WIDTH, 1.3 + 0.29 * lanes)
    axis = axes[0][0]
    tops = {node: index * (len(LANES) + APART) for index, node in enumerate(nodes)}
    span = call["end_us"] - call["begin_us"]
    for node in nodes:
        of_lanes = [lane(activities, node, hops) for lane in (host, host_dma, link_in, link_out)]
        draw_node(axis, tops[node], of_lanes, call, hops)
    for number, hop in enumerate(hops):
        draw_arrow(axis, activities, hop, name_of(number, hops), call, tops)
    label(axis, nodes, roles, tops, span)
    title = f"One call of {caller_of(call)} with a page in the reply: {span:.1f} us"
    axis.set_title(arguments.title or title, fontsize=12, pad=12)
    style.save(drawn, arguments.output)


def roles_of(text, nodes):
    """What each node is in this call."""
    if text is None:
        return ROLES.get(len(nodes), ("client", *["server"] * (len(nodes) - 1)))
    roles = text.split(",")
    if len(roles) != len(nodes):
        raise Fault("--roles", f'"{text}"', f"{len(nodes)} names with commas between them",
                    "write one for each node, the caller first")
    return roles


def name_of(number, hops):
    """A request, what is passed on, and the page that comes back."""
    if number == len(hops) - 1:
        return "page"
    return "getpage" if number == 0 else "forward"


def caller_of(call):
    return NODE.match(call["track"])[1].rpartition(".")[2]


def choose(path, activities, wanted):
    """A call and its hops."""
    calls = [a for a in activities if a["label"] == "call" and a["bytes"] > 0]
    if not calls:
        raise Fault(path, "no call that brought a page", "a trace of rpc, file-read or replay",
                    "trace one of these")
    of_hosts = [a for a in activities if re.fullmatch(r".*\.host\.(send|receive)", a["track"])]
    ways = [(call, hops) for call in calls if (hops := hops_of(call, of_hosts))]
    if not ways:
        raise Fault(path, "no call with all of its messages", "a trace of whole calls",
                    "trace without a window, or a longer one")
    most = max(len(hops) for _, hops in ways)
    longest = [way for way in ways if len(way[1]) == most]
    if wanted not in range(len(longest)):
        raise Fault("--call", f"{wanted}", f"0 to {len(longest) - 1}", "choose one of these")
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
    return [a for a in activities if a["message"] in messages(hops) and is_in(a, node, SENDS)]


def link_in(activities, node, hops):
    return [a for a in activities if a["message"] in messages(hops) and is_in(a, node, RECEIVES)]


def host_dma(activities, node, hops):
    """What it fetches for the messages that the node sends, and stores of those that it receives."""
    moves = sorted((a for a in activities if is_in(a, node, TRANSFERS)), key=lambda a: a["end_us"])
    found = [a for a in moves if a["message"] in messages(hops)]
    if found:
        return found
    for send, receive in hops:
        if node_of(send) == node:
            found += last_moves(moves, "read", send["bytes"], send["begin_us"],
                                link_times(activities, node, SENDS, send)[-1])
        if node_of(receive) == node:
            found += last_moves(moves, "write", receive["bytes"] + ENTRY,
                                link_times(activities, node, RECEIVES, receive)[0],
                                receive["begin_us"])
    return found


def link_times(activities, node, roles, message):
    """When the pieces of a message begin to move."""
    return sorted(a["begin_us"] for a in activities
                  if a["message"] == message["message"] and is_in(a, node, roles))


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


def draw_node(axis, top, lanes, call, hops):
    begin, end = call["begin_us"], call["end_us"]
    letter = (end - begin) * LETTER / (WIDTH - 2.2)
    for lane, ((what, colour), activities) in enumerate(zip(LANES, lanes)):
        bars = [(max(a["begin_us"], begin) - begin, min(a["end_us"], end) - max(a["begin_us"], begin))
                for a in activities if begin < a["end_us"] and a["begin_us"] < end]
        axis.broken_barh(bars, (top + lane - 0.36, 0.72), facecolor=colour, edgecolor=colour, linewidth=0.8)  # hairlines, too
        for (first, length), activity in zip(bars, activities):
            text = next((t for t in texts_of(activity, hops) if len(t) * letter < length), None)
            if text:
                axis.text(first + length / 2, top + lane, text, ha="center", va="center", fontsize=7.5,
                          color="#000000" if colour == style.ORANGE else "#FFFFFF")


def texts_of(activity, hops):
    """What a bar says, if there is room: the shorter ones last."""
    names = [name_of(number, hops) for number, (send, _) in enumerate(hops) if send["message"] == activity["message"]]
    name = names[0] if names else activity["label"]
    verb = activity["label"] if names else ""
    return [f"{verb} {name}, {activity['bytes']} B".strip(), f"{verb} {name}".strip(), name]


def draw_arrow(axis, activities, hop, name, call, tops):
    """From the first byte that leaves to the first that arrives; pale, what is on its way in between."""
    sends, receives = hop
    out, into = ([a for a in activities if a["message"] == sends["message"] and is_in(a, node, roles)]
                 for node, roles in ((node_of(sends), SENDS), (node_of(receives), RECEIVES)))
    if not out or not into:
        return
    begin = call["begin_us"]
    left, right = min(a["begin_us"] for a in out) - begin, max(a["end_us"] for a in out) - begin
    from_y = tops[node_of(sends)] + LINK_OUT
    arrives, done = min(a["begin_us"] for a in into) - begin, max(a["end_us"] for a in into) - begin
    to_y = tops[node_of(receives)] + LINK_IN
    down = to_y > from_y
    edges = (from_y + (0.36 if down else -0.36), to_y - (0.36 if down else -0.36))
    axis.fill([left, right, done, arrives], [edges[0], edges[0], edges[1], edges[1]], color="#D9DDE1", alpha=0.6, linewidth=0, zorder=0.5)
    axis.annotate("", (arrives, edges[1]), (left, edges[0]),
                  arrowprops={"arrowstyle": "-|>", "color": style.BLACK, "linewidth": 1.4, "shrinkA": 0, "shrinkB": 0})
    axis.text(max(left, arrives) + 0.008 * (call["end_us"] - begin), (edges[0] + edges[1]) / 2 if abs(to_y - from_y) > 6 else edges[0] + 0.5,
              f"{name}, {sends['bytes']} B", fontsize=9, va="center", fontweight="bold", bbox={"facecolor": "#FFFFFF", "edgecolor": "none", "pad": 0.8, "alpha": 0.8})


def label(axis, nodes, roles, tops, span):
    ticks = [(tops[node] + lane, name) for node in nodes for lane, (name, _) in enumerate(LANES)]
    axis.set_yticks([y for y, _ in ticks], [name for _, name in ticks], fontsize=8.5)
    for node, role in zip(nodes, roles):
        axis.text(0.002, tops[node] - 0.85, f"{node.rpartition('.')[2]}: {role}", fontsize=10, fontweight="bold",
                  transform=axis.get_yaxis_transform(), va="center",
                  bbox={"facecolor": "#FFFFFF", "edgecolor": "none", "pad": 1.5})
        axis.axhspan(tops[node] - 0.5, tops[node] + len(LANES) - 0.5, color="#F6F7F8", zorder=0)
    axis.set_ylim(max(tops.values()) + len(LANES) - 0.3, -1.3)
    axis.set_xlim(0, span * 1.02)
    axis.tick_params(axis="y", length=0)
    axis.grid(axis="y", visible=False)
    axis.axvline(span, color=style.BLACK, linewidth=1)
    axis.set_xlabel("time since the call began (us)")
