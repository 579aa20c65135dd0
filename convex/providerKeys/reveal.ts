// Keys of providers in full, for the job runner alone.
import { decrypt } from "../lib/encryption";
import type { SealedKey } from "./callbacks";
import { providerKeyPlace } from "../sealing/places";

export interface RevealedKey {
  provider: string;
  key: string;
  source: "project" | "platform";
}

/** Null when the project has none. */
export async function revealKey({ projectId, provider, ciphertext }: SealedKey): Promise<RevealedKey | null> {
  if (ciphertext === null) return null;
  return { provider, key: await decrypt(ciphertext, providerKeyPlace(projectId, provider)), source: "project" };
}

/** Where the project has none, the platform's; null when there is none either. */
export async function revealKeyWithFallback(sealed: SealedKey): Promise<RevealedKey | null> {
  return (await revealKey(sealed)) ?? platformKey(sealed.provider);
}

/** Names of variables have no hyphens. */
function platformKey(provider: string): RevealedKey | null {
  const key = process.env[`PLATFORM_KEY_${provider.toUpperCase().replaceAll("-", "_")}`];
  return key === undefined || key === "" ? null : { provider, key, source: "platform" };
}
