// The time for which an invitation is valid. This file is pure.
import type { Doc } from "../_generated/dataModel";
import { dayMs } from "../lib/durations";

export const invitationLifeMs = 14 * dayMs;

/** Older invitations have no end of their own: it follows from their creation time. */
export function expiryOf({ _creationTime, expiresAtMs }: Doc<"projectInvitations">): number {
  return expiresAtMs ?? _creationTime + invitationLifeMs;
}
