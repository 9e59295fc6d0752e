// Which points no other is better than.
import { betterIs } from "./sweep.js";

/** The rows that no other beats in one of both results without being worse in the other, from the best in `a` on. */
export function paretoFront(a, b, rows) {
  const [up, across] = [betterIs(b), betterIs(a)];
  const known = rows.filter((row) => a.values[row] !== null && b.values[row] !== null)
    .sort((i, j) => across * (a.values[j] - a.values[i]) || up * (b.values[j] - b.values[i]) || i - j);
  const front = [];
  for (const row of known) {
    const last = front.at(-1);
    if (last === undefined || up * (b.values[row] - b.values[last]) > 0) front.push(row);
  }
  return front;
}
