import type { FunctionReturnType } from "convex/server";
import type { api } from "#convex/_generated/api";

export type Learning = FunctionReturnType<typeof api.learnings.dashboard.list>["page"][number];

export type LearningVersion = FunctionReturnType<typeof api.learningVersions.dashboard.list>["page"][number];

/** The page of a role, with this version of its document. */
export function learningVersionPage({ id, roleType }: Pick<LearningVersion, "id" | "roleType">): string {
  return `learnings/versions/${encodeURIComponent(roleType)}?version=${id}`;
}
