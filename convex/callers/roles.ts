// What each role may do in the dashboard. Pure: read by the check of every public function.
import { apiError } from "../lib/errors";
import type { Role } from "./membership";

/** From the highest to the lowest. */
export const memberRoles = ["owner", "admin", "member"] as const;

/** The least role that may; the higher ones may too. */
const leastRole = {
  // All but secrets.
  "project:read": "member",
  // Work items and runs.
  "work:write": "member",
  "members:manage": "admin",
  "keys:manage": "admin",
  "settings:manage": "admin",
  // To make somebody an owner, and to change or remove one.
  "owners:manage": "owner",
  "project:delete": "owner",
} as const satisfies Record<string, Role>;

export type Permission = keyof typeof leastRole;

const rank: Record<Role, number> = { member: 0, admin: 1, owner: 2 };

export function holdsPermission(role: Role, permission: Permission): boolean {
  return rank[role] >= rank[leastRole[permission]];
}

/** Owners are made by owners alone. */
export function mayInvite(role: Role, invited: Role): boolean {
  return holdsPermission(role, invited === "owner" ? "owners:manage" : "members:manage");
}

/** Throws FORBIDDEN. */
export function requirePermission(role: Role, permission: Permission): void {
  if (holdsPermission(role, permission)) return;
  const least = leastRole[permission];
  throw apiError("FORBIDDEN", `The role ${role} lacks the permission ${permission}, which the role ${least} has.`);
}
