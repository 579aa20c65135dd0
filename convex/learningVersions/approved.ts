// What would be compiled if all approved learnings were: for previews, and for roles without an active version.
import type { Doc, Id } from "../_generated/dataModel";
import type { QueryCtx } from "../_generated/server";
import { newestFirst } from "../learnings/lists";
import { publicId } from "../lib/publicIds";
import { documentBounds } from "./bounds";
import { bytesAdded, compileLearnings } from "./compile";
import type { Compiled } from "./compile";
import { activeVersion, documentOf } from "./model";

/** For one type of role, or whichever they apply to. */
export async function compileApproved(
  ctx: QueryCtx,
  projectId: Id<"projects">,
  roleType: string | undefined,
): Promise<Compiled> {
  const learnings = await newestApproved(ctx, projectId);
  return compileLearnings(
    roleType === undefined ? learnings : learnings.filter((learning) => appliesTo(learning, roleType)),
    roleType,
  );
}

/** What agents of a role are told: what the active version holds; without one, what all approved learnings would make. */
export async function compiledFor(
  ctx: QueryCtx,
  projectId: Id<"projects">,
  roleType: string,
): Promise<Compiled & { versionId?: string }> {
  const version = await activeVersion(ctx, projectId, roleType);
  if (version === null) return await compileApproved(ctx, projectId, roleType);
  const { content } = await documentOf(ctx, version);
  return { content, learningCount: version.learningCount, versionId: publicId("learningVersions", version._id) };
}

/** As many as one document can hold. */
async function newestApproved(ctx: QueryCtx, projectId: Id<"projects">): Promise<Doc<"learnings">[]> {
  const found: Doc<"learnings">[] = [];
  let bytes = 0;
  for await (const learning of newestFirst(ctx, projectId, { status: "approved" })(Number.MAX_SAFE_INTEGER)) {
    bytes += bytesAdded(learning);
    if (bytes > documentBounds.bytesMax) break;
    found.push(learning);
    if (found.length === documentBounds.learningsMax) break;
  }
  return found;
}

function appliesTo({ applicableRoles }: Doc<"learnings">, roleType: string): boolean {
  return applicableRoles.length === 0 || applicableRoles.includes(roleType);
}
