import { expect, it } from "vitest";
import { stepLocationText } from "./stepLocationText";

it("names the attempt of earlier steps, and the round of later ones", () => {
  expect(stepLocationText({ attempt: 2, round: 0 }, 2)).toBe("");
  expect(stepLocationText({ attempt: 2, round: 3 }, 2)).toBe("round 3");
  expect(stepLocationText({ attempt: 1, round: 1 }, 2)).toBe("attempt 1, round 1");
});
