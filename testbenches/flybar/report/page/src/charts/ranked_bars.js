// Horizontal bars of parameters, the most important at the top.
import { number } from "../format.js";
import { axisStyle, legend, palette, seriesStyle, tooltip } from "./theme.js";

function frame(bars, axisTitle, width) {
  return {
    grid: { left: Math.min(width * 0.45, 20 + 6.6 * Math.max(...bars.map(({ key }) => key.length))), right: 60, top: 8, bottom: 70 },
    xAxis: { ...axisStyle(), type: "value", name: axisTitle, nameGap: 28 },
    yAxis: { ...axisStyle(), type: "category", data: bars.map(({ key }) => key), inverse: true,
      axisLabel: { color: palette().faint, interval: 0, width: width * 0.43, overflow: "truncate" } },
  };
}

/** `series`: [{name, of}], which gives the value of a bar. */
export function rankedBars(bars, series, axisTitle) {
  return (width) => ({
    ...frame(bars, axisTitle, width),
    legend: series.length > 1 ? legend() : { show: false },
    tooltip: tooltip(({ name, seriesName, value }) => `${name}\n${seriesName}: ${number(value)}`),
    series: series.map(({ name, of }, index) => ({
      type: "bar",
      name,
      data: bars.map(of),
      itemStyle: { color: seriesStyle(index).color, borderColor: palette().paper, borderWidth: 1 },
    })),
  });
}

/** A tornado: a bar from the least to the greatest result, about the nominal one, with the values that give them. */
export function spans(bars, nominal, axisTitle) {
  const label = { show: true, fontSize: 10, color: palette().ink };
  return (width) => ({
    ...frame(bars, axisTitle, width),
    legend: { show: false },
    tooltip: tooltip(({ dataIndex }) => {
      const { key, low, high, low_at, high_at } = bars[dataIndex];
      return `${key}\n${number(low)} at ${low_at}\n${number(high)} at ${high_at}`;
    }),
    series: [
      { type: "bar", stack: "span", stackStrategy: "all", itemStyle: { color: "transparent" },
        data: bars.map(({ low, low_at }) => ({ value: low - nominal,
          label: { ...label, position: low < nominal ? "left" : "insideRight", formatter: () => low_at } })) },
      { type: "bar", stack: "span", stackStrategy: "all", itemStyle: { color: seriesStyle(0).color },
        data: bars.map(({ low, high, high_at }) => ({ value: high - low, label: { ...label, position: "right", formatter: () => high_at } })) },
    ],
  });
}
