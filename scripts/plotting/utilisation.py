"""What runs wait for, and how busy each part of each node is, as stacked bars.

Each RECORD is NAME=FILE of "flybar run --json": the table "what messages waited for" makes one bar per run,
the table "utilisation" one for each part of a node that is busy for 5 % of the time in at least one run. Nodes that are
busy alike in every run share a bar.
"""
from plotting import data, style

WAITS, USE = "what messages waited for", "utilisation"
POLLING = "polling %"
LEAST = 0.045  # of the axis: what is shorter has no room for its number
MATTERS = 5.0  # %: what is less busy in every run is left out
ALIKE = 1.0  # % of the time between nodes that share a bar


def add_options(options):
    data.add_records(options)


def draw(arguments):
    records = data.records(arguments)
    waits = {name: tables[WAITS] for name, tables in records.items() if tables.get(WAITS)}
    busy = alike(parts_that_matter({name: busy_parts(tables.get(USE, [])) for name, tables in records.items()}))
    panels = [0.9 + 0.62 * len(waits)] if waits else []
    panels.append(0.8 + 0.27 * sum(len(parts) + 1 for parts in busy.values()))
    drawn = style.pyplot.figure(figsize=(10, sum(panels) + 0.9), constrained_layout=True)
    axes = drawn.subplots(len(panels), 1, height_ratios=panels, squeeze=False)[:, 0]
    if waits:
        draw_waits(axes[0], waits)
    draw_use(axes[-1], busy)
    drawn.suptitle(arguments.title or "Where the time goes", x=0.01, ha="left", fontsize=12)
    style.save(drawn, arguments.output)


def busy_parts(table):
    """[(part of a node, share in %)] without what is never busy, and without polling, which is no work."""
    return [(f"{row['node']} {part_of(title, row)}", value) for row in table
            for title, value in row.items() if title.endswith(" %") and title != POLLING and value >= 0.5]


def parts_that_matter(busy):
    """Those of each run that are busy enough in any of the runs, so that runs can be compared."""
    shown = {part for parts in busy.values() for part, share in parts if share >= MATTERS}
    return {name: [(part, share) for part, share in parts if part in shown] for name, parts in busy.items()}


def alike(busy):
    """The same with one entry, "node0, node1 PCI bus", for nodes that are busy alike in every run; the share is the greatest."""
    groups = []
    for label in dict.fromkeys(part for parts in busy.values() for part, _ in parts):
        part = label.partition(" ")[2]
        shares = [dict(parts).get(label, 0.0) for parts in busy.values()]
        for group in groups:
            if group["part"] == part and all(abs(a - b) < ALIKE for a, b in zip(group["shares"], shares)):
                group["labels"].append(label)
                break
        else:
            groups.append({"part": part, "shares": shares, "labels": [label]})
    return {name: [(f"{nodes_of(group['labels'])} {group['part']}",
                    max(share for part, share in parts if part in group["labels"]))
                   for group in groups if any(part in group["labels"] for part, _ in parts)]
            for name, parts in busy.items()}


def nodes_of(labels):
    nodes = [label.partition(" ")[0] for label in labels]
    return ", ".join(nodes) if len(nodes) <= 3 else f"{nodes[0]}, {nodes[1]} and {len(nodes) - 2} more:"


def part_of(title, row):
    """Records of schema 1 do not tell the polling apart."""
    return "CPU and polling" if title == "CPU %" and POLLING not in row else title.removesuffix(" %")


def draw_waits(axis, waits):
    resources = list(dict.fromkeys(row["resource"] for table in waits.values() for row in table))
    shown = {name: {row["resource"]: row for row in table} for name, table in waits.items()}
    ends = dict.fromkeys(waits, 0.0)
    room = LEAST * max(sum(row["mean us"] for row in table) for table in waits.values())
    for index, resource in enumerate(resources[:style.MOST_SERIES]):
        look = style.series(index)
        for line, (name, rows) in enumerate(shown.items()):
            row = rows.get(resource)
            if not row:
                continue
            length = row["mean us"]
            axis.barh(line, length, left=ends[name], height=0.66, color=look["colour"], hatch=look["hatch"],
                      edgecolor="#FFFFFF", linewidth=0.6, label=resource if resource not in axis.get_legend_handles_labels()[1] else None)
            if length >= room:
                axis.text(ends[name] + length / 2, line, f"{row['share %']:.0f} %", ha="center", va="center", fontsize=8,
                          bbox={"facecolor": "#FFFFFF", "edgecolor": "none", "pad": 0.8, "alpha": 0.85})
            ends[name] += length
    for line, name in enumerate(shown):
        axis.text(ends[name], line, f"  {ends[name]:.1f} us", va="center", fontsize=9)
    axis.set_yticks(range(len(shown)), list(shown))
    axis.set_ylim(len(shown) - 0.5, -0.5)
    axis.set_xlim(0, max(ends.values()) * 1.2)
    axis.grid(axis="y", visible=False)
    axis.set_xlabel("mean latency of a message (us), by what it waited for")
    axis.legend(loc="upper left", bbox_to_anchor=(1.0, 1.02), fontsize=8.5, borderaxespad=0)


def draw_use(axis, busy):
    names = []
    for name, parts in busy.items():
        for part, share in parts:
            axis.barh(len(names), share, height=0.72, color=style.BLUE)
            axis.barh(len(names), max(0, 100 - share), left=share, height=0.72, color="#E3E6E9")
            axis.text(min(share, 100) + 0.8, len(names), f"{share:.0f} %", va="center", fontsize=8)
            names.append(f"{name}: {part}")
        names.append("")
    axis.set_yticks(range(len(names)), names, fontsize=8.5)
    axis.tick_params(axis="y", length=0)
    axis.set_ylim(len(names) - 1.4, -0.6)
    axis.set_xlim(0, 100)
    axis.grid(axis="y", visible=False)
    axis.set_xlabel("share of time busy (%)")
