import { expect, it } from "vitest";
import { changesOf, given } from "./given";

it("given leaves out what is null or undefined, and keeps all else", () => {
  const fields = given({ zero: 0, empty: "", no: false, list: [], nothing: null, missing: undefined });
  expect(Object.entries(fields)).toEqual([
    ["zero", 0],
    ["empty", ""],
    ["no", false],
    ["list", []],
  ]);
});

it("changesOf leaves out what is undefined, and takes away what is null", () => {
  const changes = changesOf({ zero: 0, empty: "", no: false, nothing: null, missing: undefined });
  expect(Object.entries(changes)).toEqual([
    ["zero", 0],
    ["empty", ""],
    ["no", false],
    ["nothing", undefined],
  ]);
});
