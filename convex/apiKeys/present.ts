import type { Doc } from "../_generated/dataModel";
import type { Role } from "../callers/membership";
import { idsOf, shownId } from "../lib/publicIds";
import type { Ids } from "../lib/publicIds";
import { isoTime, shownTime } from "../lib/times";

export interface KeyView extends Ids {
  name: string;
  prefix: string;
  scopes: string[];
  createdAt: string;
  lastUsedAt: string | null;
  status: "active" | "revoked";
  revokedAt: string | null;
  expiresAt: string | null;
  /** The user for whom it was made, with whose membership it ends. */
  createdBy: string;
  /** The key that made it, with which it ends; null for one that a person or an administrator made. */
  madeByKeyId: string | null;
  /** The role of that user, where it takes away from the scopes; null where the key may do all that they say. */
  limitedTo: Role | null;
}

/** What is said of a key that does not stand in its row. */
interface Surroundings {
  lastUsedAtMs: number | null;
  createdBy: string;
  limitedTo: Role | null;
}

export function presentKey(key: Doc<"apiKeys">, { lastUsedAtMs, createdBy, limitedTo }: Surroundings): KeyView {
  const { name, prefix, scopes, revokedAtMs, expiresAtMs, madeByKeyId } = key;
  return {
    ...idsOf("apiKeys", key._id),
    name,
    prefix,
    scopes,
    createdAt: isoTime(key._creationTime),
    lastUsedAt: shownTime(lastUsedAtMs),
    status: revokedAtMs === null ? "active" : "revoked",
    revokedAt: shownTime(revokedAtMs),
    expiresAt: shownTime(expiresAtMs),
    createdBy,
    madeByKeyId: shownId("apiKeys", madeByKeyId),
    limitedTo,
  };
}
