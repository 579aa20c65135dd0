// The documents are in plain English, by the phrases that the linter refuses in the sources.
import { describe, expect, it } from "vitest";
import { findings, phrases } from "../../scripts/lint/phrases.mjs";
import { documents, read } from "./documents";

/**
 * Returns the paragraphs, headings, items of lists and cells of tables, each as one text. Blocks of code and quotations
 * are left out; `findings` leaves out what backticks quote.
 */
function textsOf(markdown: string): string[] {
  const prose = markdown
    .replaceAll(/^ *```.*?^ *```$/gms, "")
    .replaceAll(/^>.*$/gm, "")
    .replaceAll(/"[^"\n]*(?:\n[^"\n]+)?"/g, '"..."');
  const blocks = prose.split(/\n\s*\n|\n(?=\s*(?:[-*|#]|\d+\.) ?)/);
  return blocks.flatMap((block) => (block.startsWith("|") ? block.split(/(?<!\\)\|/) : [block])).map(withoutMark);
}

/** Returns the block without the mark of an item or of a heading. */
function withoutMark(block: string): string {
  return block.trim().replace(/^(?:[-*]|#+|\d+\.) /, "");
}

describe("plain English in", () => {
  it.each(documents)("$document", ({ text }) => {
    expect(textsOf(text).flatMap((each) => findings(each).map((found) => `${found} In: ${each}`))).toEqual([]);
  });
});

it("a paragraph, an item, a heading and a cell are judged; code and quotations are not", () => {
  const judged = ["A text\nthat is no number.", "- It is no number.", "## What is no number", "| a | is no number |"];
  const leftOut = [
    "```\nis no number\n```",
    "> is no number",
    'The words "is no number".',
    "The words `is no number`.",
  ];
  const found = (text: string) => textsOf(`Before.\n\n${text}\n\nAfter.`).flatMap(findings).length;
  expect(judged.map(found)).toEqual(judged.map(() => 1));
  expect(leftOut.map(found)).toEqual(leftOut.map(() => 0));
});

it("docs/english.md lists every refused phrase with its advice, and no other", () => {
  const rows = [...read("docs/english.md").matchAll(/^\| "(.+?)" +\| (.+?) +\|$/gm)];
  expect(rows.map(([, example, advice]) => ({ example, advice }))).toEqual(
    phrases.map(({ example, advice }) => ({ example, advice })),
  );
});
