"""One result of a sweep over two of its keys.

Where more keys vary, a cell shows the best of the others: the least of a time, the most of a rate.
"""
from matplotlib import colors

from common.fault import Fault
from plotting import data, style

RATES = ("MB/s", "Gb/s")
LABELLED = 120  # cells at most that have their value written in them


def add_options(options):
    options.add_argument("data", metavar="RESULTS", help="results.csv of a sweep")
    options.add_argument("--result", help="the name of a result; the first, else")
    options.add_argument("--across", help="a key that varies; the first, else")
    options.add_argument("--up", help="another; the second, else")


def draw(arguments):
    table = data.rows(arguments.data, ())
    across, up = choose_keys(arguments, table[0])
    result = data.result_column(arguments.data, table[0], arguments.result or first_result(arguments.data, table[0]))
    grid = Grid(arguments.data, table, across, up, result)
    drawn, axes = style.figure(1.6 + 0.82 * len(grid.columns), 1.9 + 0.42 * len(grid.lines))
    draw_grid(drawn, axes[0][0], grid, f"{result.replace('_', ' ')}")
    axes[0][0].set_title(arguments.title or f"{result.partition(' ')[0].replace('_', ' ')} over {across} and {up}")
    style.save(drawn, arguments.output)


def choose_keys(arguments, row):
    keys = data.keys_of(row)
    for option, key in (("--across", arguments.across), ("--up", arguments.up)):
        if key and key not in keys:
            raise Fault(option, f'"{key}"', ", ".join(keys), "choose one of these")
    across = arguments.across or next((key for key in keys if key != arguments.up), None)
    up = arguments.up or next((key for key in keys if key != across), None)
    if across is None or up is None or across == up:
        raise Fault(arguments.data, f"{len(keys)} keys that vary", "two different ones",
                    "draw the sweep with flybar report")
    return across, up


def first_result(path, row):
    for name in row:
        if data.RESULT.fullmatch(name):
            return name
    raise Fault(path, "no result with a unit", "the results.csv of a sweep", "check the path")


class Grid:
    """Values by column and line, and where the best of them is."""

    def __init__(self, path, table, across, up, result):
        better = max if result.endswith(RATES) else min
        self.cells = {}
        for index, row in enumerate(table, start=1):
            if row[result] in (None, ""):
                continue
            place = (row[across], row[up])
            value = data.number(f"{path} row {index}", row[result])
            self.cells[place] = better(value, self.cells.get(place, value))
        if not self.cells:
            raise Fault(path, f"no point with {result}", "a sweep that has finished points", "run the sweep again")
        self.across, self.up, self.more_is_better = across, up, better is max
        self.columns = in_order({column for column, _ in self.cells}, table, across)
        self.lines = in_order({line for _, line in self.cells}, table, up)
        self.best = better(self.cells, key=self.cells.get)

    def values(self):
        """A list of lines, upwards; nan where no point is."""
        return [[self.cells.get((column, line), float("nan")) for column in self.columns] for line in self.lines]


def in_order(texts, table, key):
    """Sizes by their value, words in the order of the sweep."""
    try:
        return sorted(texts, key=lambda text: data.size("", text))
    except Fault:
        return [text for text in dict.fromkeys(row[key] for row in table) if text in texts]


def draw_grid(drawn, axis, grid, title, most=None):
    """Cells with their values, the best framed. Values beyond `most` have one colour. Returns the colour bar."""
    values = grid.values()
    scale = colors.Normalize(min(grid.cells.values()), most or max(grid.cells.values()))
    image = axis.imshow(values, origin="lower", aspect="auto", norm=scale,
                        cmap="viridis" if grid.more_is_better else "viridis_r")
    axis.set_xticks(range(len(grid.columns)), grid.columns)
    axis.set_yticks(range(len(grid.lines)), grid.lines)
    axis.set_xlabel(grid.across)
    axis.set_ylabel(grid.up)
    axis.grid(visible=False)
    axis.tick_params(length=0)
    if len(grid.cells) <= LABELLED:
        write_values(axis, grid, image)
    best = (grid.columns.index(grid.best[0]), grid.lines.index(grid.best[1]))
    axis.add_patch(style.pyplot.Rectangle((best[0] - 0.5, best[1] - 0.5), 1, 1, fill=False, linewidth=2.5,
                                          edgecolor=style.VERMILION, zorder=4, label="best of the model"))
    return drawn.colorbar(image, ax=axis, label=title, extend="max" if most else "neither", pad=0.02)


def write_values(axis, grid, image):
    for (column, line), value in grid.cells.items():
        red, green, blue, _ = image.cmap(image.norm(value))
        bright = 0.3 * red + 0.6 * green + 0.1 * blue > 0.45
        axis.text(grid.columns.index(column), grid.lines.index(line), f"{value:.1f}" if value < 1000 else f"{value:.0f}",
                  ha="center", va="center", fontsize=8, color="#000000" if bright else "#FFFFFF", zorder=3,
                  # A line of a level passes behind the number.
                  bbox={"facecolor": (red, green, blue), "edgecolor": "none", "pad": 1.5},
                  fontweight="bold" if (column, line) == grid.best else "normal")
