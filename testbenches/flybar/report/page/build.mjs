// Bundles the page into one HTML file and wraps that as C++: node build.mjs NODE_MODULES page.html page.cpp
import { createHash } from "node:crypto";
import { readFile, writeFile } from "node:fs/promises";
import { createRequire } from "node:module";
import path from "node:path";

const [modules, htmlFile, cppFile] = process.argv.slice(2).map((name) => path.resolve(name));
const { build } = createRequire(path.join(modules, "x.js"))("esbuild");
const here = (name) => path.join(import.meta.dirname ?? path.dirname(new URL(import.meta.url).pathname), name);

/** What the licences of the bundled packages ask for: Apache's notice, and the text of BSD. */
async function notices() {
  const text = async (name) => (await readFile(path.join(modules, name), "utf8")).trim();
  const version = async (name) => JSON.parse(await text(`${name}/package.json`)).version;
  return `/*!\nApache ECharts ${await version("echarts")}, Apache License 2.0\n${await text("echarts/NOTICE")}\n\n` +
    `ZRender ${await version("zrender")}\n${await text("zrender/LICENSE")}\n*/`;
}

async function bundled(entry) {
  const result = await build({
    entryPoints: [here(entry)],
    bundle: true,
    minify: true,
    write: false,
    outdir: "unused",
    format: "iife",
    target: "es2022",
    charset: "utf8",
    nodePaths: [modules],
    logLevel: "warning",
  });
  // Inside of a page a script ends at the first of these, wherever it stands.
  return result.outputFiles[0].text.replaceAll("</script", "<\\/script").trim();
}

const hash = (text) => "sha256-" + createHash("sha256").update(text).digest("base64");

// A literal of at most 16 KB each is what every compiler takes.
function literals(text) {
  const pieces = [];
  for (let at = 0; at < text.length; ) {
    let end = Math.min(at + 12000, text.length);
    if (/[\uD800-\uDBFF]/.test(text[end - 1])) end += 1;
    pieces.push(`R"page~(${text.slice(at, end)})page~"`);
    at = end;
  }
  return pieces.join("\n");
}

const script = `${await notices()}\n${await bundled("src/main.js")}`;
const style = await bundled("src/style.css");
const parts = { SCRIPT_HASH: hash(script), STYLE_HASH: hash(style), STYLE: style, SCRIPT: script };
const template = await readFile(here("page.html"), "utf8");
const html = template.replace(/\b(SCRIPT_HASH|STYLE_HASH|STYLE|SCRIPT)\b/g, (name) => parts[name]);
await writeFile(htmlFile, html);
await writeFile(cppFile, `// Made by testbenches/flybar/report/page/build.mjs.
#include "testbenches/flybar/report/page.h"

namespace flybar::program {

std::string_view report_page() {
  return ${literals(html)};
}

}  // namespace flybar::program
`);
