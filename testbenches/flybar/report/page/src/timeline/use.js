// How busy each lane is in a stretch of time, by what it did.

const MOST_LANES = 24;
const MOST_PARTS = 11; // and one for all others

/** {names, parts: [{name, values}]}: shares in %. Of nested slices the outermost counts. */
export function useOf(timeline, from, to) {
  const shares = new Map(); // label -> lane -> time
  const total = new Map();
  for (const lane of timeline.sortedLanes) {
    for (let i = 0; i < lane.slices.length; ++i) {
      const slice = lane.slices[i];
      if (timeline.begin[slice] >= to) break;
      const busy = Math.min(to, timeline.end[slice]) - Math.max(from, timeline.begin[slice]);
      if (busy <= 0 || lane.depth[i] > 0) continue;
      const label = timeline.labelOf(slice);
      if (!shares.has(label)) shares.set(label, new Map());
      shares.get(label).set(lane, (shares.get(label).get(lane) ?? 0) + busy);
      total.set(lane, (total.get(lane) ?? 0) + busy);
    }
  }
  const lanes = [...total.keys()].sort((a, b) => total.get(b) - total.get(a)).slice(0, MOST_LANES);
  const sum = (byLane) => [...byLane.values()].reduce((a, b) => a + b, 0);
  const labels = [...shares.keys()].sort((a, b) => sum(shares.get(b)) - sum(shares.get(a)));
  const percent = (label, lane) => (100 * (shares.get(label).get(lane) ?? 0)) / (to - from);
  const parts = labels.slice(0, MOST_PARTS).map((label) => ({ name: label, values: lanes.map((lane) => percent(label, lane)) }));
  const rest = labels.slice(MOST_PARTS);
  if (rest.length)
    parts.push({ name: "other", values: lanes.map((lane) => rest.reduce((all, label) => all + percent(label, lane), 0)) });
  return { names: lanes.map((lane) => lane.name), parts };
}
