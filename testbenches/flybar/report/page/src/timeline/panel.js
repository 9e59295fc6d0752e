// The interactive timeline: choose a message, zoom and move, read why it waited.
import { chartCanvas } from "../charts/canvas.js";
import { stacked } from "../charts/stacked.js";
import { onThemeChange } from "../charts/theme.js";
import { choice, el, plainTable, section } from "../dom.js";
import { number, time } from "../format.js";
import { Timeline } from "./model.js";
import { useOf } from "./use.js";
import { draw, View } from "./view.js";
import { stepsOf } from "./waits.js";

const MOST_CHOICES = 300; // in the list; keys and clicks reach all
const KIND_TEXTS = { work: "moves", queue: "waits for an engine", program: "program decides", idle: "waits" };

export function timelinePanel(raw, index) {
  const timeline = new Timeline(raw);
  const view = new View(timeline);
  const order = timeline.inOrder();
  const canvas = el("canvas", { tabindex: "0", role: "application", "aria-roledescription": "timeline",
    "aria-label": `Timeline ${timeline.name}: arrows left and right move, plus and minus zoom, Home shows all, n and p choose ` +
      "the next and the previous message, Escape none" });
  const status = el("p", { class: "note status", role: "status" }, "");
  const story = el("div");
  const use = chartCanvas(260);
  const useFrame = el("details", { class: "use" }, el("summary", {}, "How busy each lane is, in what is shown"), use.frame);
  const chooser = choice("Message", [["0", "none"], ...order.slice(0, MOST_CHOICES).map((m) => [String(m), messageText(timeline, m)])],
    "0", (value) => select(Number(value), true));
  const box = chooser.querySelector("select");
  let pending = false;

  function paint() {
    pending = false;
    const width = canvas.parentElement?.clientWidth;
    if (!width) return;
    view.layout(width);
    draw(view, canvas);
    if (useFrame.open) drawUse();
  }

  function later() {
    if (!pending) requestAnimationFrame(paint);
    pending = true;
  }

  function drawUse() {
    const { names, parts } = useOf(timeline, view.from, view.to);
    use.resizeTo(90 + 22 * names.length + 26 * Math.ceil(parts.length / 3));
    use.draw(stacked(names, parts, `share of ${time(view.to - view.from)} (%)`), `Share of time in which each lane of ${timeline.name} was busy, by what it did`);
  }

  function select(message, zoom) {
    view.message = message;
    view.steps = message ? stepsOf(timeline, message) : [];
    if (message && order.indexOf(message) >= MOST_CHOICES && ![...box.options].some((option) => option.value === String(message)))
      box.append(el("option", { value: String(message) }, messageText(timeline, message)));
    box.value = String(message);
    story.replaceChildren(...(message ? storyOf(timeline, message, view.steps) : []));
    if (message && zoom) {
      const { from, to } = timeline.spans[message];
      const margin = 0.08 * (to - from) + 1000;
      view.show(from - margin, to + margin);
    }
    later();
  }

  function next(by) {
    const at = order.indexOf(view.message);
    select(order[(at + by + order.length) % order.length] ?? 0, true);
  }

  const keys = {
    ArrowLeft: () => view.pan(-0.15), ArrowRight: () => view.pan(0.15), "+": () => view.zoom(0.6), "=": () => view.zoom(0.6),
    "-": () => view.zoom(1 / 0.6), Home: () => view.show(timeline.from, timeline.to), n: () => next(1), p: () => next(-1),
    Escape: () => select(0, false),
  };
  canvas.addEventListener("keydown", (event) => {
    if (!keys[event.key] || event.ctrlKey || event.metaKey || event.altKey) return;
    keys[event.key]();
    event.preventDefault();
    later();
  });
  pointer(canvas, view, later, (slice) => { status.textContent = slice < 0 ? "" : sliceText(timeline, slice); },
    (slice) => select(slice < 0 ? 0 : timeline.messageOf[slice], false));
  new ResizeObserver(later).observe(canvas);
  onThemeChange(paint);
  useFrame.addEventListener("toggle", () => useFrame.open && drawUse());

  const button = (text, label, action) => el("button", { type: "button", "aria-label": label, onclick: () => { action(); later(); } }, text);
  const element = section(`timeline-${index}`, `Timeline: ${timeline.name}`,
    el("div", { class: "controls" }, chooser, button("◀ message", "Previous message", () => next(-1)), button("message ▶", "Next message", () => next(1)),
      button("+", "Zoom in", keys["+"]), button("−", "Zoom out", keys["-"]), button("All", "Show all of the time", keys.Home)),
    el("p", { class: "note" }, noteOn(timeline)),
    el("div", { class: "lanes" }, canvas), status, story, useFrame);
  element.dataset.ready = "no";
  return { element, start() {
    select(timeline.slowest(), true);
    paint();
    element.dataset.ready = "yes";
  } };
}

function noteOn(timeline) {
  const cut = timeline.dropped ? ` The ${number(timeline.dropped)} that begin later are left out; --trace-window chooses others.` : "";
  return `${number(timeline.count)} slices, messages: ${number(timeline.inOrder().length)}.${cut} Click on a slice for its message; drag, ` +
    "Ctrl and wheel, or keys (arrows, + and -, Home, n, p, Escape) move and zoom.";
}

function messageText(timeline, m) {
  const { from, to, bytes } = timeline.spans[m];
  return `${timeline.messages[m]}: ${bytes} B, ${time(to - from)}, at ${time(from)}`;
}

function sliceText(timeline, slice) {
  const id = timeline.messages[timeline.messageOf[slice]];
  return `${timeline.laneOf(slice).name}: ${timeline.labelOf(slice)}, ${time(timeline.end[slice] - timeline.begin[slice])} from ` +
    `${time(timeline.begin[slice])}${timeline.bytes[slice] ? `, ${timeline.bytes[slice]} B` : ""}${id ? `, message ${id}` : ""}`;
}

/** The same as the band on the canvas, as a table. */
function storyOf(timeline, message, steps) {
  const { from, to } = timeline.spans[message];
  const waiting = steps.filter((step) => step.kind !== "work").reduce((sum, step) => sum + step.to - step.from, 0);
  const rows = steps.map((step) => [time(step.from - from), time(step.to - step.from), KIND_TEXTS[step.kind], step.lane.name,
    step.text + (step.times > 1 ? ` (${step.times} times)` : "")]);
  return [plainTable(`Message ${timeline.messages[message]} took ${time(to - from)}; no engine moved it for ${time(waiting)} of them ` +
    `(${number((100 * waiting) / (to - from))} %)`, ["at", "for", "what", "lane", "why"], rows, [0, 1])];
}

/** Drag to move, Ctrl and wheel to zoom, click to choose. */
function pointer(canvas, view, later, hover, click) {
  let last = null;
  let moved = 0;
  canvas.addEventListener("pointerdown", (event) => {
    last = event.offsetX;
    moved = 0;
    canvas.setPointerCapture(event.pointerId);
  });
  canvas.addEventListener("pointermove", (event) => {
    if (last === null) return hover(view.sliceAt(event.offsetX, event.offsetY));
    moved += Math.abs(event.offsetX - last);
    view.pan((last - event.offsetX) / (view.width - view.left));
    last = event.offsetX;
    later();
  });
  canvas.addEventListener("pointerup", (event) => {
    if (last !== null && moved < 4) click(view.sliceAt(event.offsetX, event.offsetY));
    last = null;
  });
  canvas.addEventListener("pointercancel", () => { last = null; });
  canvas.addEventListener("wheel", (event) => {
    if (!event.ctrlKey && document.activeElement !== canvas) return;
    event.preventDefault();
    view.zoom(event.deltaY > 0 ? 1.25 : 0.8, view.timeAt(event.offsetX));
    later();
  }, { passive: false });
}
