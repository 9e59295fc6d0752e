// The table of all points: sorted by the heading that is pressed, filtered by what is written below it.
import { el } from "./dom.js";
import { cellFilter } from "./filter.js";
import { number } from "./format.js";
import { titleOf } from "./sweep.js";

const MOST_ROWS = 100; // at once: more would only slow the page down

/** [{title, text(row), value(row), numeric}] */
export function columnsOf(sweep) {
  const columns = [{ title: "point", numeric: true, text: (row) => String(row + 1), value: (row) => row + 1 }];
  for (const axis of sweep.axes)
    columns.push({ title: axis.title(), numeric: axis.numeric, text: (row) => axis.texts[row],
      value: (row) => (axis.numeric ? axis.numbers[row] : axis.texts[row]) });
  for (const result of sweep.results)
    columns.push({ title: titleOf(result), numeric: true, text: (row) => number(result.values[row]),
      value: (row) => result.values[row] });
  if (new Set(sweep.limits).size > 1) columns.push(textColumn("limit", sweep.limits));
  if (sweep.errors.some(Boolean)) columns.push(textColumn("error", sweep.errors));
  return columns;
}

function textColumn(title, texts) {
  return { title, numeric: false, text: (row) => texts[row] ?? "", value: (row) => texts[row] ?? "" };
}

/** Rows in the order of a column; what has no value comes last either way. */
export function sorted(rows, column, direction) {
  const missing = (value) => value === null || value === undefined || value === "";
  return [...rows].sort((a, b) => {
    const [left, right] = [column.value(a), column.value(b)];
    if (missing(left) || missing(right)) return missing(left) - missing(right) || a - b;
    const order = column.numeric ? left - right : left < right ? -1 : left > right ? 1 : 0;
    return direction * order || a - b;
  });
}

/** `state` knows the rows in question ("rows") and the one that is chosen ("point"). */
export function pointTable(sweep, state) {
  const columns = columnsOf(sweep);
  const wanted = columns.map(() => "");
  let order = { column: columns[0], direction: 1 };
  let most = MOST_ROWS;

  const count = el("p", { class: "note", role: "status" });
  const body = el("tbody");
  const more = el("button", { type: "button", onclick: () => { most = Infinity; fill(); } });
  const headings = columns.map((column) => heading(column, () => {
    order = { column, direction: order.column === column ? -order.direction : 1 };
    fill();
  }));
  const filters = columns.map((column, index) => filterBox(column, (text) => {
    wanted[index] = text;
    fill();
  }));

  function fill() {
    const tests = wanted.map((text, index) => [columns[index], text && cellFilter(text)]).filter(([, test]) => test);
    const kept = state.get("rows").filter((row) =>
      tests.every(([column, test]) => test(column.text(row), column.value(row))));
    const shown = sorted(kept, order.column, order.direction).slice(0, most);
    headings.forEach((th, index) => th.setAttribute("aria-sort",
      columns[index] !== order.column ? "none" : order.direction > 0 ? "ascending" : "descending"));
    body.replaceChildren(...shown.map((row) => tableRow(row)));
    count.textContent = `${kept.length} of ${sweep.count} points`;
    more.hidden = shown.length === kept.length;
    more.textContent = `Show all ${kept.length}`;
  }

  function tableRow(row) {
    const cells = columns.map((column, index) => {
      const text = column.text(row);
      if (index > 0) return el("td", { class: column.numeric ? "number" : null }, text);
      return el("th", { scope: "row", class: "number" },
        el("a", { href: `#point-${row + 1}`, "aria-label": `Point ${text}: its commands` }, text));
    });
    return el("tr", { class: row === state.get("point") ? "chosen" : null }, ...cells);
  }

  state.on(["rows", "point"], fill);
  fill();
  return el("div", {}, count,
    el("div", { class: "scroll tall", tabindex: "0", role: "region", "aria-label": "Table of all points" },
      el("table", { class: "points" },
        el("thead", {}, el("tr", {}, ...headings), el("tr", { class: "filters" }, ...filters)), body)),
    more,
    el("p", { class: "note" }, "A filter is part of a text, a comparison (<200, >=1024) or a range (10..20). Sizes compare " +
      "in bytes, times in us, rates in MB/s."));
}

function heading(column, pressed) {
  return el("th", { scope: "col" }, el("button", { type: "button", onclick: pressed }, column.title));
}

function filterBox(column, changed) {
  const box = el("input", { type: "search", "aria-label": `Filter ${column.title}`, placeholder: column.numeric ? "< > .." : "text",
    size: column.numeric ? 6 : 10, oninput: () => changed(box.value) });
  return el("td", {}, box);
}
