"""Pictures of analyses, one for each result."""
import os
import re
import textwrap

from plotting import style

MOST_BARS = 15  # of parameters; the others matter less
NOT_IN_NAMES = re.compile(r"[^\w.-]+")  # of files


def title_of(block):
    return f"{block['result']} ({block['unit']})" if block["unit"] else block["result"]


def panel(bars):
    drawn, (axes,) = style.figure(8, 1.2 + 0.32 * max(bars, 2))
    axes[0].grid(axis="y", visible=False)
    return drawn, axes[0]


def rows(axis, names):
    axis.set_yticks(range(len(names)), names)
    axis.invert_yaxis()


def draw_tornado(block, path):
    bars = [bar for bar in block["bars"] if bar["swing"] > 0][:MOST_BARS]
    without = [bar["key"] for bar in block["bars"] if bar["swing"] == 0]
    drawn, axis = panel(len(bars))
    for place, bar in enumerate(bars):
        axis.barh(place, bar["swing"], left=bar["low"], height=0.6, color=style.BLUE)
        for at, side, text in ((bar["low"], "right", bar["low_at"]), (bar["high"], "left", bar["high_at"])):
            axis.annotate(text, (at, place), xytext=(-3 if side == "right" else 3, 0), textcoords="offset points",
                          ha=side, va="center", fontsize=8)
    rows(axis, [bar["key"] for bar in bars])
    if block["nominal"] is not None:
        axis.axvline(block["nominal"], color=style.BLACK, linewidth=1)
    axis.use_sticky_edges = False
    axis.margins(x=0.2)
    axis.set_title(f"{block['result']}: one parameter at a time")
    axis.set_xlabel("\n".join([title_of(block), *textwrap.wrap("without effect: " + ", ".join(without) if without else "", 90)]))
    style.save(drawn, [path])


def draw_morris(block, path):
    effects = [effect for effect in block["effects"] if effect["mu_star"] is not None][:MOST_BARS]
    drawn, axis = panel(len(effects))
    for place, effect in enumerate(effects):
        error = [[effect["mu_star"] - effect["low"]], [effect["high"] - effect["mu_star"]]]
        axis.barh(place - 0.18, effect["mu_star"], height=0.34, color=style.BLUE, xerr=error, ecolor=style.GREY)
        axis.barh(place + 0.18, effect["sigma"], height=0.34, color=style.ORANGE)
    rows(axis, [effect["key"] for effect in effects])
    axis.set_title(f"{block['result']}: mean effect (blue) and its spread (orange)")
    axis.set_xlabel(title_of(block))
    style.save(drawn, [path])


def draw_sobol(block, path):
    indices = block["indices"][:MOST_BARS]
    drawn, axis = panel(len(indices))
    for shift, name, colour in ((-0.18, "first", style.BLUE), (0.18, "total", style.ORANGE)):
        for place, index in enumerate(indices):
            error = [[max(0.0, index[name] - index[name + "_low"])], [max(0.0, index[name + "_high"] - index[name])]]
            axis.barh(place + shift, index[name], height=0.34, color=colour, xerr=error, ecolor=style.GREY)
    rows(axis, [index["key"] for index in indices])
    axis.set_title(f"{block['result']}: share of the variance, alone (blue) and in all (orange)")
    axis.set_xlim(left=min(0.0, axis.get_xlim()[0]))
    style.save(drawn, [path])


def draw_intervals(block, path):
    drivers = block["drivers"]
    drawn, axis = panel(len(drivers))
    for place, driver in enumerate(drivers):
        axis.barh(place, driver["rank_correlation"], height=0.6, color=style.BLUE)
    rows(axis, [driver["key"] for driver in drivers])
    axis.set_xlim(-1, 1)
    axis.set_title(f"{title_of(block)}: {block['nominal'] or block['median']:.4g}, between {block['low']:.4g} and "
                   f"{block['high']:.4g}")
    axis.set_xlabel("rank correlation with the result")
    style.save(drawn, [path])


def draw_front(found, rows_of_all, path):
    """The first two objectives; other points in grey."""
    x, y = found["objectives"][:2]
    drawn, (axes,) = style.figure(7, 4.5)
    axis = axes[0]
    for points, colour, size, name in ((rows_of_all, "#BBBBBB", 12, "run"), (found["front"], style.VERMILION, 30,
                                                                          "no other is better in all")):
        axis.scatter([row["results"][x["result"]] for row in points], [row["results"][y["result"]] for row in points],
                     s=size, color=colour, label=name)
    axis.set_xlabel(title_of(x) + (", great is good" if x["sense"] == "max" else ""))
    axis.set_ylabel(title_of(y) + (", great is good" if y["sense"] == "max" else ""))
    axis.set_title("Pareto front")
    style.legend_below(axis)
    style.save(drawn, [path])


def draw(found, rows_of_all, directory):
    """Answers the names of the files."""
    files = []
    for kind, draw_one in (("tornado", draw_tornado), ("morris", draw_morris), ("sobol", draw_sobol),
                           ("intervals", draw_intervals)):
        for block in found.get(kind, []):
            if block.get("bars") == [] or block.get("effects") == [] or block.get("indices") == []:
                continue
            files.append(f"{kind}-{NOT_IN_NAMES.sub('_', block['result'])}.svg")
            draw_one(block, os.path.join(directory, files[-1]))
    if len(found.get("objectives", [])) > 1 and found["front"]:
        files.append("pareto.svg")
        draw_front(found, [row for row in rows_of_all if row["status"] == "done"], os.path.join(directory, files[-1]))
    return files
