import { expect, it } from "vitest";
import { pairsOfEqualLines } from "./equalLines";

const six = ["let a = 1;", "let b = 2;", "let c = 3;", "let d = 4;", "let e = 5;", "let f = 6;"];
const source = (...lines: string[]) => ({ file: "x.ts", text: lines.join("\n") });

it("counts a pair of places that share six lines, however they are indented", () => {
  expect(pairsOfEqualLines([source(...six), source("if (x) {", ...six.map((line) => `  ${line}`), "}")])).toBe(1);
});

it("counts a longer passage once, and each pair of three places", () => {
  const eight = [...six, "let g = 7;", "let h = 8;"];
  expect(pairsOfEqualLines([source(...eight), source(...eight)])).toBe(1);
  expect(pairsOfEqualLines([source(...six), source(...six), source("let z = 0;", ...six)])).toBe(3);
});

it("counts neither five lines nor imports, comments and brackets", () => {
  expect(pairsOfEqualLines([source(...six.slice(1)), source(...six.slice(1))])).toBe(0);
  const quiet = ['import a from "a";', "// b", "}", "{", "*/", " * c", ");"];
  expect(pairsOfEqualLines([source(...quiet), source(...quiet)])).toBe(0);
});
