import { describe, expect, it } from "vitest";
import { outputError } from "./checkOutput";

describe("the output of a step", () => {
  it.each<[unknown, unknown]>([
    [{ type: ["string", "null"] }, null],
    [{ const: null }, null],
    [true, null],
    [{ type: "integer" }, 3],
  ])("fits %j: %j", (schema, output) => {
    expect(outputError(schema, output)).toBeNull();
  });

  it.each<[unknown, unknown]>([
    [{ type: "string" }, null],
    [{ type: "integer" }, 3.5],
    [false, null],
    [false, 1],
    [true, undefined],
  ])("does not fit %j: %j", (schema, output) => {
    expect(outputError(schema, output)).toMatch(/\w/);
  });
});
