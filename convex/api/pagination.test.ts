import { convexTest } from "convex-test";
import fc from "fast-check";
import { describe, expect, it } from "vitest";
import type { Doc, Id } from "../_generated/dataModel";
import type { MutationCtx, QueryCtx } from "../_generated/server";
import schema from "../schema";
import { pageBounds, readPage } from "./pagination";
import type { Page, PageBounds, PageRequest } from "./pagination";

const modules = import.meta.glob(["../**/*.*s", "!../**/*.test.ts"]);

async function makeProject(ctx: MutationCtx): Promise<Doc<"projects">> {
  const id = await ctx.db.insert("projects", { name: "Demo", slug: "demo", gitRepoUrl: null });
  return (await ctx.db.get("projects", id))!;
}

async function invite(ctx: MutationCtx, project: Doc<"projects">): Promise<Id<"projectInvitations">> {
  const invitedBy = await ctx.db.insert("users", { email: "owner@example.com" });
  const invitation = { email: "a@example.com", role: "member" as const, invitedBy, expiresAtMs: 1 };
  return await ctx.db.insert("projectInvitations", { projectId: project._id, ...invitation });
}

async function page(
  ctx: QueryCtx,
  project: Doc<"projects">,
  request: PageRequest,
  name = "list",
  weigh: (row: Doc<"projectInvitations">) => number = () => 0,
  bounds: PageBounds = pageBounds.small,
): Promise<Page<string>> {
  const source = (latestMs: number) =>
    ctx.db
      .query("projectInvitations")
      .withIndex("by_project", (q) => q.eq("projectId", project._id).lte("_creationTime", latestMs))
      .order("desc");
  return await readPage({ project, name, sources: [source], sizeOf: weigh }, request, bounds, (row) => row._id);
}

describe("a list in pages", () => {
  it("shows each remaining row exactly once, in order, while other rows are added and removed", async () => {
    const step = fc.record({ limit: fc.integer({ min: 1, max: 5 }), added: fc.nat(2), removed: fc.nat(100) });
    await fc.assert(
      fc.asyncProperty(fc.nat(15), fc.array(step, { minLength: 1, maxLength: 5 }), async (count, steps) => {
        const t = convexTest(schema, modules);
        const project = await t.run(makeProject);
        const initial: Id<"projectInvitations">[] = [];
        for (let row = 0; row < count; row++) initial.unshift(await t.run((ctx) => invite(ctx, project)));
        const removed = new Set<string>();
        const seen: string[] = [];
        let cursor: string | null | undefined;
        for (let turn = 0; cursor !== null; turn++) {
          const { limit, added, removed: at } = steps[turn % steps.length]!;
          const request = { limit, cursor };
          const shown: Page<string> = await t.run((ctx) => page(ctx, project, request));
          expect(shown.hasMore).toBe(shown.nextCursor !== null);
          seen.push(...shown.data);
          cursor = shown.nextCursor;
          for (let row = 0; row < added; row++) await t.run((ctx) => invite(ctx, project));
          const victim = initial[at];
          if (victim !== undefined && !removed.has(victim)) {
            removed.add(victim);
            await t.run((ctx) => ctx.db.delete("projectInvitations", victim));
          }
        }
        const mustShow = initial.filter((id) => !removed.has(id));
        expect(seen.filter((id) => !removed.has(id))).toEqual(mustShow);
        expect(new Set(seen).size).toBe(seen.length);
      }),
      { numRuns: 30 },
    );
  });

  it("refuses a cursor with a changed byte, and one that belongs to another list or project", async () => {
    const t = convexTest(schema, modules);
    const [project, other] = await t.run(async (ctx) => [await makeProject(ctx), await makeProject(ctx)] as const);
    const { nextCursor } = await t.run(async (ctx) => {
      await invite(ctx, project);
      await invite(ctx, project);
      return await page(ctx, project, { limit: 1 });
    });
    const cursor = nextCursor!;
    const refused = { data: expect.objectContaining({ code: "VALIDATION", field: "cursor" }) };
    const position = fc.nat(cursor.length - 1);
    const character = fc.oneof(
      fc.constantFrom("A", "z", "0", "-", "_", "="),
      fc.string({ minLength: 1, maxLength: 1 }),
    );
    await fc.assert(
      fc.asyncProperty(position, character, fc.constantFrom("replace", "insert", "remove"), async (at, text, kind) => {
        const rest = cursor.slice(kind === "insert" ? at : at + 1);
        const changed = cursor.slice(0, at) + (kind === "remove" ? "" : text) + rest;
        fc.pre(changed !== cursor);
        await expect(t.run((ctx) => page(ctx, project, { cursor: changed }))).rejects.toMatchObject(refused);
      }),
      { numRuns: 300 },
    );
    await expect(t.run((ctx) => page(ctx, other, { cursor }))).rejects.toMatchObject(refused);
    await expect(t.run((ctx) => page(ctx, project, { cursor }, "list?status=open"))).rejects.toMatchObject(refused);
    expect((await t.run((ctx) => page(ctx, project, { cursor }))).data).toHaveLength(1);
  });

  it("has shorter pages where rows are large, and still shows each row once", async () => {
    const t = convexTest(schema, modules);
    const project = await t.run(makeProject);
    const made: string[] = [];
    for (let row = 0; row < 7; row++) made.unshift(await t.run((ctx) => invite(ctx, project)));
    // A third of what a page holds, and a bit.
    const weigh = ({ email }: Doc<"projectInvitations">) => email.length * 52_000;
    const sizes: number[] = [];
    const seen: string[] = [];
    let cursor: string | null | undefined;
    while (cursor !== null) {
      const request = { limit: 5, cursor };
      const shown: Page<string> = await t.run((ctx) => page(ctx, project, request, "list", weigh));
      expect(shown.hasMore).toBe(shown.nextCursor !== null);
      sizes.push(shown.data.length);
      seen.push(...shown.data);
      cursor = shown.nextCursor;
    }
    expect(sizes).toEqual([2, 2, 2, 1]);
    expect(seen).toEqual(made);
  });

  it.each([
    ["usual", 25],
    ["notifications", 50],
    ["runs", 50],
  ] as const)("has %s pages of %d rows where no limit is asked for", async (kind, size) => {
    const t = convexTest(schema, modules);
    const shown = await t.run(async (ctx) => {
      const project = await makeProject(ctx);
      for (let row = 0; row <= size; row++) await invite(ctx, project);
      return await page(ctx, project, {}, "list", () => 0, pageBounds[kind]);
    });
    expect([shown.data.length, shown.hasMore]).toEqual([size, true]);
  });
});
