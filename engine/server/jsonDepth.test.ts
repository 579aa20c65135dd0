import * as fc from "fast-check";
import { expect, it } from "vitest";
import { isTooDeep } from "./jsonDepth";

const nested = (depth: number, inner = "1") => `${"[".repeat(depth)}${inner}${"]".repeat(depth)}`;
const isDeep = (text: string) => isTooDeep(Buffer.from(text));

it("72 nested arrays or objects are accepted, and 73 are refused", () => {
  expect([isDeep(nested(72)), isDeep(nested(73))]).toEqual([false, true]);
  const objects = (depth: number) => `${'{"a":'.repeat(depth)}1${"}".repeat(depth)}`;
  expect([isDeep(objects(72)), isDeep(objects(73))]).toEqual([false, true]);
});

it.each([
  ["brackets in texts", JSON.stringify(["[".repeat(100), '"[[', "\\[[["].concat(Array(50).fill('\\"[')))],
  ["many side by side", `[${"[],".repeat(1000)}{}]`],
  ["a text that never ends", `"${"[".repeat(100)}`],
  ["an escape at the end", '"\\'],
])("%s are not deep", (_what, text) => {
  expect(isDeep(text)).toBe(false);
});

it("the depth it finds is that of any JSON value of fast-check", () => {
  const depthOf = (value: unknown): number =>
    typeof value === "object" && value !== null ? 1 + Math.max(0, ...Object.values(value).map(depthOf)) : 0;
  fc.assert(
    fc.property(fc.jsonValue({ maxDepth: 6 }), fc.nat(80), (value, around) => {
      const text = nested(around, JSON.stringify(value));
      expect(isDeep(text)).toBe(depthOf(value) + around > 72);
    }),
  );
});

it("reads 20 MB in a fraction of a second", () => {
  const json = Buffer.from(`[${'"a\\"b",{},'.repeat(2_000_000)}1]`);
  const startedAt = performance.now();
  expect(isTooDeep(json)).toBe(false);
  expect(performance.now() - startedAt).toBeLessThan(1_500);
});
