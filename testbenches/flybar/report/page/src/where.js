// Which points the whole page is about: a value of an axis, or all of them.
import { choice, el } from "./dom.js";

const ALL = "";

export function whereControls(sweep, state) {
  const chosen = {};
  if (sweep.axes.length < 2) return null;
  const controls = sweep.axes.map((axis) =>
    choice(axis.title(), [[ALL, "all"], ...axis.values.map((text) => [text, text])], ALL, (text) => {
      if (text === ALL) delete chosen[axis.key];
      else chosen[axis.key] = text;
      state.set({ rows: sweep.where(chosen), brushed: null });
    }));
  return el("div", { class: "controls", role: "group", "aria-label": "Points that are shown" }, ...controls);
}
