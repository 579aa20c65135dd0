import { describe, expect, it } from "vitest";
import { isNestedTooDeeply, estimateSize, toWellFormedJson } from "./json";
import { truncate, truncateStart, truncateWithEllipsis, wellFormedLength } from "./truncate";

const face = "😀";

describe("a text of an agent", () => {
  it("is cut between characters", () => {
    expect(truncate(`a${face}b`, 2)).toBe("a");
    expect(truncate(`a${face}b`, 3)).toBe(`a${face}`);
    expect(truncateStart(`a${face}b`, 2)).toBe("b");
    expect(truncateStart(`a${face}b`, 3)).toBe(`${face}b`);
    expect(truncateWithEllipsis(`a${face}b`, 2)).toBe("a…");
    expect(truncateWithEllipsis("ab", 2)).toBe("ab");
    expect(truncate("abc", 0)).toBe("");
    expect(wellFormedLength(`a${face[0]}`)).toBe(1);
  });

  it("is well-formed afterwards, whatever it was", () => {
    expect(truncate(`${face[1]}a${face[0]}`, 10)).toBe("\uFFFDa\uFFFD");
    expect(truncateStart(`${face[0]}${face[0]}`, 1)).toBe("\uFFFD");
  });
});

describe("a value of an agent", () => {
  it("has no half characters in its texts and names, at any depth", () => {
    const half = face[0]!;
    const sent = toWellFormedJson({ [`n${half}`]: [{ deep: `${half}x${face}` }], plain: String.raw`\ud83d \\ud83d` });
    expect(JSON.parse(sent)).toEqual({ "n\uFFFD": [{ deep: `\uFFFDx${face}` }], plain: String.raw`\ud83d \\ud83d` });
    expect(sent).not.toMatch(/(?<!\\)\\ud/);
  });

  it("is too deep before anything that recurs fails", () => {
    const nested = (levels: number): unknown => JSON.parse("[".repeat(levels) + "]".repeat(levels));
    expect(isNestedTooDeeply(nested(200))).toBe(false);
    expect(isNestedTooDeeply(nested(300))).toBe(true);
    expect(isNestedTooDeeply(nested(1_000_000))).toBe(true);
  });

  it("counts all that it holds", () => {
    expect(estimateSize({ a: ["x".repeat(1000), { b: "y".repeat(1000) }] })).toBeGreaterThan(2000);
  });
});
