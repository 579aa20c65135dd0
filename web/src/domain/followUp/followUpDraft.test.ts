import { expect, it } from "vitest";
import { noFollowUp, toFollowUpDraft, toFollowUpRequest } from "./followUpDraft";

const rule = {
  checks: true,
  reviews: false,
  conflicts: true,
  maxRounds: 2,
  quietMs: 90_000,
  trust: "listed" as const,
  trusted: ["ada", "review-bot"],
};

it("is the same rule after it was in a form", () => {
  expect(toFollowUpRequest(toFollowUpDraft(rule))).toEqual(rule);
  expect(toFollowUpRequest(toFollowUpDraft(null))).toBeNull();
});

it("reads logins as people write them, one per line", () => {
  const draft = { ...noFollowUp, isOn: true, trusted: " @ada\n\n review-bot " };
  expect(toFollowUpRequest(draft)?.trusted).toEqual(["ada", "review-bot"]);
});

it("takes an empty number for none, and not for zero", () => {
  expect(toFollowUpRequest({ ...noFollowUp, isOn: true, maxRounds: " " })?.maxRounds).toBeNaN();
});
