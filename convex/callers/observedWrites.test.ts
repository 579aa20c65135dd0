import { expect, it } from "vitest";
import { convexTest } from "convex-test";
import schema from "../schema";
import { observeWrites } from "./observedWrites";

const modules = import.meta.glob("../**/*.*s");
const tables = new Set(["projects"]);
const project = { name: "Shop", slug: "shop", gitRepoUrl: null };

it("a row that is written several times has one change, from what it was to what it has become", async () => {
  await convexTest(schema, modules).run(async (ctx) => {
    const id = await ctx.db.insert("projects", project);
    const { db, changes } = observeWrites(ctx.db, tables);
    await db.patch("projects", id, { name: "Store" });
    await db.patch("projects", id, { slug: "store" });
    expect(changes()).toMatchObject([
      { table: "projects", id, before: project, after: { ...project, name: "Store", slug: "store" } },
    ]);
    await db.delete("projects", id);
    expect(changes()).toMatchObject([{ before: project, after: null }]);
  });
});

it("writes to one row at once lose no field", async () => {
  await convexTest(schema, modules).run(async (ctx) => {
    const id = await ctx.db.insert("projects", project);
    const { db, changes } = observeWrites(ctx.db, tables);
    await Promise.all([db.patch("projects", id, { name: "Store" }), db.patch("projects", id, { slug: "store" })]);
    expect(changes()).toMatchObject([{ before: project, after: { name: "Store", slug: "store" } }]);
  });
});

it("rows of other tables are not kept, and are known to be written", async () => {
  await convexTest(schema, modules).run(async (ctx) => {
    const { db, changes, hasWritten } = observeWrites(ctx.db, new Set());
    expect(hasWritten()).toBe(false);
    const id = await db.insert("projects", project);
    expect(await db.get("projects", id)).toMatchObject(project);
    expect([hasWritten(), changes()]).toEqual([true, []]);
  });
});

it("a row that is made and deleted in one transaction was never there", async () => {
  await convexTest(schema, modules).run(async (ctx) => {
    const { db, changes, hasWritten } = observeWrites(ctx.db, tables);
    await db.delete("projects", await db.insert("projects", project));
    expect([hasWritten(), changes()]).toEqual([true, []]);
  });
});
