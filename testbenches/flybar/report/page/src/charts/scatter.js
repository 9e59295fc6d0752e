// One result over another: all points, and the line of those that no other is better than.
import { number } from "../format.js";
import { betterIs, titleOf } from "../sweep.js";
import { axisStyle, legend, palette, seriesStyle, tooltip } from "./theme.js";

const wish = (result) => `${titleOf(result)}, ${betterIs(result) > 0 ? "more" : "less"} is better`;

export function scatter(sweep, a, b, rows, front) {
  const place = (row) => [a.values[row], b.values[row], row];
  return () => ({
    grid: { left: 64, right: 24, top: 16, bottom: 80 },
    legend: legend(),
    tooltip: tooltip(({ data }) => [`point ${data[2] + 1}: ${sweep.nameOf(data[2], null)}`,
      `${number(data[0])} ${a.unit}, ${number(data[1])} ${b.unit}`].join("\n")),
    xAxis: { ...axisStyle(), type: "value", scale: true, name: wish(a), nameGap: 28 },
    yAxis: { ...axisStyle(), type: "value", scale: true, name: wish(b), nameGap: 48 },
    series: [
      { type: "scatter", name: "all points", data: rows.map(place), symbolSize: 6,
        itemStyle: { color: palette().faint, opacity: 0.5 } },
      { type: "line", name: "Pareto front", data: front.map(place), symbol: "diamond", symbolSize: 10,
        color: seriesStyle(1).color, lineStyle: { color: seriesStyle(1).color, width: 2 }, itemStyle: { color: seriesStyle(1).color } },
    ],
  });
}
