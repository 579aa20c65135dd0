// Decrypts keys of providers, only for the job runner.
import { decrypt } from "../lib/encryption";
import type { SealedKey } from "./callbacks";
import { providerKeyPlace } from "../sealing/places";

export interface RevealedKey {
  provider: string;
  key: string;
  source: "project" | "platform";
}

export async function revealKey({ projectId, provider, ciphertext }: SealedKey): Promise<RevealedKey | null> {
  if (ciphertext === null) return null;
  return { provider, key: await decrypt(ciphertext, providerKeyPlace(projectId, provider)), source: "project" };
}

/** Returns the platform's key when the project has none and the runner may have it, or null when there is neither. */
export async function revealKeyWithFallback(sealed: SealedKey): Promise<RevealedKey | null> {
  return (await revealKey(sealed)) ?? (sealed.mayFallBack ? platformKey(sealed.provider) : null);
}

/** A variable's name cannot contain hyphens. */
function platformKey(provider: string): RevealedKey | null {
  const key = process.env[`PLATFORM_KEY_${provider.toUpperCase().replaceAll("-", "_")}`];
  return key === undefined || key === "" ? null : { provider, key, source: "platform" };
}
