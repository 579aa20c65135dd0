import { convexTest } from "convex-test";
import { beforeEach, describe, expect, it } from "vitest";
import type { Doc, Id } from "../_generated/dataModel";
import type { MutationCtx } from "../_generated/server";
import { publicId } from "../lib/publicIds";
import { clearBatch } from "../project/clearing";
import schema from "../schema";
import { createAsset, publish } from "./model";
import type { Author } from "./model";
import { discardContext, purgeContext, removeAsset, restoreContext } from "./removal";
import type { AssetKind } from "./schema";
import { activeAssets } from "./activeAssets";

const modules = import.meta.glob(["/convex/**/*.*s", "!/convex/**/*.test.ts"]);

const start = () => convexTest(schema, modules);

function isOpen({ state }: { state: { kind: string } }): boolean {
  return state.kind === "pending" || state.kind === "inProgress";
}

describe("assets", () => {
  let t: ReturnType<typeof start>;
  let author: Author;
  beforeEach(async () => {
    t = start();
    author = await t.run(async (ctx) => ({
      projectId: await ctx.db.insert("projects", { name: "Demo", slug: "demo", gitRepoUrl: null }),
      userId: await ctx.db.insert("users", { email: "a@example.com" }),
    }));
  });

  async function make(kind: AssetKind, name: string, versions = 1): Promise<Doc<"assets">> {
    const { _id } = await t.run((ctx) => createAsset(ctx, kind, author, { name }));
    for (let number = 1; number <= versions; number++) await t.run((ctx) => publishText(ctx, _id, `${number}`));
    return await current(_id);
  }

  async function publishText(ctx: MutationCtx, id: Id<"assets">, content: string): Promise<void> {
    await publish(ctx, (await ctx.db.get("assets", id))!, { kind: "text", content }, author.userId);
  }

  const current = (id: Id<"assets">) => t.run(async (ctx) => (await ctx.db.get("assets", id))!);

  /** The number of stored versions by asset. */
  async function versionCounts(): Promise<Record<string, number>> {
    const versions = await t.run((ctx) => ctx.db.query("assetVersions").take(1000));
    const counts: Record<string, number> = {};
    for (const { assetId } of versions) counts[assetId] = (counts[assetId] ?? 0) + 1;
    return counts;
  }

  async function inTheTrash(): Promise<string[]> {
    return (await t.run((ctx) => ctx.db.query("trashItems").take(10))).map(({ type, name }) => `${type} ${name}`);
  }

  async function discard(context: Doc<"assets">): Promise<Doc<"assets">> {
    await t.run((ctx) => discardContext(ctx, context, author.userId));
    return await current(context._id);
  }

  async function settled(): Promise<void> {
    while ((await t.run((ctx) => ctx.db.system.query("_scheduled_functions").take(10))).some(isOpen)) {
      await new Promise((resolve) => setTimeout(resolve, 0));
      await t.finishInProgressScheduledFunctions();
    }
  }

  it("are deleted at once, and all their versions in batches", async () => {
    const [gone, stays] = [await make("skill", "gone", 20), await make("skill", "stays", 2)];
    await t.run((ctx) => removeAsset(ctx, gone));
    expect(await t.run((ctx) => ctx.db.get("assets", gone._id))).toBeNull();
    expect(await versionCounts()).toEqual({ [gone._id]: 12, [stays._id]: 2 });
    await settled();
    expect(await versionCounts()).toEqual({ [stays._id]: 2 });
  });

  it("are deleted with their project, a few versions in each batch", async () => {
    const { _id } = await make("skill", "gone", 0);
    const large = "x".repeat(900_000);
    for (let count = 0; count < 12; count++) await t.run((ctx) => publishText(ctx, _id, large));
    await discard(await make("context", "gone"));
    const batches = [];
    do batches.push(Object.values(await versionCounts()).reduce((sum, count) => sum + count, 0));
    while (await t.run((ctx) => clearBatch(ctx, author.projectId)));
    expect(batches).toEqual([13, 8, 3]);
    expect([await versionCounts(), await inTheTrash()]).toEqual([{}, []]);
    expect(await t.run((ctx) => ctx.db.query("assets").first())).toBeNull();
  });

  it("contexts are restored from the trash unchanged, including the numbers of versions", async () => {
    const context = await make("context", "style", 3);
    const discarded = await discard(context);
    expect(await inTheTrash()).toEqual(["context style"]);
    await t.run((ctx) => restoreContext(ctx, discarded));
    expect(await inTheTrash()).toEqual([]);
    expect(await current(context._id)).toEqual(context);
    await t.run((ctx) => publishText(ctx, context._id, "4"));
    expect(await current(context._id)).toMatchObject({ newestVersion: 4, activeVersion: { version: 4 } });
  });

  it("contexts cannot be restored while another one has their name, and stay in the trash", async () => {
    const discarded = await discard(await make("context", "style"));
    await make("skill", "style");
    const other = await make("context", "style");
    const conflict = { data: { code: "CONFLICT", message: "There is already a context called style." } };
    await expect(t.run((ctx) => restoreContext(ctx, discarded))).rejects.toMatchObject(conflict);
    expect(await inTheTrash()).toEqual(["context style"]);
    await discard(other);
    await t.run((ctx) => restoreContext(ctx, discarded));
    expect(await inTheTrash()).toEqual(["context style"]);
  });

  it("contexts can be deleted for good only from the trash", async () => {
    const context = await make("context", "style", 9);
    const conflict = { data: { code: "CONFLICT" } };
    await expect(t.run((ctx) => purgeContext(ctx, context))).rejects.toMatchObject(conflict);
    await expect(t.run((ctx) => restoreContext(ctx, context))).rejects.toMatchObject(conflict);
    expect(await current(context._id)).toEqual(context);
    const discarded = await discard(context);
    await t.run((ctx) => purgeContext(ctx, discarded));
    await settled();
    expect(await t.run((ctx) => ctx.db.get("assets", context._id))).toBeNull();
    expect([await versionCounts(), await inTheTrash()]).toEqual([{}, []]);
  });

  it("reach runs by kind and name, in their active versions", async () => {
    const [tone, style] = [await make("context", "tone"), await make("context", "style", 2)];
    const command = await make("command", "review");
    await make("script", "unpublished", 0);
    await discard(await make("context", "gone"));
    const given = await t.run((ctx) => activeAssets(ctx, author.projectId));
    expect(given).toEqual(
      [style, tone, command].map(({ _id, kind, name, activeVersion }) => {
        const { versionId, version } = activeVersion!;
        const id = publicId(kind === "command" ? "commands" : "contexts", _id);
        return { kind, id, name, description: null, versionId, version };
      }),
    );
  });
});
