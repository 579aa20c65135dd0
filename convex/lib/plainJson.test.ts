import { expect, it } from "vitest";
import { fields, nested } from "../../tests/support/largeJson";
import { findJsonError } from "./plainJson";

it.each([
  ["32 levels", nested(32), null],
  ["33 levels", nested(33), "levels"],
  ["a hundred thousand levels", nested(100_000), "levels"],
  ["a list of 8192", { list: Array(8192).fill(null) }, null],
  ["a list of 8193", { list: Array(8193).fill(null) }, "elements"],
  ["an object of 1000 fields", [fields(1000)], null],
  ["an object of 1001 fields", [fields(1001)], "fields"],
  ["a name that begins with $", { a: { $b: 1 } }, "names"],
  ["a name that is not in ASCII", { ü: 1 }, "names"],
  ["a name that is too long", { ["x".repeat(1025)]: 1 }, "names"],
  ["no object at all", null, null],
])("JSON with %s", (_, value, fault) => {
  expect(findJsonError(value)).toBe(fault);
});
