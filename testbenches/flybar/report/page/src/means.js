// Mean and interval of each result over the seeds of a point.
import { plainTable } from "./dom.js";
import { number } from "./format.js";

export function meansTable(means) {
  const rows = means.map(({ point, result, unit, replicates, mean, half }) =>
    [point, `${result.replaceAll("_", " ")}${unit ? ` (${unit})` : ""}`, number(mean), half === null ? "" : number(half), String(replicates)]);
  return plainTable("Mean, and half of its interval of 95 %", ["point", "result", "mean", "±", "seeds"], rows, [2, 3, 4]);
}
