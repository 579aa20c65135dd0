import fc from "fast-check";
import { expect, it } from "vitest";
import { isSlug, slugFromName } from "./naming";

it.each([
  ["Demo", "demo"],
  ['Café "Ünion" 2', "cafe-union-2"],
  ["  --  ", "project"],
  ["项目", "project"],
])("%j becomes %j", (name, slug) => {
  expect(slugFromName(name)).toBe(slug);
});

it("makes a valid slug from any name, short enough for a suffix", () => {
  fc.assert(
    fc.property(fc.string({ unit: "grapheme", maxLength: 200 }), (name) => {
      expect(isSlug(`${slugFromName(name)}-abcdef`)).toBe(true);
    }),
  );
});

it.each(["", "-a", "a-", "a--b", "A", "a_b", "a".repeat(65)])("%j is not a slug", (text) => {
  expect(isSlug(text)).toBe(false);
});
