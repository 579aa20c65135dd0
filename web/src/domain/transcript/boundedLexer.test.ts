import fc from "fast-check";
import { marked } from "marked";
import type { MarkedToken, Token } from "marked";
import { describe, expect, it } from "vitest";
import { lexMarkdown } from "./boundedLexer";
import { hostileTexts } from "../../../../tests/support/hostileTexts";

/** How deep the deepest token lies, and how many there are, without a call for each level. */
function sizeOf(blocks: readonly Token[]): { depth: number; count: number } {
  let [depth, count] = [0, 0];
  const left = blocks.map((token): [Token, number] => [token, 1]);
  for (let next = left.pop(); next !== undefined; next = left.pop()) {
    const [token, at] = next;
    depth = Math.max(depth, at);
    count++;
    for (const inner of within(token)) left.push([inner, at + 1]);
  }
  return { depth, count };
}

function within(token: Token): readonly Token[] {
  const known = token as MarkedToken;
  if (known.type === "table") return [known.header, ...known.rows].flat().flatMap(({ tokens }) => tokens);
  if (known.type === "list") return known.items;
  return "tokens" in known ? (known.tokens ?? []) : [];
}

const atoms = [
  ..."> |>|1. |- |* |*|**|_|~|~~|`|```|[|](|](b|)|![|<|<a |-|    |\\|&|a| |#|=|@|.|http://a|__proto__|[a]: ".split("|"),
  "|",
  "|-",
  "\n",
  "\n\n",
  "\u202E",
  "\uD800",
  "\0",
];
const pieces = fc.array(fc.tuple(fc.constantFrom(...atoms), fc.integer({ min: 1, max: 400 })), { maxLength: 12 });
const written = pieces.map((list) => list.map(([atom, times]) => atom.repeat(times)).join(""));

describe("Markdown that somebody wrote to break the page", () => {
  it.each(Object.entries(hostileTexts(30_000)))("%s: is read, without nesting deeply", (_name, text) => {
    const { depth, count } = sizeOf(lexMarkdown(text));
    expect(depth).toBeLessThan(60);
    expect(count).toBeLessThan(2 * text.length + 10);
  });

  it("is read, however it is put together, and nothing of it is lost", () => {
    fc.assert(
      fc.property(written, (text) => {
        const blocks = lexMarkdown(text);
        expect(sizeOf(blocks).depth).toBeLessThan(60);
        // The reader turns zero characters, tabs and ends of lines into others, and those are as many as before.
        const lengths = blocks.reduce((sum, { raw }) => sum + raw.length, 0);
        expect(lengths).toBeGreaterThanOrEqual(text.trimEnd().length * 0.9);
      }),
      { numRuns: 200 },
    );
  });

  it("is read as everywhere else while it is within the bounds", () => {
    const text =
      "# A\n\n> - **b** _c_ [d](https://e.example)\n>   - f\n\n| a | b |\n| - | - |\n| 1 | 2 |\n\n1. g\n2. `h`\n";
    expect([...lexMarkdown(text)]).toEqual([...marked.lexer(text)]);
  });

  it("makes no more cells than a table of that length should have", () => {
    const wide = `|${"a|".repeat(400)}\n|${"-|".repeat(400)}\n${"a\n".repeat(7_000)}`;
    expect(sizeOf(lexMarkdown(wide)).count).toBeLessThan(wide.length);
  });
});
