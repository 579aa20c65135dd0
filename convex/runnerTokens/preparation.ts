// Makes the token that a request asks for. Only the hash of the token reaches the transaction.
import type { Preparation } from "../api/routeBuilders";
import { makeSecret } from "../apiKeys/secret";
import { tokenPrefix } from "../callers/runnerTokens";
import type { PreparedToken, TokenRequest } from "./requests";

export const tokenPreparation = {
  async prepare({ name, kinds, expiresAt }: TokenRequest) {
    const { raw, hash, prefix } = await makeSecret(tokenPrefix);
    const expiresAtMs = expiresAt == null ? undefined : Date.parse(expiresAt);
    const distinct = kinds == null ? undefined : [...new Set(kinds)];
    return { input: { name, kinds: distinct, expiresAtMs, hash, prefix }, shownOnce: { token: raw } };
  },
} satisfies Preparation<TokenRequest, PreparedToken>;
