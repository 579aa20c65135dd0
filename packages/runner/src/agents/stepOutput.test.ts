import { describe, expect, it } from "vitest";
import { extractOutput, withOutputRequest } from "./stepOutput";

describe("the output of a message", () => {
  it.each([
    ['{"a":1}', { a: 1 }],
    ['Text.\n```json\n{"a":1}\n```\nMore.', { a: 1 }],
    ["```\n[1]\n```\nand\n```json\n[2]\n```", [2]],
    ["```json\n[1]\n```\n```ts\nlet a;\n```", [1]],
    ["Text.", undefined],
    ["```json\n{ broken\n```", undefined],
  ])("in %j", (message, value) => {
    expect(extractOutput(message)).toEqual(value);
  });

  it("is asked for only where the step has a schema", () => {
    expect(withOutputRequest("Do it.", null)).toBe("Do it.");
    expect(withOutputRequest("Do it.", { type: "object" })).toContain('{"type":"object"}');
  });
});
