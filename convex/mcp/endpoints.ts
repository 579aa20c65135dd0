import { followQuery, projectQuery } from "../api/builders";
import type { NoInput } from "../api/routeBuilders";
import { scopesWithin } from "../callers/scopes";
import { getOwn } from "../lib/getDocument";
import { isFinal } from "../runs/status";

export interface Grants {
  /** The scopes that the key has at present. */
  scopes: readonly string[];
  /** The key may start runs and change nothing else. */
  isTrigger: boolean;
}

/** This is also the check of the key, which comes before all others. */
export const grants = projectQuery(async ({ role, key }, _input: NoInput): Promise<Grants> => ({
  scopes: scopesWithin(role, key.scopes),
  isTrigger: key.preset === "trigger-only",
}));

/** What somebody waits for who waits for a run. */
export const runState = followQuery(async (ctx, { runId }: { runId: string }) => {
  const run = await getOwn(ctx, "runs", runId);
  return { isOver: isFinal(run.status), hasQuestions: (run.openQuestions ?? 0) > 0 };
});
