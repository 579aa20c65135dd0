// How public functions are made for what a mutation cannot make: keys and ciphertexts (lib/encryption.ts says why). An
// action prepares them, for who may have them alone, and hands what came of it to an internal mutation, which looks again
// who calls, in the transaction that does the work.
import type { RegisteredAction, RegisteredMutation } from "convex/server";
import { v } from "convex/values";
import type * as z from "zod/mini";
import { internal } from "../_generated/api";
import type { Id } from "../_generated/dataModel";
import { action, internalMutation } from "../_generated/server";
import type { ActionCtx, MutationCtx } from "../_generated/server";
import { checkShape, requireJson } from "../lib/untrusted";
import type { PreparingPermission } from "./admission";
import { admit } from "./builders";
import type { Member } from "./builders";
import { takeTexts } from "./writes";

/** Which project a call is about: as it says it, and the document. */
interface Named {
  projectId: string;
  id: Id<"projects">;
}

/** `memberAction("keys:manage", requests.set, async (ctx, { projectId, id }, request) => ...)` */
export function memberAction<Output, Input, Result>(
  permission: PreparingPermission,
  schema: () => z.ZodMiniType<Output, Input>,
  handler: (ctx: ActionCtx, project: Named, request: Output) => Promise<Result>,
): RegisteredAction<"public", { projectId: string } & Input, Promise<Result>> {
  return action({
    // As for `memberWrite`.
    args: v.any(),
    handler: async (ctx, args: unknown) => {
      const [{ projectId }, others] = takeTexts(args, ["projectId"]);
      const id: Id<"projects"> = await ctx.runQuery(internal.dashboard.admission.check, { projectId, permission });
      requireJson(others);
      return await handler(ctx, { projectId, id }, checkShape(schema(), others));
    },
  });
}

/** What such an action ends with. The input is any value: the action alone passes it, and its type says what it is. */
export function preparedMutation<Input, Result>(
  permission: PreparingPermission,
  handler: (ctx: MutationCtx & Member, input: Input) => Promise<Result>,
): RegisteredMutation<"internal", { projectId: string; input: Input }, Promise<Result>> {
  return internalMutation({
    args: { projectId: v.string(), input: v.any() },
    handler: async (ctx, { projectId, input }: { projectId: string; input: Input }) => {
      const member = await admit(ctx, projectId, permission);
      return await handler({ ...ctx, ...member }, input);
    },
  });
}
