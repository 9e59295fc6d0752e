// A result over two axes. Where other axes vary too, a cell shows the best of them.
import { number } from "../format.js";
import { betterIs, titleOf } from "../sweep.js";
import { heatOf, inkOn } from "./heat.js";
import { axisStyle, palette, tooltip } from "./theme.js";

/** [[column, line, value, row], ...] */
export function cellsOf(sweep, result, x, y, rows) {
  const cells = new Map();
  for (const row of rows) {
    const value = result.values[row];
    if (value === null) continue;
    const key = `${x.texts[row]}\n${y.texts[row]}`;
    const before = cells.get(key);
    if (before && (betterIs(result) > 0 ? before[2] >= value : before[2] <= value)) continue;
    cells.set(key, [x.values.indexOf(x.texts[row]), y.values.indexOf(y.texts[row]), value, row]);
  }
  return [...cells.values()];
}

export function heatmap(sweep, result, x, y, rows) {
  const cells = cellsOf(sweep, result, x, y, rows);
  const values = cells.map((cell) => cell[2]);
  const [least, greatest] = [Math.min(...values), Math.max(...values)];
  const best = sweep.ranked(result, cells.map((cell) => cell[3]))[0];
  return (width) => ({
    grid: { left: 88, right: 18, top: 16, bottom: 108 },
    tooltip: tooltip(({ data }) => `${x.title()} ${x.values[data.value[0]]}\n${y.title()} ${y.values[data.value[1]]}\n` +
      `${number(data.value[2])} ${result.unit}${data.row === best ? " (best)" : ""}`),
    xAxis: { ...axisStyle(), type: "category", name: x.title(), nameGap: 28, data: x.values, splitLine: { show: false } },
    yAxis: { ...axisStyle(), type: "category", name: y.title(), nameGap: 70, data: y.values, splitLine: { show: false } },
    visualMap: { type: "continuous", min: least, max: greatest, dimension: 2, calculable: true,
      orient: "horizontal", left: "center", bottom: 0, itemHeight: Math.min(240, width / 2), precision: 2,
      inRange: { color: heatOf(result) }, text: [titleOf(result), ""],
      textStyle: { color: palette().ink }, formatter: (value) => number(value) },
    series: [{
      type: "heatmap",
      data: cells.map((cell) => ({
        value: cell.slice(0, 3),
        row: cell[3],
        itemStyle: cell[3] === best ? { borderColor: "#d55e00", borderWidth: 3 } : undefined,
        label: { color: inkOn(result, cell[2], least, greatest), ...(cell[3] === best && { show: true, fontWeight: "bold" }) },
      })),
      label: { show: cells.length <= 100 && width / x.values.length > 56, formatter: ({ data }) => number(data.value[2]) },
    }],
  });
}
