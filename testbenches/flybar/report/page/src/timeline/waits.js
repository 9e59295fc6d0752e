// Why a message waited: its way walked back from its end. What ended last before an engine began is what the engine
// waited for; what lies between is explained by what else moved in that time.
import { firstAfter } from "./model.js";

// Roles of lanes, as the tracks of a trace declare them.
const HOST = ["host", "calls", "host CPU"];
const PROGRAMS = ["processor", "host CPU"];
const TRANSFERS = ["reads host", "writes host"];

/**
 * The steps of a message in the order of time: {from, to, kind, lane, text, slice?}. Kinds: "work" (an engine moved
 * the message), "queue" (the engine worked for another message), "program" (firmware or host decided), "idle"
 * (nothing in the trace worked for it).
 */
export function stepsOf(timeline, message) {
  const own = timeline.slicesOf[message];
  const { begin, end } = timeline;
  const steps = [];
  let slice = own.reduce((last, i) => (end[i] > end[last] ? i : last), own[0]);
  let until = end[slice];
  const used = new Set();
  while (slice !== undefined && !used.has(slice)) {
    used.add(slice);
    const from = Math.min(begin[slice], until);
    steps.push({ from, to: until, kind: "work", lane: timeline.laneOf(slice), slice, text: workText(timeline, slice) });
    const before = predecessor(timeline, own, used, from);
    if (before === undefined) break;
    until = Math.min(end[before], from);
    if (until < from) steps.push(...gapSteps(timeline, message, slice, until, from));
    slice = before;
  }
  return merged(steps.reverse());
}

/** Own slice that ended last before `time`, else one that had begun by then and still ran. */
function predecessor(timeline, own, used, time) {
  const { begin, end } = timeline;
  let done;
  let running;
  for (const i of own) {
    if (used.has(i) || begin[i] >= time) continue;
    if (end[i] <= time) {
      if (done === undefined || end[i] > end[done]) done = i;
    } else if (running === undefined || begin[i] > begin[running]) {
      running = i;
    }
  }
  return done !== undefined && (running === undefined || end[done] >= begin[running]) ? done : running;
}

function workText(timeline, slice) {
  const bytes = timeline.bytes[slice];
  return timeline.labelOf(slice) + (bytes ? `, ${bytes} B` : "");
}

/** Explains the time in which no engine of the way before `slice` moved the message. */
function gapSteps(timeline, message, slice, from, to) {
  const lane = timeline.laneOf(slice);
  const busy = overlapping(timeline, lane, from, to).filter((i) => timeline.messageOf[i] !== message);
  const programs = sameNode(timeline, lane).filter((other) => PROGRAMS.includes(other.role)).flatMap((other) => overlapping(timeline, other, from, to));
  const copies = sameNode(timeline, lane).filter((other) => TRANSFERS.includes(other.role))
    .flatMap((other) => overlapping(timeline, other, from, to)).filter((i) => timeline.messageOf[i] === 0);
  const pieces = [
    ...copies.map((i) => piece(timeline, i, "work", `${timeline.labelOf(i)}, of a message that the trace does not name`, from, to)),
    ...busy.map((i) => piece(timeline, i, "queue", `${shortName(lane.name)} worked for ${messageText(timeline, i)}`, from, to)),
    ...programs.map((i) => piece(timeline, i, "program", `${timeline.labelOf(i)} ran`, from, to)),
  ].sort((a, b) => a.from - b.from || a.to - b.to);
  const steps = [];
  let at = from;
  for (const next of pieces) {
    if (next.to <= at) continue;
    if (next.from > at) steps.push(idle(timeline, lane, at, next.from));
    steps.push({ ...next, from: Math.max(at, next.from) });
    at = next.to;
  }
  if (at < to) steps.push(idle(timeline, lane, at, to));
  return steps.reverse();
}

/** The other lanes of the node that a lane belongs to. */
function sameNode(timeline, lane) {
  const node = nodeOf(lane.name);
  return node === null ? [] : timeline.sortedLanes.filter((other) => other !== lane && nodeOf(other.name) === node);
}

function piece(timeline, i, kind, text, from, to) {
  return { from: Math.max(from, timeline.begin[i]), to: Math.min(to, timeline.end[i]), kind, text, lane: timeline.laneOf(i) };
}

function idle(timeline, lane, from, to) {
  const who = isOf(timeline, lane, HOST) ? "the host" : isOf(timeline, lane, ["processor"]) ? "the firmware" : "the engine before it";
  return { from, to, kind: "idle", lane, text: `until ${who} started ${shortName(lane.name)}` };
}

/** The lane has such a role, or belongs to a part of its node that has a lane with it. */
function isOf(timeline, lane, roles) {
  return roles.includes(lane.role) || sameNode(timeline, lane).some((other) => roles.includes(other.role) && isIn(other.part, lane.part));
}

function isIn(inner, outer) {
  return outer !== "" && `${inner}.`.startsWith(`${outer}.`);
}

function overlapping(timeline, lane, from, to) {
  return lane.slices.slice(0, firstAfter(timeline, lane, to)).filter((i) => timeline.begin[i] < to && timeline.end[i] > from);
}

export function nodeOf(name) {
  return /(?:^|\.)(node\d+)\./.exec(name)?.[1] ?? null;
}

export function shortName(name) {
  return name.split(".").at(-1).replaceAll("_", " ");
}

function messageText(timeline, slice) {
  const id = timeline.messages[timeline.messageOf[slice]];
  return id ? `message ${id}` : "something else";
}

/** Steps of the same kind and text that follow one another are one. */
function merged(steps) {
  const joined = [];
  for (const step of steps) {
    const last = joined.at(-1);
    if (step.to <= step.from) continue;
    if (last && last.kind === step.kind && last.lane === step.lane && (step.kind !== "work" || last.text === step.text) && last.to >= step.from - 1) {
      last.to = step.to;
      last.times = (last.times ?? 1) + 1;
    } else {
      joined.push({ ...step });
    }
  }
  return joined;
}
