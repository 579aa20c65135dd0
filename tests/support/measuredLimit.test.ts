import { expect, it } from "vitest";
import { expectWithin } from "./measuredLimit";

let measured = 0;
it("a limit that is missed is measured a second time", () => {
  measured += 1;
  expectWithin(1, measured === 1 ? 2 : 1, "tries");
  expect(measured).toBe(2);
});

it("a limit that is missed twice fails the test", { fails: true }, () => {
  expectWithin(1, 2, "tries");
});

let tried = 0;
it("a test that fails for another reason is not tried again", { fails: true }, () => {
  tried += 1;
  expect(tried).toBe(0);
});

it("the test that failed for another reason was tried once", () => {
  expect(tried).toBe(1);
});
