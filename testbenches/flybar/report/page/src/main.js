import { analysisPanel } from "./analysis_panel.js";
import { bestPoints } from "./best.js";
import { chartPanel } from "./chart_panel.js";
import { section } from "./dom.js";
import { head, setup } from "./facts.js";
import { meansTable } from "./means.js";
import { parallelPanel } from "./parallel_panel.js";
import { picture } from "./pictures.js";
import { pointPanel } from "./point.js";
import { State } from "./state.js";
import { Sweep } from "./sweep.js";
import { pointTable } from "./table.js";
import { timelinePanel } from "./timeline/panel.js";
import { tradeOffs, tradePanel } from "./trade_panel.js";
import { usePanel } from "./use_panel.js";
import { whereControls } from "./where.js";

const data = JSON.parse(document.getElementById("data").textContent);
const main = document.getElementById("main");
const starts = []; // what can be drawn only when it lies in the page

function showTimelines() {
  for (const [index, raw] of data.timelines.entries()) {
    const panel = timelinePanel(raw, index);
    main.append(panel.element);
    starts.push(panel.start);
  }
  if (data.pictures.length) main.append(section("pictures", "Pictures", ...data.pictures.map(picture)));
}

function showAnalysis() {
  const panel = analysisPanel(data.analysis);
  main.append(section("analysis", panel.title, panel.element));
  starts.push(panel.draw);
}

function showSweep() {
  const sweep = new Sweep(data.sweep);
  const state = new State({ rows: sweep.rows, result: sweep.results[0], point: null });
  const point = pointPanel(sweep, state);
  if (sweep.axes.length && sweep.results.length) {
    const chart = chartPanel(sweep, state);
    main.append(section("results", "Results", whereControls(sweep, state), chart.element, bestPoints(sweep, state)));
    starts.push(chart.draw);
  }
  main.append(point.element);
  if (sweep.axes.length > 1) {
    const all = parallelPanel(sweep, state);
    main.append(section("parallel", "All axes at once", all.element));
    starts.push(all.draw);
  }
  if (tradeOffs(sweep).length) {
    const trade = tradePanel(sweep, state);
    main.append(section("trade", "Trade-offs", trade.element));
    starts.push(trade.draw);
  }
  if (data.means?.length) main.append(section("means", "Means over seeds", meansTable(data.means)));
  if (sweep.utilisation) {
    const use = usePanel(sweep, state);
    main.append(section("utilisation", "How busy", use.element));
    starts.push(use.draw);
  }
  showTimelines();
  main.append(section("points", "All points", pointTable(sweep, state)));
  main.append(section("setup", "What was run", ...setup(data, sweep)));
  starts.push(point.fromAddress);
}

document.title = `${data.title} - Flybar`;
document.getElementById("head").append(...head(data));
if (data.analysis) showAnalysis();
if (data.sweep) showSweep();
else showTimelines();
/** One after the other, so that the first is seen and answers while others are drawn. */
async function drawAll() {
  for (const start of starts) {
    start();
    await new Promise((next) => setTimeout(next));
  }
  document.documentElement.dataset.ready = "yes";
}

drawAll();
