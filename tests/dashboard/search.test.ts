// Live search finds the same rows by their words as search over REST.
import { beforeAll, describe, expect, it } from "vitest";
import { api } from "../../convex/_generated/api";
import { createWorkflow, dataOf, startRun } from "../support/fixtures";
import type { Client } from "../support/fixtures";
import { inProcess } from "../support/inProcess";
import { restList, restOf } from "./lists";
import { refusal, staffedProject } from "./people";
import type { Person } from "./people";

const deployment = inProcess();
const [issues, learnings, runs] = [api.issues.dashboard, api.learnings.dashboard, api.runs.dashboard];
let projectId: string;
let member: Person;
let rest: Client;
let workflowId: string;

beforeAll(async () => {
  const project = await staffedProject(deployment);
  projectId = project.projectId;
  member = project.people.member;
  rest = await restOf(deployment, projectId);
  workflowId = await createWorkflow(rest);
  for (const [at, title] of ["Login crashes", "Login is slow", "Logout hangs"].entries()) {
    const { id } = await dataOf(rest.post("/issues/create", { title, priority: at === 0 ? "high" : "low" }));
    if (at === 1) await dataOf(rest.post("/issues/update", { issueId: id, status: "closed" }));
    const description = `${title}, so take care.`;
    await dataOf(rest.post("/learnings/create", { description, category: at === 0 ? "builds" : "tests" }));
    await startRun(rest, { prompt: title, ...(at === 0 ? { workflowId } : {}) });
  }
});

const search = "login";

describe("a live search shows what REST finds, best first", () => {
  it.each([{}, { status: "open" }, { priority: "high" }, { status: "closed", priority: "low" }] as const)(
    "of issues, with %j",
    async (filters) => {
      const shown = await member.query(issues.search, { projectId, search, ...filters });
      expect(shown.length).toBeGreaterThan(0);
      expect(shown).toEqual(
        await restList(rest, `/issues/list?${new URLSearchParams({ search, ...filters }).toString()}`),
      );
    },
  );

  it.each([{}, { status: "pending" }, { category: "builds" }] as const)("of learnings, with %j", async (filters) => {
    const shown = await member.query(learnings.search, { projectId, search, ...filters });
    expect(shown.length).toBeGreaterThan(0);
    expect(shown).toEqual(
      await restList(rest, `/learnings/list?${new URLSearchParams({ search, ...filters }).toString()}`),
    );
  });

  it("of runs, of a workflow too", async () => {
    for (const filters of [{}, { source: "api" as const }, { workflowId }]) {
      const shown = await member.query(runs.search, { projectId, search, ...filters });
      expect(shown.length).toBeGreaterThan(0);
      expect(shown).toEqual(
        await restList(rest, `/runs/list?${new URLSearchParams({ search, ...filters }).toString()}`),
      );
    }
  });
});

it("a live search shows as many as requested, and an empty list when nothing is found", async () => {
  expect(await member.query(issues.search, { projectId, search, limit: 1 })).toHaveLength(1);
  expect(await member.query(issues.search, { projectId, search: "payment" })).toEqual([]);
});

it.each([
  ["search", { search: " " }],
  ["search", { search: "?!" }],
  ["search", { search: "x".repeat(201) }],
  ["limit", { search, limit: 0 }],
  ["limit", { search, limit: 51 }],
  ["limit", { search, limit: 1.5 }],
])("VALIDATION naming %s of %j", async (field, asked) => {
  expect(await refusal(member.query(runs.search, { projectId, ...asked }))).toMatchObject({
    code: "VALIDATION",
    field,
  });
});
