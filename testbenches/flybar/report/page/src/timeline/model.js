// A timeline trace as columns of numbers: lanes, what each held when, and the messages.

/** Lanes in the order of a system: nodes by their number, then what lies between them. */
function laneOrder(a, b) {
  const between = (name) => !/^node\d/.test(name);
  return between(a) - between(b) || a.localeCompare(b, "en", { numeric: true });
}

export class Timeline {
  /**
   * `raw`: {name, tracks, roles, parts, labels, messages, track, begin, length, label, message, bytes, dropped}.
   * Roles are what tracks are ("sends"), parts what they belong to ("" if to what they are named after). Begins are
   * differences, in ps; messages[0] is 0, "no message". Slices come in the order of their beginnings.
   */
  constructor(raw) {
    this.name = raw.name;
    this.count = raw.track.length;
    this.dropped = raw.dropped;
    this.labels = raw.labels;
    this.track = raw.track;
    this.label = raw.label;
    this.bytes = raw.bytes;
    this.messageOf = raw.message;
    this.messages = raw.messages;
    this.begin = new Float64Array(this.count);
    this.end = new Float64Array(this.count);
    let at = 0;
    for (let i = 0; i < this.count; ++i) {
      at += raw.begin[i];
      this.begin[i] = at;
      this.end[i] = at + raw.length[i];
    }
    this.from = this.count ? this.begin[0] : 0;
    this.to = this.end.reduce((most, end) => Math.max(most, end), this.from + 1);
    this.makeLanes(raw);
    this.makeMessages();
  }

  makeLanes({ tracks, roles, parts }) {
    const common = commonScope(tracks);
    this.lanes = tracks.map((name, track) => ({
      track, name: name.slice(common), role: roles[track], part: (parts[track] || parentOf(name)).slice(common),
      engine: engineOf(name), slices: [], depth: [], deepest: 0,
    }));
    const open = tracks.map(() => []);
    for (let i = 0; i < this.count; ++i) {
      const lane = this.lanes[this.track[i]];
      const around = open[this.track[i]];
      while (around.length && around.at(-1) <= this.begin[i]) around.pop();
      lane.slices.push(i);
      lane.depth.push(around.length);
      lane.deepest = Math.max(lane.deepest, around.length);
      around.push(this.end[i]);
    }
    const engines = [...new Set(this.lanes.map((lane) => lane.engine))].sort();
    for (const lane of this.lanes) lane.colour = engines.indexOf(lane.engine);
    this.sortedLanes = this.lanes.filter((lane) => lane.slices.length).sort((a, b) => laneOrder(a.name, b.name));
  }

  makeMessages() {
    this.slicesOf = this.messages.map(() => []);
    for (let i = 0; i < this.count; ++i) if (this.messageOf[i]) this.slicesOf[this.messageOf[i]].push(i);
    this.spans = this.slicesOf.map((slices) => ({
      from: slices.reduce((least, i) => Math.min(least, this.begin[i]), Infinity),
      to: slices.reduce((most, i) => Math.max(most, this.end[i]), -Infinity),
      bytes: slices.reduce((most, i) => Math.max(most, this.bytes[i]), 0),
    }));
  }

  laneOf(slice) {
    return this.lanes[this.track[slice]];
  }

  labelOf(slice) {
    return this.labels[this.label[slice]];
  }

  /** Indices of messages by the time of their beginning. */
  inOrder() {
    return [...this.messages.keys()].filter((m) => this.slicesOf[m].length).sort((a, b) => this.spans[a].from - this.spans[b].from);
  }

  /** The message that took longest, of those with the most bytes: what one looks at first. */
  slowest() {
    const found = this.inOrder();
    const most = Math.max(...found.map((m) => this.spans[m].bytes));
    const length = (m) => this.spans[m].to - this.spans[m].from;
    return found.filter((m) => this.spans[m].bytes === most).sort((a, b) => length(b) - length(a) || a - b)[0] ?? 0;
  }
}

function parentOf(name) {
  return name.slice(0, Math.max(0, name.lastIndexOf(".")));
}

/** What the lane is, wherever it is: engines of one kind have one colour. */
function engineOf(name) {
  return name.replace(/^.*?\bnode\d+\./, "").replace(/^.*?\bswitch.*/, "switch");
}

/** Letters of the scope above the nodes that all tracks lie in: "system." */
function commonScope(tracks) {
  let scope = "";
  for (const part of tracks[0]?.split(".").slice(0, -1) ?? []) {
    const longer = `${scope}${part}.`;
    if (/^node\d/.test(part) || !tracks.every((name) => name.startsWith(longer))) break;
    scope = longer;
  }
  return scope.length;
}

/** The first position in `lane` whose slice begins after `time`. */
export function firstAfter(timeline, lane, time) {
  let low = 0;
  let high = lane.slices.length;
  while (low < high) {
    const middle = (low + high) >> 1;
    if (timeline.begin[lane.slices[middle]] <= time) low = middle + 1;
    else high = middle;
  }
  return low;
}
