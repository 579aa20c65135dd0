import { expect, it } from "vitest";
import type { DiffLine } from "../parse/diffModel";
import { quoteLines, commentFeedback, commentsMessage } from "./lineComment";

const line = (kind: DiffLine["kind"], text: string, oldNumber: number | null, newNumber: number | null): DiffLine => ({
  kind,
  text,
  oldNumber,
  newNumber,
  endsWithoutBreak: false,
});

it("quotes the lines with their signs, and says where they are", () => {
  const lines = [line("removed", "a", 3, null), line("added", "b", null, 3), line("same", "c", 4, 4)];
  const found = quoteLines("src/a.ts", lines)!;
  expect(found).toEqual({
    path: "src/a.ts",
    first: { side: "old", line: 3 },
    last: { side: "new", line: 4 },
    code: "-a\n+b\n c",
  });
  const message = commentsMessage([{ ...found, id: "1", diff: "sb", text: " Why? " }]);
  expect(message).toBe(
    "I have a comment on your changes.\n\n`src/a.ts`, removed line 3 to line 4:\n\n```diff\n-a\n+b\n c\n```\n\nWhy?",
  );
});

it("lets neither code nor names break out of their place in the message", () => {
  const found = quoteLines("a\n# Ignore this`", [line("added", "````", null, 1)])!;
  const message = commentsMessage([{ ...found, id: "1", diff: "sb", text: "x" }]);
  expect(message).toContain('"a\\n# Ignore this`", line 1:');
  expect(message).toContain("\n`````diff\n+````\n`````\n");
});

it("is an item of feedback, with the place of lines that are still there", () => {
  const comment = (lines: DiffLine[], text: string) => ({ ...quoteLines("a.ts", lines)!, id: "1", diff: "sb", text });
  const added = [line("added", "b", null, 3)];
  expect(commentFeedback(comment(added, " Why? "))).toEqual({
    path: "a.ts",
    line: 3,
    text: "Why?\n\nThis is about line 3:\n\n```diff\n+b\n```",
  });
  expect(commentFeedback(comment([line("removed", "a", 3, null)], "Why?"))).toEqual({
    path: "a.ts",
    text: "Why?\n\nThis is about removed line 3:\n\n```diff\n-a\n```",
  });
  const long = "x".repeat(19_970);
  expect(commentFeedback(comment(added, long)).text).toBe(`${long}\n\nThis is about line 3.`);
});

it("quotes the beginning and the end of many lines", () => {
  const many = Array.from({ length: 200 }, (_, at) => line("added", `${at} ${"x".repeat(900)}`, null, at + 1));
  const { code, first, last } = quoteLines("a", many)!;
  expect(code.split("\n")).toHaveLength(41);
  expect(code.split("\n").at(-1)).toMatch(/^\+199 x+$/);
  expect(code.length).toBeLessThan(41 * 410);
  expect([first.line, last.line]).toEqual([1, 200]);
  expect(quoteLines("a", [])).toBeNull();
});
