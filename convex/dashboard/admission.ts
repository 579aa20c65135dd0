// Checks whether the caller may do what an action prepares or reads. An action asks this before it does anything.
import { v } from "convex/values";
import type { Infer } from "convex/values";
import type { Id } from "../_generated/dataModel";
import { internalQuery } from "../_generated/server";
import { literals } from "../lib/literals";
import { admit } from "./builders";

const preparing = literals(["keys:manage", "settings:manage", "runnerTokens:make", "webhooks:manage", "project:read"]);

export type PreparingPermission = Infer<typeof preparing>;

/** Throws the same errors as `admit`. */
export const check = internalQuery({
  args: { projectId: v.string(), permission: preparing },
  handler: async (ctx, { projectId, permission }): Promise<Id<"projects">> =>
    (await admit(ctx, projectId, permission)).project._id,
});
