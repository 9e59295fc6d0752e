// The chosen point, with the commands that run it alone and record it.
import { el, plainTable } from "./dom.js";
import { command } from "./facts.js";
import { number } from "./format.js";

export function pointPanel(sweep, state) {
  const place = el("section", { id: "point", class: "point", "aria-labelledby": "point-title", tabindex: "-1", hidden: true });
  const fill = () => {
    const row = state.get("point");
    place.hidden = row === null;
    if (row === null) return;
    const values = [...sweep.axes.map((axis) => [axis.title(), axis.texts[row]]),
      ...sweep.allResults.map((result) => [result.name.replaceAll("_", " "), `${number(result.values[row])} ${result.unit}`])];
    if (sweep.limits[row]) values.push(["limit", sweep.limits[row]]);
    if (sweep.errors[row]) values.push(["error", sweep.errors[row]]);
    place.replaceChildren(
      el("h2", { id: "point-title" }, `Point ${row + 1}`),
      el("p", {}, "Run it alone, with all of its tables:"), command(sweep.command(row)),
      el("p", {}, "Record it as a timeline, which ", el("code", {}, "flybar report"), " shows when it lies in the sweep's directory, ",
        "or for GTKWave and Perfetto (", el("code", {}, ".fst"), ", ", el("code", {}, ".pftrace"), "):"),
      command(sweep.command(row, "timeline.json")),
      plainTable(`Point ${row + 1}`, ["what", "value"], values, [1]),
      el("button", { type: "button", onclick: () => { history.replaceState(null, "", "#main"); state.set({ point: null }); } }, "Close"));
  };
  state.on(["point"], fill);
  const fromAddress = () => {
    const row = Number(/^#point-(\d+)$/.exec(location.hash)?.[1]) - 1;
    if (!(row >= 0 && row < sweep.count)) return;
    state.set({ point: row });
    place.scrollIntoView({ block: "nearest" });
    place.focus({ preventScroll: true });
  };
  addEventListener("hashchange", fromAddress);
  return { element: place, fromAddress };
}
