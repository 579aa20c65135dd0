import type { Doc } from "../_generated/dataModel";
import type { QueryCtx } from "../_generated/server";
import { apiError } from "../lib/errors";
import { namedDocument } from "../lib/named";
import { publicId } from "../lib/publicIds";

/** Returns the run in which something was learned. It must belong to the same project as the sandbox. */
export async function runBeside(ctx: QueryCtx, sandbox: Doc<"sandboxes">, runId: string): Promise<Doc<"runs">> {
  const run = await namedDocument(ctx, "runs", runId);
  if (run.projectId === sandbox.projectId) return run;
  throw apiError(
    "FORBIDDEN",
    `The run ${runId} does not belong to the project of ${publicId("sandboxes", sandbox._id)}.`,
  );
}
