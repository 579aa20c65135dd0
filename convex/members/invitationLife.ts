// How long an invitation lasts. Pure.
import type { Doc } from "../_generated/dataModel";
import { dayMs } from "../lib/durations";

export const invitationLifeMs = 14 * dayMs;

/** Of invitations made before they were given an end, it follows from when that was. */
export function expiryOf({ _creationTime, expiresAtMs }: Doc<"projectInvitations">): number {
  return expiresAtMs ?? _creationTime + invitationLifeMs;
}
