// The index ranges behind lists of learning versions: one for each way to filter a list.
import type { Id } from "../_generated/dataModel";
import type { QueryCtx } from "../_generated/server";
import type { NewestFirst } from "../lib/newestFirst";
import type { VersionStatus } from "./schema";

export interface Filters {
  roleType?: string | undefined;
  status?: VersionStatus | undefined;
}

export function newestFirst(
  ctx: QueryCtx,
  projectId: Id<"projects">,
  { roleType, status }: Filters,
): NewestFirst<"learningVersions"> {
  const versions = ctx.db.query("learningVersions");
  return (fromMs) => {
    if (roleType !== undefined && status !== undefined) {
      return versions
        .withIndex("by_role_and_status", (q) =>
          q.eq("projectId", projectId).eq("roleType", roleType).eq("status", status).lte("_creationTime", fromMs),
        )
        .order("desc");
    }
    if (roleType !== undefined) {
      return versions
        .withIndex("by_role", (q) => q.eq("projectId", projectId).eq("roleType", roleType).lte("_creationTime", fromMs))
        .order("desc");
    }
    if (status !== undefined) {
      return versions
        .withIndex("by_status", (q) => q.eq("projectId", projectId).eq("status", status).lte("_creationTime", fromMs))
        .order("desc");
    }
    return versions
      .withIndex("by_project", (q) => q.eq("projectId", projectId).lte("_creationTime", fromMs))
      .order("desc");
  };
}
