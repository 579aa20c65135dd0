// Builds functions for the scheduler, such as `scheduledMutation({ runId: v.id("runs") }, (ctx, { runId }) =>
// clearTraces(ctx, runId))`. A scheduled call refers to the function by name and may run long after, so these functions
// keep their names.
import type { RegisteredMutation } from "convex/server";
import type { ObjectType, PropertyValidators } from "convex/values";
import { internalMutation } from "../_generated/server";
import type { MutationCtx } from "../_generated/server";

export function scheduledMutation<Args extends PropertyValidators>(
  args: Args,
  work: (ctx: MutationCtx, args: ObjectType<Args>) => Promise<unknown>,
): RegisteredMutation<"internal", ObjectType<Args>, Promise<null>> {
  const fields: PropertyValidators = args;
  return internalMutation({
    args: fields,
    handler: async (ctx, accepted): Promise<null> => {
      // The validators have already checked these arguments.
      await work(ctx, accepted as ObjectType<Args>);
      return null;
    },
  });
}

/** Runs `work` with the row, unless the row was deleted in the meantime. */
export async function ifExists<Row>(reading: Promise<Row | null>, work: (row: Row) => Promise<unknown>): Promise<void> {
  const row = await reading;
  if (row !== null) await work(row);
}
