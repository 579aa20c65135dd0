// The product in this process, over convex-test.
import { convexTest } from "convex-test";
import type { UserIdentity } from "convex/server";
import type { MutationCtx } from "../../convex/_generated/server";
import schema from "../../convex/schema";
import type { Deployment } from "./deployment";

const modules = import.meta.glob(["../../convex/**/*.*s", "!../../convex/**/*.test.ts"]);

type Documents = Record<string, unknown[]>;
export type Calls = Pick<Deployment, "query" | "mutation" | "action">;

export interface InProcess extends Deployment {
  /** Every document there is, by table. */
  documents(): Promise<Documents>;
  /** The same deployment, as who carries a token of this identity calls it. */
  as(identity: Partial<UserIdentity>): Calls;
  /** For rows that nothing else makes. */
  run<Output>(work: (ctx: MutationCtx) => Promise<Output>): Promise<Output>;
  /** Resolves when nothing is scheduled any more, but for what is not due for so long that no test waits for it. */
  settled(): Promise<void>;
}

export function inProcess(): InProcess {
  const t = convexTest(schema, modules);
  // Its signatures say the same, in conditional types that a generic reference cannot resolve.
  const { query, mutation, action } = t as unknown as Calls;
  return {
    fetch: async (path, init) => {
      const response = await t.fetch(path, init);
      // Platforms drop the body of an answer to HEAD; convex-test does not.
      return init?.method === "HEAD" ? new Response(null, response) : response;
    },
    query,
    mutation,
    action,
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

/** As long as a test may take: a deleted project, say, is only cleared a week later. */
const soonMs = 60 * 1000;

async function isAnythingScheduled(ctx: MutationCtx): Promise<boolean> {
  const jobs = await ctx.db.system.query("_scheduled_functions").take(1000);
  const untilMs = Date.now() + soonMs;
  return jobs.some(
    ({ state, scheduledTime }) => state.kind === "inProgress" || (state.kind === "pending" && scheduledTime <= untilMs),
  );
}
