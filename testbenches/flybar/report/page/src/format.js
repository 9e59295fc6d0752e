// Numbers for people, with their units.

const grouped = new Intl.NumberFormat("en", { maximumFractionDigits: 2 });
const precise = new Intl.NumberFormat("en", { maximumSignificantDigits: 3 });

/** At most two decimals; a small number keeps three digits. */
export function number(value) {
  if (value === null || value === undefined || Number.isNaN(value)) return "";
  return value !== 0 && Math.abs(value) < 0.1 ? precise.format(value) : grouped.format(value);
}

/** A size in bytes, with KB and MB of 1024. */
function size(bytes) {
  if (bytes % 1024 && bytes < 10240) return `${number(bytes)} B`;
  if (bytes >= 1 << 20) return `${number(bytes / (1 << 20))} MB`;
  return bytes >= 1024 ? `${number(bytes / 1024)} KB` : `${number(bytes)} B`;
}

/** A value with its unit: 200 us, 8 KB, 3. */
export function quantity(value, unit) {
  if (value === null || value === undefined) return "";
  if (unit === "B") return size(value);
  return unit ? `${number(value)} ${unit}` : number(value);
}

/** A time in picoseconds, in the unit that suits it. */
export function time(ps) {
  const size = Math.abs(ps);
  if (size >= 1e12) return `${number(ps / 1e12)} s`;
  if (size >= 1e9) return `${number(ps / 1e9)} ms`;
  if (size >= 1e6) return `${number(ps / 1e6)} us`;
  return `${number(ps / 1e3)} ns`;
}

/** A word of a shell's command line. */
export function shellWord(text) {
  return /^[\w@%+=:,./-]+$/.test(text) ? text : `'${text.replaceAll("'", `'\\''`)}'`;
}
