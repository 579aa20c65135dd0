// How functions for the job runner's operations are made. The edge has checked the runner's secret and the shape of
// `input`; the builder refuses, in the transaction that does the work, who has lost the job meanwhile.
import type { RegisteredMutation, RegisteredQuery } from "convex/server";
import { v } from "convex/values";
import { internalMutation, internalQuery } from "../_generated/server";
import type { MutationCtx, QueryCtx } from "../_generated/server";
import { lease, requireCurrent } from "../callers/lease";
import type { Lease } from "../callers/lease";

/** `input` is any value here: its type is that of the operation's schema. */
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
