// The product in this process, on convex-test.
import { convexTest } from "convex-test";
import type { UserIdentity } from "convex/server";
import type { MutationCtx } from "../../convex/_generated/server";
import schema from "../../convex/schema";
import type { Deployment } from "./deployment";
import { checked } from "./reality";

/**
 * The modules of the product are loaded before the first test. A scheduled function that began to load its modules when
 * the last test of a file ended could not: vitest keeps that failure, and so the function failed in all later files of
 * the worker.
 */
const loaded = import.meta.glob(["../../convex/**/*.*s", "!../../convex/**/*.test.ts"], { eager: true });
const modules = Object.fromEntries(
  Object.entries(loaded).map(([file, module]) => [file, () => Promise.resolve(module)]),
);

type Documents = Record<string, unknown[]>;
export type Calls = Pick<Deployment, "query" | "mutation" | "action">;

export interface InProcess extends Deployment {
  /** Returns every document, by table. */
  documents(): Promise<Documents>;
  /** Calls the same deployment as the person with this identity. */
  as(identity: Partial<UserIdentity>): Calls;
  /** Runs code in a mutation, for rows that no function of the product makes. */
  run<Output>(work: (ctx: MutationCtx) => Promise<Output>): Promise<Output>;
  /** Waits until nothing is scheduled any more, except functions that are due so late that no test waits for them. */
  settled(): Promise<void>;
}

export function inProcess(): InProcess {
  const t = convexTest(schema, modules);
  // The signatures of convex-test mean the same, but its conditional types cannot resolve a generic reference.
  const { query, mutation, action } = t as unknown as Calls;
  let requests = 0;
  return {
    fetch: checked(async (path, init) => {
      if (++requests % requestsBetween === 0) await t.run(forgetFormerUses);
      const response = await t.fetch(path, init);
      // Platforms drop the body of an answer to HEAD, and convex-test does not.
      return init?.method === "HEAD" ? new Response(null, response) : response;
    }),
    query,
    mutation,
    action,
    upload: (_url, bytes) => t.run((ctx) => ctx.storage.store(new Blob([bytes]))),
    setEnvironment: async (changes) => {
      for (const [name, value] of Object.entries(changes)) {
        if (value === null) delete process.env[name];
        else process.env[name] = value;
      }
    },
    as: (identity) => t.withIdentity(identity) as unknown as Calls,
    run: (work) => t.run(work),
    settled: async () => {
      while (await t.run(isAnythingScheduled)) {
        await new Promise((resolve) => setImmediate(resolve));
        await t.finishInProgressScheduledFunctions();
      }
    },
    documents: () =>
      t.run(async (ctx) => {
        const documents: Documents = {};
        for (const table of Object.keys(schema.tables) as (keyof typeof schema.tables)[]) {
          documents[table] = await ctx.db.query(table).take(1000);
        }
        return documents;
      }),
  };
}

/**
 * Each request leaves a row of its key's use, which a cron folds into one, and convex-test runs no crons. It also looks
 * at every document for each query, so that after thousands of requests most of the time went into these rows.
 */
const requestsBetween = 100;

async function forgetFormerUses(ctx: MutationCtx): Promise<void> {
  const newest = new Set<string>();
  for (const { _id, keyId } of await ctx.db.query("apiKeyUses").order("desc").take(1000)) {
    if (newest.has(keyId)) await ctx.db.delete("apiKeyUses", _id);
    newest.add(keyId);
  }
}

/** Functions that are due later are not waited for: a deleted project, for example, is only cleared a week later. */
const soonMs = 60 * 1000;

async function isAnythingScheduled(ctx: MutationCtx): Promise<boolean> {
  const jobs = await ctx.db.system.query("_scheduled_functions").take(1000);
  const untilMs = Date.now() + soonMs;
  return jobs.some(
    ({ state, scheduledTime }) => state.kind === "inProgress" || (state.kind === "pending" && scheduledTime <= untilMs),
  );
}
