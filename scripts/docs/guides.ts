// The guides of the page of documentation, made from the Markdown of this repository: which parts of which documents
// are a guide, and how they become HTML. Links between documents become links between guides.
import { readFileSync } from "node:fs";
import path from "node:path";
import { Marked } from "marked";
import type { Token, Tokens } from "marked";
import { rootDirectory } from "../settings";

interface Part {
  document: string;
  /** A heading of the document: the part is what follows it. Without one, the part is the whole document. */
  heading?: string;
  /** Where a whole document ends: the heading that is not shown any more. */
  until?: string;
  /** The heading in the guide, when it is another. */
  as?: string;
}

interface GuideSource {
  id: string;
  title: string;
  /** One line for people who choose what to read. */
  about: string;
  parts: Part[];
}

const ofApi = (heading: string): Part => ({ document: "docs/api.md", heading });

export const guideSources: readonly GuideSource[] = [
  {
    id: "quick-start",
    title: "Quick start",
    about: "Start a service, and let it do its first run.",
    parts: [
      { document: "README.md", heading: "Quick start", as: "Start a service" },
      { document: "README.md", heading: "A first run" },
    ],
  },
  {
    id: "requests",
    title: "Requests and answers",
    about: "Paths, ids, times, envelopes and versions.",
    parts: [ofApi("A request"), ofApi("An answer"), ofApi("Versions")],
  },
  {
    id: "keys",
    title: "Keys and scopes",
    about: "What a key may do, and when it ends.",
    parts: [ofApi("Keys"), ofApi("Runner tokens")],
  },
  {
    id: "errors",
    title: "Errors",
    about: "Every code, and what to do about it.",
    parts: [ofApi("A refusal"), ofApi("Limits")],
  },
  { id: "paging", title: "Paging and search", about: "Go through lists of any length.", parts: [ofApi("Lists")] },
  {
    id: "idempotency",
    title: "Idempotency",
    about: "Repeat requests safely, with a client of forty lines.",
    parts: [ofApi("Repeating a request")],
  },
  {
    id: "following-runs",
    title: "Following runs",
    about: "Polling, waiting and server-sent events.",
    parts: [{ document: "docs/events.md" }],
  },
  {
    id: "gates",
    title: "Gates",
    about: "Complete a run only with a proof on the commit.",
    parts: [ofApi("Gates"), ofApi("Artifacts")],
  },
  {
    id: "rounds",
    title: "Rounds and feedback",
    about: "Let a run continue until its request is merged.",
    parts: [ofApi("Rounds and feedback")],
  },
  {
    id: "many-runs",
    title: "Many runs",
    about: "Label runs, start many at once, and change many at once.",
    parts: [ofApi("Many runs")],
  },
  {
    id: "webhooks",
    title: "Webhooks",
    about: "Receive what happens, signed, at an address of yours.",
    parts: [ofApi("Webhooks")],
  },
  {
    id: "failed-work",
    title: "Failed work",
    about: "Find what has failed for good, and start it again.",
    parts: [ofApi("Work that has failed for good")],
  },
  {
    id: "inbox",
    title: "Inbox and repositories",
    about: "What waits for people, and whether a repository can be used.",
    parts: [ofApi("The inbox"), ofApi("Checking a repository")],
  },
  { id: "audit-log", title: "Audit log", about: "Who changed what.", parts: [ofApi("The audit log")] },
  {
    id: "clients",
    title: "Clients",
    about: "The TypeScript client, and the document for clients in other languages.",
    parts: [ofApi("TypeScript client"), ofApi("The OpenAPI document")],
  },
  {
    id: "command-line",
    title: "The command line",
    about: "Start and follow runs at a terminal and in pipelines.",
    parts: [{ document: "docs/cli.md", until: "Commands" }],
  },
  {
    id: "mcp",
    title: "Agents and MCP",
    about: "Let agents start runs, file issues and answer questions.",
    parts: [{ document: "docs/mcp.md" }],
  },
  {
    id: "budgets",
    title: "Budgets",
    about: "What runs may cost, and what happens at the limit.",
    parts: [ofApi("Budgets")],
  },
  {
    id: "queues",
    title: "Queues",
    about: "How many runs are active at once, which goes first, and which must not go together.",
    parts: [ofApi("Queues")],
  },
  {
    id: "time-zones",
    title: "Recurring tasks and time zones",
    about: "When tasks run, also when clocks change.",
    parts: [ofApi("When recurring tasks run")],
  },
  {
    id: "writing-a-runner",
    title: "Writing a runner",
    about: "A program that claims jobs, works and reports.",
    parts: [{ document: "docs/runner.md" }],
  },
];

export interface Guide {
  id: string;
  title: string;
  about: string;
  html: string;
}

export function makeGuides(): Guide[] {
  const sections = guideSources.flatMap(sectionsOf);
  const placeOf = placesOf(sections);
  return guideSources.map(({ id, title, about }) => {
    const own = sections.filter(({ guide }) => guide.id === id);
    return { id, title, about, html: own.map((section) => htmlOf(section, placeOf)).join("") };
  });
}

interface Section {
  guide: GuideSource;
  part: Part;
  tokens: Token[];
}

const marked = new Marked({ gfm: true });

function readTokens(document: string): Token[] {
  return marked.lexer(readFileSync(path.join(rootDirectory, document), "utf8"));
}

function sectionsOf(guide: GuideSource): Section[] {
  return guide.parts.map((part) => {
    const all = readTokens(part.document);
    // The title of a document, and of a guide with one part, is the title of the guide.
    if (part.heading === undefined) {
      const shown = part.until === undefined ? all : all.slice(0, placeOfHeading(all, part, part.until, guide));
      return { guide, part, tokens: shown.filter((token) => !isHeading(token, 1)) };
    }
    const start = placeOfHeading(all, part, part.heading, guide);
    const heading = all[start] as Tokens.Heading;
    const { depth } = heading;
    const length = all.slice(start + 1).findIndex((token) => isHeading(token, depth));
    const below = all.slice(start + 1, length === -1 ? undefined : start + 1 + length);
    const title = guide.parts.length > 1 ? [{ ...heading, tokens: textTokens(part.as ?? part.heading) } as Token] : [];
    return { guide, part, tokens: [...title, ...below] };
  });
}

function placeOfHeading(tokens: Token[], { document }: Part, text: string, guide: GuideSource): number {
  const place = tokens.findIndex((token) => token.type === "heading" && token.text === text);
  if (place === -1) throw new Error(`${document} has no heading “${text}”, which the guide ${guide.id} needs.`);
  return place;
}

function isHeading(token: Token, maxDepth: number): token is Tokens.Heading {
  return token.type === "heading" && (token as Tokens.Heading).depth <= maxDepth;
}

function textTokens(text: string): Token[] {
  return marked.Lexer.lexInline(text);
}

/** Returns where a link to a document, or to a heading in it, leads on the page; null when it is not on the page. */
type PlaceOf = (document: string, anchor: string) => string | null;

function placesOf(sections: Section[]): PlaceOf {
  const places = new Map<string, string>([["docs/reference.md", "reference"]]);
  for (const { guide, part, tokens } of sections) {
    const whole = `guides/${guide.id}`;
    if (!places.has(part.document)) places.set(part.document, whole);
    if (part.heading !== undefined) places.set(`${part.document}#${slug(part.heading)}`, whole);
    for (const token of tokens) {
      if (!isHeading(token, 6)) continue;
      places.set(`${part.document}#${slug(token.text)}`, `${whole}/${slug(plain(token))}`);
    }
  }
  return (document, anchor) =>
    places.get(anchor === "" ? document : `${document}#${anchor}`) ?? places.get(document) ?? null;
}

function plain(heading: Token): string {
  return "tokens" in heading
    ? (heading.tokens ?? []).map((token) => ("text" in token ? String(token.text) : "")).join("")
    : "";
}

/** The anchors of headings, as code hosts make them. */
export function slug(title: string): string {
  return title
    .toLowerCase()
    .replaceAll(/[^\w\- ]+/g, "")
    .replaceAll(" ", "-");
}

function htmlOf({ guide, part, tokens }: Section, placeOf: PlaceOf): string {
  const renderer = new Marked({ gfm: true });
  renderer.use({
    renderer: {
      heading(token) {
        const depth = Math.max(
          2,
          guide.parts.length === 1 && part.heading !== undefined ? token.depth - 1 : token.depth,
        );
        const id = `guides/${guide.id}/${slug(plain(token))}`;
        return `<h${depth} id="${id}" tabindex="-1">${this.parser.parseInline(token.tokens)}</h${depth}>\n`;
      },
      code({ text, lang = "" }) {
        const language = lang === "" ? "" : ` data-language="${escaped(lang)}"`;
        return `<div class="code"><pre tabindex="0"><code${language}>${escaped(text)}</code></pre></div>\n`;
      },
      link({ href, tokens }) {
        const text = this.parser.parseInline(tokens);
        if (/^https?:/.test(href)) return `<a href="${escaped(href)}" rel="noreferrer">${text}</a>`;
        const [file = "", anchor = ""] = href.split("#");
        const document = file === "" ? part.document : path.posix.join(path.posix.dirname(part.document), file);
        const place = placeOf(document, anchor);
        // The document is in the repository, and not on this page.
        return place === null
          ? `<cite title="${escaped(document)}, in the repository">${text}</cite>`
          : `<a href="#${place}">${text}</a>`;
      },
      html: ({ text }) => escaped(text),
    },
  });
  return tables(renderer.parser(tokens));
}

/** A wide table scrolls by itself, also by keys. */
function tables(html: string): string {
  return html.replaceAll("<table>", '<div class="table" tabindex="0"><table>').replaceAll("</table>", "</table></div>");
}

export function escaped(text: string): string {
  return text.replaceAll("&", "&amp;").replaceAll("<", "&lt;").replaceAll(">", "&gt;").replaceAll('"', "&quot;");
}
