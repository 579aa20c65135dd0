// Makes the key that a request asks for. Only the hash of the key reaches the transaction.
import type { Preparation } from "../api/routeBuilders";
import { scopesOfPreset } from "../callers/scopes";
import type { KeyRequest, PreparedKey, PreparedRotation, RotationRequest } from "./requests";
import { makeKeySecret } from "./secret";

export const keyPreparation = {
  async prepare({ name, scopes, preset, workflowIds, expiresAt }: KeyRequest) {
    const { raw, hash, prefix } = await makeKeySecret();
    const input = {
      name,
      scopes: preset == null ? distinct(scopes) : [...scopesOfPreset[preset]],
      preset: preset ?? undefined,
      workflowIds: distinct(workflowIds),
      expiresAtMs: expiresAt == null ? undefined : Date.parse(expiresAt),
      hash,
      prefix,
    };
    return { input, shownOnce: { key: raw } };
  },
} satisfies Preparation<KeyRequest, PreparedKey>;

export const rotationPreparation = {
  async prepare(request: RotationRequest) {
    const { raw, hash, prefix } = await makeKeySecret();
    return { input: { ...request, hash, prefix }, shownOnce: { key: raw } };
  },
} satisfies Preparation<RotationRequest, PreparedRotation>;

function distinct(texts: readonly string[] | null | undefined): string[] | undefined {
  return texts == null ? undefined : [...new Set(texts)];
}
