// The lanes of a timeline on a canvas: what is narrower than a pixel is drawn once, so that 100,000 slices are no more
// work than a few thousand.
import { palette } from "../charts/theme.js";
import { time } from "../format.js";
import { firstAfter } from "./model.js";

const ROW = 20;
const NESTED = 9;
const AXIS = 24;
export const STEP_COLOURS = { work: 0, queue: 1, program: 2, idle: 3 };

/** The part of time that is shown, and where things lie on the canvas. */
export class View {
  constructor(timeline) {
    this.timeline = timeline;
    this.from = timeline.from;
    this.to = timeline.to;
    this.message = 0;
    this.steps = [];
    this.lanes = timeline.sortedLanes;
  }

  layout(width) {
    this.width = width;
    this.left = width < 560 ? 92 : 190;
    this.tops = [];
    let top = AXIS + ROW + 6; // below the axis and the band of the chosen message
    for (const lane of this.lanes) {
      this.tops.push(top);
      top += ROW + Math.min(lane.deepest, 4) * NESTED;
    }
    this.height = top + 4;
  }

  x(at) {
    return this.left + ((at - this.from) / (this.to - this.from)) * (this.width - this.left);
  }

  timeAt(x) {
    return this.from + ((x - this.left) / (this.width - this.left)) * (this.to - this.from);
  }

  /** Around `centre`, which stays where it is; never past the trace, never less than a ns. */
  zoom(factor, centre = (this.from + this.to) / 2) {
    const span = Math.min(this.timeline.to - this.timeline.from, Math.max(1000, (this.to - this.from) * factor));
    const share = (centre - this.from) / (this.to - this.from);
    this.show(centre - share * span, centre - share * span + span);
  }

  pan(share) {
    const by = share * (this.to - this.from);
    this.show(this.from + by, this.to + by);
  }

  show(from, to) {
    const span = to - from;
    this.from = Math.max(this.timeline.from, Math.min(from, this.timeline.to - span));
    this.to = this.from + span;
  }

  /** The innermost slice below a point of the canvas, or -1. */
  sliceAt(x, y) {
    const index = this.tops.findLastIndex((top) => y >= top);
    if (index < 0 || x < this.left) return -1;
    const lane = this.lanes[index];
    const slack = 2 * (this.timeAt(1) - this.timeAt(0));
    const at = this.timeAt(x);
    let found = -1;
    for (let i = firstAfter(this.timeline, lane, at + slack) - 1, tries = 0; i >= 0 && tries < 2000; --i, ++tries) {
      if (this.timeline.end[lane.slices[i]] >= at - slack) {
        found = lane.slices[i];
        if (this.timeline.end[found] >= at && this.timeline.begin[found] <= at) break;
      }
    }
    return found;
  }
}

export function draw(view, canvas) {
  const ratio = devicePixelRatio || 1;
  canvas.width = Math.round(view.width * ratio);
  canvas.height = Math.round(view.height * ratio);
  canvas.style.height = `${view.height}px`;
  const context = canvas.getContext("2d");
  context.scale(ratio, ratio);
  const colours = palette();
  context.fillStyle = colours.paper;
  context.fillRect(0, 0, view.width, view.height);
  drawAxis(view, context, colours);
  view.lanes.forEach((lane, index) => drawLane(view, context, colours, lane, view.tops[index]));
  drawSteps(view, context, colours);
  return view;
}

function drawAxis(view, context, colours) {
  const span = view.to - view.from;
  const power = 10 ** Math.floor(Math.log10(span / 4));
  const step = [1, 2, 5, 10].map((f) => f * power).find((s) => span / s <= (view.width - view.left) / 80) ?? 10 * power;
  context.font = "11px system-ui, sans-serif";
  context.textBaseline = "middle";
  for (let mark = Math.ceil(view.from / step) * step; mark <= view.to; mark += step) {
    const x = view.x(mark);
    context.fillStyle = colours.grid;
    context.fillRect(x, AXIS - 4, 1, view.height - AXIS);
    context.fillStyle = colours.faint;
    const text = time(mark);
    const wide = context.measureText(text).width;
    context.fillText(text, Math.min(x - wide / 2, view.width - wide - 2), 10);
  }
}

function drawLane(view, context, colours, lane, top) {
  const { timeline } = view;
  context.fillStyle = colours.faint;
  context.font = "11px system-ui, sans-serif";
  context.fillText(fitted(context, lane.name, view.left - 8), 2, top + ROW / 2);
  context.fillStyle = colours.grid;
  context.fillRect(0, top - 2, view.width, 1);
  const drawn = [-1, -1, -1, -1, -1]; // the last pixel, for each depth, in which a slice has ended
  for (let i = 0; i < lane.slices.length; ++i) {
    const slice = lane.slices[i];
    if (timeline.begin[slice] > view.to) break;
    if (timeline.end[slice] < view.from) continue;
    const depth = Math.min(lane.depth[i], 4);
    const left = Math.max(view.left, view.x(timeline.begin[slice]));
    const right = Math.min(view.width, Math.max(view.x(timeline.end[slice]), left + 1));
    const chosen = view.message && timeline.messageOf[slice] === view.message;
    if (right <= drawn[depth] + 0.5 && !chosen) continue;
    drawn[depth] = right;
    drawSlice(view, context, colours, { slice, left, right, depth, top, chosen, colour: lane.colour + depth });
  }
}

function drawSlice(view, context, colours, { slice, left, right, depth, top, chosen, colour }) {
  const wide = Math.max(1, right - left - (right - left > 3 ? 1 : 0));
  const y = top + depth * NESTED;
  context.globalAlpha = !view.message || chosen ? 1 : 0.25;
  context.fillStyle = colours.series[colour % colours.series.length];
  context.fillRect(left, y, wide, ROW - 5);
  context.globalAlpha = 1;
  if (chosen) {
    context.strokeStyle = colours.mark;
    context.lineWidth = 1.5;
    context.strokeRect(left + 0.5, y + 0.5, Math.max(1, wide - 1), ROW - 6);
  }
  if (wide < 34 || depth > 0 && wide < 60) return;
  context.fillStyle = view.message && !chosen ? colours.faint : "#ffffff";
  context.font = "10px system-ui, sans-serif";
  if (colours.paper !== "#ffffff" && (!view.message || chosen)) context.fillStyle = "#000000";
  context.fillText(fitted(context, view.timeline.labelOf(slice), wide - 6), left + 3, y + (ROW - 5) / 2);
}

/** The band on top: what the chosen message did or waited for, moment by moment. */
function drawSteps(view, context, colours) {
  if (!view.steps.length) return;
  context.fillStyle = colours.ink;
  context.font = "bold 11px system-ui, sans-serif";
  context.fillText(fitted(context, `message ${view.timeline.messages[view.message]}`, view.left - 8), 2, AXIS + ROW / 2);
  for (const step of view.steps) {
    const left = Math.max(view.left, view.x(step.from));
    const right = Math.min(view.width, view.x(step.to));
    if (right <= view.left || left >= view.width) continue;
    context.fillStyle = colours.series[STEP_COLOURS[step.kind]];
    context.globalAlpha = step.kind === "idle" ? 0.45 : 1;
    context.fillRect(left, AXIS, Math.max(1, right - left), ROW - 5);
    context.globalAlpha = 1;
    if (right - left < 40) continue;
    context.fillStyle = step.kind === "idle" || colours.paper !== "#ffffff" ? "#000000" : "#ffffff";
    context.font = "10px system-ui, sans-serif";
    context.fillText(fitted(context, step.kind === "work" ? step.lane.name.split(".").at(-1) : step.text, right - left - 6), left + 3, AXIS + (ROW - 5) / 2);
  }
}

const widths = new Map();

function fitted(context, text, wide) {
  const key = `${context.font}|${Math.floor(wide / 4)}|${text}`;
  if (widths.has(key)) return widths.get(key);
  let shown = text;
  while (shown.length > 1 && context.measureText(shown).width > wide) shown = shown.length > 12 ? `…${shown.slice(Math.max(2, shown.length >> 3))}` : shown.slice(0, -1);
  widths.set(key, shown);
  return shown;
}
