// What a sweep's data say about themselves: which axes vary, which results differ, what is better.
import { quantity, shellWord } from "./format.js";

const FASTER_IS_LESS = new Set(["ps", "ns", "us", "ms", "s", "cycles"]);
const MORE_IS_BETTER = new Set(["MB/s", "Gb/s", "messages/s", "1/s", "pages/s"]);
export const MOST_SERIES = 12; // that can be told apart in one chart

/**
 * `raw` as `flybar report` writes it: {axes: [{key, unit, texts, numbers?}], results: [{name, unit, values}],
 * errors, limits?, run}. Rows are known by their index.
 */
export class Sweep {
  constructor(raw) {
    this.run = raw.run;
    this.errors = raw.errors;
    this.count = raw.errors.length;
    this.rows = [...Array(this.count).keys()];
    this.allAxes = raw.axes.map((axis) => new Axis(axis));
    this.axes = this.allAxes.filter((axis) => axis.values.length > 1);
    this.allResults = raw.results.filter((result) => result.values.some((value) => value !== null));
    this.results = this.allResults.filter((result) => new Set(result.values).size > 1);
    if (!this.results.length) this.results = this.allResults.slice(0, 1);
    this.limits = raw.limits ?? [];
    this.utilisation = raw.utilisation ?? null;
  }

  result(name) {
    return this.results.find((result) => result.name === name);
  }

  axis(key) {
    return this.axes.find((axis) => axis.key === key);
  }

  /** Rows whose axes have these values: {key: text}. */
  where(chosen) {
    const wanted = Object.entries(chosen).map(([key, text]) => [this.axis(key), text]);
    return this.rows.filter((row) => wanted.every(([axis, text]) => axis.texts[row] === text));
  }

  /** "payload 8 KB, mode eager" of the axes that vary in `rows`, but `x`. */
  nameOf(row, x, rows = this.rows) {
    const axes = this.axes.filter((axis) => axis !== x && rows.some((other) => axis.texts[other] !== axis.texts[rows[0]]));
    return axes.map((axis) => (axes.length > 1 || axis.numeric ? `${axis.short} ` : "") + axis.texts[row]).join(", ");
  }

  /** The command that runs this point alone and records it. */
  command(row, trace) {
    const settings = this.allAxes.map((axis) => `--set ${shellWord(`${axis.key}=${axis.texts[row]}`)}`);
    return [this.run, ...settings, ...(trace ? [`--trace point-${row + 1}.${trace}`] : [])].join(" ");
  }

  /** The rows with a value of `result`, best first; nothing if neither more nor less is known to be better. */
  ranked(result, rows) {
    const direction = betterIs(result);
    if (!direction) return [];
    return rows.filter((row) => result.values[row] !== null)
      .sort((a, b) => direction * (result.values[b] - result.values[a]) || a - b);
  }
}

class Axis {
  constructor({ key, unit, texts, numbers }) {
    this.key = key;
    this.unit = unit;
    this.texts = texts;
    this.numbers = numbers ?? null;
    this.numeric = this.numbers !== null;
    this.short = key.split(".").at(-1).replaceAll("_", " ");
    const order = [...new Set(texts)];
    const numberOf = (text) => this.numbers[texts.indexOf(text)];
    this.values = this.numeric ? order.sort((a, b) => numberOf(a) - numberOf(b)) : order;
  }

  /** Several powers of ten or two are drawn as logarithms. */
  get logarithmic() {
    const least = Math.min(...this.numbers);
    return this.numeric && least > 0 && Math.max(...this.numbers) > 20 * least;
  }

  title() {
    return this.key.replaceAll("_", " ");
  }

  format(value) {
    return quantity(value, this.unit);
  }
}

/** 1 if more is better, -1 if less is, 0 if the unit does not tell. */
export function betterIs(result) {
  if (MORE_IS_BETTER.has(result.unit)) return 1;
  return FASTER_IS_LESS.has(result.unit) ? -1 : 0;
}

export function titleOf(result) {
  return result.name.replaceAll("_", " ") + (result.unit ? ` (${result.unit})` : "");
}

/** The axes of a heat map: two that vary, numbers before words, those of most values first. */
function heatAxes(sweep) {
  return [...sweep.axes].sort((a, b) => b.numeric - a.numeric || b.values.length - a.values.length).slice(0, 2);
}

/** Which charts fit: [{kind, x, y?}], the most fitting first. */
export function fitting(sweep) {
  const { axes } = sweep;
  if (!axes.length) return [];
  const numeric = axes.filter((axis) => axis.numeric).sort((a, b) => b.values.length - a.values.length);
  const x = numeric[0] ?? axes[0];
  const flat = { kind: numeric.length ? "lines" : "bars", x };
  if (axes.length === 1) return [flat];
  const [across, up] = heatAxes(sweep);
  const heat = { kind: "heat map", x: across, y: up };
  const series = seriesCount(sweep, x);
  const grid = across.numeric && up.numeric && across.values.length > 2 && up.values.length > 2;
  return grid || series > MOST_SERIES ? [heat, flat] : [flat, heat];
}

/** How many lines or colours a chart over this axis has. */
export function seriesCount(sweep, x, rows = sweep.rows) {
  const axes = sweep.axes.filter((axis) => axis !== x);
  return new Set(rows.map((row) => axes.map((axis) => axis.texts[row]).join("\n"))).size;
}

/** A round least and greatest value of all results among `columns` that have this one's unit: lines between their axes
 *  are level where values are equal. */
export function commonRange(column, columns, rows) {
  const alike = columns.filter((other) => !other.texts && other.unit === column.unit);
  const values = alike.flatMap((other) => rows.map((row) => other.values[row])).filter((value) => value !== null);
  const [least, greatest] = [Math.min(...values), Math.max(...values)];
  const step = 10 ** Math.floor(Math.log10(greatest - least || Math.abs(greatest) || 1));
  const [low, high] = [Math.floor(least / step) * step, Math.ceil(greatest / step) * step];
  return low < high ? [low, high] : [low - step, high + step];
}
