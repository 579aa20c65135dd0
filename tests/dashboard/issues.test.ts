import { beforeAll, beforeEach, describe, expect, it } from "vitest";
import { api } from "../../convex/_generated/api";
import type { IssueStatus, Level } from "../../convex/issues/schema";
import { dataOf, startRun } from "../support/fixtures";
import type { Client } from "../support/fixtures";
import { inProcess } from "../support/inProcess";
import { allOf, restList, restOf } from "./lists";
import { refusal, staffedProject } from "./people";
import type { Person } from "./people";

const deployment = inProcess();
const { list, get } = api.issues.dashboard;
const { create, update, linkRun, remove, removeMany } = api.issues.dashboard;
let projectId: string;
let member: Person;
let rest: Client;

async function begin(): Promise<void> {
  const project = await staffedProject(deployment);
  projectId = project.projectId;
  member = project.people.member;
  rest = await restOf(deployment, projectId);
}

const counters = () => member.query(api.project.dashboard.counters, { projectId });

async function startSession(): Promise<string> {
  return (await dataOf(rest.post("/issue-sessions/start", { prompt: "Look." }))).id;
}

describe("the live list of issues", () => {
  let sessionId: string;
  beforeAll(async () => {
    await begin();
    sessionId = await startSession();
    for (const [at, priority] of (["low", "high", "low", "high", "low"] as const).entries()) {
      const session = at < 3 ? { sessionId } : {};
      const { id } = await member.mutation(create, { projectId, title: `Issue ${at}`, priority, ...session });
      if (at % 2 === 0) await member.mutation(update, { projectId, issueId: id, status: "closed" });
    }
  });

  const cases: [string, { status?: IssueStatus; priority?: Level; inSession?: true }][] = [
    ["all", {}],
    ["those of a status", { status: "closed" }],
    ["those of a status and a priority", { status: "closed", priority: "low" }],
    ["those of a session", { inSession: true }],
    ["those of a session and a status", { inSession: true, status: "closed" }],
    ["those of a session, a status and a priority", { inSession: true, status: "open", priority: "high" }],
  ];
  it.each(cases)("shows %s, newest first, in pages, as REST does", async (_which, { inSession, ...filters }) => {
    const asked = { ...filters, ...(inSession ? { sessionId } : {}) };
    const shown = await allOf((paginationOpts) => member.query(list, { projectId, paginationOpts, ...asked }));
    expect(shown.length).toBeGreaterThan(0);
    expect(shown).toEqual(await restList(rest, `/issues/list?${new URLSearchParams(asked).toString()}`));
  });

  it("VALIDATION for a priority without a status, which no index serves", async () => {
    const paginationOpts = { numItems: 1, cursor: null };
    const refused = await refusal(member.query(list, { projectId, paginationOpts, priority: "low" }));
    expect(refused).toMatchObject({ code: "VALIDATION", field: "priority" });
  });
});

describe("an issue", () => {
  beforeEach(begin);

  it("is made, changed, and shown as REST shows it", async () => {
    const sessionId = await startSession();
    const made = await member.mutation(create, { projectId, title: " Crash ", sessionId });
    expect(made).toMatchObject({ title: "Crash", status: "open", priority: "medium", sessionId });
    expect(await counters()).toMatchObject({ pendingIssues: 1, totalIssues: 1 });
    const changed = await member.mutation(update, {
      projectId,
      issueId: made.id,
      status: "resolved",
      description: "x",
    });
    expect(changed).toMatchObject({ status: "resolved", description: "x", resolvedAt: expect.any(String) });
    expect(await counters()).toMatchObject({ pendingIssues: 0, totalIssues: 1 });
    expect(await member.query(get, { projectId, id: made.id })).toEqual(changed);
    expect(await dataOf(rest.get(`/issues/get?id=${made.id}`))).toEqual(changed);
  });

  it("is put in progress by linking a run, whose log shows it", async () => {
    const run = await startRun(rest);
    const { id: issueId } = await member.mutation(create, { projectId, title: "Crash" });
    const linked = await member.mutation(linkRun, { projectId, issueId, runId: run.id });
    expect(linked).toMatchObject({ status: "in_progress", runId: run.id });
    const events = await restList(rest, `/runs/events?id=${run.id}`);
    expect(events).toContainEqual(expect.objectContaining({ type: "issue.linked", data: { issueId } }));
  });

  it("is deleted for good, alone or with others, all or none", async () => {
    const ids: string[] = [];
    for (const title of ["A", "B", "C"]) ids.push((await member.mutation(create, { projectId, title })).id);
    const [first = "", second = "", third = ""] = ids;
    expect(await member.mutation(remove, { projectId, issueId: first })).toEqual({
      id: first,
      _id: first,
      deleted: true,
    });
    const some = await refusal(member.mutation(removeMany, { projectId, issueIds: [second, first] }));
    expect(some).toMatchObject({ code: "NOT_FOUND" });
    expect(await counters()).toMatchObject({ totalIssues: 2 });
    const gone = await member.mutation(removeMany, { projectId, issueIds: [second, third, second] });
    expect(gone).toEqual({ ids: [second, third], count: 2, deleted: true });
    expect(await counters()).toMatchObject({ totalIssues: 0, pendingIssues: 0 });
  });
});

it.each([
  ["title", () => member.mutation(create, { projectId, title: "" })],
  ["description", () => member.mutation(create, { projectId, title: "x", description: "x".repeat(15_001) })],
  ["title", () => member.mutation(update, { projectId, issueId: "issue_x", title: " " })],
  ["issueIds", () => member.mutation(removeMany, { projectId, issueIds: [] })],
])("VALIDATION naming the field %s", async (field, call) => {
  expect(await refusal(call())).toMatchObject({ code: "VALIDATION", field });
});
