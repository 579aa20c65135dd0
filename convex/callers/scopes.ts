// The scopes of API keys. Routes, the check of every request and the code that makes keys read them. Pure.
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

/** `admin` covers members, keys, settings and deletion of the project. It includes no area, and no area includes it. */
export type Scope = `${(typeof areas)[number]}:${"read" | "write"}` | "admin" | "*";

/** Scopes to read and write every area, without what `admin` covers. */
export const scopesOfAreas: readonly Scope[] = areas.map((area) => `${area}:write` as const);

export function isScope(text: string): text is Scope {
  if (text === "*" || text === "admin") return true;
  return areas.some((area) => text === `${area}:read` || text === `${area}:write`);
}

/** The end of the message about a text that is not a scope. */
export const scopeRule = `must be * or admin, or end in :read or :write after one of ${areas.join(", ")}`;

/** Whether the scopes `held` include `wanted`. `*` includes everything, and writing an area includes reading it. */
export function includesScope(held: readonly string[], wanted: string): boolean {
  if (held.includes("*") || held.includes(wanted)) return true;
  return wanted.endsWith(":read") && held.includes(wanted.replace(/:read$/, ":write"));
}

/** The scopes in `held` that the role may grant: a key may do no more than the person for whom it was made. */
export function scopesWithin(role: Role, held: readonly string[]): readonly string[] {
  if (role === "owner") return held;
  // A holder of `admin` may delete the project and make owners.
  const ofAreas = held.includes("*") ? scopesOfAreas : held.filter((scope) => scope !== "admin");
  if (role === "admin") return ofAreas;
  return ofAreas.map((scope) => (scope === "project:write" ? "project:read" : scope));
}
