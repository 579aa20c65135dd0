import type { Id } from "../_generated/dataModel";
import { callbackQuery } from "../callback/builders";
import { namedProject } from "../lib/named";
import { findProviderKey } from "./model";

/** The edge decrypts the key. A deployment may store results of functions, so no result may hold the plain text. */
export interface SealedKey {
  projectId: Id<"projects">;
  provider: string;
  /** Null when the project has no key for this provider. */
  ciphertext: string | null;
  /** Whether the runner may have the platform's key. Those who made runner tokens must not learn it. */
  mayFallBack: boolean;
}

export const get = callbackQuery(async (ctx, request: { projectId: string; keyType: string }): Promise<SealedKey> => {
  const { projectId: text, keyType: provider } = request;
  const projectId = (await namedProject(ctx, text))._id;
  const key = await findProviderKey(ctx, projectId, provider);
  return { projectId, provider, ciphertext: key?.ciphertext ?? null, mayFallBack: ctx.token === null };
});
