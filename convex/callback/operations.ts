// What the job runner may ask for: one row per operation. A row gives the shape of the arguments, loaded when asked for,
// the one function that does the work in one transaction, and what the edge makes of its result where it makes anything.
import type { DefaultFunctionArgs, FunctionReference } from "convex/server";
import type { ZodMiniType } from "zod/mini";
import { internal } from "../_generated/api";
import type { ActionCtx } from "../_generated/server";
import { checkShape } from "../lib/untrusted";

/** Throws VALIDATION, naming what is wrong with the arguments, and what the function throws. */
type Operation = (ctx: ActionCtx, args: unknown) => Promise<unknown>;

type LazySchema<Args> = () => Promise<ZodMiniType<Args>>;

const keyArgs = async () => (await import("../providerKeys/callbackRequests")).get();
const settingsArgs = async () => (await import("../settings/callbackRequests")).get();

export const operations: ReadonlyMap<string, Operation> = new Map([
  [
    "keys.get",
    query(keyArgs, internal.providerKeys.callbacks.get, async (sealed) =>
      (await import("../providerKeys/reveal")).revealKey(sealed),
    ),
  ],
  [
    "keys.getWithFallback",
    query(keyArgs, internal.providerKeys.callbacks.get, async (sealed) =>
      (await import("../providerKeys/reveal")).revealKeyWithFallback(sealed),
    ),
  ],
  [
    "settings.get",
    query(settingsArgs, internal.settings.callbacks.get, async (sealed) =>
      (await import("../settings/reveal")).revealSettings(sealed),
    ),
  ],
]);

function query<Args extends DefaultFunctionArgs, Result>(
  shape: LazySchema<Args>,
  work: FunctionReference<"query", "internal", Args, Result>,
  finish: (result: Result) => Promise<unknown>,
): Operation {
  // That the function takes what the shape makes is checked by the parameters above; a call needs no more than this.
  const call: FunctionReference<"query", "internal", Record<string, unknown>, Result> = work;
  return async (ctx, args) => {
    const checked = checkShape(await shape(), args, ["args"]);
    return await finish(await ctx.runQuery(call, checked));
  };
}
