"""Which engine moves when while one page is transferred.

Each --page NAME=FILE adds a panel from a .timeline.json trace. Lanes follow the data's way: host and
DMA engines of the sender, the switch, those of the receiver. What is shown lies between the first and
the last activity of one message; time 0 is its beginning.
"""
import re

from plotting import data, style

HOST, PCI, LINK, SWITCH = style.ORANGE, style.BLUE, style.VERMILION, style.GREY

# Lane, tracks in it (a pattern with the sender's and the receiver's name), colour. From the top.
LANES = (
    ("sender: host", r"{sender}\.host(\..*)?", HOST),
    ("sender: host DMA (PCI)", r"{sender}\.lanai\.host_dma", PCI),
    ("sender: link send DMA", r"{sender}\.lanai\.send_dma", LINK),
    ("switch", r"(.*\.)?switch\d*\..*", SWITCH),
    ("receiver: link receive DMA", r"{receiver}\.lanai\.receive_dma", LINK),
    ("receiver: host DMA (PCI)", r"{receiver}\.lanai\.host_dma", PCI),
    ("receiver: host", r"{receiver}\.host(\..*)?", HOST),
)
NODE = re.compile(r"(.*?\bnode\d+)\.")  # with the names of whatever stands around it
COLUMNS = ("track", "begin_us", "end_us", "label", "message", "bytes")


def add_options(options):
    options.add_argument("--page", action="append", required=True, metavar="NAME=FILE",
                         help="a panel: the mode's name and its .timeline.json")
    options.add_argument("--message", type=int, help="the message to show, not the first with most bytes")


def draw(arguments):
    pages = [read_page(text, arguments.message) for text in arguments.page]
    drawn, axes = style.figure(10, 0.6 + 2.15 * len(pages), len(pages))
    span = max(page["end"] for page in pages)
    for axis, page in zip(axes[:, 0], pages):
        draw_panel(axis, page, span)
    axes[-1][0].set_xlabel("time since the sending host began (us)")
    usual = "One page from host to host: which engine moves when"
    drawn.suptitle(arguments.title or usual, x=0.01, ha="left", fontsize=12)
    style.save(drawn, arguments.output)


def read_page(text, wanted):
    """The activities of one message by lane, their times counted from its beginning."""
    name, path = data.named(text, "--page")
    activities = [activity for activity in data.rows(path, COLUMNS)]
    message = wanted or largest_message(path, activities)
    parts = [a for a in activities if a["message"] == message]
    if not parts:
        raise data.BadInput(path, f"no message {message}", "a message in this file", "choose another")
    begin = min(a["begin_us"] for a in parts)
    end = max(a["end_us"] for a in parts)
    sender, receiver = ends_of(path, parts)
    lanes = [lane_bars(activities, pattern.format(sender=re.escape(sender), receiver=re.escape(receiver)),
                       begin, end) for _, pattern, _ in LANES]
    return {"name": name, "end": end - begin, "lanes": lanes}


def largest_message(path, activities):
    """The first of those messages that moved the most bytes in one activity."""
    messages = [a for a in activities if a["message"] != 0]
    if not messages:
        raise data.BadInput(path, "no activity that belongs to a message", "a trace of messages",
                            "trace an experiment that sends some")
    most = max(a["bytes"] for a in messages)
    return next(a["message"] for a in messages if a["bytes"] == most)


def ends_of(path, parts):
    """The nodes where the message begins and ends."""
    on_nodes = [a for a in parts if NODE.match(a["track"])]
    if not on_nodes:
        raise data.BadInput(path, "a message on no node", "tracks such as node0.host.send", "trace again")
    first = min(on_nodes, key=lambda a: a["begin_us"])["track"]
    last = max(on_nodes, key=lambda a: a["end_us"])["track"]
    return NODE.match(first)[1], NODE.match(last)[1]


def lane_bars(activities, pattern, begin, end):
    """(begin, length) of what overlaps the message, cut to it."""
    bars = []
    for a in activities:
        if a["end_us"] <= begin or a["begin_us"] >= end or not re.fullmatch(pattern, a["track"]):
            continue
        first, last = max(a["begin_us"], begin), min(a["end_us"], end)
        bars.append((first - begin, last - first))
    return bars


def draw_panel(axis, page, span):
    for lane, ((_, _, colour), bars) in enumerate(zip(LANES, page["lanes"])):
        axis.broken_barh(bars, (lane - 0.36, 0.72), facecolor=colour, edgecolor="#FFFFFF", linewidth=0.4)
    axis.set_yticks(range(len(LANES)), [name for name, _, _ in LANES], fontsize=8.5)
    axis.set_ylim(len(LANES) - 0.4, -0.6)
    axis.set_xlim(0, span * 1.02)
    axis.tick_params(axis="y", length=0)
    axis.grid(axis="y", visible=False)
    axis.axvline(page["end"], color=style.BLACK, linewidth=1)
    axis.set_title(f"{page['name']}: {page['end']:.1f} us", fontweight="bold")
