// Live functions of learnings and of the versions that are compiled from them.
import { beforeAll, beforeEach, describe, expect, it } from "vitest";
import { api } from "../../convex/_generated/api";
import { callbackOf, createSandbox, dataOf, startRun } from "../support/fixtures";
import type { Client } from "../support/fixtures";
import { inProcess } from "../support/inProcess";
import { allOf, restList, restOf } from "./lists";
import { refusal, staffedProject } from "./people";
import type { Person } from "./people";

const deployment = inProcess();
const { dashboard: learnings, dashboard: learningWrites } = api.learnings;
const { dashboard: versions, dashboard: versionWrites } = api.learningVersions;
let projectId: string;
let member: Person;
let rest: Client;

async function begin(): Promise<void> {
  const project = await staffedProject(deployment);
  projectId = project.projectId;
  member = project.people.member;
  rest = await restOf(deployment, projectId);
}

async function learn(description: string, category: string | null = null): Promise<string> {
  return (await member.mutation(learningWrites.create, { projectId, description, category })).id;
}

async function learnApproved(...descriptions: string[]): Promise<string[]> {
  const learningIds: string[] = [];
  for (const description of descriptions) learningIds.push(await learn(description));
  await member.mutation(learningWrites.updateStatusOfMany, { projectId, learningIds, status: "approved" });
  return learningIds;
}

const counters = () => member.query(api.project.dashboard.counters, { projectId });

describe("the live list of learnings", () => {
  beforeAll(async () => {
    await begin();
    for (const category of ["builds", "tests", "builds", null, "builds"]) await learn("Use npm ci.", category);
    const [first, second] = (await restList(rest, "/learnings/list")) as { id: string }[];
    const learningIds = [first!.id, second!.id];
    await member.mutation(learningWrites.updateStatusOfMany, { projectId, learningIds, status: "approved" });
  });

  it.each([
    ["all", {}],
    ["those of a status", { status: "pending" }],
    ["those of a category", { category: "builds" }],
    ["those of a status and a category", { status: "approved", category: "builds" }],
  ] as const)("shows %s, newest first, in pages, as REST does", async (_which, asked) => {
    const shown = await allOf((paginationOpts) =>
      member.query(learnings.list, { projectId, paginationOpts, ...asked }),
    );
    expect(shown.length).toBeGreaterThan(0);
    expect(shown).toEqual(await restList(rest, `/learnings/list?${new URLSearchParams(asked).toString()}`));
  });

  it("shows how many there are by status and by category", async () => {
    const { byStatus, byCategory } = await member.query(learnings.stats, { projectId });
    expect(new Map(byStatus.map(({ value, count }) => [value, count]))).toEqual(
      new Map([
        ["pending", 3],
        ["approved", 2],
      ]),
    );
    expect(new Map(byCategory.map(({ value, count }) => [value, count]))).toEqual(
      new Map([
        ["builds", 3],
        ["tests", 1],
      ]),
    );
  });

  it("shows those that were learned in a sandbox", async () => {
    const job = await callbackOf(deployment);
    const sandboxId = await createSandbox(job, { runId: (await startRun(rest)).id });
    const { id } = await job.call("learning.store", { sandboxId, content: "Read first.", category: "work" });
    const shown = await allOf((paginationOpts) =>
      member.query(learnings.listOfSandbox, { projectId, paginationOpts, sandboxId }),
    );
    expect(shown).toMatchObject([{ id, description: "Read first.", sandboxId }]);
  });
});

describe("a learning", () => {
  beforeEach(begin);

  it("is made, reworded, approved, shown in the preview, and counted", async () => {
    const learningId = await learn(" Use npm ci. ");
    expect(await counters()).toMatchObject({ totalLearnings: 1 });
    await member.mutation(learningWrites.update, {
      projectId,
      learningId,
      description: "Use npm ci, always.",
      severity: "high",
    });
    expect(await member.query(learnings.preview, { projectId })).toMatchObject({ learningCount: 0 });
    const approved = await member.mutation(learningWrites.updateStatus, { projectId, learningId, status: "approved" });
    expect(approved).toMatchObject({ description: "Use npm ci, always.", severity: "high", status: "approved" });
    const preview = await member.query(learnings.preview, { projectId, roleType: "designer" });
    expect(preview).toEqual(await dataOf(rest.get("/learnings/preview?roleType=designer")));
    expect(preview.content).toContain("Use npm ci, always.");
  });

  it("is neither listed nor counted while it is in the trash, and can be restored or deleted for good", async () => {
    const listed = async () =>
      (await allOf((paginationOpts) => member.query(learnings.list, { projectId, paginationOpts }))).map(
        ({ id }) => id,
      );
    const [one, other] = [await learn("One."), await learn("Other.")];
    await member.mutation(learningWrites.remove, { projectId, learningId: one });
    expect([await listed(), (await counters()).totalLearnings]).toEqual([[other], 1]);
    await member.mutation(learningWrites.restore, { projectId, learningId: one });
    expect([await listed(), (await counters()).totalLearnings]).toEqual([[other, one], 2]);
    await member.mutation(learningWrites.removeMany, { projectId, learningIds: [one, other] });
    expect(await listed()).toEqual([]);
    const purged = await member.mutation(learningWrites.purge, { projectId, learningId: other });
    expect(purged).toEqual({ id: other, _id: other, deleted: true });
    const late = await refusal(member.mutation(learningWrites.restore, { projectId, learningId: other }));
    expect(late).toMatchObject({ code: "NOT_FOUND" });
    expect(await dataOf(rest.get("/trash?type=learning"))).toMatchObject([{ entityId: one, deletedBy: member.userId }]);
  });

  it.each([
    ["description", () => member.mutation(learningWrites.create, { projectId, description: "" })],
    [
      "category",
      () => member.mutation(learningWrites.create, { projectId, description: "x", category: "x".repeat(101) }),
    ],
    [
      "severity",
      () => member.mutation(learningWrites.update, { projectId, learningId: "learn_x", severity: "x" as "low" }),
    ],
    [
      "status",
      () =>
        member.mutation(learningWrites.updateStatus, { projectId, learningId: "learn_x", status: "x" as "pending" }),
    ],
    ["learningIds", () => member.mutation(versionWrites.compile, { projectId, roleType: "designer", learningIds: [] })],
  ])("VALIDATION naming the field %s", async (field, call) => {
    expect(await refusal(call())).toMatchObject({ code: "VALIDATION", field });
  });
});

describe("a learning version", () => {
  beforeEach(begin);

  it("is previewed as it will be compiled, with only the chosen learnings", async () => {
    const [one = "", other = ""] = await learnApproved("One.", "Other.");
    const preview = async (...learningIds: string[]) =>
      await member.query(versions.preview, { projectId, roleType: "designer", learningIds });
    const { content, learningCount } = await preview(one, other);
    const compiled = await member.mutation(versionWrites.compile, {
      projectId,
      roleType: "designer",
      learningIds: [one, other],
    });
    expect([content, learningCount]).toEqual([compiled.content, 2]);
    expect((await preview(other)).content).not.toContain("One.");
    const pending = await learn("Not yet approved.");
    expect(await refusal(preview(one, pending))).toMatchObject({ code: "VALIDATION", field: "learningIds.1" });
    expect(await refusal(preview())).toMatchObject({ code: "VALIDATION", field: "learningIds" });
    expect((await restList(rest, "/learning-versions/list")).length).toBe(1);
  });

  it("is compiled by the signed-in person, numbered for each type of role, and listed as REST lists it", async () => {
    const learningIds = await learnApproved("One.", "Other.");
    const made = [];
    for (const roleType of ["designer", "checker", "designer"]) {
      made.push(await member.mutation(versionWrites.compile, { projectId, roleType, learningIds }));
    }
    expect(made.map(({ roleType, version, status, createdBy }) => [roleType, version, status, createdBy])).toEqual([
      ["designer", 1, "draft", member.userId],
      ["checker", 1, "draft", member.userId],
      ["designer", 2, "draft", member.userId],
    ]);
    await member.mutation(versionWrites.activate, { projectId, versionId: made[0]!.id });
    const cases = [
      {},
      { roleType: "designer" },
      { status: "draft" },
      { roleType: "designer", status: "active" },
    ] as const;
    for (const asked of cases) {
      const shown = await allOf((paginationOpts) =>
        member.query(versions.list, { projectId, paginationOpts, ...asked }),
      );
      expect(shown).toEqual(await restList(rest, `/learning-versions/list?${new URLSearchParams(asked).toString()}`));
    }
    expect(await member.query(versions.get, { projectId, id: made[1]!.id })).toEqual(made[1]);
  });

  it("VALIDATION naming the learning that is not approved", async () => {
    const learningIds = [...(await learnApproved("One.")), await learn("Other.")];
    const compiled = member.mutation(versionWrites.compile, { projectId, roleType: "designer", learningIds });
    expect(await refusal(compiled)).toMatchObject({ code: "VALIDATION", field: "learningIds.1" });
  });

  it("replaces the previous active version, until it is deactivated", async () => {
    const active = () => member.query(versions.active, { projectId, roleType: "designer" });
    const learningIds = await learnApproved("One.");
    const compile = () => member.mutation(versionWrites.compile, { projectId, roleType: "designer", learningIds });
    const [first, second] = [await compile(), await compile()];
    expect(await active()).toBe(null);
    await member.mutation(versionWrites.activate, { projectId, versionId: first.id });
    const activated = await member.mutation(versionWrites.activate, { projectId, versionId: second.id });
    expect(activated).toMatchObject({ id: second.id, status: "active" });
    expect(await active()).toEqual(activated);
    expect(await member.query(versions.get, { projectId, id: first.id })).toMatchObject({ status: "archived" });
    await member.mutation(versionWrites.deactivate, { projectId, versionId: second.id });
    expect(await active()).toBe(null);
    const again = await refusal(member.mutation(versionWrites.deactivate, { projectId, versionId: second.id }));
    expect(again).toMatchObject({ code: "CONFLICT" });
  });
});
