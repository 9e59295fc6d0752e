"""Where the time of a page fault goes, from the access to its return: a stacked bar for each run.

Each RECORD is NAME=FILE of "flybar run page-fault --json". The stages of the table "stages of a fault" add up to the mean
latency of a fault.
"""
from common.fault import Fault
from plotting import data, style

TABLE = "stages of a fault"
LEAST = 0.03  # of the longest bar: what is shorter has no room for its number


def add_options(options):
    data.add_records(options)


def draw(arguments):
    bars = {name: stages(name, tables) for name, tables in data.records(arguments).items()}
    longest = max(sum(bar.values()) for bar in bars.values())
    drawn, axes = style.figure(11, 1.9 + 0.42 * len(bars))
    axis = axes[0][0]
    for line, bar in enumerate(bars.values()):
        length = style.stacked_bar(axis, line, bar, LEAST * longest)
        axis.text(length + longest * 0.01, line, f"{length:.0f} us", va="center", fontsize=9)
    axis.set_yticks(range(len(bars)), list(bars))
    axis.tick_params(axis="y", length=0)
    axis.set_ylim(len(bars) - 0.5, -0.5)
    axis.set_xlim(0, longest * 1.1)
    axis.grid(axis="y", visible=False)
    axis.set_xlabel("time from the access to its return (us)")
    axis.set_title(arguments.title or "Where the time of a page fault goes")
    handles = dict(zip(*reversed(axis.get_legend_handles_labels())))
    axis.legend(handles.values(), handles.keys(), loc="upper left", ncol=1, bbox_to_anchor=(1.01, 1), borderaxespad=0)
    style.save(drawn, arguments.output)


def stages(name, tables):
    """{stage: us} of the record of this name, in the order in which they happen."""
    rows = tables.get(TABLE)
    if not rows:
        raise Fault(name, f'no table "{TABLE}"', "a record of page faults", "run page-fault with --json")
    return {str(row.get("stage")): data.number(f'{name}: "{TABLE}" row {number}, mean us', row.get("mean us"))
            for number, row in enumerate(rows, start=1) if row.get("stage") != "all"}
