// Compiles learnings into the Markdown document that agents read. Pure. An example:
//
//   # Learnings for designer
//
//   ## builds
//
//   ### Severity high
//
//   - When: the cache is stale
//   - Learned: ...
//   - Do: ...
//
// The texts of learnings are Markdown themselves and are not changed. Each text is inside a list item, with all further
// lines indented. Whatever a text leaves open, such as a code fence or a tag, ends where the item ends.
import type { Doc } from "../_generated/dataModel";

export type Source = Pick<
  Doc<"learnings">,
  "_id" | "_creationTime" | "description" | "trigger" | "correctBehavior" | "severity" | "category" | "correctedAtMs"
>;

/** A type and not an interface, because functions of Convex return it. */
export type Compiled = { content: string; learningCount: number };

/** Compiles learnings. Among duplicates only the newest is kept. Without learnings the document is empty. */
export function compileLearnings(learnings: readonly Source[], roleType?: string): Compiled {
  const told = withoutDuplicates(learnings.toSorted(newestFirst));
  if (told.length === 0) return { content: "", learningCount: 0 };
  const title = roleType === undefined ? "# Learnings" : `# Learnings for ${inOneLine(roleType)}`;
  const sections = byCategory(told).map(([category, members]) =>
    [headingOf(category), ...members.map(entryOf)].join("\n\n"),
  );
  return { content: `${[title, ...sections].join("\n\n")}\n`, learningCount: told.length };
}

/** The most bytes that a learning adds to a document, as JSON: answers with the document are stored as JSON. */
export function bytesAdded(learning: Source): number {
  const text = `\n\n${headingOf(learning.category)}\n\n${entryOf(learning)}`;
  return new TextEncoder().encode(JSON.stringify(text)).length;
}

function newestFirst(a: Source, b: Source): number {
  return b.correctedAtMs - a.correctedAtMs || b._creationTime - a._creationTime || (a._id < b._id ? 1 : -1);
}

function withoutDuplicates(learnings: readonly Source[]): Source[] {
  const seen = new Set<string>();
  return learnings.filter(({ description, correctBehavior = "" }) => {
    const key = JSON.stringify([folded(description), folded(correctBehavior)]);
    if (seen.has(key)) return false;
    seen.add(key);
    return true;
  });
}

/** Folds a text for comparison: texts that differ only in case and white space become equal. */
function folded(text: string): string {
  return text.trim().replaceAll(/\s+/gu, " ").toLowerCase();
}

/** Categories are in alphabetical order without regard to case. Learnings without one come last. */
function byCategory(learnings: readonly Source[]): [string | undefined, Source[]][] {
  const groups = new Map<string | undefined, Source[]>();
  for (const learning of learnings) {
    const group = groups.get(learning.category);
    if (group === undefined) groups.set(learning.category, [learning]);
    else group.push(learning);
  }
  return [...groups].toSorted(([a], [b]) => compareCategories(a, b));
}

function compareCategories(a: string | undefined, b: string | undefined): number {
  if (a === undefined || b === undefined) return Number(a === undefined) - Number(b === undefined);
  return compareTexts(a.toLowerCase(), b.toLowerCase()) || compareTexts(a, b);
}

function compareTexts(a: string, b: string): number {
  if (a === b) return 0;
  return a < b ? -1 : 1;
}

function headingOf(category: string | undefined): string {
  return category === undefined ? "## Uncategorized" : `## ${inOneLine(category)}`;
}

function entryOf({ severity, trigger, description, correctBehavior }: Source): string {
  const title = severity === undefined ? "### Learning" : `### Learning, severity ${severity}`;
  const items = [item("When", trigger), item("Learned", description), item("Do", correctBehavior)];
  return [title, "", ...items.flat()].join("\n");
}

/** A list item of Markdown. Empty lines stay empty: they do not end an item whose next line is indented. */
function item(label: string, text = ""): string[] {
  const [first = "", ...further] = text.trim().split(lineEnd);
  if (first === "") return [];
  return [`- ${label}: ${first}`, ...further.map((line) => (line.trim() === "" ? "" : `  ${line}`))];
}

/** All characters that end a line, including those that only some programs recognise. */
const lineEnd = /\r\n|[\n\r\v\f\u0085\u2028\u2029]/u;

function inOneLine(text: string): string {
  return text
    .trim()
    .split(/\s+|\u0085/u)
    .join(" ");
}
