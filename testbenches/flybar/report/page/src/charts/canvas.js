// A place for one chart, with a text for those who cannot see it, that follows the width and the theme.
import { el } from "../dom.js";
import echarts from "./echarts.js";
import { onThemeChange } from "./theme.js";

/**
 * `height` in pixels. Call `draw(makeOption, description)` with a function that makes the chart's option: it is
 * called again when the page becomes dark, light or printed.
 */
export function chartCanvas(height, onPoint = null) {
  const frame = el("div", { class: "chart", role: "img" });
  frame.style.height = `${height}px`;
  let chart = null;
  let make = null;
  const redraw = () => {
    if (!make || !frame.isConnected) return;
    if (!chart) {
      chart = echarts.init(frame, null, { renderer: "canvas" });
      if (onPoint) chart.on("click", (event) => onPoint(event));
    }
    chart.setOption({ animation: false, ...make(frame.clientWidth) }, { notMerge: true });
  };
  onThemeChange(redraw);
  new ResizeObserver(() => {
    if (!chart) return;
    chart.resize();
    redraw();
  }).observe(frame);
  return {
    frame,
    draw(option, description) {
      make = option;
      frame.setAttribute("aria-label", description);
      redraw();
    },
    resizeTo(pixels) {
      frame.style.height = `${pixels}px`;
      chart?.resize();
    },
    get chart() {
      return chart;
    },
  };
}
