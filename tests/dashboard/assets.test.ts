// Live functions of contexts, skills, commands and scripts.
import { beforeAll, beforeEach, describe, expect, it } from "vitest";
import { api } from "../../convex/_generated/api";
import { dataOf } from "../support/fixtures";
import type { Client } from "../support/fixtures";
import { inProcess } from "../support/inProcess";
import { allOf, restList, restOf } from "./lists";
import { refusal, staffedProject } from "./people";
import type { Person } from "./people";

const deployment = inProcess();
const { contexts, skills, commands, scripts } = api;
let projectId: string;
let member: Person;
let rest: Client;

async function begin(): Promise<void> {
  const project = await staffedProject(deployment);
  projectId = project.projectId;
  member = project.people.member;
  rest = await restOf(deployment, projectId);
}

const text = (content: string) => ({ content });
const files = (content: string) => ({ files: [{ name: "SKILL.md", content }] });

/** What differs between the kinds of assets. All else is the same for each kind. */
const kinds = {
  contexts: {
    reads: contexts.dashboard,
    writes: contexts.dashboard,
    content: text,
    create: (name: string) => member.mutation(contexts.dashboard.create, { projectId, name }),
    publish: (id: string, content: string) => member.mutation(contexts.dashboard.update, { projectId, id, content }),
  },
  skills: {
    reads: skills.dashboard,
    writes: skills.dashboard,
    content: files,
    create: (name: string) => member.mutation(skills.dashboard.create, { projectId, name }),
    publish: (id: string, content: string) =>
      member.mutation(skills.dashboard.publish, { projectId, id, ...files(content) }),
  },
  commands: {
    reads: commands.dashboard,
    writes: commands.dashboard,
    content: text,
    create: (name: string) => member.mutation(commands.dashboard.create, { projectId, name }),
    publish: (id: string, content: string) => member.mutation(commands.dashboard.publish, { projectId, id, content }),
  },
  scripts: {
    reads: scripts.dashboard,
    writes: scripts.dashboard,
    content: text,
    create: (name: string) =>
      member.mutation(scripts.dashboard.create, { projectId, name, language: "shell" as const }),
    publish: (id: string, content: string) => member.mutation(scripts.dashboard.publish, { projectId, id, content }),
  },
};

describe.each(["contexts", "skills", "commands", "scripts"] as const)("%s", (path) => {
  const { reads, writes, content, create, publish } = kinds[path];
  beforeEach(begin);

  const listed = () => allOf((paginationOpts) => member.query(reads.list, { projectId, paginationOpts }));

  it("are listed newest first, in pages, without content, as REST lists them", async () => {
    for (const name of ["one", "two", "three"]) await create(name);
    const shown = await listed();
    expect(shown.map(({ name }) => name)).toEqual(["three", "two", "one"]);
    expect(shown).toEqual(await restList(rest, `/${path}`));
  });

  it("are published in versions by the signed-in person, and any version can become active again", async () => {
    const { id } = await create("style");
    for (const words of ["First.", "Second.", "Third."]) await publish(id, words);
    const detail = () => member.query(reads.get, { projectId, id });
    const publishedBy = member.userId;
    expect((await detail()).activeVersion).toMatchObject({ version: 3, publishedBy, ...content("Third.") });
    const activated = await member.mutation(writes.activate, { projectId, id, version: 1 });
    expect(activated).toEqual({ activeVersion: 1, activatedAt: expect.any(String) });
    expect(await detail()).toMatchObject({ versions: [1, 2, 3], activeVersion: { version: 1, ...content("First.") } });
    expect(await detail()).toEqual(await dataOf(rest.get(`/${path}/${id}`)));
    const versions = await allOf((paginationOpts) => member.query(reads.versions, { projectId, paginationOpts, id }));
    expect(versions.map(({ version, isActive }) => [version, isActive])).toEqual([
      [3, false],
      [2, false],
      [1, true],
    ]);
    expect(versions).toEqual(await restList(rest, `/${path}/${id}/versions`));
    const missing = await refusal(member.mutation(writes.activate, { projectId, id, version: 4 }));
    expect(missing).toMatchObject({ code: "NOT_FOUND" });
  });

  it("get a new description without a new version, and disappear when they are deleted", async () => {
    const { id } = await create("style");
    const changed = await member.mutation(writes.update, { projectId, id, name: "tone", description: "How." });
    expect(changed).toMatchObject({ id, name: "tone", description: "How.", activeVersion: null });
    expect(await member.mutation(writes.remove, { projectId, id })).toEqual({ id, _id: id, deleted: true });
    expect(await listed()).toEqual([]);
    expect(await refusal(member.query(reads.get, { projectId, id }))).toMatchObject({ code: "NOT_FOUND" });
    const trash = path === "contexts" ? [{ entityId: id, name: "tone", deletedBy: member.userId }] : [];
    expect(await dataOf(rest.get("/trash"))).toMatchObject(trash);
  });

  it("CONFLICT for a name that another has", async () => {
    await create("style");
    const { id } = await create("tone");
    for (const call of [create("style"), member.mutation(writes.update, { projectId, id, name: "style" })]) {
      expect(await refusal(call)).toMatchObject({ code: "CONFLICT" });
    }
  });
});

describe("VALIDATION naming the field", () => {
  beforeAll(begin);

  it.each([
    ["name", () => member.mutation(contexts.dashboard.create, { projectId, name: "" })],
    ["name", () => member.mutation(commands.dashboard.create, { projectId, name: "Not this" })],
    ["content", () => member.mutation(scripts.dashboard.publish, { projectId, id: "scr_x", content: "" })],
    ["files", () => member.mutation(skills.dashboard.publish, { projectId, id: "skill_x", files: [] })],
    ["version", () => member.mutation(contexts.dashboard.activate, { projectId, id: "ctx_x", version: 0 })],
    ["version", () => member.mutation(contexts.dashboard.activate, { projectId, id: "ctx_x", version: 1.5 })],
  ])("%s", async (field, call) => {
    expect(await refusal(call())).toMatchObject({ code: "VALIDATION", field });
  });
});
