import type { Id } from "../_generated/dataModel";
import type { QueryCtx } from "../_generated/server";
import { compileApproved } from "../learnings/approved";
import type { CompiledApproved } from "../learnings/approved";
import { publicId } from "../lib/publicIds";
import { activeVersion, readDocument } from "./model";

/** The document for agents of a role: the active version, or all approved learnings when no version is active. */
export async function learningsForRole(
  ctx: QueryCtx,
  projectId: Id<"projects">,
  roleType: string,
): Promise<CompiledApproved & { versionId?: string }> {
  const version = await activeVersion(ctx, projectId, roleType);
  if (version === null) return await compileApproved(ctx, projectId, roleType);
  const { content } = await readDocument(ctx, version);
  return { content, learningCount: version.learningCount, versionId: publicId("learningVersions", version._id) };
}
