// Shares of a whole as stacked horizontal bars: where the time of each engine or node goes.
import { number } from "../format.js";
import { legendHeight } from "./lines.js";
import { axisStyle, legend, palette, seriesStyle, tooltip } from "./theme.js";

const HATCHES = [undefined, { symbol: "rect", dashArrayX: [1, 0], dashArrayY: [2, 4], rotation: 0.8 }];

/** `parts`: [{name, values: [share in % of each bar], free?}]; what is free stays pale. */
export function stacked(names, parts, axisTitle) {
  return (width) => ({
    grid: { left: Math.min(230, 20 + 6.6 * Math.max(...names.map((name) => name.length))), right: 24, top: 8,
      bottom: 46 + legendHeight(parts, width) },
    legend: { ...legend(), itemWidth: 16 },
    tooltip: tooltip(({ name, seriesName, value }) => `${name}\n${seriesName}: ${number(value)} %`),
    xAxis: { ...axisStyle(), type: "value", max: (range) => Math.max(100, range.max), name: axisTitle, nameGap: 26 },
    yAxis: { ...axisStyle(), type: "category", data: names, inverse: true, axisLabel: { color: palette().faint, interval: 0 } },
    series: parts.map((part, index) => ({
      type: "bar",
      stack: "whole",
      name: part.name,
      data: part.values,
      itemStyle: { color: part.free ? palette().grid : seriesStyle(index).color, borderColor: palette().paper, borderWidth: 1,
        decal: HATCHES[Math.floor(index / 6) % 2] },
    })),
  });
}
