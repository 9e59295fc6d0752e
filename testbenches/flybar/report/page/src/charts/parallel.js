// All axes and results at once: a line for each point, coloured by the chosen result.
import { quantity } from "../format.js";
import { commonRange, titleOf } from "../sweep.js";
import { heatOf } from "./heat.js";
import { palette } from "./theme.js";

const MOST_COLUMNS = 9;

/** The columns: what varies, then the chosen result and others that vary. */
export function columnsOf(sweep, result) {
  const results = [result, ...sweep.results.filter((other) => other !== result)];
  return [...sweep.axes, ...results].slice(0, Math.max(MOST_COLUMNS, sweep.axes.length + 1));
}

export function parallel(sweep, result, rows) {
  const columns = columnsOf(sweep, result);
  const coloured = columns.indexOf(result);
  const values = rows.map((row) => result.values[row]).filter((value) => value !== null);
  return () => ({
    parallel: { left: 46, right: 64, top: 64, bottom: 56, axisExpandable: false,
      parallelAxisDefault: { nameGap: 16, realtime: false, areaSelectStyle: { width: 18, opacity: 0.25, color: "#d55e00" } } },
    parallelAxis: columns.map((column, dim) => parallelAxis(column, dim, columns, rows)),
    visualMap: { type: "continuous", dimension: coloured, min: Math.min(...values), max: Math.max(...values),
      orient: "horizontal", left: "center", bottom: 0, calculable: false, itemHeight: 160,
      inRange: { color: heatOf(result) }, text: [titleOf(result), ""],
      textStyle: { color: palette().ink } },
    series: [{
      type: "parallel",
      lineStyle: { width: rows.length > 200 ? 1 : 1.6, opacity: rows.length > 200 ? 0.4 : 0.75 },
      inactiveOpacity: 0.04,
      progressive: 0,
      data: rows.map((row) => columns.map((column) => valueIn(column, row))),
    }],
  });
}

function valueIn(column, row) {
  if (!column.texts) return column.values[row] ?? "-";
  return column.numeric ? column.numbers[row] : column.texts[row];
}

function parallelAxis(column, dim, columns, rows) {
  const { faint, ink } = palette();
  const look = { dim, nameTextStyle: { color: ink, fontSize: 11, overflow: "break", width: 90 },
    axisLabel: { color: faint, fontSize: 10 }, axisLine: { lineStyle: { color: faint } } };
  if (!column.texts) {
    const [min, max] = commonRange(column, columns, rows);
    return { ...look, name: titleOf(column), type: "value", min, max };
  }
  const name = column.short;
  if (!column.numeric) return { ...look, name, type: "category", data: column.values };
  const format = (value) => quantity(value, column.unit);
  return { ...look, name, type: column.logarithmic ? "log" : "value", logBase: column.unit === "B" ? 2 : 10, scale: true,
    axisLabel: { ...look.axisLabel, formatter: format } };
}
