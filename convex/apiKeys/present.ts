import type { Doc } from "../_generated/dataModel";
import type { Role } from "../callers/membership";
import { publicIdOrNull, withIds } from "../lib/publicIds";
import type { Ids } from "../lib/publicIds";
import { isoTime, isoTimeOrNull } from "../lib/times";

export interface KeyView extends Ids {
  name: string;
  prefix: string;
  scopes: string[];
  createdAt: string;
  lastUsedAt: string | null;
  status: "active" | "revoked";
  revokedAt: string | null;
  expiresAt: string | null;
  /** The user for whom the key was made. It ends when that user leaves the project. */
  createdBy: string;
  /** The key that made this one. This one ends with it. Null when a person or an administrator made the key. */
  madeByKeyId: string | null;
  /** The role of the key's holder when it allows less than the scopes. Null when the role does not limit the key. */
  limitedTo: Role | null;
}

/** The fields of the view that are not in the key's row. */
interface Surroundings {
  lastUsedAtMs: number | null;
  createdBy: string;
  limitedTo: Role | null;
}

export function presentKey(key: Doc<"apiKeys">, { lastUsedAtMs, createdBy, limitedTo }: Surroundings): KeyView {
  const { name, prefix, scopes, revokedAtMs, expiresAtMs, madeByKeyId } = key;
  return withIds("apiKeys", key._id, {
    name,
    prefix,
    scopes,
    createdAt: isoTime(key._creationTime),
    lastUsedAt: isoTimeOrNull(lastUsedAtMs),
    status: revokedAtMs === null ? "active" : "revoked",
    revokedAt: isoTimeOrNull(revokedAtMs),
    expiresAt: isoTimeOrNull(expiresAtMs),
    createdBy,
    madeByKeyId: publicIdOrNull("apiKeys", madeByKeyId),
    limitedTo,
  });
}
