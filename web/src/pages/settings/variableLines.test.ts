import { expect, it } from "vitest";
import { formatVariables, parseVariables } from "./variableLines";

it("reads what it writes, whatever the values are", () => {
  const variables = { A: "plain", B: "two\nlines", C: 'a "quoted" word', D: "", E: "x=y", F: '"' };
  expect(parseVariables(formatVariables(variables))).toEqual(variables);
});

it("leaves out empty lines and comments", () => {
  expect(parseVariables("\n# note\n A = b\nB\n")).toEqual({ A: " b", B: "" });
});
