import { expect, it } from "vitest";
import { expectWithin } from "./measuredLimit";

let measured = 0;
it("a limit that is missed is measured a second time", () => {
  measured += 1;
  expectWithin(1, measured === 1 ? 2 : 1, "tries");
  expect(measured).toBe(2);
});

it("one that is missed twice is missed", { fails: true }, () => {
  expectWithin(1, 2, "tries");
});

let tried = 0;
it("nothing else is tried again", { fails: true }, () => {
  tried += 1;
  expect(tried).toBe(0);
});

it("so it was tried once", () => {
  expect(tried).toBe(1);
});
