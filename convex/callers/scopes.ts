// What a key may do. Pure: read by the edge's routes, by the check of every request and by those who make keys.
import type { Role } from "./membership";

const areas = [
  "project",
  "notifications",
  "merging",
  "analytics",
  "trash",
  "sprint-chains",
  "recurring-tasks",
  "issues",
  "issue-sessions",
  "answering-sessions",
  "work-chains",
  "learnings",
  "personas",
  "assets",
  "runs",
  "workflows",
  "sandboxes",
] as const;

/** `admin` is members, keys, settings and deletion of the project; it includes no area, and no area includes it. */
export type Scope = `${(typeof areas)[number]}:${"read" | "write"}` | "admin" | "*";

/** To read and write every area, without what `admin` is. */
export const scopesOfAreas: readonly Scope[] = areas.map((area) => `${area}:write` as const);

export function isScope(text: string): text is Scope {
  if (text === "*" || text === "admin") return true;
  return areas.some((area) => text === `${area}:read` || text === `${area}:write`);
}

/** What a refusal says of any other text. */
export const scopeRule = `must be * or admin, or end in :read or :write after one of ${areas.join(", ")}`;

/** Whether `held` includes `wanted`: `*` includes all, and writing an area includes reading it. */
export function includesScope(held: readonly string[], wanted: string): boolean {
  if (held.includes("*") || held.includes(wanted)) return true;
  return wanted.endsWith(":read") && held.includes(wanted.replace(/:read$/, ":write"));
}

/** What is left of scopes that somebody with this role gave: a key may do no more than they may do themselves. */
export function scopesWithin(role: Role, held: readonly string[]): readonly string[] {
  if (role === "owner") return held;
  // Whoever holds `admin` may delete the project and make owners.
  const ofAreas = held.includes("*") ? scopesOfAreas : held.filter((scope) => scope !== "admin");
  if (role === "admin") return ofAreas;
  return ofAreas.map((scope) => (scope === "project:write" ? "project:read" : scope));
}
