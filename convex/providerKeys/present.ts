import type { Doc } from "../_generated/dataModel";
import { isoTime } from "../lib/times";

/** Shows everything but the key itself, which nobody can read again. */
export interface ProviderKeyView {
  provider: string;
  lastFour: string;
  updatedAt: string;
}

export function presentProviderKey(
  key: Pick<Doc<"providerKeys">, "provider" | "lastFour" | "updatedAt">,
): ProviderKeyView {
  return { provider: key.provider, lastFour: key.lastFour, updatedAt: isoTime(key.updatedAt) };
}
