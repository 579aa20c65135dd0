// Encrypts the key in a request before the transaction, which sees only the ciphertext.
import type { Preparation } from "../api/routeBuilders";
import { seal } from "../lib/encryption";
import { invalidFields } from "../lib/errors";
import type { Sealed } from "../lib/encryption";
import { providerKeyAssociatedData } from "../sealing/associatedData";
import { mayUseHttp } from "./model";
import { belongsToOrigins, httpRule, readOrigin } from "./codeHostOrigins";
import type { SetRequest } from "./requests";

export type SealedProviderKey = Sealed & {
  provider: string;
  /** Undefined: the request does not name any. */
  origins: string[] | undefined;
};

export const providerKeyPreparation: Preparation<SetRequest, SealedProviderKey> = {
  async prepare({ provider, key, origins }, projectId) {
    const checked = origins == null ? undefined : checkedOrigins(provider, origins);
    const sealed = await seal(key, providerKeyAssociatedData(projectId, provider));
    return { input: { provider, origins: checked, ...sealed } };
  },
};

/** Returns each origin once, in its usual form. Throws VALIDATION. */
function checkedOrigins(provider: string, texts: readonly string[]): string[] {
  if (!belongsToOrigins(provider)) {
    throw invalidFields([{ field: "origins", message: `origins: a key of ${provider} does not belong to addresses.` }]);
  }
  const origins = texts.map((text) => readOrigin(text) ?? text);
  const unsafe = mayUseHttp() ? -1 : origins.findIndex((origin) => origin.startsWith("http:"));
  if (unsafe !== -1) {
    throw invalidFields([{ field: `origins.${unsafe}`, message: `origins.${unsafe} ${httpRule}.` }]);
  }
  return [...new Set(origins)];
}
