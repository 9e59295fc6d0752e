// Colours of values: the better a value, the lighter its colour.
import { betterIs } from "../sweep.js";

// Viridis: from dark to light in equal steps, also in grey.
const HEAT = ["#440154", "#46327e", "#365c8d", "#277f8e", "#1fa187", "#4ac16d", "#a0da39", "#fde725"];

/** The colours from the least to the greatest value of a result. */
export const heatOf = (result) => (betterIs(result) > 0 ? HEAT : [...HEAT].reverse());

/** Black or white, whichever is read better on the colour of `value` between `least` and `greatest`. */
export function inkOn(result, value, least, greatest) {
  const share = greatest > least ? (value - least) / (greatest - least) : 1;
  const light = betterIs(result) > 0 ? share : 1 - share;
  return light < 0.5 ? "#ffffff" : "#000000";
}
