// What a user writes above a column: "8 KB", "<200", ">=1024", "10..20".

const RANGE = /^(-?[\d.]+)?\s*\.\.\s*(-?[\d.]+)?$/;
const COMPARISON = /^(<=|>=|<|>|=)\s*(-?[\d.]+)$/;

const TESTS = {
  "<": (value, limit) => value < limit,
  "<=": (value, limit) => value <= limit,
  ">": (value, limit) => value > limit,
  ">=": (value, limit) => value >= limit,
  "=": (value, limit) => value === limit,
};

/** A function of (text, value) that says whether a cell is wanted; words look for themselves in its text. */
export function cellFilter(wanted) {
  const trimmed = wanted.trim();
  const comparison = COMPARISON.exec(trimmed);
  if (comparison) {
    const [, sign, limit] = comparison;
    return (_, value) => typeof value === "number" && TESTS[sign](value, Number(limit));
  }
  const range = RANGE.exec(trimmed);
  if (range && (range[1] || range[2])) {
    const from = range[1] ? Number(range[1]) : -Infinity;
    const to = range[2] ? Number(range[2]) : Infinity;
    return (_, value) => typeof value === "number" && value >= from && value <= to;
  }
  const word = trimmed.toLowerCase();
  return (text) => text.toLowerCase().includes(word);
}
