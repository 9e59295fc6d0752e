// What the page works out before anything is drawn.
import assert from "node:assert/strict";
import { test } from "node:test";

import { inkOn } from "../../../../flybar/report/page/src/charts/heat.js";
import { cellFilter } from "../../../../flybar/report/page/src/filter.js";
import { number, quantity, time } from "../../../../flybar/report/page/src/format.js";
import { paretoFront } from "../../../../flybar/report/page/src/pareto.js";
import { betterIs, commonRange, fitting, Sweep } from "../../../../flybar/report/page/src/sweep.js";
import { firstAfter, Timeline } from "../../../../flybar/report/page/src/timeline/model.js";
import { useOf } from "../../../../flybar/report/page/src/timeline/use.js";
import { stepsOf } from "../../../../flybar/report/page/src/timeline/waits.js";

const words = (key, texts) => ({ key, unit: "", texts });
const sizes = (key, numbers) => ({ key, unit: "B", texts: numbers.map((n) => `${n} B`), numbers });

function sweepOf(axes, latency) {
  return new Sweep({ run: "flybar run one-way", axes, errors: latency.map(() => ""),
    results: [{ name: "latency", unit: "us", values: latency }, { name: "messages", unit: "", values: latency.map(() => 3) }] });
}

const kindsOf = (sweep) => fitting(sweep).map(({ kind }) => kind);

test("numbers on the axis make lines", () => {
  assert.deepEqual(kindsOf(sweepOf([sizes("payload", [8, 64, 512])], [1, 2, 3])), ["lines"]);
});

test("words on the axis make bars", () => {
  assert.deepEqual(kindsOf(sweepOf([words("notify", ["polling", "interrupt"])], [1, 2])), ["bars"]);
});

test("two axes of numbers make a heat map", () => {
  const send = sizes("send", [64, 64, 64, 128, 128, 128, 256, 256, 256]);
  const receive = sizes("receive", [64, 128, 256, 64, 128, 256, 64, 128, 256]);
  assert.deepEqual(kindsOf(sweepOf([send, receive], [1, 2, 3, 4, 5, 6, 7, 8, 9])), ["heat map", "lines"]);
});

test("lines that could not be told apart make a heat map", () => {
  const many = [...Array(26).keys()];
  const sweep = sweepOf([sizes("payload", many.map((i) => 8 + (i % 2))), words("image", many.map((i) => `image ${i >> 1}`))], many);
  assert.deepEqual(kindsOf(sweep), ["heat map", "lines"]);
});

test("an axis of one value is no axis, and a result of one value is not drawn", () => {
  const sweep = sweepOf([sizes("payload", [8, 8]), words("notify", ["a", "b"])], [1, 2]);
  assert.deepEqual(sweep.axes.map((axis) => axis.key), ["notify"]);
  assert.deepEqual(sweep.results.map((result) => result.name), ["latency"]);
});

test("axes of results with one unit have one range", () => {
  const columns = [{ unit: "us", values: [201, 773] }, { unit: "us", values: [150, 700] }, { unit: "MB/s", values: [9, null] }];
  assert.deepEqual(columns.map((column) => commonRange(column, columns, [0, 1])), [[100, 800], [100, 800], [8, 10]]);
});

test("numbers are white on dark cells and black on light ones", () => {
  assert.deepEqual([200, 700].map((value) => inkOn({ unit: "us" }, value, 200, 700)), ["#000000", "#ffffff"]);
  assert.deepEqual([20, 70].map((value) => inkOn({ unit: "MB/s" }, value, 20, 70)), ["#ffffff", "#000000"]);
});

test("less time and more bandwidth are better, and of counts nobody knows", () => {
  assert.deepEqual(["us", "MB/s", ""].map((unit) => betterIs({ unit })), [-1, 1, 0]);
});

test("the best points come first and those without a value not at all", () => {
  const sweep = sweepOf([sizes("payload", [1, 2, 3])], [5, null, 4]);
  assert.deepEqual(sweep.ranked(sweep.results[0], sweep.rows), [2, 0]);
});

test("a point is on the front if no other is better in one result and not worse in the other", () => {
  const latency = { unit: "us", values: [5, 4, 4, 3, null, 6] };
  const bandwidth = { unit: "MB/s", values: [50, 45, 40, 20, 99, 50] };
  assert.deepEqual(paretoFront(latency, bandwidth, [0, 1, 2, 3, 4, 5]), [3, 1, 0]);
});

test("a series is named by what varies among the points that are shown", () => {
  const sweep = sweepOf([sizes("payload", [1, 1, 2, 2]), words("notify", ["a", "b", "a", "b"])], [1, 2, 3, 4]);
  assert.equal(sweep.nameOf(1, sweep.axis("payload")), "b");
  assert.equal(sweep.nameOf(1, sweep.axis("payload"), [1, 3]), "");
});

test("the command of a point has what varies, quoted for the shell", () => {
  const sweep = sweepOf([sizes("payload", [1, 2])], [5, 4]);
  assert.equal(sweep.command(1, "timeline.json"), "flybar run one-way --set 'payload=2 B' --trace point-2.timeline.json");
});

test("filters are texts, comparisons and ranges", () => {
  const passes = (wanted, value) => cellFilter(wanted)(String(value), value);
  assert.deepEqual([passes("<200", 199), passes("<200", 200), passes(">= 3", 3), passes("10..20", 15), passes("..5", 6), passes("9", 19)],
    [true, false, true, true, false, true]);
  assert.equal(cellFilter("<2")("1 of 2", "1 of 2"), false);
});

test("numbers are rounded and carry their units", () => {
  assert.deepEqual([number(365.37747128999996), number(20000000), number(0.01234), quantity(8192, "B"), time(1500)],
    ["365.38", "20,000,000", "0.0123", "8 KB", "1.5 ns"]);
});

/** What parts under these names declare of themselves. */
const ROLES = { send: "calls", receive: "calls", send_dma: "sends", receive_dma: "receives", firmware: "processor", mover: "writes host" };

/** Slices as [track, begin, end, label, message] in ns. */
function timelineOf(...slices) {
  const tracks = [...new Set(slices.map((slice) => slice[0]))];
  const labels = [...new Set(slices.map((slice) => slice[3]))];
  const messages = [...new Set([0, ...slices.map((slice) => slice[4])])];
  const roles = tracks.map((name) => ROLES[name.split(".").at(-1)] ?? "");
  return new Timeline({ name: "t", tracks, roles, parts: tracks.map(() => ""), labels, messages, dropped: 0,
    track: slices.map((slice) => tracks.indexOf(slice[0])), label: slices.map((slice) => labels.indexOf(slice[3])),
    begin: slices.map((slice, i) => 1000 * (slice[1] - (i ? slices[i - 1][1] : 0))), length: slices.map((slice) => 1000 * (slice[2] - slice[1])),
    message: slices.map((slice) => messages.indexOf(slice[4])), bytes: slices.map(() => 8) });
}

const storyOf = (timeline, message) => stepsOf(timeline, message).map(({ from, to, kind, text }) => [from / 1000, to / 1000, kind, text]);

test("a message that finds its engine busy waits for the other message", () => {
  const timeline = timelineOf(["s.node0.host.send", 0, 10, "send", 1], ["s.node0.card.firmware", 0, 1, "main", 0],
    ["s.node0.card.send_dma", 5, 30, "send", 7], ["s.node0.card.send_dma", 32, 40, "send", 1]);
  assert.deepEqual(storyOf(timeline, 1), [[0, 10, "work", "send, 8 B"], [10, 30, "queue", "send dma worked for message 7"],
    [30, 32, "idle", "until the firmware started send dma"], [32, 40, "work", "send, 8 B"]]);
});

test("an engine of a part without firmware waits for the engine before it", () => {
  const timeline = timelineOf(["s.node0.host.send", 0, 10, "send", 1], ["s.node0.lanai.firmware", 0, 1, "main", 0],
    ["s.node0.card.send_dma", 32, 40, "send", 1]);
  assert.deepEqual(storyOf(timeline, 1)[1], [10, 32, "idle", "until the engine before it started send dma"]);
});

test("firmware that runs meanwhile is named", () => {
  const timeline = timelineOf(["s.node0.host.send", 0, 10, "send", 1], ["s.node0.lanai.firmware", 10, 14, "mcp_eager", 0],
    ["s.node0.lanai.mover", 14, 20, "read", 1]);
  assert.deepEqual(storyOf(timeline, 1)[1], [10, 14, "program", "mcp_eager ran"]);
});

test("a lane that belongs to the host's part waits for the host", () => {
  const timeline = timelineOf(["s.node0.lanai.mover", 0, 5, "read", 1], ["s.node0.host.send", 6, 7, "send", 0], ["s.node0.pci.host", 9, 12, "write", 1]);
  timeline.lanes.find((lane) => lane.name.endsWith("pci.host")).part = "node0.host";
  assert.deepEqual(storyOf(timeline, 1).at(-2), [5, 9, "idle", "until the host started host"]);
});

test("a DMA that names no message is told where nothing else moves", () => {
  const timeline = timelineOf(["s.node1.lanai.receive_dma", 0, 10, "receive", 1], ["s.node1.lanai.mover", 12, 18, "write", 0],
    ["s.node1.host.receive", 20, 22, "receive", 1]);
  assert.deepEqual(storyOf(timeline, 1).map(([from, to, kind]) => [from, to, kind]), [[0, 10, "work"], [10, 12, "idle"], [12, 18, "work"], [18, 20, "idle"], [20, 22, "work"]]);
});

test("an engine that follows another while that still runs waits for nothing", () => {
  const timeline = timelineOf(["s.node0.lanai.send_dma", 0, 50, "send", 1], ["s.node1.lanai.receive_dma", 5, 55, "receive", 1]);
  assert.deepEqual(storyOf(timeline, 1), [[0, 5, "work", "send, 8 B"], [5, 55, "work", "receive, 8 B"]]);
});

test("the steps of a message cover it from its beginning to its end", () => {
  const timeline = timelineOf(["s.a", 0, 4, "x", 1], ["s.b", 6, 9, "x", 1], ["s.c", 7, 20, "x", 1], ["s.d", 21, 22, "x", 1]);
  const steps = stepsOf(timeline, 1);
  assert.equal(steps[0].from, timeline.spans[1].from);
  assert.equal(steps.at(-1).to, timeline.spans[1].to);
  steps.slice(1).forEach((step, i) => assert.equal(step.from, steps[i].to));
});

test("nested slices lie below those around them", () => {
  const timeline = timelineOf(["s.a", 0, 10, "outer", 0], ["s.a", 2, 5, "inner", 0], ["s.a", 6, 8, "inner", 0], ["s.a", 10, 12, "outer", 0]);
  assert.deepEqual(timeline.lanes[0].depth, [0, 1, 1, 0]);
  assert.equal(firstAfter(timeline, timeline.lanes[0], 2000), 2);
});

test("of nested slices the outermost counts as busy, within the time that is shown", () => {
  const timeline = timelineOf(["s.a", 0, 10, "outer", 0], ["s.a", 2, 5, "inner", 0]);
  assert.deepEqual(useOf(timeline, 5000, 15000), { names: ["a"], parts: [{ name: "outer", values: [50] }] });
});
