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
  "webhooks",
  "budgets",
] as const;

/** Areas in which a key can change nothing. */
const readAreas = ["audit", "events"] as const;

/** `admin` covers members, keys, settings and deletion of the project. It includes no area, and no area includes it. */
export type Scope =
  | `${(typeof areas)[number]}:${"read" | "write"}`
  | `${(typeof readAreas)[number]}:read`
  | "admin"
  | "*";

/** Scopes to read and write every area, without what `admin` covers. */
export const scopesOfAreas: readonly Scope[] = [
  ...areas.map((area) => `${area}:write` as const),
  ...readAreas.map((area) => `${area}:read` as const),
];

export const presets = ["read-only", "operator", "trigger-only", "full"] as const;
export type Preset = (typeof presets)[number];

/** The scopes of keys that are made with a preset. What `trigger-only` may change is bound besides (keyBounds.ts). */
export const scopesOfPreset: Record<Preset, readonly Scope[]> = {
  "read-only": [...areas, ...readAreas].map((area) => `${area}:read` as const),
  operator: scopesOfAreas,
  "trigger-only": ["runs:write", "workflows:read"],
  full: ["*"],
};

export function isScope(text: string): text is Scope {
  if (text === "*" || text === "admin") return true;
  if (readAreas.some((area) => text === `${area}:read`)) return true;
  return areas.some((area) => text === `${area}:read` || text === `${area}:write`);
}

/** The end of the message about a text that is not a scope. */
export const scopeRule =
  `must be * or admin, or end in :read or :write after one of ${areas.join(", ")}, ` +
  `or in :read after ${readAreas.join(", ")}`;

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
  return ofAreas
    .filter((scope) => scope !== "audit:read")
    .map((scope) => (onlyAdminsChange.includes(scope) ? `${scope.replace(/:write$/, "")}:read` : scope));
}

/** What an area holds is read by every member, and changed by admins. */
const onlyAdminsChange: readonly string[] = ["project:write", "webhooks:write", "budgets:write"] satisfies Scope[];
