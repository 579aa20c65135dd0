import { describe, expect, it } from "vitest";
import { parseForeignJson, parseJson } from "./untrusted";

const bytes = (text: string) => new TextEncoder().encode(text);
const nested = (levels: number) => "[".repeat(levels) + "]".repeat(levels);
const objects = (levels: number) => `${'{"a":'.repeat(levels)}1${"}".repeat(levels)}`;
const tooDeep = "The body must be nested at most 1000 levels deep.";
const noJson = "The body must be JSON in UTF-8.";

describe("a body", () => {
  it.each([nested(1000), objects(1000), JSON.stringify("[".repeat(2000)), JSON.stringify(['\\"[['.repeat(1000)])])(
    "JSON with a thousand levels, and more brackets in its texts, is accepted",
    (text) => {
      expect(JSON.stringify(parseJson(bytes(text)))).toBe(text);
    },
  );

  it.each([nested(1001), objects(1001), "[".repeat(1001)])("with more levels is refused", (text) => {
    expect(() => parseJson(bytes(text))).toThrow(tooDeep);
    expect(() => parseForeignJson(bytes(text))).toThrow(tooDeep);
  });

  it("of 8 MB of brackets is refused quickly, so that other requests do not wait", () => {
    const body = bytes(nested(4_000_000));
    const startedAt = performance.now();
    expect(() => parseJson(body)).toThrow(tooDeep);
    expect(performance.now() - startedAt).toBeLessThan(300);
  });

  it.each([String.raw`{"x":"\ud800"}`, String.raw`[["\uDFFF"]]`, String.raw`{"a":[{"\uDbFf":1}]}`])(
    "with an invalid Unicode escape is refused: %s",
    (text) => {
      expect(() => parseJson(bytes(text))).toThrow(noJson);
    },
  );

  it.each([String.raw`{"x":"\ud83d\ude00"}`, String.raw`{"x":"\\ud800"}`, '{"x":"__proto__"}'])(
    "with a similar valid text is accepted: %s",
    (text) => {
      expect(parseJson(bytes(text))).toEqual(JSON.parse(text));
    },
  );

  it.each([
    ['{"__proto__":1}', "__proto__"],
    [String.raw`{"a":{"\u005f_proto__":1}}`, "a.__proto__"],
  ])("with a field __proto__ is refused, unless it comes from a foreign service: %s", (text, field) => {
    expect(() => parseJson(bytes(text))).toThrow(`${field} is not allowed as a field name.`);
    expect(() => parseForeignJson(bytes(text))).not.toThrow();
  });
});
