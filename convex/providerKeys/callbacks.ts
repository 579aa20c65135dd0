import { v } from "convex/values";
import type { Id } from "../_generated/dataModel";
import { internalQuery } from "../_generated/server";
import { namedProject } from "../project/named";
import { findProviderKey } from "./model";

/** What the edge makes a key of: plain text is in no function's result, which a deployment may keep. */
export interface SealedKey {
  projectId: Id<"projects">;
  provider: string;
  /** Null when the project has no key of this provider. */
  ciphertext: string | null;
}

export const get = internalQuery({
  args: { projectId: v.string(), keyType: v.string() },
  handler: async (ctx, { projectId: text, keyType: provider }): Promise<SealedKey> => {
    const projectId = (await namedProject(ctx, text))._id;
    const key = await findProviderKey(ctx, projectId, provider);
    return { projectId, provider, ciphertext: key?.ciphertext ?? null };
  },
});
