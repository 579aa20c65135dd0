// Whether somebody may have something prepared, which an action asks before it does anything.
import { v } from "convex/values";
import type { Infer } from "convex/values";
import type { Id } from "../_generated/dataModel";
import { internalQuery } from "../_generated/server";
import { admit } from "./builders";

const preparing = v.union(v.literal("keys:manage"), v.literal("settings:manage"));

/** What is asked for those who have keys or ciphertexts made. */
export type PreparingPermission = Infer<typeof preparing>;

/** Throws as `admit` does. */
export const check = internalQuery({
  args: { projectId: v.string(), permission: preparing },
  handler: async (ctx, { projectId, permission }): Promise<Id<"projects">> =>
    (await admit(ctx, projectId, permission)).project._id,
});
