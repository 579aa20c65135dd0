import type { Doc } from "../_generated/dataModel";
import { isoTime } from "../lib/times";
import { knownProviders } from "./model";

/** Shows everything except the key itself, which nobody can read again. */
export interface ProviderKeyView {
  provider: string;
  /** False for a provider that no part of the service asks for, which is often a typing error. */
  known: boolean;
  lastFour: string;
  updatedAt: string;
  /** Where the key of a code host may go: nowhere when the list is empty. Null for other providers. */
  origins: string[] | null;
}

export function presentProviderKey(
  key: Pick<Doc<"providerKeys">, "provider" | "lastFour" | "updatedAt">,
  origins: string[] | null,
): ProviderKeyView {
  const { provider, lastFour, updatedAt } = key;
  return { provider, known: knownProviders.includes(provider), lastFour, updatedAt: isoTime(updatedAt), origins };
}
