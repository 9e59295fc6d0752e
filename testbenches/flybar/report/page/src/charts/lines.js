// A result over an axis of numbers: a line for each combination of the other axes.
import { number } from "../format.js";
import { MOST_SERIES, titleOf } from "../sweep.js";
import { axisStyle, legend, seriesStyle, tooltip } from "./theme.js";

/** [{name, points: [[x, y, row], ...]}] in the order of their first rows. */
export function seriesOf(sweep, result, x, rows) {
  const series = new Map();
  const axes = sweep.axes.filter((axis) => axis !== x);
  for (const row of rows) {
    if (result.values[row] === null) continue;
    const key = axes.map((axis) => axis.texts[row]).join("\n");
    if (!series.has(key)) series.set(key, { name: sweep.nameOf(row, x, rows), points: [] });
    const at = x.numeric ? x.numbers[row] : x.values.indexOf(x.texts[row]);
    series.get(key).points.push([at, result.values[row], row]);
  }
  for (const { points } of series.values()) points.sort((a, b) => a[0] - b[0]);
  return [...series.values()];
}

/** The best values where they are the question: a span far from zero is not squeezed into a strip. */
export function scaled(values) {
  const least = Math.min(...values);
  return least > 0 && least > 0.5 * Math.max(...values);
}

export function lines(sweep, result, x, rows) {
  const all = seriesOf(sweep, result, x, rows);
  const shown = all.slice(0, MOST_SERIES);
  return (width) => ({
    grid: { left: 58, right: 18, top: 16, bottom: 52 + legendHeight(shown, width) },
    legend: shown.length > 1 ? legend() : { show: false },
    tooltip: tooltip(({ seriesName, data }) =>
      [seriesName, `${x.format(data[0])}: ${number(data[1])} ${result.unit}`].filter(Boolean).join("\n")),
    dataZoom: [{ type: "inside", filterMode: "none", zoomOnMouseWheel: "ctrl" }],
    xAxis: xAxis(x),
    yAxis: { ...axisStyle(), type: "value", name: titleOf(result), nameGap: 44,
      scale: scaled(all.flatMap(({ points }) => points.map((point) => point[1]))) },
    series: shown.map((line, index) => ({
      type: "line",
      name: line.name || titleOf(result),
      data: line.points,
      ...lineLook(index),
    })),
  });
}

function lineLook(index) {
  const { color, symbol, dash } = seriesStyle(index);
  return { symbol, symbolSize: 8, color, lineStyle: { color, type: dash, width: 2 }, itemStyle: { color } };
}

function xAxis(x) {
  const style = axisStyle();
  const marks = [...new Set(x.numbers)].sort((a, b) => a - b);
  return {
    ...style,
    type: x.logarithmic ? "log" : "value",
    logBase: x.unit === "B" ? 2 : 10,
    name: x.title() + (x.logarithmic ? ", logarithmic" : ""),
    nameGap: 28,
    min: marks[0],
    max: marks.at(-1),
    axisLabel: { ...style.axisLabel, formatter: (value) => x.format(value), customValues: marks.length <= 16 ? marks : undefined },
    axisTick: { customValues: marks.length <= 16 ? marks : undefined },
    splitLine: { show: false },
  };
}

/** Pixels for the legend below: its entries in rows. */
export function legendHeight(series, width) {
  if (series.length < 2) return 0;
  let rows = 1;
  let used = 0;
  for (const { name } of series) {
    const wide = 54 + 7 * name.length;
    if (used && used + wide > width - 20) {
      rows += 1;
      used = 0;
    }
    used += wide;
  }
  return 4 + 24 * rows;
}
