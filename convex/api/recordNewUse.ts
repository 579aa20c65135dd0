// Records that a key was used by a request that writes nothing else. Requests with a recent use do not load this file.
import { internal } from "../_generated/api";
import type { Id } from "../_generated/dataModel";
import type { ActionCtx } from "../_generated/server";
import { omitNullish } from "../lib/omitNullish";
import type { Credential } from "./builders";

/** A failure to record does not change the answer: reads continue when the disk is full. */
export async function recordNewUse(ctx: ActionCtx, keyId: Id<"apiKeys">, { route }: Credential): Promise<void> {
  const use = { keyId, ...omitNullish({ route }) };
  await ctx.runMutation(internal.apiKeys.endpoints.recordUse, use).catch((thrown: unknown) => {
    console.warn(`The use of a key could not be recorded: ${String(thrown)}`);
  });
}
