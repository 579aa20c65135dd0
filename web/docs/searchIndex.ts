// What search finds: guides and their headings, areas, operations and the fields of their requests.
import type { Guide } from "./guides";
import { areaAnchor, fieldAnchor, guideAnchor, operationAnchor } from "./anchors";
import type { Operation, Reference } from "./openapi";
import { fieldsOf, typeWords } from "./schemas";

export interface Entry {
  kind: "Guide" | "Area" | "Field" | "GET" | "POST" | "PUT" | "PATCH" | "DELETE";
  title: string;
  detail: string;
  place: string;
  /** Further text, in lower case. A word found only there counts less. */
  text: string;
}

export function guideEntries(guides: readonly Guide[]): Entry[] {
  return guides.flatMap(({ id, title, view, headings }) => [
    { kind: "Guide", title, detail: "", place: guideAnchor(id), text: introduction(view) },
    ...headings.map((heading): Entry => ({
      kind: "Guide",
      title: heading.title,
      detail: title,
      place: heading.id,
      text: heading.text.toLowerCase(),
    })),
  ]);
}

function introduction(view: HTMLElement): string {
  return [...view.querySelectorAll(":scope > p")].map(({ textContent }) => textContent.toLowerCase()).join(" ");
}

export function referenceEntries({ areas, resolve }: Reference): Entry[] {
  return areas.flatMap(({ name, description, operations }) => [
    { kind: "Area", title: name, detail: "Reference", place: areaAnchor(name), text: description.toLowerCase() },
    ...operations.map(operationEntry),
    ...operations.flatMap((operation) => fieldEntries(operation, resolve)),
  ]);
}

const methods = ["GET", "POST", "PUT", "PATCH", "DELETE"] as const;

function operationEntry({ id, method, path, summary, description, scope }: Operation): Entry {
  return {
    kind: methods.find((known) => known === method) ?? "GET",
    title: summary,
    detail: path,
    place: operationAnchor(id),
    text: `${id} ${description} ${scope}`.toLowerCase(),
  };
}

function fieldEntries({ id, method, path, parameters, body }: Operation, resolve: Reference["resolve"]): Entry[] {
  const inBody = body?.schema === null || body === null ? [] : fieldsOf(resolve, body.schema);
  const named = parameters.filter(({ place }) => place !== "header");
  return [...named, ...inBody].map(({ name, schema }) => ({
    kind: "Field",
    title: name,
    detail: `${method} ${path}`,
    place: fieldAnchor(id, name),
    text: typeWords(resolve, schema),
  }));
}

const maxFound = 40;

/** Returns the entries that have all words, the best first. */
export function search(entries: readonly Entry[], query: string): Entry[] {
  const words = query.toLowerCase().split(/\s+/).filter(Boolean);
  if (words.length === 0) return [];
  return entries
    .map((entry) => ({ entry, score: scoreOf(entry, words) }))
    .filter(({ score }) => score > 0)
    .sort((a, b) => b.score - a.score)
    .slice(0, maxFound)
    .map(({ entry }) => entry);
}

/** Returns 0 when a word is missing. */
function scoreOf(entry: Entry, words: readonly string[]): number {
  const title = entry.title.toLowerCase();
  const detail = entry.detail.toLowerCase();
  let sum = 0;
  for (const word of words) {
    const score = wordScore(word, title, detail, entry.text);
    if (score === 0) return 0;
    sum += score;
  }
  // Of two that match alike, the one with the shorter title is closer to what was asked; a field is one of many.
  return sum - Math.min(title.length, 80) / 100 - (entry.kind === "Field" ? 3 : 0);
}

function wordScore(word: string, title: string, detail: string, text: string): number {
  if (title === word) return 20;
  if (title.startsWith(word)) return 14;
  if (title.split(/[\s/_-]/).some((part) => part.startsWith(word))) return 12;
  if (detail.split(/[\s/_-]/).some((part) => part.startsWith(word))) return 9;
  if (title.includes(word)) return 7;
  if (detail.includes(word)) return 6;
  return text.includes(word) ? 4 : 0;
}
