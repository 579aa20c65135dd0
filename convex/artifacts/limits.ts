// What the artifacts of a run may take. `begin` reserves it, and a name counts once: with the larger of its finished
// artifact and the one that has begun.
import type { Doc } from "../_generated/dataModel";
import type { MutationCtx } from "../_generated/server";
import { apiError, invalid } from "../lib/errors";
import { omitNullish } from "../lib/omitNullish";
import { maxArtifactsOfRun } from "../runs/artifacts";

type Artifact = Doc<"artifacts">;

const maxBytesOfRun = 500_000_000;
/** Each upload that begins gets an address of its own, so a runner that begins all the time must end. */
const maxBegunOfAttempt = 5 * maxArtifactsOfRun;

/** The rows of one name in its step. */
export interface Slot {
  finished: Artifact | null;
  begun: Artifact | null;
}

interface Place {
  runId: Doc<"runs">["_id"];
  projectId: Doc<"projects">["_id"];
  /** The attempt in which the upload begins. Missing for one that ends. */
  attempt?: number;
}

function reserved({ finished, begun }: Slot): { count: number; bytes: number } {
  const rows = [finished, begun].filter((row) => row !== null);
  return { count: Math.min(rows.length, 1), bytes: Math.max(0, ...rows.map(({ size }) => size)) };
}

/** Throws VALIDATION when the run would have more than it may. A change that needs no more is never refused. */
export async function reserve(
  ctx: MutationCtx,
  { runId, projectId, attempt }: Place,
  before: Slot,
  after: Slot,
): Promise<void> {
  const totals = await ctx.db
    .query("artifactTotals")
    .withIndex("by_run", (q) => q.eq("runId", runId))
    .unique();
  const [from, to] = [reserved(before), reserved(after)];
  const count = (totals?.count ?? 0) + to.count - from.count;
  const bytes = (totals?.bytes ?? 0) + to.bytes - from.bytes;
  if (to.count > from.count && count > maxArtifactsOfRun)
    throw invalid("name", `name must be one of the run's ${maxArtifactsOfRun} artifacts: it can have no more.`);
  if (to.bytes > from.bytes && bytes > maxBytesOfRun)
    throw invalid("size", `size must leave the run's artifacts at ${maxBytesOfRun} bytes or less together.`);
  const begun = attempt === undefined ? undefined : oneMore(totals?.begun, attempt);
  const now = { count, bytes, ...omitNullish({ begun }) };
  if (totals === null) await ctx.db.insert("artifactTotals", { projectId, runId, ...now });
  else await ctx.db.patch("artifactTotals", totals._id, now);
}

/** Throws CONFLICT when the attempt has begun too many uploads. */
function oneMore(before: Doc<"artifactTotals">["begun"], attempt: number): { attempt: number; count: number } {
  const count = before?.attempt === attempt ? before.count : 0;
  if (count < maxBegunOfAttempt) return { attempt, count: count + 1 };
  throw apiError("CONFLICT", `The attempt of the run has begun ${maxBegunOfAttempt} uploads; it can begin no more.`);
}
