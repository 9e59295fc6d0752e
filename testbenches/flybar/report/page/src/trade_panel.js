// Two results against each other: the points that are best in one for what they are in the other.
import { chartCanvas } from "./charts/canvas.js";
import { scatter } from "./charts/scatter.js";
import { choice, el } from "./dom.js";
import { paretoFront } from "./pareto.js";
import { betterIs, titleOf } from "./sweep.js";

/** Results of which it is known what is better; none if all tell the same kind of thing. */
export function tradeOffs(sweep) {
  const known = sweep.results.filter(betterIs);
  return new Set(known.map((result) => result.unit)).size > 1 ? known : [];
}

export function tradePanel(sweep, state) {
  const offered = tradeOffs(sweep);
  let a = offered[0];
  let b = offered.find((result) => result.unit !== a.unit);
  const controls = el("div", { class: "controls" });
  const note = el("p", { class: "note", role: "status" });
  const canvas = chartCanvas(360, (event) => {
    if (Number.isInteger(event.data?.[2])) state.set({ point: event.data[2] });
  });
  const choose = (title, now, change) =>
    choice(title, offered.map((result) => [result.name, titleOf(result)]), now.name, (name) => {
      change(sweep.result(name));
      draw();
    });
  function draw() {
    controls.replaceChildren(choose("Across", a, (result) => { a = result; }), choose("Up", b, (result) => { b = result; }));
    const rows = state.get("rows").filter((row) => a.values[row] !== null && b.values[row] !== null);
    canvas.frame.hidden = !rows.length;
    if (!rows.length) return;
    const front = paretoFront(a, b, rows);
    note.textContent = `${front.length} of ${rows.length} points are such that no other is better in one of both without being worse in the other.`;
    canvas.draw(scatter(sweep, a, b, rows, front),
      `${titleOf(b)} over ${titleOf(a)}: ${rows.length} points, ${front.length} of them on the Pareto front; the table below has the numbers`);
  }
  state.on(["rows"], draw);
  return { element: el("div", {}, controls, note, canvas.frame), draw };
}
