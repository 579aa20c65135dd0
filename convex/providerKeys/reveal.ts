// Decrypts keys of providers, only for the job runner, and only for an address at which the key belongs. A runner that
// names no address gets the key without this check, as the contract says.
import { decrypt } from "../lib/encryption";
import { providerKeyAssociatedData } from "../sealing/associatedData";
import type { SealedKey } from "./operations";
import { mayUseHttp } from "./model";
import { belongsToOrigins, readOrigins, refusalReason, webOriginOf } from "./codeHostOrigins";
import type { RefusalReason } from "./codeHostOrigins";

type Source = "project" | "platform";

/** `origins` is in answers to runners that name an address. */
type Answer =
  | { provider: string; key: string; source: Source; origins?: string[] | null }
  /** There is a key, and it may not go there. `refused` is a sentence for people. */
  | { provider: string; key: null; source: Source; origins: string[] | null; refused: string };

export async function revealKey(sealed: SealedKey): Promise<Answer | null> {
  const { projectId, provider, address, found } = sealed;
  if (found === null) return null;
  const { ciphertext, origins } = found;
  const refused = refusedAt(address, origins ?? [], "project");
  if (refused !== null) return { provider, key: null, source: "project", origins, refused };
  const key = await decrypt(ciphertext, providerKeyAssociatedData(projectId, provider));
  const answer = { provider, key, source: "project" as const };
  return address === null ? answer : { ...answer, origins };
}

/** Returns the platform's key when the project has none and the runner may have it, or null when there is neither. */
export async function revealKeyWithFallback(sealed: SealedKey): Promise<Answer | null> {
  // A key of the project that may not go there is not replaced by one that may.
  return (await revealKey(sealed)) ?? (sealed.mayFallBack ? platformKey(sealed) : null);
}

/** A variable's name cannot contain hyphens. */
function platformKey({ provider, address }: SealedKey): Answer | null {
  const key = process.env[`PLATFORM_KEY_${provider.toUpperCase().replaceAll("-", "_")}`]?.trim() ?? "";
  if (key === "") return null;
  const answer = { provider, source: "platform" as const };
  if (address === null || !belongsToOrigins(provider)) return { ...answer, key };
  const origins = readOrigins(process.env["PLATFORM_CODE_HOST_ORIGINS"] ?? "") ?? [];
  const refused = refusedAt(address, origins, "platform");
  return refused === null ? { ...answer, key, origins } : { ...answer, key: null, origins, refused };
}

/** Returns a sentence that says why the key may not go to the address, or null when it may. */
function refusedAt(address: string | null, origins: readonly string[], source: Source): string | null {
  const refusal = address === null ? null : refusalReason(address, { origins, mayUseHttp: mayUseHttp() });
  return address === null || refusal === null ? null : reasonText(refusal, source, address);
}

/** The sentence must not repeat the address, which may have a password in it. */
function reasonText(refusal: RefusalReason, source: Source, address: string): string {
  const key = `The ${source}'s key for the code host`;
  const origin = webOriginOf(address) ?? "";
  switch (refusal) {
    case "no address":
      return `${key} is only for addresses that begin with https://, and this one does not name a host in a plain way.`;
    case "plain http":
      return `${key} is not sent to ${origin}, which is not encrypted: the operator can set SERVICE_KEYS_OVER_HTTP=on.`;
    case "another origin":
      return source === "project"
        ? `${key} is not for ${origin}. Somebody who may set keys can set it again with this origin.`
        : `${key} is not for ${origin}. The operator can add this origin to PLATFORM_CODE_HOST_ORIGINS.`;
  }
}
