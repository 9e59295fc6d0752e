// What was measured and how: the head of the page, what is the same at all points, the command to repeat it.
import { el, plainTable } from "./dom.js";
import { number } from "./format.js";

export function head(data) {
  const facts = [];
  if (data.sweep) facts.push(`${data.sweep.errors.length} points`);
  for (const program of data.programs ?? []) facts.push(programText(program));
  if (data.written) facts.push(`results written ${data.written}`);
  return [el("h1", {}, data.title), el("p", { class: "facts" }, facts.join(" · "))];
}

function programText({ version, commit, compiler, firmware }) {
  const built = [commit && `commit ${commit}`, compiler].filter(Boolean).join(", ");
  return `flybar ${version}${built ? ` (${built})` : ""}${firmware ? `, firmware ${firmware}` : ""}`;
}

/** A command that is selected as a whole by one click. */
export function command(text) {
  return el("pre", { class: "command", tabindex: "0", role: "group", "aria-label": "Command" }, el("code", {}, text));
}

export function setup(data, sweep) {
  const same = sweep.allResults.filter((result) => !sweep.results.includes(result));
  const parts = [el("p", {}, "To repeat it:"), command(data.command),
    plainTable("What was fixed", ["what", "value"], data.fixed)];
  if (same.length)
    parts.push(plainTable("Results that are the same at all points", ["result", "value"],
      same.map((result) => [result.name.replaceAll("_", " "), `${number(firstOf(result))} ${result.unit}`]), [1]));
  if (new Set(sweep.limits).size === 1 && sweep.limits[0]) parts.push(el("p", {}, `At all points: ${sweep.limits[0]}`));
  if (data.parameters?.length)
    parts.push(el("details", {}, el("summary", {}, `All ${data.parameters.length} parameters that are the same at all points`),
      plainTable("Parameters", ["parameter", "value"], data.parameters)));
  return parts;
}

function firstOf(result) {
  return result.values.find((value) => value !== null);
}
