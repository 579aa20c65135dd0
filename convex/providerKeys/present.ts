import type { Doc } from "../_generated/dataModel";
import { isoTime } from "../lib/times";

/** Without the key, which is shown to nobody. */
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
