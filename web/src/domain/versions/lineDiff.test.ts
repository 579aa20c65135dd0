// The comparison of versions line by line.
import fc from "fast-check";
import { describe, expect, it } from "vitest";
import { foldEqualLines } from "./foldEqualLines";
import { lineDiff } from "./lineDiff";
import type { DiffRow } from "./lineDiff";

/** `=` for lines that stay, `-` for removed ones, `+` for added ones, `~` for replaced ones. */
function shape(rows: readonly DiffRow[]): string {
  return rows
    .map(({ kind, left, right }) => {
      if (kind === "same") return "=";
      if (left === null) return "+";
      return right === null ? "-" : "~";
    })
    .join("");
}

describe("the difference of two texts", () => {
  it("pairs lines that were replaced, and shows what was added and removed", () => {
    expect(shape(lineDiff("a\nb\nc\n", "a\nx\nc\n"))).toBe("=~=");
    expect(shape(lineDiff("a\nc\n", "a\nb\nc\n"))).toBe("=+=");
    expect(shape(lineDiff("a\nb\nc\n", "a\nc\n"))).toBe("=-=");
    expect(shape(lineDiff("", "a\nb"))).toBe("++");
    expect(shape(lineDiff("a\nb", ""))).toBe("--");
    expect(lineDiff("", "")).toEqual([]);
  });

  it("finds the fewest changes around lines that moved apart", () => {
    expect(shape(lineDiff("a\nb\nc\na\nb\nb\na", "c\nb\na\nb\na\nc")).replaceAll("~", "-+")).toHaveLength(9);
  });

  it("shows all lines of both texts once and in order, and calls only equal ones the same", () => {
    const text = fc.array(fc.constantFrom("a", "b", "c", "", "long line"), { maxLength: 30 });
    fc.assert(
      fc.property(text, text, (left, right) => {
        const rows = lineDiff(`${left.join("\n")}\n`, `${right.join("\n")}\n`);
        const linesOf = (side: "left" | "right") => rows.flatMap((row) => row[side]?.text ?? []);
        // A text of no lines and a line break is one empty line.
        expect(linesOf("left")).toEqual(left.length === 0 ? [""] : left);
        expect(linesOf("right")).toEqual(right.length === 0 ? [""] : right);
        const unequal = rows.filter((row) => row.kind === "same" && row.left.text !== row.right.text);
        expect(unequal).toEqual([]);
      }),
    );
  });

  it("is done at once for long texts that have little in common", () => {
    const left = Array.from({ length: 20_000 }, (_, at) => `left ${at}`).join("\n");
    const right = Array.from({ length: 20_000 }, (_, at) => `right ${at}`).join("\n");
    const startedAt = performance.now();
    const rows = lineDiff(`first\n${left}\nlast`, `first\n${right}\nlast`);
    expect(performance.now() - startedAt).toBeLessThan(2_000);
    expect(rows).toHaveLength(20_002);
    expect(shape(rows.slice(0, 2))).toBe("=~");
    expect(shape(rows.slice(-2))).toBe("~=");
  });

  it("still pairs what stays when a few lines of a long text change", () => {
    const lines = Array.from({ length: 20_000 }, (_, at) => `line ${at}`);
    const changed = lines.map((line, at) => (at % 1_000 === 500 ? `${line} changed` : line));
    expect(shape(lineDiff(lines.join("\n"), changed.join("\n"))).replaceAll("=", "")).toBe("~".repeat(20));
  });
});

describe("what stays", () => {
  it("is folded where no change is near", () => {
    const before = Array.from({ length: 40 }, (_, at) => `line ${at}`);
    const after = before.with(20, "another");
    const folded = foldEqualLines(lineDiff(before.join("\n"), after.join("\n")));
    expect(folded.map(({ kind, rows }) => [kind, rows.length])).toEqual([
      ["folded", 17],
      ["shown", 7],
      ["folded", 16],
    ]);
  });

  it("is shown where folding would hide hardly anything", () => {
    const folded = foldEqualLines(lineDiff("1\n2\n3\n4\n5\n6\n7\n", "one\n2\n3\n4\n5\n6\nseven\n"));
    expect(folded.map(({ kind, rows }) => [kind, rows.length])).toEqual([["shown", 7]]);
  });
});
