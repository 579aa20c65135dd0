// Compiles all approved learnings into one document: for previews, and for roles that have no active version.
import type { Doc, Id } from "../_generated/dataModel";
import type { QueryCtx } from "../_generated/server";
import { newestFirst } from "./lists";
import { approvedForRole } from "./approvedForRole";
import { documentBounds } from "./documentBounds";
import { bytesAdded, compileLearnings } from "./compile";
import type { Compiled } from "./compile";

/** The document of all approved learnings. `omitsOlder` is set when one document cannot hold them all. */
export type CompiledApproved = Compiled & { omitsOlder?: true };

/** Compiles the approved learnings that apply to one type of role, or to any role when `roleType` is undefined. */
export async function compileApproved(
  ctx: QueryCtx,
  projectId: Id<"projects">,
  roleType: string | undefined,
): Promise<CompiledApproved> {
  const approved =
    roleType === undefined
      ? newestFirst(ctx, projectId, { status: "approved" })(Number.MAX_SAFE_INTEGER)
      : approvedForRole(ctx, projectId, roleType);
  const { learnings, isCut } = await readWhatFits(approved);
  return { ...compileLearnings(learnings, roleType), ...(isCut ? { omitsOlder: true } : {}) };
}

/** Takes the newest learnings, as many as one document can hold. */
async function readWhatFits(
  newest: AsyncIterable<Doc<"learnings">>,
): Promise<{ learnings: Doc<"learnings">[]; isCut: boolean }> {
  const { maxLearnings, maxOfRoles, maxBytes } = documentBounds;
  const learnings: Doc<"learnings">[] = [];
  let ofRoles = 0;
  let bytes = 0;
  for await (const learning of newest) {
    bytes += bytesAdded(learning);
    if (learning.applicableRoles.length > 0) ofRoles += 1;
    if (bytes > maxBytes || ofRoles > maxOfRoles || learnings.length === maxLearnings) {
      return { learnings, isCut: true };
    }
    learnings.push(learning);
  }
  return { learnings, isCut: false };
}
