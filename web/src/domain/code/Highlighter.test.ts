import { expect, it } from "vitest";
import { Highlighter } from "./Highlighter";
import type { Language } from "./languages";
import { languageOf } from "./languages";
import { splitIntoChunks } from "./codeChunks";
import { showInvisible } from "./showInvisible";

async function coloured(lines: string[], language: Language) {
  const highlighter = new Highlighter();
  await highlighter.makeReady(language);
  const pieces = new Set(splitIntoChunks(lines, language).map(({ chunk }) => chunk));
  return [...pieces].flatMap((piece) => highlighter.linesOf(piece));
}

it("colours a comment over several lines on each of them", async () => {
  const found = await coloured(["const a = 1; /* one", "  two */ let b;"], "typescript");
  expect(found[0]?.map(({ text, scope }) => [text, scope])).toContainEqual(["/* one", "comment"]);
  expect(found[1]?.[0]).toEqual({ text: "  two */", scope: "comment" });
});

it("knows that a piece begins within a comment, and loses no text", async () => {
  const lines = [" * in a comment", " */", "function a() {}"];
  const found = await coloured(lines, "typescript");
  expect(found[0]).toEqual([{ text: " * in a comment", scope: "comment" }]);
  expect(found.map((line) => line.map(({ text }) => text).join(""))).toEqual(lines);
});

it("returns the lines as they were, whatever is in them", async () => {
  const hostile = [
    "<script>alert(1)</script>",
    "</span>&amp;\"'",
    "",
    "`${`",
    "\u202e\r",
    "/*",
    "x".repeat(3000),
    "-->",
  ];
  for (const language of ["typescript", "xml", "markdown", "php", "css"] as const) {
    for (const lines of [hostile, Array.from({ length: 700 }, (_, index) => `${hostile[index % 6]}${index}`)]) {
      const found = await coloured(lines, language);
      expect(found.map((line) => line.map(({ text }) => text).join(""))).toEqual(lines);
    }
  }
});

it("cuts long code into short pieces", () => {
  const lines = Array.from({ length: 1000 }, (_, index) => (index % 40 === 0 ? "function f() {" : "  return;"));
  const pieces = [...new Set(splitIntoChunks(lines, "typescript").map(({ chunk }) => chunk))];
  expect(pieces.flatMap((piece) => piece.lines)).toEqual(lines);
  expect(Math.max(...pieces.map((piece) => piece.lines.length))).toBeLessThanOrEqual(300);
  for (const piece of pieces) expect(piece.lines[0]).toBe("function f() {");
});

it("knows languages by the names of files", () => {
  expect(["a/b.TSX", "Dockerfile", "x.py", "no", ".env", "constructor"].map(languageOf)).toEqual([
    "typescript",
    "dockerfile",
    "python",
    null,
    "ini",
    null,
  ]);
});

it("shows the signs that cannot be seen", () => {
  expect(showInvisible("a\u202eb\r\u0000\tc\nd")).toBe("a⟨U+202E⟩b␍␀\tc\nd");
  expect(showInvisible("ad\u200dmin\u{e0041}")).toBe("ad⟨U+200D⟩min⟨U+E0041⟩");
});
