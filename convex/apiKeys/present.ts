import type { Doc } from "../_generated/dataModel";
import type { Role } from "../callers/membership";
import type { KeyUse } from "../callers/keyUses";
import type { Preset } from "../callers/scopes";
import { publicId, publicIdOrNull, withIds } from "../lib/publicIds";
import type { Ids } from "../lib/publicIds";
import { isoTime, isoTimeOrNull } from "../lib/times";

export interface KeyView extends Ids {
  name: string;
  prefix: string;
  scopes: string[];
  /** Null when the key was made with scopes. */
  preset: Preset | null;
  /** The workflows whose runs, chains and recurring tasks alone the key may start and change. Null: those of all. */
  workflowIds: string[] | null;
  createdAt: string;
  lastUsedAt: string | null;
  /** What the key was last used for, such as `POST /api/v1/runs/start`. Null when that use had no known route. */
  lastUsedRoute: string | null;
  status: "active" | "revoked";
  revokedAt: string | null;
  expiresAt: string | null;
  /** The user for whom the key was made. It ends when that user leaves the project. */
  createdBy: string;
  /** The key that made this one. This one ends with it. Null when a person or an administrator made the key. */
  madeByKeyId: string | null;
  /** The key that took the place of this one, which works until `expiresAt` and is revoked then. */
  replacedBy: string | null;
  /** The role of the key's holder when it allows less than the scopes. Null when the role does not limit the key. */
  limitedTo: Role | null;
}

/** The fields of the view that are not in the key's row. */
interface Surroundings {
  lastUse: KeyUse | null;
  createdBy: string;
  limitedTo: Role | null;
}

export function presentKey(key: Doc<"apiKeys">, { lastUse, createdBy, limitedTo }: Surroundings): KeyView {
  const { name, prefix, scopes, preset, workflowIds, revokedAtMs, expiresAtMs, madeByKeyId, replacedByKeyId } = key;
  return withIds("apiKeys", key._id, {
    name,
    prefix,
    scopes,
    preset: preset ?? null,
    workflowIds: workflowIds?.map((id) => publicId("workflows", id)) ?? null,
    createdAt: isoTime(key._creationTime),
    lastUsedAt: isoTimeOrNull(lastUse?.atMs ?? null),
    lastUsedRoute: lastUse?.route ?? null,
    status: revokedAtMs === null ? "active" : "revoked",
    revokedAt: isoTimeOrNull(revokedAtMs),
    expiresAt: isoTimeOrNull(expiresAtMs),
    createdBy,
    madeByKeyId: publicIdOrNull("apiKeys", madeByKeyId),
    replacedBy: publicIdOrNull("apiKeys", replacedByKeyId),
    limitedTo,
  });
}
