import type { Id } from "../_generated/dataModel";
import { callbackQuery } from "../callback/builders";
import { getAnyProject } from "../lib/getDocument";
import { findProviderKey } from "./model";
import type { GetRequest } from "./requests";

/**
 * The edge decides whether the key may go to the address, and decrypts it. A deployment may store results of functions,
 * so no result may hold the plain text.
 */
export interface SealedKey {
  projectId: Id<"projects">;
  provider: string;
  /** What the runner wants to reach. Null when it does not say. */
  address: string | null;
  /** Null when the project has no key for this provider. */
  found: { ciphertext: string; origins: string[] | null } | null;
  /** Whether the runner may have the platform's key. Those who made runner tokens must not learn it. */
  mayFallBack: boolean;
}

export const get = callbackQuery(async (ctx, request: GetRequest): Promise<SealedKey> => {
  const { projectId: text, keyType: provider, address = null } = request;
  const projectId = (await getAnyProject(ctx, text))._id;
  const asked = { projectId, provider, address, mayFallBack: ctx.token === null };
  const key = await findProviderKey(ctx, projectId, provider);
  if (key === null) return { ...asked, found: null };
  return { ...asked, found: { ciphertext: key.ciphertext, origins: key.origins ?? null } };
});
