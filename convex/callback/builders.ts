// Builders of the functions behind the job runner's operations. The edge has checked the runner's secret and the shape
// of `input`. The builder refuses a runner that has lost its job, in the same transaction that does the work.
import type { RegisteredMutation, RegisteredQuery } from "convex/server";
import { v } from "convex/values";
import { internalMutation, internalQuery } from "../_generated/server";
import type { MutationCtx, QueryCtx } from "../_generated/server";
import { lease, requireCurrent } from "../callers/lease";
import type { Lease } from "../callers/lease";

/** `input` may be any value here: the operation's schema has checked it and gives its type. */
const args = { lease, input: v.any() };

export type OperationArgs<Input> = { lease: Lease; input: Input };

export function callbackQuery<Input, Result>(
  handler: (ctx: QueryCtx, input: Input) => Promise<Result>,
): RegisteredQuery<"internal", OperationArgs<Input>, Promise<Result>> {
  return internalQuery({
    args,
    handler: async (ctx, call: OperationArgs<Input>) => {
      await requireCurrent(ctx, call.lease);
      return await handler(ctx, call.input);
    },
  });
}

export function callbackMutation<Input, Result>(
  handler: (ctx: MutationCtx, input: Input) => Promise<Result>,
): RegisteredMutation<"internal", OperationArgs<Input>, Promise<Result>> {
  return internalMutation({
    args,
    handler: async (ctx, call: OperationArgs<Input>) => {
      await requireCurrent(ctx, call.lease);
      return await handler(ctx, call.input);
    },
  });
}
