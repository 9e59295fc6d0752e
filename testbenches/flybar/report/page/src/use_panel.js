// How busy the parts of each node were at one point: the chosen one, else the best.
import { chartCanvas } from "./charts/canvas.js";
import { stacked } from "./charts/stacked.js";
import { el } from "./dom.js";
import { titleOf } from "./sweep.js";

export function usePanel(sweep, state) {
  const { columns, nodes, rows: shares } = sweep.utilisation;
  const note = el("p", { class: "note" });
  const names = nodes.flatMap((node) => columns.map((column) => `${node} ${column.replace(" %", "")}`));
  const canvas = chartCanvas(96 + 22 * Math.min(names.length, 36));
  const draw = () => {
    const best = sweep.ranked(state.get("result"), state.get("rows"))[0];
    const row = state.get("point") ?? best ?? state.get("rows").find((other) => shares[other]);
    const found = shares[row];
    canvas.frame.hidden = !found;
    if (!found) return;
    note.textContent = `Point ${row + 1}${state.get("point") === null && row === best ? `, the best by ${titleOf(state.get("result"))}` : ""}: ` +
      "share of the time of its program.";
    const busy = found.flat();
    const shown = names.slice(0, 36);
    const used = busy.slice(0, shown.length);
    const parts = [{ name: "busy", values: used }, { name: "free", free: true, values: used.map((share) => Math.max(0, 100 - share)) }];
    canvas.draw(stacked(shown, parts, "share of time (%)"),
      `Utilisation at point ${row + 1}: ${shown.map((name, index) => `${name} ${Math.round(busy[index])} %`).join(", ")}`);
  };
  state.on(["point", "result", "rows"], draw);
  return { element: el("div", {}, note, canvas.frame), draw };
}
