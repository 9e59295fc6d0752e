"""What firmware, host and engines do while one page is transferred.

Each --page NAME=FILE adds a panel from a .timeline.json trace. Lanes follow the data's way: host program,
firmware and DMA engines of the sender, the switch, those of the receiver; lanes that no trace has are left out.
Bars tell their bytes and rate, gaps of the DMA engines their length. What is shown lies between the first and
the last activity of one message; time 0 is its beginning. What is known to be for other messages is pale. A trace
of PM names messages at the link alone: --before and --after show the ways from one process and to the other, too.
"""
import re

from common.fault import Fault
from plotting import data, style

HOST, FIRMWARE, PCI, LINK, SWITCH = style.ORANGE, style.GREEN, style.BLUE, style.VERMILION, style.GREY
SEGMENT = style.PINK
KINDS = {SEGMENT: "segment of TCP", HOST: "host", FIRMWARE: "firmware of the card", PCI: "host DMA, over PCI", LINK: "link DMA", SWITCH: "switch"}

# Lane, whose tracks are in it, what these are (roles, or a pattern of the name behind the node), colour. From the top.
SENDER, BETWEEN, RECEIVER = "sender", "", "receiver"
PROGRAM, TRANSFERS, SENDS, RECEIVES = {"processor"}, {"reads host", "writes host"}, {"sends"}, {"receives"}
LANES = (
    ("sender: segment", SENDER, r"host\.segments", SEGMENT),
    ("sender: host", SENDER, r"host\.(send|receive|send_call)", HOST),
    ("sender: user", SENDER, r"host\.cpu\.user", HOST),
    ("sender: kernel", SENDER, r"host\.cpu\.kernel", HOST),
    ("sender: software interrupt", SENDER, r"host\.cpu\.soft_interrupt", HOST),
    ("sender: interrupt", SENDER, r"host\.cpu\.interrupt", HOST),
    ("sender: firmware", SENDER, PROGRAM, FIRMWARE),
    ("sender: host DMA", SENDER, TRANSFERS, PCI),
    ("sender: link send", SENDER, SENDS, LINK),
    ("switch", BETWEEN, {"network"}, SWITCH),
    ("receiver: link receive", RECEIVER, RECEIVES, LINK),
    ("receiver: firmware", RECEIVER, PROGRAM, FIRMWARE),
    ("receiver: host DMA", RECEIVER, TRANSFERS, PCI),
    ("receiver: interrupt", RECEIVER, r"host\.cpu\.interrupt", HOST),
    ("receiver: software interrupt", RECEIVER, r"host\.cpu\.soft_interrupt", HOST),
    ("receiver: kernel", RECEIVER, r"host\.cpu\.kernel", HOST),
    ("receiver: user", RECEIVER, r"host\.cpu\.user", HOST),
    ("receiver: host", RECEIVER, r"host\.(send|receive|receive_call)", HOST),
    ("receiver: segment", RECEIVER, r"host\.segments", SEGMENT),
)
WITH_GAPS = (PCI, LINK)
NODE = re.compile(r"(.*?\bnode\d+)\.")  # with the names of whatever stands around it
COLUMNS = ("track", "begin_us", "end_us", "label", "message", "bytes")
WIDTH = 12  # inches
LETTER = 0.062  # inches, of a letter in a bar
PALE = 0.35  # what is for other messages
LEAST_GAP = 1.0  # us; shorter ones are what an engine needs to start


def add_options(options):
    options.add_argument("--page", action="append", required=True, metavar="NAME=FILE",
                         help="a panel: the mode's name and its .timeline.json")
    options.add_argument("--message", type=int, help="the message to show, not the first with most bytes")
    options.add_argument("--before", type=float, default=0, metavar="US", help="begin US microseconds before the message")
    options.add_argument("--after", type=float, default=0, metavar="US", help="end US microseconds after the message")
    options.add_argument("--published", action="append", default=[], metavar="NAME=LATENCY",
                         help="mark a published latency, in us, in the panel of this name; of no panel, in all")


def draw(arguments):
    around = (arguments.before, arguments.after)
    if min(around) < 0:
        raise Fault("--before and --after", f"{min(around):g} us", "0 us or more", "show more, not less")
    pages = [read_page(text, arguments.message, *around) for text in arguments.page]
    published = data.named_numbers(arguments.published, "--published")
    shown = [lane for lane in range(len(LANES)) if any(page["lanes"][lane] for page in pages)]
    drawn, axes = style.figure(WIDTH, 1.1 + len(pages) * (0.5 + 0.27 * len(shown)), len(pages))
    names = [page["name"] for page in pages]
    span = max([page["end"] for page in pages] + list(published.values()))
    for axis, page in zip(axes[:, 0], pages):
        levels = {name: value for name, value in published.items() if name not in names or name == page["name"]}
        draw_panel(axis, page, shown, span, levels)
    since = "the begin of what is shown" if arguments.before else "the sending host began"
    axes[-1][0].set_xlabel(f"time since {since} (us)")
    used = dict.fromkeys(LANES[lane][3] for lane in shown)
    drawn.legend(handles=[style.pyplot.Rectangle((0, 0), 1, 1, color=colour) for colour in used],
                 labels=[KINDS[colour] for colour in used], loc="upper right", ncol=len(used),
                 fontsize=8.5, columnspacing=1.2)
    usual = "One page from host to host: what firmware, host and engines do"
    drawn.suptitle(arguments.title or usual, x=0.01, ha="left", fontsize=12)
    style.save(drawn, arguments.output)


def read_page(text, wanted, before=0, after=0):
    """The activities of one message by lane, their times counted from the first that is shown."""
    name, path = data.named(text, "--page")
    activities = read_trace(path)
    message = wanted or largest_message(path, activities)
    parts = [a for a in activities if a["message"] == message]
    if not parts:
        raise Fault(path, f"no message {message}", "a message in this file", "choose another")
    begin = min(a["begin_us"] for a in parts) - before
    end = max(a["end_us"] for a in parts) + after
    nodes = dict(zip((SENDER, RECEIVER), ends_of(path, parts)))
    lanes = [lane_bars([a for a in (parts if colour == SEGMENT else activities) if is_in(a, nodes.get(where), what)], begin, end, message)
             for _, where, what, colour in LANES]
    title = f"{name}: message {message} took {end - begin:.1f} us"
    if before or after:
        title = f"{name}, and what was before and after it"
    return {"name": name, "message": message, "title": title, "end": end - begin, "lanes": lanes}


def largest_message(path, activities):
    """The first of those messages that moved the most bytes in one activity."""
    messages = [a for a in activities if a["message"] != 0]
    if not messages:
        raise Fault(path, "no activity that belongs to a message", "a trace of messages",
                    "trace an experiment that sends some")
    most = max(a["bytes"] for a in messages)
    return next(a["message"] for a in messages if a["bytes"] == most)


def ends_of(path, parts):
    """The node where the message begins, and the last one that it reaches: a segment ends where it began."""
    on_nodes = [a for a in parts if NODE.match(a["track"])]
    if not on_nodes:
        raise Fault(path, "a message on no node", "tracks such as node0.host.send", "trace again")
    sender = NODE.match(min(on_nodes, key=lambda a: a["begin_us"])["track"])[1]
    away = [a for a in on_nodes if NODE.match(a["track"])[1] != sender]
    return sender, NODE.match(max(away or on_nodes, key=lambda a: a["end_us"])["track"])[1]


def is_in(activity, node, what):
    """It is of the node, or of none if that is None, and has one of these roles, or a name of this pattern."""
    found = NODE.match(activity["track"])
    if (found[1] if found else None) != node:
        return False
    if isinstance(what, set):
        return role_of(activity) in what
    return re.fullmatch(what, activity["track"][found.end():]) is not None


def role_of(activity):
    """What it is in its system, whatever the part is called: "sends"; nothing if it does not say so."""
    role = activity.get("role")
    return role if isinstance(role, str) else ""


def read_trace(path):
    """The activities of a trace that says what they are."""
    activities = list(data.rows(path, COLUMNS))
    if not any(map(role_of, activities)):
        raise Fault(path, "activities without roles", "what flybar run --trace NAME.timeline.json writes", "trace again")
    return activities


def lane_bars(activities, begin, end, message):
    """What overlaps the message, cut to it: {"begin", "length", "bytes" of the whole, "rate" in MB/s, "label", "other": it
    is for another message}."""
    bars = []
    for a in activities:
        if a["end_us"] <= begin or a["begin_us"] >= end:
            continue
        first, last = max(a["begin_us"], begin), min(a["end_us"], end)
        whole = a["end_us"] - a["begin_us"]
        bars.append({"begin": first - begin, "length": last - first, "bytes": a["bytes"], "label": a["label"],
                     "other": a["message"] not in (0, message), "rate": a["bytes"] / whole if whole > 0 else 0})
    return bars


def programs_of(bars, span):
    """The innermost of what a processor does; neighbours that are too short to be seen apart become one."""
    shortest = span / 300
    found = []
    for bar in sorted(bars, key=lambda bar: (bar["begin"], -bar["length"])):
        while found and found[-1]["label"] and end_of(found[-1]) >= end_of(bar):
            found.pop()  # it goes on around this one
        last = found[-1] if found else None
        seen = last is None or bar["length"] >= shortest or bar["begin"] - end_of(last) >= shortest
        if seen or (last["label"] and last["length"] >= shortest):
            found.append(dict(bar))
        else:
            last.update(length=end_of(bar) - last["begin"], label="")
    return found


def end_of(bar):
    return bar["begin"] + bar["length"]


def gaps_of(bars):
    """(begin, length) of what lies between bars."""
    found, until = [], None
    for bar in sorted(bars, key=lambda bar: bar["begin"]):
        if until is not None and bar["begin"] - until >= LEAST_GAP:
            found.append((until, bar["begin"] - until))
        until = max(until or 0, bar["begin"] + bar["length"])
    return found


def draw_panel(axis, page, shown, span, levels):
    letter = span * 1.02 * LETTER / (WIDTH - 2.4)
    for line, lane in enumerate(shown):
        bars, colour = page["lanes"][lane], LANES[lane][3]
        if colour == SEGMENT:
            draw_marks(axis, line, bars, letter)
        else:
            draw_lane(axis, line, programs_of(bars, span) if colour in (HOST, FIRMWARE) else bars, colour, letter)
    axis.set_yticks(range(len(shown)), [LANES[lane][0] for lane in shown], fontsize=8.5)
    axis.set_ylim(len(shown) - 0.4, -0.6)
    axis.set_xlim(0, span * 1.02)
    axis.tick_params(axis="y", length=0)
    axis.grid(axis="y", visible=False)
    axis.axvline(page["end"], color=style.BLACK, linewidth=1)
    for name, value in levels.items():
        draw_level(axis, "published" if name == page["name"] else name, value, span, page["end"])
    axis.set_title(page["title"], fontweight="bold")


def draw_lane(axis, line, bars, colour, letter):
    """Bars with their texts, gaps with theirs; where there is no room, the sum of both behind the last bar."""
    untold = []
    for bar in bars:
        axis.barh(line, bar["length"], left=bar["begin"], height=0.76, color=colour, edgecolor="#FFFFFF", linewidth=0.4,
                  alpha=PALE if bar["other"] else 1)
        text = next((text for text in texts_of(bar, colour) if len(text) * letter < bar["length"]), None)
        if text:
            axis.text(bar["begin"] + bar["length"] / 2, line, text, ha="center", va="center", fontsize=7,
                      color="#000000" if colour == HOST or bar["other"] else "#FFFFFF")
        if not text or "MB/s" not in text:
            untold.append(bar)
    if colour not in WITH_GAPS:
        return
    gaps = gaps_of(bars)
    narrow = [length for begin, length in gaps if not told_gap(axis, line, begin, length, letter)]
    notes = ([summary_of_bars(untold)] if untold else []) + ([f"gaps {span_of(narrow, 1)} us"] if narrow else [])
    if notes:
        end = max(bar["begin"] + bar["length"] for bar in bars)
        axis.text(end + letter, line, "; ".join(notes), ha="left", va="center", fontsize=7, color="#333333", zorder=4,
                  bbox={"facecolor": "#FFFFFF", "edgecolor": "none", "pad": 0.6, "alpha": 0.85})


def draw_marks(axis, line, bars, letter):
    """What takes hardly any time has its text beside it, with that of others for which there is no room between."""
    for group in beside_each_other(bars, letter):
        for bar in group:
            axis.barh(line, max(bar["length"], letter / 4), left=bar["begin"], height=0.76, color=SEGMENT)
        axis.text(end_of(group[-1]) + letter / 2, line, ", ".join(bar["label"] for bar in group), fontsize=7, va="center")


def beside_each_other(bars, letter):
    groups = []
    for bar in sorted(bars, key=lambda bar: (bar["begin"], bar["length"])):
        text = sum(len(other["label"]) + 2 for other in groups[-1]) if groups else 0
        if groups and bar["begin"] < end_of(groups[-1][-1]) + text * letter:
            groups[-1].append(bar)
        else:
            groups.append([bar])
    return groups


def told_gap(axis, line, begin, length, letter):
    text = f"{length:.1f} us"
    if (len(text) + 1) * letter > length:
        return False
    axis.text(begin + length / 2, line, text, ha="center", va="center", fontsize=7, color="#333333", style="italic")
    return True


def summary_of_bars(bars):
    return f"{len(bars)} x {span_of([bar['bytes'] for bar in bars], 0)} B at {span_of([bar['rate'] for bar in bars], 0)} MB/s"


def span_of(values, digits):
    least, most = f"{min(values):.{digits}f}", f"{max(values):.{digits}f}"
    return least if least == most else f"{least} to {most}"


def draw_level(axis, name, value, span, end):
    """A published latency, on the side of its line that is away from the end of the message."""
    left = value < end and value > 0.2 * span or value > 0.85 * span
    axis.axvline(value, color=style.PINK, linewidth=1.6, linestyle=(0, (5, 3)))
    axis.text(value + (-0.004 if left else 0.004) * span, 0, f"{name}: {value:g} us", color="#8B3F6B", fontsize=8,
              va="center", ha="right" if left else "left", bbox={"facecolor": "#FFFFFF", "edgecolor": "none", "pad": 0.6, "alpha": 0.85})


def texts_of(bar, colour):
    """What a bar says, if there is room: the shorter ones last."""
    if colour not in (PCI, LINK, SWITCH):
        return [bar["label"]]
    rate = f"{bar['rate']:.0f} MB/s"
    return [f"{bar['label']} {bar['bytes']} B, {rate}", f"{bar['bytes']} B, {rate}", f"{bar['bytes']} B"] if bar["bytes"] else [bar["label"]]
