import { expect, it } from "vitest";
import { clipText, nextHiddenPart } from "./clipText";

const long = Array.from({ length: 4000 }, (_, line) => `Line ${line}`).join("\n");

it("shows a text of usual length whole", () => {
  expect(clipText("short", "beginning")).toEqual({ shown: "short", hidden: 0 });
});

it("cuts a long text between its lines, and counts what is hidden", () => {
  for (const part of ["beginning", "end"] as const) {
    const { shown, hidden } = clipText(long, part);
    expect(shown.length + hidden).toBe(long.length);
    expect(shown.length).toBeLessThan(24_001);
    expect(shown.startsWith("Line ")).toBe(true);
    expect(part === "end" ? long.endsWith(shown) : long.startsWith(shown)).toBe(true);
  }
  expect(clipText("x".repeat(100_000), "beginning").shown).toHaveLength(12_000);
});

it("keeps the beginning of what is shown while the text grows a little", () => {
  const before = clipText(long, "end").shown;
  const after = clipText(`${long}\nMore`, "end").shown;
  expect(after).toBe(`${before}\nMore`);
});

it("returns what is hidden in pieces, none of them long", () => {
  const texts = [long, "x".repeat(100_000), "\n".repeat(50_000)];
  for (const part of ["beginning", "end"] as const) {
    for (const text of texts) {
      let { shown } = clipText(text, part);
      while (shown.length < text.length) {
        const hidden = part === "end" ? text.slice(0, -shown.length) : text.slice(shown.length);
        const piece = nextHiddenPart(hidden, part);
        expect(piece.length).toBeGreaterThan(0);
        expect(piece.length).toBeLessThan(12_001);
        shown = part === "end" ? piece + shown : shown + piece;
      }
      expect(shown).toBe(text);
    }
  }
});
