// Readers of a feed whose pages end anywhere, also between the events of one transaction, while others are written and
// some fail. convex-test runs one transaction at a time: tests/proofs/feed.test.ts has writers that are at work at the
// same time, on the engine in both modes.
import { convexTest } from "convex-test";
import { expect, it } from "vitest";
import { chanceOf } from "../../scripts/seed/random";
import type { Id } from "../_generated/dataModel";
import schema from "../schema";
import { appendToFeed } from "./append";
import { beginning } from "./feedPosition";
import { feedAfter } from "./read";

const modules = import.meta.glob("../**/*.*s");
const nowMs = Date.UTC(2026, 0, 1);

it.each([1, 2, 3])("no reader misses an event or gets one twice (seed %i)", async (seed) => {
  const t = convexTest(schema, modules);
  const chance = chanceOf(seed, "feed");
  const { projectId, subject } = await t.run(async (ctx) => {
    const projectId = await ctx.db.insert("projects", { name: "Shop", slug: "shop", gitRepoUrl: null });
    const texts = { title: "Crash", searchText: "crash", status: "open", priority: "high" } as const;
    const id = await ctx.db.insert("issues", { projectId, ...texts, createdAtMs: nowMs, updatedAtMs: nowMs });
    return { projectId, subject: { type: "issue", id } as const };
  });

  /** A transaction with several events. One that fails leaves none. */
  async function write(): Promise<Id<"events">[]> {
    const fails = chance.is(1 / 4);
    const ids: Id<"events">[] = [];
    const written = t.run(async (ctx) => {
      for (let count = chance.between(1, 4); count > 0; count--) {
        const type = chance.pick(["issue.created", "issue.updated"] as const);
        ids.push(await appendToFeed(ctx, { projectId, type, subject, data: {} }));
      }
      if (fails) throw new Error("It changes nothing.");
    });
    return await written.then(
      () => ids,
      () => [],
    );
  }

  function reader(types: readonly string[]) {
    let position = beginning;
    const seen: { id: Id<"events">; type: string }[] = [];
    const readPage = async () => {
      const page = await t.run((ctx) => feedAfter(ctx, projectId, position, chance.between(1, 5), types));
      seen.push(...page.events.map(({ _id: id, type }) => ({ id, type })));
      ({ position } = page);
      return page.hasMore;
    };
    return { seen, readPage };
  }

  const [everything, created, late] = [reader(["*"]), reader(["issue.created"]), reader(["*"])];
  const committed: Id<"events">[] = [];
  for (let turn = 0; turn < 60; turn++) {
    committed.push(...(await write()));
    for (const { readPage } of [everything, created]) if (chance.is(2 / 3)) await readPage();
  }
  for (const { readPage } of [everything, created, late]) while (await readPage());
  expect(committed.length).toBeGreaterThan(60);
  expect(everything.seen.map(({ id }) => id)).toEqual(committed);
  expect(late.seen).toEqual(everything.seen);
  expect(created.seen).toEqual(everything.seen.filter(({ type }) => type === "issue.created"));
});
