// How migrations progress. tests/engine/upgrade.test.ts tests them on a whole data directory.
import { describe, expect, it } from "vitest";
import { internal } from "../../convex/_generated/api";
import { migrationNames } from "../../convex/lib/migrations";
import { client, createProject, dataOf } from "../support/fixtures";
import { inProcess } from "../support/inProcess";
import type { InProcess } from "../support/inProcess";

const status = async (deployment: InProcess) =>
  (await deployment.query(internal.migrations.jobs.status, {})).migrations.map(({ name, status, rows }) => ({
    name,
    status,
    rows,
  }));

/** Makes learnings as an older version wrote them: without the rows by which roles find them. */
async function learnedBefore(deployment: InProcess, count: number): Promise<string> {
  const { projectId, apiKey } = await createProject(deployment);
  await deployment.run(async (ctx) => {
    const id = ctx.db.normalizeId("projects", projectId.replace("proj_", ""));
    if (id === null) throw new Error("There is no such project.");
    for (let index = 0; index < count; index++) {
      await ctx.db.insert("learnings", {
        projectId: id,
        description: `Learned ${index}.`,
        applicableRoles: ["judge"],
        status: "approved",
        correctedAtMs: index,
        updatedAtMs: index,
      });
    }
  });
  return apiKey;
}

describe("migrations", () => {
  it("are pending before they are started, and have nothing to do on a new deployment", async () => {
    const deployment = inProcess();
    expect(await status(deployment)).toEqual(migrationNames.map((name) => ({ name, status: "pending", rows: 0 })));
    expect(await deployment.mutation(internal.migrations.jobs.start, {})).toEqual({ going: [] });
    expect(await status(deployment)).toEqual(migrationNames.map((name) => ({ name, status: "finished", rows: 0 })));
  });

  it("do each step once when they are started three times, and see every row once", async () => {
    const deployment = inProcess();
    await learnedBefore(deployment, 120);
    for (let time = 0; time < 3; time++) {
      expect(await deployment.mutation(internal.migrations.jobs.start, {})).toEqual({ going: ["rolesOfLearnings"] });
    }
    await deployment.settled();
    expect(await status(deployment)).toContainEqual({ name: "rolesOfLearnings", status: "finished", rows: 120 });
    const { migrations, learningRoles } = await deployment.documents();
    expect(migrations).toContainEqual(expect.objectContaining({ name: "rolesOfLearnings", steps: 3 }));
    expect(learningRoles).toHaveLength(120);
    expect(await deployment.mutation(internal.migrations.jobs.start, {})).toEqual({ going: [] });
  });

  it("hide nothing from readers before, during and after them", async () => {
    const deployment = inProcess();
    const api = client(deployment, await learnedBefore(deployment, 120));
    const told = async () => (await dataOf(api.get("/learnings/preview?roleType=judge"))).learningCount;
    expect(await told()).toBe(120);
    await deployment.mutation(internal.migrations.jobs.start, {});
    await deployment.mutation(internal.migrations.jobs.step, { name: "rolesOfLearnings", step: 0 });
    expect(await status(deployment)).toContainEqual({ name: "rolesOfLearnings", status: "running", rows: 50 });
    expect(await told()).toBe(120);
    await deployment.settled();
    expect(await told()).toBe(120);
  });

  it("change nothing when all run again, and repair learnings that have lost their rows", async () => {
    const deployment = inProcess();
    await learnedBefore(deployment, 120);
    await deployment.mutation(internal.migrations.jobs.start, {});
    await deployment.settled();
    const before = await deployment.documents();
    await deployment.run(async (ctx) => {
      const lost = await ctx.db.query("learningRoles").first();
      if (lost !== null) await ctx.db.delete("learningRoles", lost._id);
    });
    await deployment.mutation(internal.migrations.jobs.start, { again: true });
    await deployment.settled();
    const after = await deployment.documents();
    expect(after["learningRoles"]).toHaveLength(120);
    expect(after["learnings"]).toEqual(before["learnings"]);
    expect(await status(deployment)).toContainEqual({ name: "rolesOfLearnings", status: "finished", rows: 120 });
  });

  it("end a step that waits for a migration which this version does not have", async () => {
    const deployment = inProcess();
    expect(await deployment.mutation(internal.migrations.jobs.step, { name: "ofLater", step: 4 })).toBe(null);
  });
});

describe("keys of code hosts from before they belonged to origins", () => {
  /** Makes such a key as an older version wrote it, in a project with this address. */
  async function heldBefore(deployment: InProcess, gitRepoUrl: string | null) {
    const { projectId, apiKey } = await createProject(deployment);
    const api = client(deployment, apiKey);
    await dataOf(api.post("/project/update", { gitRepoUrl }));
    await deployment.run(async (ctx) => {
      const id = ctx.db.normalizeId("projects", projectId.replace("proj_", ""));
      if (id === null) throw new Error("There is no such project.");
      for (const provider of ["code_host", "openai"]) {
        const key = { projectId: id, provider, ciphertext: "v1.a.b", lastFour: "1234", updatedAt: 0 };
        await ctx.db.insert("providerKeys", key);
      }
    });
    const origins = async () => {
      const keys: { provider: string; origins: string[] | null }[] = await dataOf(api.get("/project/provider-keys"));
      return Object.fromEntries(keys.map(({ provider, origins: of }) => [provider, of]));
    };
    return { api, origins };
  }

  it.each([
    ["https://github.com/acme/shop", ["https://github.com"]],
    ["git@git.example:acme/shop", ["https://git.example"]],
    ["/srv/git/shop.git", []],
    [null, []],
  ])("in a project of %s belong to %j, also after the project's address has changed", async (address, expected) => {
    const deployment = inProcess();
    const { api, origins } = await heldBefore(deployment, address);
    expect(await origins()).toEqual({ code_host: expected, openai: null });
    // Nobody may move the key in the moment before the migration.
    await dataOf(api.post("/project/update", { gitRepoUrl: "https://evil.example/acme/shop" }));
    expect(await origins()).toEqual({ code_host: expected, openai: null });
  });

  it("are all migrated, and none of them moves afterwards", async () => {
    const deployment = inProcess();
    const held = [await heldBefore(deployment, "https://github.com/acme/shop"), await heldBefore(deployment, null)];
    await deployment.mutation(internal.migrations.jobs.start, {});
    await deployment.settled();
    const rows = (await deployment.documents())["providerKeys"] as { provider: string; origins?: string[] }[];
    expect(rows.map(({ provider, origins }) => [provider, origins])).toEqual([
      ["code_host", ["https://github.com"]],
      ["openai", undefined],
      ["code_host", []],
      ["openai", undefined],
    ]);
    for (const { api } of held) await api.post("/project/update", { gitRepoUrl: "https://evil.example/acme/shop" });
    expect(await held[0]?.origins()).toMatchObject({ code_host: ["https://github.com"] });
    expect(await held[1]?.origins()).toMatchObject({ code_host: [] });
  });
});
