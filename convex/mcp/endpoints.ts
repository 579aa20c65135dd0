import { followQuery, projectQuery } from "../api/builders";
import type { NoInput } from "../api/routes";
import { scopesWithin } from "../callers/scopes";
import { getOwn } from "../lib/getDocument";
import { isFinal } from "../runs/status";

/** The scopes that the key has at present. This is also the check of the key, which comes before all others. */
export const grants = projectQuery(async (ctx, _input: NoInput): Promise<readonly string[]> =>
  scopesWithin(ctx.role, ctx.key.scopes),
);

/** What somebody waits for who waits for a run. */
export const runState = followQuery(async (ctx, { runId }: { runId: string }) => {
  const run = await getOwn(ctx, "runs", runId);
  return { isOver: isFinal(run.status), hasQuestions: (run.openQuestions ?? 0) > 0 };
});
