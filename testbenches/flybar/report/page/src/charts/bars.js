// A result over an axis of words: groups of bars, one bar for each combination of the other axes.
import { number } from "../format.js";
import { MOST_SERIES, titleOf } from "../sweep.js";
import { legendHeight, seriesOf } from "./lines.js";
import { axisStyle, legend, palette, seriesStyle, tooltip } from "./theme.js";

const HATCHES = [null, { symbol: "rect", dashArrayX: [1, 0], dashArrayY: [2, 4], rotation: 0.8 }];

export function bars(sweep, result, x, rows) {
  const shown = seriesOf(sweep, result, x, rows).slice(0, MOST_SERIES);
  return (width) => ({
    grid: { left: 58, right: 18, top: 22, bottom: 52 + legendHeight(shown, width) },
    legend: shown.length > 1 ? legend() : { show: false },
    tooltip: tooltip(({ seriesName, data }) =>
      [seriesName, `${x.values[data[0]]}: ${number(data[1])} ${result.unit}`].filter(Boolean).join("\n")),
    xAxis: { ...axisStyle(), type: "category", name: x.title(), nameGap: 28, data: x.values },
    yAxis: { ...axisStyle(), type: "value", name: titleOf(result), nameGap: 44 },
    series: shown.map((group, index) => ({
      type: "bar",
      name: group.name || titleOf(result),
      data: group.points,
      barMaxWidth: 56,
      itemStyle: { ...barLook(index), borderColor: palette().paper, borderWidth: 1 },
      label: { show: shown.length * x.values.length <= 16, position: "top", color: palette().ink,
        formatter: ({ data }) => number(data[1]) },
    })),
  });
}

function barLook(index) {
  const { color } = seriesStyle(index);
  const hatch = HATCHES[Math.floor(index / palette().series.length) % 2];
  return { color, decal: hatch ? { ...hatch, color: palette().paper } : undefined };
}
