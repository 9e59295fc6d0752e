"""Which process sent how much to which, as a matrix: a line for each sender.

RECORD is a file of "flybar run --json", of a run of MPI: its table "who sent to whom".
"""
from common.fault import Fault
from plotting import data, style

TABLE, PAIR, AMOUNT = "who sent to whom", "from and to", "KB"


def add_options(options):
    options.add_argument("record", metavar="RECORD", help="a record of a run")
    options.add_argument("--messages", action="store_true", help="count messages, not bytes")


def draw(arguments):
    amounts = matrix(arguments.record, "messages" if arguments.messages else AMOUNT)
    drawn, axes = style.figure(6.4, 5.4)
    axis = axes[0][0]
    image = axis.imshow(amounts, cmap="viridis", vmin=0)
    axis.set_xlabel("to process")
    axis.set_ylabel("from process")
    axis.xaxis.set_major_locator(style.pyplot.MaxNLocator(integer=True))
    axis.yaxis.set_major_locator(style.pyplot.MaxNLocator(integer=True))
    axis.grid(visible=False)
    drawn.colorbar(image, ax=axis, label="messages" if arguments.messages else "KB sent", pad=0.02)
    axis.set_title(arguments.title or "Who sent to whom")
    style.save(drawn, arguments.output)


def matrix(path, column):
    """Lines by sender, of what each receiver got; 0 where nothing went."""
    rows = data.tables(path).get(TABLE)
    if not rows:
        raise Fault(path, f'no table "{TABLE}"', "a record of an MPI experiment",
                    "run nas, mpi-alltoall or mpi-bandwidth with --json")
    try:
        pairs = {tuple(int(end) for end in row[PAIR].split(" > ")): row[column] for row in rows}
    except (KeyError, TypeError, ValueError, AttributeError) as error:
        raise Fault(path, f'a row of "{TABLE}" without "{PAIR}" or "{column}" ({error})',
                    f'rows such as "0 > 1" with "{column}"', "run it again") from error
    processes = 1 + max(max(pair) for pair in pairs)
    return [[pairs.get((sender, receiver), 0) for receiver in range(processes)] for sender in range(processes)]
