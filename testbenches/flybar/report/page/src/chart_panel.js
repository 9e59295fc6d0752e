// The main chart: of the kind that fits the axes, or the one that the user chooses.
import { bars } from "./charts/bars.js";
import { chartCanvas } from "./charts/canvas.js";
import { heatmap } from "./charts/heatmap.js";
import { legendHeight, lines, seriesOf } from "./charts/lines.js";
import { choice, el } from "./dom.js";
import { fitting, MOST_SERIES, seriesCount, titleOf } from "./sweep.js";

const HEIGHT = 360;

export function chartPanel(sweep, state) {
  const kinds = fitting(sweep);
  const note = el("p", { class: "note", role: "status" });
  const controls = el("div", { class: "controls" });
  const canvas = chartCanvas(HEIGHT, (event) => {
    const row = event.data?.row ?? event.data?.[2];
    if (Number.isInteger(row)) state.set({ point: row });
  });
  state.set({ chart: kinds[0] });

  function control() {
    const chart = state.get("chart");
    const list = [choice("Result", sweep.results.map((r) => [r.name, titleOf(r)]), state.get("result").name,
      (name) => state.set({ result: sweep.result(name) }))];
    const offered = kinds.map((other) => ((other.kind === "heat map") === (chart.kind === "heat map") ? chart : other));
    if (kinds.length > 1)
      list.push(choice("Chart", offered.map(({ kind }) => [kind, kind]), chart.kind,
        (kind) => state.set({ chart: offered.find((other) => other.kind === kind) })));
    if (sweep.axes.length > 1) {
      list.push(axisChoice(sweep, "Across", chart.x, (x) => state.set({ chart: across(chart, x) })));
      if (chart.y) list.push(axisChoice(sweep, "Up", chart.y, (y) => state.set({ chart: up(chart, y) })));
    }
    controls.replaceChildren(...list);
  }

  function draw() {
    const { kind, x, y } = state.get("chart");
    const result = state.get("result");
    const rows = state.get("rows").filter((row) => result.values[row] !== null);
    canvas.frame.hidden = !rows.length;
    note.textContent = noteOn(sweep, state.get("chart"), rows);
    if (!rows.length) return;
    const series = kind === "heat map" ? [] : seriesOf(sweep, result, x, rows).slice(0, MOST_SERIES);
    const over = kind === "heat map" ? `${x.title()} and ${y.title()}` : x.title();
    const tall = kind === "heat map" ? 150 + 30 * Math.min(24, Math.max(6, y.values.length)) : HEIGHT + legendHeight(series, canvas.frame.clientWidth || 800);
    canvas.resizeTo(tall);
    const option = { "heat map": () => heatmap(sweep, result, x, y, rows), lines: () => lines(sweep, result, x, rows),
      bars: () => bars(sweep, result, x, rows) }[kind]();
    canvas.draw(option, `${titleOf(result)} over ${over}: ${kind} of ${rows.length} points; the table below has the numbers`);
  }

  state.on(["chart", "result"], control);
  state.on(["chart", "result", "rows"], draw);
  control();
  return { element: el("div", {}, controls, note, canvas.frame), draw };
}

function axisChoice(sweep, title, axis, change) {
  return choice(title, sweep.axes.map((a) => [a.key, a.title()]), axis.key, (key) => change(sweep.axis(key)));
}

/** Both axes of a heat map stay different ones: the other takes the place of what is chosen twice. */
function across(chart, x) {
  if (chart.kind === "heat map") return { ...chart, x, y: chart.y === x ? chart.x : chart.y };
  return { kind: x.numeric ? "lines" : "bars", x };
}

function up(chart, y) {
  return { ...chart, y, x: chart.x === y ? chart.y : chart.x };
}

function noteOn(sweep, { kind, x }, rows) {
  if (!rows.length) return "No point with this result is left.";
  if (kind === "heat map") {
    const others = sweep.axes.length - 2;
    return others > 0 ? `Each cell is the best over the other ${others === 1 ? "axis" : `${others} axes`}; choose values above to fix them.` : "";
  }
  const series = seriesCount(sweep, x, rows);
  return series > MOST_SERIES
    ? `${series} ${kind} are more than can be told apart: the first ${MOST_SERIES} are shown. The heat map has all of them, or fix an axis above.`
    : "";
}
