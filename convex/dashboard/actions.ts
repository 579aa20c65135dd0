// Builders of the public functions that make keys and ciphertexts, which a mutation cannot make (lib/encryption.ts says
// why), and of those that read stored files. An action prepares keys, if the caller has the right to, and passes them
// to an internal mutation, which checks the caller again in the transaction that does the work.
import type { RegisteredAction, RegisteredMutation } from "convex/server";
import { v } from "convex/values";
import type * as z from "zod/mini";
import { internal } from "../_generated/api";
import type { Id } from "../_generated/dataModel";
import { action, internalMutation } from "../_generated/server";
import type { ActionCtx, MutationCtx } from "../_generated/server";
import { checkShape, requirePlainJson } from "../lib/untrusted";
import type { PreparingPermission } from "./admission";
import { admit } from "./builders";
import type { Member } from "./builders";
import { auditedCall, separateTexts } from "./writes";

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
    // The schema checks the input, as in `memberWrite`.
    args: v.any(),
    handler: async (ctx, args: unknown) => {
      const [{ projectId }, others] = separateTexts(args, ["projectId"]);
      const id: Id<"projects"> = await ctx.runQuery(internal.dashboard.admission.check, { projectId, permission });
      requirePlainJson(others);
      return await handler(ctx, { projectId, id }, checkShape(schema(), others));
    },
  });
}

/** The mutation at the end of such an action. Only the action passes its input, so no validator checks it. */
export function preparedMutation<Input, Result>(
  permission: PreparingPermission,
  handler: (ctx: MutationCtx & Member, input: Input) => Promise<Result>,
): RegisteredMutation<"internal", { projectId: string; input: Input }, Promise<Result>> {
  return internalMutation({
    args: { projectId: v.string(), input: v.any() },
    handler: async (ctx, { projectId, input }: { projectId: string; input: Input }) => {
      const member = await admit(ctx, projectId, permission);
      return await auditedCall({ ...ctx, ...member }, input, handler);
    },
  });
}
