import { expect, it } from "vitest";
import { api, internal } from "../../convex/_generated/api";
import { inProcess } from "../support/inProcess";
import { bearer, client, createWorkflow, dataOf, runner, startRun } from "../support/fixtures";
import { address, refusal, signIn, staffedProject } from "./people";
import type { Person } from "./people";

const deployment = inProcess();
const job = runner(deployment);
const { mine, get, counters } = api.project.dashboard;
const { create, remove } = api.project.dashboard;
const { list: auditLog } = api.audit.dashboard;

async function projectsOf(person: Person, numItems = 100) {
  return (await person.query(mine, { paginationOpts: { numItems, cursor: null } })).page;
}

function createProject(name: string, ownerEmail: string) {
  return deployment.action(internal.admin.projects.create, { name, ownerEmail });
}

it("shows a project as REST does, with the caller's role", async () => {
  const { projectId, people } = await staffedProject(deployment);
  const { apiKey } = await deployment.action(internal.admin.projects.createKey, { projectId, name: "Test" });
  const response = await deployment.fetch("/api/v1/project", { headers: bearer(apiKey) });
  const { data } = await response.json();
  for (const role of ["owner", "admin", "member"] as const) {
    expect(await people[role].query(get, { projectId })).toEqual({ ...data, role, hasCompletedRun: false });
    expect(await projectsOf(people[role])).toEqual([{ ...data, role, hasCompletedRun: false }]);
  }
});

it("says whether a run was ever completed, also when that run is restarted and deleted later", async () => {
  const { projectId, people } = await staffedProject(deployment);
  const { apiKey } = await deployment.action(internal.admin.projects.createKey, { projectId, name: "Test" });
  const rest = client(deployment, apiKey);
  const workflowId = await createWorkflow(rest);
  const shown = async () => (await people.member.query(get, { projectId })).hasCompletedRun;
  const runs = [await startRun(rest, { workflowId }), await startRun(rest, { workflowId })];
  const [failed = "", completed = ""] = runs.map(({ id }) => id);
  await job.call("run.updateStatus", { runId: failed, status: "failed" });
  expect(await shown()).toBe(false);
  await job.call("run.updateStatus", { runId: completed, status: "running" });
  await job.call("run.updateStatus", { runId: completed, status: "completed" });
  expect(await shown()).toBe(true);
  await dataOf(rest.post("/runs/restart", { runId: completed }));
  expect(await shown()).toBe(true);
  await dataOf(rest.post("/runs/delete", { runId: completed }));
  await dataOf(rest.post("/runs/permanent-delete", { runId: completed }));
  expect(await shown()).toBe(true);
  expect(await projectsOf(people.owner)).toMatchObject([{ hasCompletedRun: true }]);
});

it.each(["", "proj_", "proj_x", "user_x"])("NOT_FOUND for the project %j", async (projectId) => {
  const person = await signIn(deployment);
  expect(await refusal(person.query(get, { projectId }))).toMatchObject({ code: "NOT_FOUND" });
});

it("an owner makes another project, whose log begins with it, and the first one learns nothing", async () => {
  const { projectId, people } = await staffedProject(deployment);
  const { owner, admin } = people;
  const logOf = async (project: string) =>
    (await owner.query(auditLog, { projectId: project, paginationOpts: { numItems: 10, cursor: null } })).page;
  const before = await logOf(projectId);
  const made = await owner.mutation(create, {
    projectId,
    name: " Shop & more ",
    gitRepoUrl: "https://example.com/a.git",
  });
  expect(made).toMatchObject({ name: "Shop & more", slug: "shop-more", gitRepoUrl: "https://example.com/a.git" });
  expect(await projectsOf(owner)).toMatchObject([
    { id: made.id, role: "owner", hasCompletedRun: false },
    { id: projectId },
  ]);
  expect(await projectsOf(admin)).toMatchObject([{ id: projectId }]);
  expect(await logOf(made.id)).toMatchObject([
    {
      action: "project.create",
      subject: { type: "project", id: made.id },
      actor: { type: "user" },
      outcome: "success",
    },
  ]);
  expect(await logOf(projectId)).toEqual(before);
  const again = await owner.mutation(create, { projectId, name: "Shop & more" });
  expect(again.slug).toMatch(/^shop-more-\w{6}$/);
});

it.each([
  [{ name: " " }, "VALIDATION", /^name /],
  [{ name: "Shop", gitRepoUrl: "~/shop" }, "VALIDATION", /^gitRepoUrl .*whole path/],
  [{ name: "Shop", slug: "No slug" }, "VALIDATION", /^slug /],
  [{ name: "Shop", owner: "somebody" }, "VALIDATION", /owner is unknown/],
])("refuses a project like %j", async (wanted, code, message) => {
  const { projectId, people } = await staffedProject(deployment);
  const refused = await refusal(people.owner.mutation(create, { projectId, ...wanted }));
  expect(refused).toMatchObject({ code, message: expect.stringMatching(message) });
  expect(await projectsOf(people.owner)).toHaveLength(1);
});

it("CONFLICT for a person who is in a hundred projects", async () => {
  const { projectId, people } = await staffedProject(deployment);
  for (let number = 2; number <= 100; number++) await people.owner.mutation(create, { projectId, name: "Many" });
  expect(await refusal(people.owner.mutation(create, { projectId, name: "Many" }))).toMatchObject({ code: "CONFLICT" });
});

it("shows the counters of a project", async () => {
  const { projectId, people } = await staffedProject(deployment);
  expect(await people.member.query(counters, { projectId })).toMatchObject({ totalMembers: 3, totalRuns: 0 });
});

it("shows users only their own projects, those joined last first, in pages", async () => {
  const email = address();
  await createProject("One", email);
  await createProject("Other", address());
  await createProject("Two", email);
  const person = await signIn(deployment, { email });
  expect((await projectsOf(person)).map(({ name }) => name)).toEqual(["Two", "One"]);
  const first = await person.query(mine, { paginationOpts: { numItems: 1, cursor: null } });
  const next = { numItems: 1, cursor: first.continueCursor };
  const second = await person.query(mine, { paginationOpts: next });
  expect([...first.page, ...second.page].map(({ name }) => name)).toEqual(["Two", "One"]);
});

it("an owner deletes a project: it disappears at once for people and keys, and other projects stay", async () => {
  const email = address();
  const gone = await createProject("Gone", email);
  const kept = await createProject("Kept", email);
  const person = await signIn(deployment, { email });
  await deployment.setEnvironment({ SERVICE_DELETION_GRACE_HOURS: "0" });
  expect(await person.mutation(remove, { projectId: gone.projectId })).toMatchObject({
    id: gone.projectId,
    status: "deleting",
    deletedBy: { type: "user", id: person.userId, name: email.split("@")[0] },
  });
  await deployment.setEnvironment({ SERVICE_DELETION_GRACE_HOURS: null });
  expect((await projectsOf(person)).map(({ name }) => name)).toEqual(["Kept"]);
  expect(await refusal(person.query(get, { projectId: gone.projectId }))).toMatchObject({ code: "NOT_FOUND" });
  expect((await deployment.fetch("/api/v1/project", { headers: bearer(gone.apiKey) })).status).toBe(401);
  await deployment.settled();
  expect((await deployment.fetch("/api/v1/project", { headers: bearer(kept.apiKey) })).status).toBe(200);
  expect((await projectsOf(person)).map(({ name }) => name)).toEqual(["Kept"]);
});
