import { expect, it } from "vitest";
import { jobKinds } from "../service/jobKinds";
import type { Claim } from "../service/claims";
import { describeSubject } from "./subject";

function claim(kind: Claim["kind"], rest: object): Claim {
  return { kind, id: "job_1", attempt: 1, fence: 1, projectId: "proj_1", ...rest } as Claim;
}

it.each(jobKinds)("a job %s has a subject in plain words, also when what it is for has ended", (kind) => {
  const ended = { run: null, workChain: null, sandbox: null, message: null };
  expect(describeSubject(claim(kind, ended))).toMatch(/^[a-z]+( [a-z]+)*$/);
});

it.each([
  ["run.execute", { run: { name: "Dark mode" } }, "Dark mode"],
  ["workChain.execute", { workChain: { title: "Both bugs" } }, "Both bugs"],
  ["learning.extract", { run: { name: "Dark mode" } }, "learnings from Dark mode"],
] as const)("a job %s has the name of what it is for", (kind, rest, subject) => {
  expect(describeSubject(claim(kind, rest))).toBe(subject);
});
