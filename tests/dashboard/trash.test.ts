import { beforeEach, expect, it } from "vitest";
import { api } from "../../convex/_generated/api";
import { createWorkflow, startRun } from "../support/fixtures";
import type { Client } from "../support/fixtures";
import { inProcess } from "../support/inProcess";
import { allOf, restList, restOf } from "./lists";
import { refusal, staffedProject } from "./people";
import type { Person } from "./people";

const deployment = inProcess();
const { list } = api.trash.dashboard;
const { restore, purge } = api.trash.dashboard;

let projectId: string;
let member: Person;
let rest: Client;

beforeEach(async () => {
  const project = await staffedProject(deployment);
  projectId = project.projectId;
  member = project.people.member;
  rest = await restOf(deployment, projectId);
});

const trashed = (filters: { type?: "run" | "workflow" } = {}) =>
  allOf((paginationOpts) => member.query(list, { projectId, paginationOpts, ...filters }), 1);

it("shows deleted records, the last first, with who deleted them, of one type or of all, as REST does", async () => {
  const workflowId = await createWorkflow(rest);
  const run = await startRun(rest);
  await member.mutation(api.runs.dashboard.discard, { projectId, runId: run.id });
  await member.mutation(api.workflows.dashboard.remove, { projectId, id: workflowId });
  const shown = await trashed();
  expect(shown).toMatchObject([
    { entityType: "workflow", entityId: workflowId, deletedBy: member.userId },
    { entityType: "run", entityId: run.id, deletedBy: member.userId },
  ]);
  expect(shown).toEqual(await restList(rest, "/trash/list"));
  expect(await trashed({ type: "run" })).toEqual([shown[1]]);
});

it("restores its records or deletes them for good; CONFLICT for other records", async () => {
  const entityId = await createWorkflow(rest);
  const named = { projectId, entityType: "workflow", entityId } as const;
  for (const move of [restore, purge]) {
    expect(await refusal(member.mutation(move, named))).toMatchObject({ code: "CONFLICT" });
  }
  await member.mutation(api.workflows.dashboard.remove, { projectId, id: entityId });
  expect(await member.mutation(restore, named)).toMatchObject({ entityId, restored: true });
  expect(await trashed()).toEqual([]);
  expect(await member.query(api.workflows.dashboard.get, { projectId, id: entityId })).toMatchObject({ id: entityId });
  await member.mutation(api.workflows.dashboard.remove, { projectId, id: entityId });
  expect(await member.mutation(purge, named)).toMatchObject({ entityId, deleted: true });
  expect(await trashed()).toEqual([]);
  expect(await refusal(member.mutation(restore, named))).toMatchObject({ code: "NOT_FOUND" });
});

it("VALIDATION for a type that cannot be in the trash", async () => {
  const named = { projectId, entityType: "issue" as "run", entityId: "x" };
  expect(await refusal(member.mutation(restore, named))).toMatchObject({ code: "VALIDATION", field: "entityType" });
});
