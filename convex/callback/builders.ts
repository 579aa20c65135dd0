// Builders of the functions behind the job runner's operations. The edge has checked the shape of `input`. In the same
// transaction that does the work, the builder checks the runner's token, gives the operation a database that has only
// the token's project in it, and refuses a runner that has lost its job.
import type { RegisteredMutation, RegisteredQuery } from "convex/server";
import { v } from "convex/values";
import { internalMutation, internalQuery } from "../_generated/server";
import type { MutationCtx, QueryCtx } from "../_generated/server";
import { runnerActor } from "../callers/actor";
import type { Actor } from "../callers/actor";
import { lease, requireCurrentLease } from "../callers/lease";
import type { Lease } from "../callers/lease";
import { authenticateToken, tokenHash } from "../callers/runnerTokens";
import type { RunnerToken, TokenHash } from "../callers/runnerTokens";
import { accessOfKinds } from "../callers/tokenKinds";
import type { MayAccess } from "../lib/getDocument";
import { projectReader, projectWriter } from "./projectDatabase";

/** `input` may be any value here: the operation's schema has checked it and gives its type. */
const args = { tokenHash, lease, input: v.any() };

export type OperationArgs<Input> = { tokenHash: TokenHash; lease: Lease; input: Input };

/** `token` is null for a holder of the deployment's secret, who serves all projects. */
export type RunnerAccess = { token: RunnerToken | null; actor: Actor; mayName?: MayAccess | undefined };

export function callbackQuery<Input, Result>(
  handler: (ctx: QueryCtx & RunnerAccess, input: Input) => Promise<Result>,
): RegisteredQuery<"internal", OperationArgs<Input>, Promise<Result>> {
  return internalQuery({
    args,
    handler: async (ctx, call: OperationArgs<Input>) => {
      const served = await serve(ctx, call);
      if (served.token === null) return await handler({ ...ctx, ...served }, call.input);
      const { projectId } = served.token;
      const mayName = served.mayName && onlyReading(served.mayName);
      const bound = { ...ctx, db: projectReader(ctx.db, projectId), runQuery: refuseNested, ...served, mayName };
      await requireCurrentLease(bound, call.lease, served.token);
      return await handler(bound, call.input);
    },
  });
}

export function callbackMutation<Input, Result>(
  handler: (ctx: MutationCtx & RunnerAccess, input: Input) => Promise<Result>,
): RegisteredMutation<"internal", OperationArgs<Input>, Promise<Result>> {
  return internalMutation({
    args,
    handler: async (ctx, call: OperationArgs<Input>) => {
      const served = await serve(ctx, call);
      if (served.token === null) return await handler({ ...ctx, ...served }, call.input);
      const db = projectWriter(ctx.db, served.token.projectId);
      const bound = { ...ctx, db, runQuery: refuseNested, runMutation: refuseNested, ...served };
      await requireCurrentLease(bound, call.lease, served.token);
      return await handler(bound, call.input);
    },
  });
}

/** Throws AUTH_INVALID for a wrong token. Checks the lease of a caller that serves all projects. */
async function serve(ctx: QueryCtx, call: OperationArgs<unknown>): Promise<RunnerAccess> {
  if (call.tokenHash === null) {
    await requireCurrentLease(ctx, call.lease, null);
    return { token: null, actor: runnerActor(null) };
  }
  const token = await authenticateToken(ctx, call.tokenHash);
  return { token, actor: runnerActor(token), mayName: accessOfKinds(token.kinds) };
}

/** Visitors may read whatever they may report on. */
function onlyReading(mayName: MayAccess): MayAccess {
  return (name, row) => mayName(name, row, "visited");
}

/** Another function would have the whole database again. */
const refuseNested = (): never => {
  throw new Error("An operation with a runner token may not call other functions.");
};
