// What `flybar analyse` has found: bars for each parameter, of the result that one chooses.
import { chartCanvas } from "./charts/canvas.js";
import { rankedBars, spans } from "./charts/ranked_bars.js";
import { choice, el, plainTable } from "./dom.js";
import { number } from "./format.js";
import { titleOf } from "./sweep.js";

const MOST_BARS = 20;
const TITLES = { tornado: "One parameter at a time", morris: "Elementary effects", sobol: "Shares of the variance",
  uncertainty: "How sure the results are", optimise: "The best points", pareto: "The best points" };

/** The list of bars in a block of each kind, and the chart that they make. */
const KINDS = {
  tornado: { list: "bars", chart: tornado },
  morris: { list: "effects", chart: (block, bars) => rankedBars(bars,
    [{ name: "mean size of the effect", of: (effect) => effect.mu_star }, { name: "its spread", of: (effect) => effect.sigma }],
    `effect on ${titleOf(block)}`) },
  sobol: { list: "indices", chart: (block, bars) => rankedBars(bars,
    [{ name: "alone", of: (index) => index.first }, { name: "with others", of: (index) => index.total }],
    `share of the variance of ${titleOf(block)}`) },
  intervals: { list: "drivers", chart: (block, bars) => rankedBars(bars,
    [{ name: "rank correlation", of: (driver) => driver.rank_correlation }], `rank correlation with ${titleOf(block)}`) },
};

/** About the middle if the nominal point failed. */
function tornado(block, bars) {
  const nominal = block.nominal ?? (bars[0].low + bars[0].high) / 2;
  return spans(bars, nominal, `${titleOf(block)}, against ${number(nominal)} as it is`);
}

const named = (block) => ({ ...block, name: block.result });

export function analysisPanel(analysis) {
  const title = TITLES[analysis.kind] ?? analysis.kind;
  const kind = Object.keys(KINDS).find((name) => analysis[name]);
  const parts = [el("p", { class: "note" }, headOf(analysis))];
  if (analysis.intervals) parts.push(intervalTable(analysis));
  if (analysis.front) parts.push(frontTable(analysis));
  const blocks = kind ? analysis[kind].map(named).filter((block) => block[KINDS[kind].list].length) : [];
  if (!blocks.length) return { title, element: el("div", {}, ...parts), draw() {} };
  const canvas = chartCanvas(200);
  let block = blocks[0];
  const draw = () => {
    const bars = block[KINDS[kind].list].slice(0, MOST_BARS);
    canvas.resizeTo(110 + 28 * bars.length);
    canvas.draw(KINDS[kind].chart(block, bars),
      `${title}, ${titleOf(block)}: ${bars.length} parameters, the most important first: ${bars.slice(0, 5).map(({ key }) => key).join(", ")}`);
  };
  const control = choice("Result", blocks.map((other) => [other.result, titleOf(other)]), block.result, (name) => {
    block = blocks.find((other) => other.result === name);
    draw();
  });
  return { title, element: el("div", {}, ...parts, el("div", { class: "controls" }, control), canvas.frame), draw };
}

function headOf({ kind, experiment, points, impossible, seed, level }) {
  const facts = [`${experiment}: ${points} points`];
  if (impossible) facts.push(`${impossible} of them were not possible`);
  if (kind !== "tornado" && Number.isInteger(seed)) facts.push(`seed ${seed}`);
  if (["morris", "sobol", "uncertainty"].includes(kind)) facts.push(`intervals of ${level} %`);
  return facts.join(", ");
}

function intervalTable({ intervals }) {
  return plainTable("Results and their intervals", ["result", "nominal", "low", "median", "high"],
    intervals.map((block) => [titleOf(named(block)), number(block.nominal), number(block.low), number(block.median), number(block.high)]), [1, 2, 3, 4]);
}

function frontTable({ front, objectives }) {
  const keys = [...new Set(front.flatMap((row) => Object.keys(row.varied)))];
  return plainTable("Points that no other is better than", ["row", ...keys, ...objectives.map(({ result, unit }) => titleOf({ name: result, unit }))],
    front.map((row) => [String(row.row), ...keys.map((key) => row.varied[key] ?? ""), ...objectives.map(({ result }) => number(row.results[result]))]),
    objectives.map((_, index) => keys.length + 1 + index));
}
