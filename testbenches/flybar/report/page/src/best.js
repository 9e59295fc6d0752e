// The best points by the chosen result, where its unit tells what is better.
import { el, plainTable } from "./dom.js";
import { quantity } from "./format.js";
import { betterIs, titleOf } from "./sweep.js";

const SHOWN = 5;

export function bestPoints(sweep, state) {
  const place = el("div");
  const fill = () => {
    const result = state.get("result");
    const ranked = sweep.ranked(result, state.get("rows")).slice(0, SHOWN);
    place.hidden = !ranked.length;
    if (!ranked.length) return;
    const best = result.values[ranked[0]];
    place.replaceChildren(plainTable(
      `Best by ${titleOf(result)}: ${betterIs(result) > 0 ? "most" : "least"} first`,
      ["point", ...sweep.axes.map((axis) => axis.title()), titleOf(result), "behind the best"],
      ranked.map((row) => [el("a", { href: `#point-${row + 1}` }, String(row + 1)), ...sweep.axes.map((axis) => axis.texts[row]),
        quantity(result.values[row], ""), behind(result.values[row], best)]),
      [0, sweep.axes.length + 1, sweep.axes.length + 2]));
  };
  state.on(["result", "rows"], fill);
  fill();
  return place;
}

function behind(value, best) {
  return best ? `${(100 * Math.abs(value / best - 1)).toFixed(1)} %` : "";
}
