// Elements by a function call: el("p", { class: "note" }, "text", child).

export function el(name, attributes = {}, ...children) {
  const element = document.createElement(name);
  for (const [key, value] of Object.entries(attributes)) {
    if (key.startsWith("on")) element.addEventListener(key.slice(2), value);
    else if (value === true) element.setAttribute(key, "");
    else if (value !== false && value !== undefined && value !== null) element.setAttribute(key, value);
  }
  element.append(...children.filter((child) => child !== null && child !== undefined));
  return element;
}

let ids = 0;

/** A named <select> of [value, text] pairs; `change` is told the value. */
export function choice(title, options, value, change) {
  const id = `choice-${++ids}`;
  const select = el("select", { id, onchange: () => change(select.value) });
  for (const [key, text] of options) select.append(el("option", { value: key, selected: key === value }, text));
  return el("span", { class: "choice" }, el("label", { for: id }, title), select);
}

/** A section of the page with its heading. */
export function section(id, title, ...children) {
  return el("section", { id, "aria-labelledby": `${id}-title` }, el("h2", { id: `${id}-title` }, title), ...children);
}

/** A table of few rows; what scrolls sideways is the table and not the page. `numbers` are flush right. */
export function plainTable(caption, titles, rows, numbers = []) {
  const cell = (name, index, content) =>
    el(name, { class: numbers.includes(index) ? "number" : null, scope: name === "th" ? "col" : null }, content);
  return el("div", { class: "scroll", tabindex: "0", role: "region", "aria-label": `Table: ${caption}` },
    el("table", {},
      el("caption", {}, caption),
      el("thead", {}, el("tr", {}, ...titles.map((title, index) => cell("th", index, title)))),
      el("tbody", {}, ...rows.map((row) => el("tr", {}, ...row.map((text, index) => cell("td", index, text)))))));
}
