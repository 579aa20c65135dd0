// What each role may do in the dashboard. The check of every public function reads this table. Pure.
import { apiError } from "../lib/errors";
import type { Role } from "./membership";

/** The roles of members, from the highest to the lowest. */
export const memberRoles = ["owner", "admin", "member"] as const;

/** The lowest role that has each permission. Higher roles have it too. */
const leastRole = {
  // To read everything except secrets.
  "project:read": "member",
  // To change work items and runs.
  "work:write": "member",
  "members:manage": "admin",
  "keys:manage": "admin",
  "settings:manage": "admin",
  "audit:read": "admin",
  "webhooks:manage": "admin",
  "budgets:manage": "admin",
  // To make a member an owner, and to change or remove an owner.
  "owners:manage": "owner",
  "project:delete": "owner",
  // To make another project. It has nothing to do with the one that the person owns, except that strangers who can sign
  // in own none.
  "projects:make": "owner",
  // To make runner tokens, whose holders read the secrets of the project in full.
  "runnerTokens:make": "owner",
} as const satisfies Record<string, Role>;

export type Permission = keyof typeof leastRole;

const rank: Record<Role, number> = { member: 0, admin: 1, owner: 2 };

export function hasPermission(role: Role, permission: Permission): boolean {
  return rank[role] >= rank[leastRole[permission]];
}

/** Whether a member with the role `role` may invite a person as `invited`. Only owners may invite owners. */
export function mayInvite(role: Role, invited: Role): boolean {
  return hasPermission(role, invited === "owner" ? "owners:manage" : "members:manage");
}

/** Throws FORBIDDEN when the role does not have the permission. */
export function requirePermission(role: Role, permission: Permission): void {
  if (hasPermission(role, permission)) return;
  const least = leastRole[permission];
  throw apiError("FORBIDDEN", `The role ${role} lacks the permission ${permission}, which the role ${least} has.`);
}
