// Live functions of workflows and personas, from which runs are made, and of usage.
import { beforeEach, describe, expect, it } from "vitest";
import { api } from "../../convex/_generated/api";
import { callbackOf, createSandbox, dataOf, startRun } from "../support/fixtures";
import type { Client } from "../support/fixtures";
import { inProcess } from "../support/inProcess";
import { allOf, restList, restOf } from "./lists";
import { refusal, staffedProject } from "./people";
import type { Person } from "./people";

const deployment = inProcess();
const { dashboard: workflows, dashboard: workflowWrites } = api.workflows;
const { dashboard: personas, dashboard: personaWrites } = api.personas;
let projectId: string;
let member: Person;
let rest: Client;

beforeEach(async () => {
  const project = await staffedProject(deployment);
  projectId = project.projectId;
  member = project.people.member;
  rest = await restOf(deployment, projectId);
});

const counters = () => member.query(api.project.dashboard.counters, { projectId });
const steps = [{ role: "designer" as const, name: "Design" }];
const plan = (name: string) => member.mutation(workflowWrites.create, { projectId, name, steps });
const engage = (name: string) => member.mutation(personaWrites.create, { projectId, name, type: "designer" });

describe("workflows", () => {
  const listed = () => allOf((paginationOpts) => member.query(workflows.list, { projectId, paginationOpts }));

  it("are made, changed, counted and listed in pages as REST lists them", async () => {
    const [first, second] = [await plan("One"), await plan("Two")];
    await plan("Three");
    expect(await counters()).toMatchObject({ totalWorkflows: 3 });
    const changed = await member.mutation(workflowWrites.update, { projectId, id: first.id, isEnabled: false });
    expect(changed).toMatchObject({ name: "One", isEnabled: false });
    expect((await listed()).map(({ name }) => name)).toEqual(["Three", "Two", "One"]);
    expect(await listed()).toEqual(await restList(rest, "/workflows"));
    expect(await member.query(workflows.get, { projectId, id: second.id })).toEqual(second);
  });

  it("are neither listed nor counted while they are in the trash", async () => {
    const { id } = await plan("One");
    const removed = await member.mutation(workflowWrites.remove, { projectId, id });
    expect(removed).toEqual({ id, _id: id, deleted: true });
    expect(await listed()).toEqual([]);
    expect(await counters()).toMatchObject({ totalWorkflows: 0 });
    expect(await dataOf(rest.get("/trash"))).toMatchObject([{ entityId: id, deletedBy: member.userId }]);
    expect(await refusal(member.query(workflows.get, { projectId, id }))).toMatchObject({ code: "NOT_FOUND" });
  });

  it.each([
    ["steps", () => member.mutation(workflowWrites.create, { projectId, name: "One", steps: [] })],
    [
      "steps.0.role",
      () =>
        member.mutation(workflowWrites.create, {
          projectId,
          name: "One",
          steps: [{ role: "cook" as "judge", name: "x" }],
        }),
    ],
    ["name", () => member.mutation(workflowWrites.update, { projectId, id: "wf_x", name: " " })],
  ])("VALIDATION naming the field %s", async (field, call) => {
    expect(await refusal(call())).toMatchObject({ code: "VALIDATION", field });
  });
});

describe("personas", () => {
  const listed = () => allOf((paginationOpts) => member.query(personas.list, { projectId, paginationOpts }));
  const versionsOf = (id: string) =>
    allOf((paginationOpts) => member.query(personas.versions, { projectId, paginationOpts, id }));

  it("are listed in pages as REST lists them, copies too, until they are removed", async () => {
    const ids: string[] = [];
    for (const name of ["Ada", "Grace", "Joan"]) ids.push((await engage(name)).id);
    const [ada = "", grace = "", joan = ""] = ids;
    const copy = await member.mutation(personaWrites.duplicate, { projectId, personaId: ada });
    expect((await listed()).map(({ id }) => id)).toEqual([copy.id, joan, grace, ada]);
    expect(await listed()).toEqual(await restList(rest, "/personas/list"));
    await member.mutation(personaWrites.remove, { projectId, personaId: ada });
    await member.mutation(personaWrites.removeMany, { projectId, personaIds: [grace, joan] });
    expect(await listed()).toEqual([copy]);
  });

  it("have a version for each change, the newest first", async () => {
    const { id: personaId } = await engage("Ada");
    await member.mutation(personaWrites.update, { projectId, personaId, name: "Grace", instructions: "Be brief." });
    const toggled = await member.mutation(personaWrites.toggle, { projectId, personaId });
    expect(toggled).toMatchObject({ name: "Grace", isEnabled: false, version: 3 });
    expect(await member.query(personas.get, { projectId, id: personaId })).toEqual(toggled);
    expect(await versionsOf(personaId)).toMatchObject([
      { version: 3, name: "Grace", instructions: "Be brief.", isEnabled: false, type: "designer" },
      { version: 2, name: "Grace", instructions: "Be brief.", isEnabled: true },
      { version: 1, name: "Ada", instructions: null, isEnabled: true, id: expect.stringMatching(/^pv_/) },
    ]);
  });

  it("show the sums of their steps, as REST does", async () => {
    const { id } = await engage("Ada");
    expect(await member.query(personas.analytics, { projectId, id })).toEqual(
      await dataOf(rest.get(`/personas/analytics?id=${id}`)),
    );
    expect(await member.query(personas.analytics, { projectId, id, days: 7 })).toMatchObject({
      personaId: id,
      steps: 0,
    });
  });

  it.each([
    ["days", () => member.query(personas.analytics, { projectId, id: "persona_x", days: 0 })],
    ["days", () => member.query(personas.analytics, { projectId, id: "persona_x", days: 366.5 })],
    ["type", () => member.mutation(personaWrites.create, { projectId, name: "Ada", type: "" })],
    ["personaIds", () => member.mutation(personaWrites.removeMany, { projectId, personaIds: [] })],
  ])("VALIDATION naming the field %s", async (field, call) => {
    expect(await refusal(call())).toMatchObject({ code: "VALIDATION", field });
  });
});

describe("usage", () => {
  const { list } = api.usage.dashboard;

  it("is listed by service and by time, newest first, in pages, as REST lists it", async () => {
    const job = await callbackOf(deployment);
    const sandboxId = await createSandbox(job, { runId: (await startRun(rest)).id });
    for (const service of ["sandbox", "unknown", "sandbox"]) {
      const tokenUsage = { inputTokens: 10, outputTokens: 1 };
      await job.call("usage.computeCostAndRecord", { sandboxId, tokenUsage, durationMs: 1000, service });
    }
    const today = new Date().toISOString().slice(0, 10);
    const cases: [object, number][] = [
      [{}, 3],
      [{ service: "sandbox" }, 2],
      [{ startDate: "2000-01-01", endDate: "2000-01-31" }, 0],
      [{ startDate: "2000-01-01", endDate: `${today}T23:59:59.999Z`, service: "unknown" }, 1],
    ];
    for (const [asked, count] of cases) {
      const shown = await allOf((paginationOpts) => member.query(list, { projectId, paginationOpts, ...asked }));
      expect(shown).toHaveLength(count);
      expect(shown).toEqual(await restList(rest, `/analytics/usage?${new URLSearchParams({ ...asked }).toString()}`));
    }
  });

  it.each([
    ["startDate", { startDate: "yesterday" }],
    ["endDate", { endDate: "2026-13-01" }],
    ["startDate", { startDate: "2026-02-01", endDate: "2026-01-01" }],
  ])("VALIDATION naming %s of %j", async (field, asked) => {
    const paginationOpts = { numItems: 1, cursor: null };
    expect(await refusal(member.query(list, { projectId, paginationOpts, ...asked }))).toMatchObject({
      code: "VALIDATION",
      field,
    });
  });
});
