// Makes elements. Texts become text nodes, so nothing in a document or an answer is ever read as HTML.

export type Child = Node | string | null | Child[];

type Attributes = Readonly<Record<string, string | number | boolean | EventListener | undefined>>;

/** `onclick` and similar names listen; `true` sets an empty attribute; `false` and `undefined` leave one out. */
export function element<Tag extends keyof HTMLElementTagNameMap>(
  tag: Tag,
  attributes: Attributes = {},
  ...children: Child[]
): HTMLElementTagNameMap[Tag] {
  const made = document.createElement(tag);
  for (const [name, value] of Object.entries(attributes)) {
    if (value === undefined || value === false) continue;
    if (typeof value === "function") made.addEventListener(name.slice("on".length), value);
    else made.setAttribute(name, value === true ? "" : String(value));
  }
  append(made, children);
  return made;
}

export function append(parent: Element | DocumentFragment, children: Child[]): void {
  for (const child of children) {
    if (child === null) continue;
    if (Array.isArray(child)) append(parent, child);
    else parent.append(child);
  }
}

/** Returns the element with this id, which the page has from its beginning. */
export function found<Type extends Element>(id: string, type: new () => Type): Type {
  const element = document.getElementById(id);
  if (!(element instanceof type)) throw new TypeError(`The page has no ${id}.`);
  return element;
}

const svg = "http://www.w3.org/2000/svg";

/** A drawing of lines in a square of 16. */
export function icon(path: string): SVGElement {
  const drawing = document.createElementNS(svg, "svg");
  drawing.setAttribute("viewBox", "0 0 16 16");
  drawing.setAttribute("aria-hidden", "true");
  drawing.setAttribute("class", "icon");
  const line = document.createElementNS(svg, "path");
  line.setAttribute("d", path);
  drawing.append(line);
  return drawing;
}

export const icons = {
  copy: "M5.5 5.5h7v8h-7zM3.5 10.5v-8h7",
  done: "M3 8.5l3.5 3.5L13 4.5",
  link: "M6.5 9.5l3-3M7 5l1.5-1.5a2.5 2.5 0 0 1 4 4L11 9M9 11l-1.5 1.5a2.5 2.5 0 0 1-4-4L5 7",
};
