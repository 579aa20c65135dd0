// What would be compiled if all approved learnings were: for previews, and for roles without an active version.
import type { Doc, Id } from "../_generated/dataModel";
import type { QueryCtx } from "../_generated/server";
import { newestFirst } from "./lists";
import { approvedForRole } from "./approvedForRole";
import { documentBounds } from "./documentBounds";
import { bytesAdded, compileLearnings } from "./compile";
import type { Compiled } from "./compile";

/** What all approved learnings make; `omitsOlder` is there when they were more than one document holds. */
export type CompiledApproved = Compiled & { omitsOlder?: true };

/** For one type of role, or whichever they apply to. */
export async function compileApproved(
  ctx: QueryCtx,
  projectId: Id<"projects">,
  roleType: string | undefined,
): Promise<CompiledApproved> {
  const approved =
    roleType === undefined
      ? newestFirst(ctx, projectId, { status: "approved" })(Number.MAX_SAFE_INTEGER)
      : approvedForRole(ctx, projectId, roleType);
  const { learnings, isCut } = await takeWhatFits(approved);
  return { ...compileLearnings(learnings, roleType), ...(isCut ? { omitsOlder: true } : {}) };
}

/** As many as one document can hold. */
async function takeWhatFits(
  newest: AsyncIterable<Doc<"learnings">>,
): Promise<{ learnings: Doc<"learnings">[]; isCut: boolean }> {
  const { learningsMax, ofRolesMax, bytesMax } = documentBounds;
  const learnings: Doc<"learnings">[] = [];
  let ofRoles = 0;
  let bytes = 0;
  for await (const learning of newest) {
    bytes += bytesAdded(learning);
    if (learning.applicableRoles.length > 0) ofRoles += 1;
    if (bytes > bytesMax || ofRoles > ofRolesMax || learnings.length === learningsMax) {
      return { learnings, isCut: true };
    }
    learnings.push(learning);
  }
  return { learnings, isCut: false };
}
