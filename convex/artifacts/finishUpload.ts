import { internal } from "../_generated/api";
import type { CallerCtx, OperationCall } from "../callback/caller";
import { invalid } from "../lib/errors";
import type { ArtifactView } from "../runs/artifacts";
import type { FinishRequest } from "./requests";

/** Refuses wrong bytes after the transaction that has deleted them. */
export async function finishUpload(ctx: CallerCtx, call: OperationCall<FinishRequest>): Promise<ArtifactView> {
  const finished = await ctx.runMutation(internal.artifacts.operations.finish, call);
  if (finished !== null) return finished;
  throw invalid(
    "storageId",
    "storageId must be that of a file with the size and the sha256 with which the artifact began.",
  );
}
