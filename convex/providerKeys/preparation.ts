// Encrypts the key in a request before the transaction, which sees only the ciphertext.
import type { Preparation } from "../api/routes";
import { seal } from "../lib/sealing";
import type { Sealed } from "../lib/sealing";
import { providerKeyPlace } from "../sealing/places";
import type { SetRequest } from "./requests";

export type SealedProviderKey = Sealed & { provider: string };

export const providerKeyPreparation: Preparation<SetRequest, SealedProviderKey> = {
  async prepare({ provider, key }, projectId) {
    return { input: { provider, ...(await seal(key, providerKeyPlace(projectId, provider))) } };
  },
};
