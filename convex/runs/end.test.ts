import { expect, it } from "vitest";
import type { Id } from "../_generated/dataModel";
import { endOf } from "./end";

const calm = {};
/** A run without rounds and without a rule by which it continues. */
const ofRounds = { handlesFeedback: false, looksAgain: false, mayContinue: false };
const run = { _id: "run_1" as Id<"runs">, name: "Fix it" };

it("a completed run leaves its jobs, steps and sandboxes alone, and is news", () => {
  expect(endOf(calm, { ...run, status: "completed" }, "now")).toEqual({
    ...ofRounds,
    stopsChildren: null,
    dismissesQuestions: null,
    news: { type: "run_completed", title: "Fix it is complete.", runId: "run_1", body: "" },
  });
});

it("a failed run stops what belongs to it, and the news says why it has failed", () => {
  expect(endOf(calm, { ...run, status: "failed", error: "No disk." }, "now")).toEqual({
    ...ofRounds,
    stopsChildren: "now",
    dismissesQuestions: null,
    news: { type: "run_failed", title: "Fix it has failed.", runId: "run_1", body: "No disk." },
  });
});

it("a cancelled run stops what belongs to it, and is not news", () => {
  expect(endOf(calm, { ...run, status: "cancelled" }, "now")).toEqual({
    ...ofRounds,
    stopsChildren: "now",
    dismissesQuestions: null,
    news: null,
  });
});

it("questions that were open before the end are dismissed, and all of it later when many runs end together", () => {
  const asking = { openQuestions: 2 };
  expect(endOf(asking, { ...run, status: "cancelled" }, "later")).toMatchObject({
    stopsChildren: "later",
    dismissesQuestions: "later",
  });
  expect(endOf(asking, { ...run, status: "completed" }, "now")).toMatchObject({
    stopsChildren: null,
    dismissesQuestions: "now",
  });
});

it("the chain of a run learns of its end", () => {
  const ofSprints = { sprintChainId: "chain_1" as Id<"sprintChains"> };
  expect(endOf(calm, { ...run, status: "completed", ...ofSprints }, "now")).toMatchObject(ofSprints);
  const ofWork = { workChainId: "chain_2" as Id<"workChains"> };
  expect(endOf(calm, { ...run, status: "cancelled", ...ofWork }, "now")).toMatchObject(ofWork);
});

it("a round that completes has handled what it was given, and a run with a rule may continue", () => {
  const followUp = {
    checks: true,
    reviews: true,
    conflicts: true,
    maxRounds: 1,
    quietMs: 10_000,
    trust: "write",
    trusted: [],
  } as const;
  const round = { ...run, round: 1, followUp: { ...followUp, trusted: [] } };
  expect(endOf(calm, { ...round, status: "completed" }, "now")).toMatchObject({
    handlesFeedback: true,
    mayContinue: true,
  });
  expect(endOf(calm, { ...round, status: "failed" }, "now")).toMatchObject({
    handlesFeedback: false,
    mayContinue: true,
  });
});

it("somebody looks again at the request of a round that has done what it could", () => {
  const round = { ...run, round: 1, prUrl: "https://code.example/o/r/pull/7" };
  const looks = (after: object) => endOf(calm, { ...round, status: "completed", ...after }, "now").looksAgain;
  expect([looks({}), looks({ status: "failed" })]).toEqual([true, true]);
  expect([looks({ status: "cancelled" }), looks({ round: undefined }), looks({ prUrl: undefined })]).toEqual([
    false,
    false,
    false,
  ]);
});

it("a task learns of the end of its run, and of none of its rounds", () => {
  const ofTask = { ...run, status: "failed", recurringTaskId: "task_1" as Id<"recurringTasks"> } as const;
  expect(endOf(calm, ofTask, "now").recurringTaskId).toBe("task_1");
  expect(endOf(calm, { ...ofTask, round: 1 }, "now").recurringTaskId).toBeUndefined();
});
