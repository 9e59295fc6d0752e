"""Which parts there are, and what fits what: buses above, cards on them, networks below.

Draws what `flybar list parts` prints, also with --load for parts of one's own.
"""
import sys
import textwrap

from common.fault import Fault
from plotting import data, style

COLUMNS = ("part", "is a", "needs", "summary")
FLOORS = {"bus": style.SKY, "card": style.ORANGE, "network": style.GREEN}  # from the host down to the cables
WIDTH, HEIGHT, GAP_X, GAP_Y, LETTERS = 2.1, 0.85, 0.25, 0.8, 28


def add_options(options):
    options.add_argument("data", metavar="LIST", help='what "flybar list parts" printed; - for the standard input')


def draw(arguments):
    parts = read(arguments.data)
    floors = {kind: [part for part in parts if part["is a"] == kind] for kind in FLOORS}
    widest = max(map(len, floors.values()))
    drawn, axes = style.figure(0.4 + widest * (WIDTH + GAP_X), 0.8 + len(floors) * (HEIGHT + GAP_Y))
    axis = axes[0][0]
    axis.set_axis_off()
    axis.set_title(arguments.title or "Parts: a card fits the buses and networks that it is joined to")
    places = place(floors, widest)
    for part in parts:
        join(axis, part, places)
    for part in parts:
        box(axis, part, *places[part["part"]])
    axis.set_xlim(0, widest * (WIDTH + GAP_X))
    axis.set_ylim(-0.1, len(floors) * (HEIGHT + GAP_Y) - GAP_Y + 0.1)
    style.save(drawn, arguments.output)


def read(path):
    """Rows of the list as dictionaries by column."""
    text = sys.stdin.read() if path == "-" else data.text_of(path, "what flybar list parts printed")
    lines = text.splitlines()
    begins = [lines[0].find(name) for name in COLUMNS] if lines else [-1]
    if min(begins) < 0 or begins != sorted(begins):
        raise Fault(path, "no line with the columns " + ", ".join(COLUMNS), "what flybar list parts printed",
                    "write it anew: flybar list parts > FILE")
    ends = begins[1:] + [None]
    parts = [{name: line[begin:end].strip() for name, begin, end in zip(COLUMNS, begins, ends)}
             for line in lines[1:] if line.strip()]
    check(path, parts)
    return parts


def check(path, parts):
    names = [part["part"] for part in parts]
    if not parts:
        raise Fault(path, "no part", "one line for each", "write it anew: flybar list parts > FILE")
    for line, part in enumerate(parts, start=2):
        if part["is a"] not in FLOORS:
            raise Fault(f"{path}:{line}", f'a part that is a "{part["is a"]}"', ", ".join(FLOORS),
                        "write it anew: flybar list parts > FILE")
        for needed in needs(part):
            if needed not in names:
                raise Fault(f"{path}:{line}", f'{part["part"]} needs "{needed}", which is not in the list',
                            ", ".join(names), "list with --load what the card was loaded with")


def needs(part):
    return [name.strip() for name in part["needs"].replace(";", ",").split(",") if name.strip()]


def place(floors, widest):
    """The centre of each part: the first floor is the highest, each in the middle of the widest."""
    places = {}
    for floor, parts in enumerate(floors.values()):
        left = (widest - len(parts)) / 2
        for index, part in enumerate(parts):
            places[part["part"]] = ((left + index + 0.5) * (WIDTH + GAP_X),
                                    (len(floors) - floor - 1) * (HEIGHT + GAP_Y) + HEIGHT / 2)
    return places


def join(axis, part, places):
    x, y = places[part["part"]]
    for needed in needs(part):
        to_x, to_y = places[needed]
        side = HEIGHT / 2 if to_y > y else -HEIGHT / 2
        axis.plot((x, to_x), (y + side, to_y - side), color=style.GREY, linewidth=1.2, zorder=1,
                  clip_on=False)


def box(axis, part, x, y):
    axis.add_patch(style.pyplot.Rectangle((x - WIDTH / 2, y - HEIGHT / 2), WIDTH, HEIGHT, zorder=2, clip_on=False,
                                          facecolor=FLOORS[part["is a"]] + "40", edgecolor=FLOORS[part["is a"]]))
    axis.text(x, y + HEIGHT / 2 - 0.1, f'{part["part"]} ({part["is a"]})', ha="center", va="top", fontsize=9.5,
              fontweight="bold", zorder=3)
    axis.text(x, y + HEIGHT / 2 - 0.36, "\n".join(textwrap.wrap(part["summary"], LETTERS)), ha="center", va="top",
              fontsize=8, zorder=3)
