// Makes the key that a request asks for. Only the hash of the key reaches the transaction.
import type { Preparation } from "../api/routes";
import type { KeyRequest, PreparedKey } from "./requests";
import { makeKeySecret } from "./secret";

export const keyPreparation = {
  async prepare({ name, scopes, expiresAt }: KeyRequest) {
    const { raw, hash, prefix } = await makeKeySecret();
    const expiresAtMs = expiresAt == null ? undefined : Date.parse(expiresAt);
    const distinct = scopes == null ? undefined : [...new Set(scopes)];
    return { input: { name, scopes: distinct, expiresAtMs, hash, prefix }, shownOnce: { key: raw } };
  },
} satisfies Preparation<KeyRequest, PreparedKey>;
