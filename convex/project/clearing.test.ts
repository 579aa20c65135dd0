import { convexTest } from "convex-test";
import { describe, expect, it } from "vitest";
import schema from "../schema";
import { addMember } from "../members/model";
import { clearBatch } from "./clearing";

const modules = import.meta.glob(["../**/*.*s", "!../**/*.test.ts"]);

describe("clearing a project", () => {
  it("deletes all its rows and no others, in batches", async () => {
    const t = convexTest(schema, modules);
    const ids = await t.run(async (ctx) => {
      const userId = await ctx.db.insert("users", { email: "a@example.com" });
      const made = [];
      for (const slug of ["gone", "stays"]) {
        const projectId = await ctx.db.insert("projects", { name: slug, slug, gitRepoUrl: null });
        await addMember(ctx, { projectId, userId, role: "owner" });
        const key = {
          projectId,
          userId,
          name: "CI",
          hash: slug,
          prefix: "svc_test_",
          scopes: ["*"],
          revokedAtMs: null,
        };
        const keyId = await ctx.db.insert("apiKeys", key);
        await ctx.db.insert("apiKeyLastUses", { keyId, lastUsedAtMs: 1 });
        for (let use = 0; use < 450; use++) await ctx.db.insert("apiKeyUses", { keyId });
        const invitation = { email: "b@example.com", role: "member", invitedBy: userId, expiresAtMs: 1 } as const;
        await ctx.db.insert("projectInvitations", { projectId, ...invitation });
        const repeatable = { projectId, keyHash: "k", fingerprint: "f" };
        const repeatKeyId = await ctx.db.insert("idempotencyKeys", { ...repeatable, answer: "", partCount: 1 });
        await ctx.db.insert("idempotencyParts", { keyId: repeatKeyId, number: 0, text: "{}" });
        await ctx.db.insert("projectSettings", { projectId, secrets: {} });
        const secret = { provider: "openai", ciphertext: "c", lastFour: "1234", updatedAt: 1 };
        await ctx.db.insert("providerKeys", { projectId, ...secret });
        made.push(projectId);
      }
      return made;
    });
    let batches = 1;
    while (await t.run((ctx) => clearBatch(ctx, ids[0]!))) batches++;
    expect(batches).toBe(3);
    const rows = await t.run(async (ctx) => {
      const counts: Record<string, number> = {};
      for (const table of Object.keys(schema.tables) as (keyof typeof schema.tables)[]) {
        counts[table] = (await ctx.db.query(table).take(1000)).length;
      }
      return counts;
    });
    const held = { projects: 1, projectMembers: 1, projectInvitations: 1, apiKeys: 1, apiKeyUses: 450 };
    const more = {
      apiKeyLastUses: 1,
      idempotencyKeys: 1,
      idempotencyParts: 1,
      projectSettings: 1,
      providerKeys: 1,
      counters: 1,
    };
    expect(rows).toMatchObject({ ...held, ...more });
  });
});
