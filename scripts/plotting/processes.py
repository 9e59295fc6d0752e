"""What the processes of an MPI program did with their time, a stacked bar for each run.

Each RECORD is NAME=FILE of "flybar run --json". A bar is the mean over all processes of the table
"time of processes"; behind it stands how long they took.
"""
from common.fault import Fault
from plotting import data, style

TABLE, ALL = "time of processes", "all us"
LEAST = 4  # %: what is shorter has no room for its number


def add_options(options):
    data.add_records(options)


def draw(arguments):
    bars = {name: shares(name, tables) for name, tables in data.records(arguments).items()}
    drawn, axes = style.figure(8.5, 1.7 + 0.34 * len(bars))
    axis = axes[0][0]
    for line, (took, uses) in enumerate(bars.values()):
        style.stacked_bar(axis, line, uses, LEAST)
        axis.text(101, line, time_text(took), va="center", fontsize=9)
    axis.set_yticks(range(len(bars)), list(bars))
    axis.tick_params(axis="y", length=0)
    axis.set_ylim(len(bars) - 0.5, -0.5)
    axis.set_xlim(0, 112)
    axis.set_xticks(range(0, 101, 20))
    axis.grid(axis="y", visible=False)
    axis.set_xlabel("share of the time of a process (%)")
    axis.set_title(arguments.title or "What the processes did with their time")
    handles = {name: bar for bar, name in zip(*axis.get_legend_handles_labels())}
    axis.legend(handles.values(), handles.keys(), loc="upper left", bbox_to_anchor=(0, -0.8 / (0.4 + 0.34 * len(bars))),
                ncol=len(handles), borderaxespad=0)
    style.save(drawn, arguments.output)


def shares(name, tables):
    """(mean time in us, {use: share of it in %}) of the record of this name."""
    rows = tables.get(TABLE)
    if not rows:
        raise Fault(name, f'no table "{TABLE}"', "a record of an MPI program", "run nas or mpi-alltoall")
    uses = [title for title in rows[0] if title.endswith(" %")]
    numbers = [{title: data.number(f'{name}: "{TABLE}" row {n}, {title}', row.get(title)) for title in (ALL, *uses)}
               for n, row in enumerate(rows, start=1)]
    everything = sum(row[ALL] for row in numbers)
    return everything / len(rows), {
        title.removesuffix(" %"): sum(row[title] * row[ALL] for row in numbers) / everything for title in uses}


def time_text(us):
    return f"{us / 1e6:.2f} s" if us >= 1e6 else f"{us / 1e3:.3g} ms"
