// Encrypts the key in a request before the transaction, which sees only the ciphertext.
import type { Preparation } from "../api/routes";
import { seal } from "../lib/encryption";
import type { Sealed } from "../lib/encryption";
import { providerKeyPlace } from "../sealing/places";
import type { SetRequest } from "./requests";

export type SealedProviderKey = Sealed & { provider: string };

export const providerKeyPreparation: Preparation<SetRequest, SealedProviderKey> = {
  async prepare({ provider, key }, projectId) {
    return { input: { provider, ...(await seal(key, providerKeyPlace(projectId, provider))) } };
  },
};
