import type { Doc } from "../_generated/dataModel";
import { publicId } from "../lib/publicIds";
import { isoTime } from "../lib/times";

export interface KeyView {
  id: string;
  _id: string;
  name: string;
  prefix: string;
  scopes: string[];
  createdAt: string;
  lastUsedAt: string | null;
  status: "active" | "revoked";
  revokedAt: string | null;
  expiresAt: string | null;
}

export function presentKey(key: Doc<"apiKeys">, lastUsedAtMs: number | null): KeyView {
  const id = publicId("apiKeys", key._id);
  const { name, prefix, scopes, revokedAtMs, expiresAtMs } = key;
  return {
    id,
    _id: id,
    name,
    prefix,
    scopes,
    createdAt: isoTime(key._creationTime),
    lastUsedAt: lastUsedAtMs === null ? null : isoTime(lastUsedAtMs),
    status: revokedAtMs === null ? "active" : "revoked",
    revokedAt: revokedAtMs === null ? null : isoTime(revokedAtMs),
    expiresAt: expiresAtMs === undefined ? null : isoTime(expiresAtMs),
  };
}
