import { expect, it } from "vitest";
import { emptyMarkdown, parseMarkdown } from "./parseMarkdown";

const text = [
  "# Title",
  "",
  "A paragraph with **bold** text.",
  "",
  "- one",
  "- two",
  "",
  "- three",
  "",
  "```ts",
  "const a = 1;",
  "",
  "const b = 2;",
  "```",
  "",
  "| a | b |",
  "| - | - |",
  "| 1 | 2 |",
  "",
  "The end.",
].join("\n");

it("reads a growing text as it reads the whole one", () => {
  const whole = parseMarkdown(text, emptyMarkdown).blocks;
  for (const step of [1, 3, 17]) {
    let growing = emptyMarkdown;
    for (let length = step; length < text.length; length += step)
      growing = parseMarkdown(text.slice(0, length), growing);
    expect(parseMarkdown(text, growing).blocks).toEqual(whole);
  }
});

it("keeps the blocks that more text cannot change", () => {
  const before = parseMarkdown("First.\n\nSecond.\n\nThird", emptyMarkdown);
  const after = parseMarkdown("First.\n\nSecond.\n\nThird one.", before);
  expect(after.blocks[0]).toBe(before.blocks[0]);
  expect(after.blocks[2]).toBe(before.blocks[2]);
  expect(after.blocks.at(-1)).not.toBe(before.blocks.at(-1));
});

it("starts again with a text that does not continue the previous one", () => {
  const before = parseMarkdown("First.\n\nSecond.", emptyMarkdown);
  expect(parseMarkdown("Other.", before).blocks.map(({ raw }) => raw)).toEqual(["Other."]);
  expect(
    parseMarkdown("a\r\nb\r\n\r\nc", emptyMarkdown)
      .blocks.map(({ raw }) => raw)
      .join(""),
  ).toBe("a\nb\n\nc");
});
