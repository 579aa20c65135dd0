// How functions are made that the scheduler runs, such as
// `scheduled({ runId: v.id("runs") }, (ctx, { runId }) => clearTraces(ctx, runId))`. What has been scheduled names them, and
// may run long after.
import type { RegisteredMutation } from "convex/server";
import type { ObjectType, PropertyValidators } from "convex/values";
import { internalMutation } from "../_generated/server";
import type { MutationCtx } from "../_generated/server";

export function scheduled<Args extends PropertyValidators>(
  args: Args,
  work: (ctx: MutationCtx, args: ObjectType<Args>) => Promise<unknown>,
): RegisteredMutation<"internal", ObjectType<Args>, Promise<null>> {
  const fields: PropertyValidators = args;
  return internalMutation({
    args: fields,
    handler: async (ctx, accepted): Promise<null> => {
      // The validators have accepted them.
      await work(ctx, accepted as ObjectType<Args>);
      return null;
    },
  });
}

/** For a row that may have gone since. */
export async function ifThere<Row>(reading: Promise<Row | null>, work: (row: Row) => Promise<unknown>): Promise<void> {
  const row = await reading;
  if (row !== null) await work(row);
}
