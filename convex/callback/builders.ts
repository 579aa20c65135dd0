// Builders of the functions behind the job runner's operations. The edge has checked the shape of `input`. In the same
// transaction that does the work, the builder checks the runner's token, gives the operation a database that has only
// the token's project in it, and refuses a runner that has lost its job.
import type { RegisteredMutation, RegisteredQuery } from "convex/server";
import { v } from "convex/values";
import { internalMutation, internalQuery } from "../_generated/server";
import type { MutationCtx, QueryCtx } from "../_generated/server";
import { lease, requireCurrent } from "../callers/lease";
import type { Lease } from "../callers/lease";
import { authenticateToken, tokenHash } from "../callers/runners";
import type { RunnerToken, TokenHash } from "../callers/runners";
import { joined } from "../lib/joined";
import type { MayName } from "../lib/named";
import { ownReader, ownWriter } from "./ownDatabase";

/** `input` may be any value here: the operation's schema has checked it and gives its type. */
const args = { tokenHash, lease, input: v.any() };

export type OperationArgs<Input> = { tokenHash: TokenHash; lease: Lease; input: Input };

/** `token` is null for a holder of the deployment's secret, who serves all projects. */
export type Served = { token: RunnerToken | null; mayName?: MayName };

export function callbackQuery<Input, Result>(
  handler: (ctx: QueryCtx & Served, input: Input) => Promise<Result>,
): RegisteredQuery<"internal", OperationArgs<Input>, Promise<Result>> {
  return internalQuery({
    args,
    handler: async (ctx, call: OperationArgs<Input>) => {
      const served = await serve(ctx, call);
      if (served.token === null) return await handler(joined(ctx, served), call.input);
      const { projectId } = served.token;
      const bound = joined(ctx, { db: ownReader(ctx.db, projectId), runQuery: refuseNested, ...served });
      await requireCurrent(bound, call.lease, served.token);
      return await handler(bound, call.input);
    },
  });
}

export function callbackMutation<Input, Result>(
  handler: (ctx: MutationCtx & Served, input: Input) => Promise<Result>,
): RegisteredMutation<"internal", OperationArgs<Input>, Promise<Result>> {
  return internalMutation({
    args,
    handler: async (ctx, call: OperationArgs<Input>) => {
      const served = await serve(ctx, call);
      if (served.token === null) return await handler(joined(ctx, served), call.input);
      const db = ownWriter(ctx.db, served.token.projectId);
      const bound = joined(ctx, { db, runQuery: refuseNested, runMutation: refuseNested, ...served });
      await requireCurrent(bound, call.lease, served.token);
      return await handler(bound, call.input);
    },
  });
}

/** Throws AUTH_INVALID for a wrong token. Checks the lease of a caller that serves all projects. */
async function serve(ctx: QueryCtx, call: OperationArgs<unknown>): Promise<Served> {
  if (call.tokenHash === null) {
    await requireCurrent(ctx, call.lease, null);
    return { token: null };
  }
  const token = await authenticateToken(ctx, call.tokenHash);
  const { kinds } = token;
  return {
    token,
    mayName: (name, row) => name !== "jobs" || kinds === undefined || kinds.includes(String(row.kind)),
  };
}

/** Another function would have the whole database again. */
const refuseNested = (): never => {
  throw new Error("An operation with a runner token may not call other functions.");
};
