// The guides. They are in the page from its beginning, as HTML; here they get colours, buttons and a list of headings.
import { copyButton } from "./codeBlock";
import { element, icon, icons } from "./element";
import { showCode } from "./highlight";

/** The address in the guides is that of a service on one's own machine. */
const exampleOrigin = "http://127.0.0.1:3211";

export interface Guide {
  id: string;
  title: string;
  view: HTMLElement;
  headings: { id: string; title: string; text: string }[];
}

export function readGuides(articles: HTMLElement[]): Guide[] {
  return articles.map((view) => ({
    id: view.id.replace("guides/", ""),
    title: view.querySelector("h1")?.textContent ?? "",
    view,
    headings: headingsOf(view),
  }));
}

function headingsOf(view: HTMLElement): Guide["headings"] {
  return [...view.querySelectorAll<HTMLElement>("h2, h3")].map((heading) => ({
    id: heading.id,
    title: heading.textContent,
    text: textBelow(heading),
  }));
}

function textBelow(heading: HTMLElement): string {
  const parts: string[] = [];
  for (let next = heading.nextElementSibling; next !== null; next = next.nextElementSibling) {
    if (/^H[123]$/.test(next.tagName)) break;
    parts.push(next.textContent);
  }
  return parts.join(" ");
}

/** Does once what the HTML of a guide cannot. */
export function prepareGuide({ view, headings }: Guide): void {
  if (view.dataset["ready"] !== undefined) return;
  view.dataset["ready"] = "";
  for (const code of view.querySelectorAll("pre > code")) {
    if (!(code instanceof HTMLElement)) continue;
    const text = code.textContent.replaceAll(exampleOrigin, location.origin);
    showCode(code, text, code.dataset["language"] ?? "");
    code.parentElement?.parentElement?.append(copyButton(() => text));
  }
  for (const { id, title } of headings) {
    const link = element("a", { href: `#${id}`, class: "anchor", "aria-label": `Link to ${title}` }, icon(icons.link));
    view.querySelector(`#${CSS.escape(id)}`)?.append(link);
  }
}

/** The headings beside a guide, or null when it has too few to list. */
export function contentsOf({ headings }: Guide): HTMLElement | null {
  if (headings.length < 2) return null;
  const items = headings.map(({ id, title }) => element("li", {}, element("a", { href: `#${id}` }, title)));
  return element(
    "nav",
    { class: "contents", "aria-label": "On this page" },
    element("p", {}, "On this page"),
    element("ul", {}, items),
  );
}
