// How charts look: in the light, in the dark and on paper; series differ in shape and dash, not in colour alone.

const PALETTES = {
  // Okabe and Ito's colours, which remain distinct for colour-blind readers; lighter ones on black.
  light: { ink: "#1c2126", faint: "#5a636c", grid: "#d9dde1", paper: "#ffffff", mark: "#000000",
    series: ["#0072b2", "#d55e00", "#009e73", "#b0578d", "#b57d00", "#2f8fc0"] },
  dark: { ink: "#e8eaed", faint: "#a7b0b9", grid: "#3a4149", paper: "#15191d", mark: "#ffffff",
    series: ["#4aa8e8", "#ff8c42", "#2fc79b", "#e79cc5", "#f0c040", "#9fd8ff"] },
};

const SHAPES = ["circle", "rect", "triangle", "diamond", "pin", "arrow"];
const DASHES = ["solid", [7, 4]];

const dark = matchMedia("(prefers-color-scheme: dark)");
const print = matchMedia("print");

export function palette() {
  return dark.matches && !print.matches ? PALETTES.dark : PALETTES.light;
}

/** Calls `told` when the page changes between light, dark and paper. */
export function onThemeChange(told) {
  for (const query of [dark, print]) query.addEventListener("change", told);
}

/** Colour, shape and dash of the series of this index; twelve of them are distinct. */
export function seriesStyle(index) {
  const { series } = palette();
  const second = Math.floor(index / series.length) % 2;
  const shape = SHAPES[index % SHAPES.length];
  return {
    color: series[index % series.length],
    symbol: second ? `empty${shape[0].toUpperCase()}${shape.slice(1)}` : shape,
    dash: DASHES[second],
  };
}

/** Texts and lines of an axis. */
export function axisStyle() {
  const { faint, grid } = palette();
  return {
    nameLocation: "middle",
    nameTextStyle: { color: faint, fontSize: 12 },
    axisLabel: { color: faint, hideOverlap: true },
    axisLine: { lineStyle: { color: faint } },
    splitLine: { lineStyle: { color: grid } },
  };
}

/** A tooltip drawn inside of the chart: styles in HTML are what the page forbids. */
export function tooltip(formatter, trigger = "item") {
  const { ink, paper, faint } = palette();
  return { trigger, formatter, renderMode: "richText", confine: true, backgroundColor: paper, borderColor: faint,
    textStyle: { color: ink, fontSize: 12 } };
}

export function legend() {
  return { bottom: 0, type: "plain", icon: null, itemWidth: 34, textStyle: { color: palette().ink } };
}
