import { expect, it } from "vitest";
import { PathPatterns } from "./pathPatterns";

function matches(pattern: string, path: string): boolean {
  return path.split("/").reduce((patterns, name) => patterns.below(name), PathPatterns.of([pattern])).isMatch;
}

it.each([
  ["report.txt", "report.txt", true],
  ["report.txt", "a/report.txt", false],
  ["report.txt", "reportxtxt", false],
  ["./a/b.txt", "a/b.txt", true],
  ["*.png", "a.png", true],
  ["*.png", ".png", true],
  ["*.png", "a/b.png", false],
  ["a?c", "abc", true],
  ["a?c", "ac", false],
  ["*a*b*", "xxaxxbxx", true],
  ["*a*b*", "xxbxxaxx", false],
  ["**/*.png", "a.png", true],
  ["**/*.png", "a/b/c.png", true],
  ["shots/**", "shots/a/b.png", true],
  ["shots/**", "shots", true],
  ["shots/", "shots/a.png", true],
  ["a/**/b/**/c", "a/x/b/y/z/c", true],
  ["a/**/b/**/c", "a/x/y/c", false],
  ["a\\b.txt", "a/b.txt", true],
  ["[a].txt", "a.txt", false],
  ["(a+)+.txt", "(a+)+.txt", true],
])("%s and %s: %s", (pattern, path, expected) => {
  expect(matches(pattern, path)).toBe(expected);
});

it("is closed where nothing below can match, and needs no time for hostile patterns", () => {
  expect(PathPatterns.of(["shots/*.png"]).below("src").isOpen).toBe(false);
  expect(PathPatterns.of(["shots/*.png"]).below("shots").isOpen).toBe(true);
  expect(PathPatterns.of(["shots/*.png"]).below("shots").below("a.png").isOpen).toBe(false);
  expect(matches("*a".repeat(60) + "b", "a".repeat(255))).toBe(false);
  expect(matches("**/".repeat(80) + "x", "a/".repeat(100) + "y")).toBe(false);
});
