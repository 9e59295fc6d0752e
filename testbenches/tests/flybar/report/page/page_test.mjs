// The page of a report in a real browser: node page_test.mjs FLYBAR NODE_MODULES
import assert from "node:assert/strict";
import { execFileSync } from "node:child_process";
import { mkdirSync, mkdtempSync, readFileSync, rmSync, statSync, utimesSync, writeFileSync } from "node:fs";
import { createRequire } from "node:module";
import { tmpdir } from "node:os";
import path from "node:path";
import { after, before, test } from "node:test";
import { pathToFileURL } from "node:url";

const [flybar, modules] = process.argv.slice(2).map((name) => path.resolve(name));
const require = createRequire(path.join(modules, "x.js"));
const { chromium } = require("playwright-core");
const axe = readFileSync(require.resolve("axe-core/axe.min.js"), "utf8");

const POINTS = 1000;
const SLICES = 100000;
const MOST_BYTES = 5e6;
const directory = mkdtempSync(path.join(tmpdir(), "flybar-report-"));
let browser;

function write(name, text) {
  const file = path.join(directory, name);
  mkdirSync(path.dirname(file), { recursive: true });
  writeFileSync(file, text);
  return file;
}

/** The report of a sweep with these lines in its plan and its table. */
function report(name, plan, table, ...options) {
  write(`${name}/plan.csv`, `experiment,one-way\nplatform,alphastation-500\n${plan.join("\n")}\n`);
  const csv = write(`${name}/results.csv`, `${table.join("\n")}\n`);
  utimesSync(csv, 1e9, 1e9);
  const html = path.join(directory, `${name}.html`);
  execFileSync(flybar, ["report", path.join(directory, name), "-o", html, ...options]);
  return html;
}

/** A report of `points` points, 25 in a row, with six results, a failed point among them, and a timeline of `slices` slices. */
function reportOf(name, points, slices) {
  const rows = [...Array(points).keys()].map((i) => [64 * (1 + (i % 25)), 64 * (1 + Math.floor(i / 25))]).map(([send, receive], i) => {
    const latency = 180 + 20000 / send + 15000 / receive + (send + receive) / 40;
    const results = [latency, 8192 / latency, latency * 1.1, latency * 1.2, i % 7, 52].map((value) => value.toString());
    return [`${send} B`, `${receive} B`, ...(i === 5 ? ["", "", "", "", "", "", "<script>alert(1)</script>"] : [...results, ""])].join(",");
  });
  const unique = (column) => [...new Set(rows.map((row) => row.split(",")[column]))].join(",");
  return report(name, ["set mcp.mode,static", `varies mcp.send_threshold,${unique(0)}`, `varies mcp.receive_threshold,${unique(1)}`],
    ["mcp.send_threshold,mcp.receive_threshold,latency us,bandwidth MB/s,p50 us,p99 us,retries,messages,error", ...rows],
    "--timeline", write(`${name}.timeline.json`, timelineOf(slices)));
}

function timelineOf(slices) {
  const engines = ["host.send", "lanai.host_dma", "lanai.send_dma", "lanai.receive_dma"];
  const lines = [...Array(slices).keys()].map((i) => {
    const message = 1 + Math.floor(i / 20);
    const track = `system.node${i % 2}.${engines[i % engines.length]}`;
    const begin = i * 1.5;
    return `{"track": "${track}", "begin_us": ${begin.toFixed(6)}, "end_us": ${(begin + 4.2).toFixed(6)}, "label": "move", "message": ${message}, "bytes": 1280}`;
  });
  return `[\n${lines.join(",\n")}\n]\n`;
}

let large, small;
before(async () => {
  large = reportOf("large", POINTS, SLICES);
  small = reportOf("small", 100, 2000);
  browser = await chromium.launch({ executablePath: process.env.CHROMIUM ?? "/usr/bin/chromium", args: ["--no-sandbox"] });
});
after(async () => {
  await browser?.close();
  rmSync(directory, { recursive: true });
});

/** A page that has been drawn; it fails if it says anything on the console or asks for anything. */
async function open(html, options = {}) {
  const page = await browser.newPage({ viewport: { width: 1280, height: 900 }, ...options });
  const said = [];
  page.on("console", (message) => said.push(message.text()));
  page.on("pageerror", (error) => said.push(error.stack));
  page.on("request", (request) => request.url() === pathToFileURL(html).href || said.push(`request of ${request.url()}`));
  await page.goto(pathToFileURL(html).href);
  await page.waitForSelector("html[data-ready]", { state: "attached" });
  return { page, said };
}

/** A test with the small report, or another, on a page of its own. */
function pageTest(name, body, options = {}, make = () => small) {
  test(name, async () => {
    const { page, said } = await open(make(), options);
    await body(page);
    await page.close();
    assert.deepEqual(said, []);
  });
}

/** How many different colours each canvas shows, by the label that it has for those who cannot see it. */
const coloursOf = (page) => page.evaluate(() => [...document.querySelectorAll("canvas")].filter((canvas) => canvas.width).map((canvas) => {
  const { data } = canvas.getContext("2d").getImageData(0, 0, canvas.width, canvas.height);
  const colours = new Set();
  for (let i = 0; i < data.length; i += 16) colours.add((data[i] << 16) | (data[i + 1] << 8) | data[i + 2]);
  return colours.size;
}));

const picture = (page) => page.locator(".lanes canvas").evaluate((canvas) => canvas.toDataURL());
const settled = (page) => page.evaluate(() => new Promise((done) => requestAnimationFrame(() => requestAnimationFrame(done))));

async function violations(page) {
  await page.evaluate(axe);
  const { violations: found } = await page.evaluate(() => globalThis.axe.run());
  return found.map(({ id, nodes }) => `${id}: ${nodes.map((node) => node.html).join(" ").slice(0, 300)}`);
}

test("1,000 points and 100,000 slices take less than 5 MB", () => {
  const { size } = statSync(large);
  assert.ok(size < MOST_BYTES, `${size} bytes`);
});

test("the same directory gives the same page", () => {
  const again = path.join(directory, "again.html");
  execFileSync(flybar, ["report", path.join(directory, "large"), "-o", again, "--timeline", path.join(directory, "large.timeline.json")]);
  assert.ok(readFileSync(large).equals(readFileSync(again)));
});

pageTest("charts and timeline are drawn, without a request or a message on the console", async (page) => {
  const started = await page.evaluate(() => performance.now());
  console.log(`# drawn ${Math.round(started)} ms after the navigation began`);
  const colours = await coloursOf(page);
  assert.ok(colours.length >= 3 && colours.every((count) => count > 5), `colours: ${colours}`);
}, {}, () => large);

pageTest("keys zoom the timeline, and Home shows all again", async (page) => {
  await page.locator(".lanes canvas").focus();
  await page.keyboard.press("Home");
  await settled(page);
  const whole = await picture(page);
  await page.keyboard.press("+");
  await settled(page);
  assert.notEqual(await picture(page), whole);
  await page.keyboard.press("Home");
  await settled(page);
  assert.equal(await picture(page), whole);
});

pageTest("the next message is highlighted and its steps are told", async (page) => {
  await page.locator(".lanes canvas").focus();
  await page.keyboard.press("n");
  const chosen = await page.locator("#timeline-0 select").inputValue();
  assert.match(await page.locator("#timeline-0 table caption").first().textContent(), new RegExp(`^Message ${chosen} took .*; no engine moved it for .* of them`));
});

pageTest("a heading sorts and a filter narrows", async (page) => {
  await page.getByLabel("Filter latency (us)").fill("<330");
  await page.locator("#points").getByRole("button", { name: "latency (us)" }).click();
  const cells = (await page.locator("#points tbody tr td:nth-child(4)").allTextContents()).map(Number);
  assert.ok(cells.length > 1 && cells.every((value, i) => value < 330 && (i === 0 || value >= cells[i - 1])), `${cells}`);
});

pageTest("a point leads to the command that records it", async (page) => {
  await page.locator("#points tbody a").nth(1).click();
  assert.match(await page.locator("#point pre").nth(1).textContent(),
    /^flybar run one-way --platform alphastation-500 --set mcp\.mode=static --set 'mcp\.send_threshold=128 B' .* --trace point-2\.timeline\.json$/);
});

pageTest("what a point failed with is text and nothing else", async (page) => {
  await page.getByLabel("Filter error").fill("script");
  assert.equal(await page.locator("#points tbody tr").count(), 1);
});

for (const colorScheme of ["light", "dark"])
  pageTest(`axe finds nothing to object to in the ${colorScheme}`, async (page) => {
    await page.locator("#points tbody a").first().click();
    assert.deepEqual(await violations(page), []);
  }, { colorScheme });

pageTest("dark pages are dark and paper is white", async (page) => {
  const background = () => page.evaluate(() => getComputedStyle(document.body).backgroundColor);
  assert.equal(await background(), "rgb(21, 25, 29)");
  await page.emulateMedia({ media: "print", colorScheme: "dark" });
  assert.equal(await background(), "rgb(255, 255, 255)");
  assert.ok(!(await page.locator(".controls").first().isVisible()));
}, { colorScheme: "dark" });

pageTest("420 px are wide enough", async (page) => {
  assert.ok((await page.evaluate(() => document.documentElement.scrollWidth)) <= 420);
}, { viewport: { width: 420, height: 900 } });

const LETTERS = [..."abcdefghijklmnop"];
const many = () => report("many", ["varies payload,64 B,128 B,256 B", `varies node,${LETTERS.join(",")}`],
  ["payload,node,latency us,error", ...LETTERS.flatMap((node, i) => [64, 128, 256].map((size) => `${size} B,${node},${size + i},`))]);

pageTest("sixteen lines are offered as a heat map, with a note", async (page) => {
  const select = page.getByLabel("Chart", { exact: true });
  assert.equal(await select.inputValue(), "heat map");
  await select.selectOption("lines");
  assert.match(await page.locator("#results p.note").textContent(), /^16 lines are more than can be told apart/);
}, {}, many);

pageTest("an axis of words makes bars", async (page) => {
  await page.getByLabel("Chart", { exact: true }).selectOption("lines");
  await page.getByLabel("Across").selectOption("node");
  assert.match(await page.locator("#results .chart").getAttribute("aria-label"), /^latency \(us\) over node: bars of 48 points/);
}, {}, many);

const TORNADO = { schema: 1, kind: "tornado", experiment: "one-way", seed: 1, level: 95, points: 5, impossible: 0, figures: [],
  tornado: [{ result: "latency", unit: "us", nominal: 180, bars: [
    { key: "pci.clock", low: 120, high: 230, low_at: "66 MHz", high_at: "25 MHz", swing: 110 },
    { key: "mcp.send_threshold", low: 182, high: 241, low_at: "64 B", high_at: "8 KB", swing: 59 }] }] };

function tornado() {
  write("tornado/analysis.json", JSON.stringify(TORNADO));
  const html = path.join(directory, "tornado.html");
  execFileSync(flybar, ["report", path.join(directory, "tornado"), "-o", html]);
  return html;
}

pageTest("a directory of an analysis shows its bars", async (page) => {
  assert.match(await page.locator("#analysis .chart").getAttribute("aria-label"),
    /^One parameter at a time, latency \(us\): 2 parameters, the most important first: pci\.clock, mcp\.send_threshold$/);
  assert.ok((await coloursOf(page))[0] > 3);
  assert.deepEqual(await violations(page), []);
}, {}, tornado);

const seeds = () => report("seeds", ["varies payload,64 B,128 B", "varies link.fault_seed,1,2,3"],
  ["payload,link.fault_seed,latency us,bandwidth MB/s,error", "64 B,1,10,50,", "64 B,2,12,50,", "64 B,3,14,50,", "128 B,1,20,80,", "128 B,2,20,80,", "128 B,3,20,80,"]);

pageTest("points of several seeds have a table of their means", async (page) => {
  assert.deepEqual(await page.locator("#means tbody tr").first().locator("td").allTextContents(), ["payload=64 B", "latency (us)", "12", "4.97", "3"]);
}, {}, seeds);

pageTest("two results against each other show their Pareto front", async (page) => {
  assert.match(await page.locator("#trade .chart").getAttribute("aria-label"),
    /^bandwidth \(MB\/s\) over latency \(us\): 6 points, 2 of them on the Pareto front/);
}, {}, seeds);
