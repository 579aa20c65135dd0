import { expect, it } from "vitest";
import { linesOfVariables, variablesOfLines } from "./variableLines";

it("reads what it writes, whatever the values are", () => {
  const variables = { A: "plain", B: "two\nlines", C: 'a "quoted" word', D: "", E: "x=y", F: '"' };
  expect(variablesOfLines(linesOfVariables(variables))).toEqual(variables);
});

it("leaves out empty lines and comments", () => {
  expect(variablesOfLines("\n# note\n A = b\nB\n")).toEqual({ A: " b", B: "" });
});
