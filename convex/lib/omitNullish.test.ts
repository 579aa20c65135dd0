import { expect, it } from "vitest";
import { patchFrom, omitNullish } from "./omitNullish";

it("omitNullish leaves out fields that are null or undefined, and keeps the others", () => {
  const fields = omitNullish({ zero: 0, empty: "", no: false, list: [], nothing: null, missing: undefined });
  expect(Object.entries(fields)).toEqual([
    ["zero", 0],
    ["empty", ""],
    ["no", false],
    ["list", []],
  ]);
});

it("patchFrom leaves out fields that are undefined, and removes those that are null", () => {
  const changes = patchFrom({ zero: 0, empty: "", no: false, nothing: null, missing: undefined });
  expect(Object.entries(changes)).toEqual([
    ["zero", 0],
    ["empty", ""],
    ["no", false],
    ["nothing", undefined],
  ]);
});
