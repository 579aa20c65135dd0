// Records which key encrypts ("seals") the secrets of the deployment.
import type { MutationCtx } from "../_generated/server";
import { apiError } from "../lib/errors";
import { keyIdOf } from "../lib/encryption";

/** Throws CONFLICT when a new secret has another key than the stored secrets. The first secret decides the key. */
export async function requireCurrentKey(ctx: MutationCtx, ciphertext: string): Promise<void> {
  const keyId = keyIdOf(ciphertext);
  const usual = await ctx.db.query("sealingKeys").first();
  if (usual?.keyId === keyId) return;
  if (usual !== null) {
    throw apiError(
      "CONFLICT",
      "The deployment's PROVIDER_KEY_ENCRYPTION_KEY is not the key under which its secrets are sealed. The operator must " +
        "set the previous key again, or encrypt all secrets with the new one: npm run admin -- reseal.",
    );
  }
  await ctx.db.insert("sealingKeys", { keyId });
}

export async function setCurrentKey(ctx: MutationCtx, keyId: string): Promise<void> {
  const usual = await ctx.db.query("sealingKeys").first();
  if (usual === null) await ctx.db.insert("sealingKeys", { keyId });
  else if (usual.keyId !== keyId) await ctx.db.patch("sealingKeys", usual._id, { keyId });
}
