// The index ranges behind lists of learning versions: one for each way to filter a list.
import type { Id } from "../_generated/dataModel";
import type { QueryCtx } from "../_generated/server";
import type { NewestFirst } from "../lib/newestFirst";
import { newestFirstBy } from "../lib/newestFirst";
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
  if (roleType !== undefined && status !== undefined) {
    return newestFirstBy(ctx, "learningVersions", "by_role_and_status", { projectId, roleType, status });
  }
  if (roleType !== undefined) return newestFirstBy(ctx, "learningVersions", "by_role", { projectId, roleType });
  if (status !== undefined) return newestFirstBy(ctx, "learningVersions", "by_status", { projectId, status });
  return newestFirstBy(ctx, "learningVersions", "by_project", { projectId });
}
