// Pictures that lie beside the sweep, as images: their own scripts and fonts stay outside of the page.
import { el } from "./dom.js";

export function picture({ name, type, base64 }) {
  return el("figure", {}, el("img", { src: `data:${type};base64,${base64}`, alt: name }), el("figcaption", {}, name));
}
