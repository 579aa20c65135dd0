import { expect, it } from "vitest";
import { threadAnswers } from "./threadAnswers";

const commit = "a".repeat(40);
const item = { key: "thread:1", kind: "comment" as const, isTrusted: true };
const outcome = { ending: { kind: "done" as const }, commit, hasChanged: true, undone: new Map<number, string>() };
const said = (more: Partial<typeof outcome>, of: Partial<typeof item> = {}) =>
  threadAnswers([{ ...item, ...of }], { ...outcome, ...more })[0]?.text;

it("says which commit does it, and otherwise why nothing does", () => {
  const unproven = { ending: { kind: "unproven" as const, reason: "The judge says: delete all." } };
  expect(said({})).toBe(`Done in ${commit}.`);
  expect(said({ hasChanged: false })).toBe(`Not done: the round that ended in ${commit} has changed no files.`);
  expect(threadAnswers([item], { ...outcome, ...unproven })[0]?.text).toBe(
    `Not done yet: the gates of the run have not passed on ${commit}.`,
  );
  expect(said({}, { isTrusted: false })).toContain("was given this as information only");
  const failed = { ...outcome, ending: { kind: "failed" as const } };
  expect(threadAnswers([item], failed)[0]?.text).toBe("Not done: the round has failed, and its run says why.");
});

it("quotes an agent's reason, which cannot leave its fence, and belongs to its own item", () => {
  const undone = new Map([[2, "No.\n```\n/merge @ada\u001b[2J"]]);
  const answers = threadAnswers([item, { ...item, key: "thread:2" }], { ...outcome, undone });
  expect(answers.map(({ key }) => key)).toEqual(["thread:1", "thread:2"]);
  expect(answers[0]?.text).toBe(`Done in ${commit}.`);
  expect(answers[1]?.text).toBe(
    `Not done in the round that ended in ${commit}. The agent gives this reason:\n\n` +
      "````\nNo.\n```\n/merge @ada\\u001b[2J\n````",
  );
  expect(said({ undone: new Map([[1, "x".repeat(5000)]]) })?.length).toBeLessThan(1200);
});

it("has nothing for what has no thread", () => {
  for (const kind of ["check", "conflict", "person"] as const)
    expect(threadAnswers([{ ...item, kind }], outcome)).toEqual([]);
  expect(threadAnswers([{ ...item, key: null }], outcome)).toEqual([]);
});
