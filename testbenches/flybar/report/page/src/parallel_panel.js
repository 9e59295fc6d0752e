// Parallel coordinates of all points. A stretch marked on an axis keeps the lines that pass there.
import { chartCanvas } from "./charts/canvas.js";
import { parallel } from "./charts/parallel.js";
import { el } from "./dom.js";
import { titleOf } from "./sweep.js";

export function parallelPanel(sweep, state) {
  const canvas = chartCanvas(340);
  const draw = () => {
    const rows = state.get("rows").filter((row) => state.get("result").values[row] !== null);
    canvas.frame.hidden = rows.length < 2;
    if (rows.length < 2) return;
    canvas.draw(parallel(sweep, state.get("result"), rows),
      `Parallel coordinates of ${rows.length} points, coloured by ${titleOf(state.get("result"))}; the table below has the numbers`);
  };
  state.on(["result", "rows"], draw);
  return { element: el("div", {}, el("p", { class: "note" }, "Drag along an axis to keep the lines that pass there; a click on it keeps all again."), canvas.frame), draw };
}
