// Records which runners ask for jobs. Runners ask often, so a runner that was seen a moment ago writes nothing: most
// claims read one small row for this.
import type { Doc, Id } from "../_generated/dataModel";
import type { MutationCtx, QueryCtx } from "../_generated/server";
import type { RunnerToken } from "../callers/runnerTokens";
import { omitNullish } from "../lib/omitNullish";
import { hourMs, minuteMs } from "../lib/times";
import { anyKind, recordArrival } from "./presence";

/** Must be well below `absentAfterMs` minus the 25 seconds for which a claim may wait. */
const recordedEveryMs = 20_000;
/** A runner that has not asked for this long counts as absent. */
export const absentAfterMs = minuteMs;
const sweptAfterMs = hourMs;
const sweptPerBatch = 200;

type Project = Id<"projects"> | undefined;

export interface ClaimAttempt {
  runnerId: string;
  /** Null when the runner asks for jobs of all kinds. */
  kinds: readonly string[] | null;
  /** Null for a holder of the shared secret. */
  token: RunnerToken | null;
  /** The project of the job that the runner was given. Undefined when it was given none. */
  projectId: Project;
}

/** Records that a runner has asked for a job, unless that was recorded a moment ago. */
export async function recordClaimRequest(ctx: MutationCtx, asking: ClaimAttempt): Promise<void> {
  const { runnerId, kinds: asked, token } = asking;
  const servedId = token?.projectId;
  const tokenId = token?._id;
  const projectId = servedId ?? asking.projectId;
  const kinds = [...new Set(asked)].sort();
  const identity = { runnerId, kinds: kinds.join(" "), ...omitNullish({ projectId, tokenId }) };
  const row = await ctx.db
    .query("runners")
    .withIndex("by_identity", (q) =>
      q.eq("projectId", projectId).eq("tokenId", tokenId).eq("runnerId", runnerId).eq("kinds", identity.kinds),
    )
    .first();
  const nowMs = Date.now();
  if (row !== null && isFresh(row.lastSeenAtMs, nowMs)) return;
  if (row === null) await ctx.db.insert("runners", { ...identity, lastSeenAtMs: nowMs });
  else await ctx.db.patch("runners", row._id, { lastSeenAtMs: nowMs });
  await recordLastClaims(ctx, servedId, kinds.length === 0 ? [anyKind] : kinds, nowMs);
}

/** `servedId` is the only project that the runner serves. It is undefined when the runner serves all projects. */
async function recordLastClaims(ctx: MutationCtx, servedId: Project, kinds: string[], nowMs: number): Promise<void> {
  const row = await lastClaimsOf(ctx, servedId);
  const known = row?.times ?? [];
  if (kinds.every((kind) => isFresh(timeOf(known, kind), nowMs))) return;
  const others = known.filter(({ kind }) => !kinds.includes(kind));
  const times = [...others, ...kinds.map((kind) => ({ kind, atMs: nowMs }))];
  if (row === null) await ctx.db.insert("lastClaims", { times, ...omitNullish({ projectId: servedId }) });
  else await ctx.db.patch("lastClaims", row._id, { times });
  // Those who asked within the last minute are still noted as present.
  const arrived = kinds.filter((kind) => nowMs - timeOf(known, kind) >= absentAfterMs);
  await recordArrival(ctx, servedId, arrived);
}

function isFresh(atMs: number, nowMs: number): boolean {
  return nowMs - atMs < recordedEveryMs;
}

/** The last of the times of `kind`. 0 when there is none. */
function timeOf(times: Doc<"lastClaims">["times"], kind: string): number {
  return Math.max(0, ...times.filter((time) => time.kind === kind).map(({ atMs }) => atMs));
}

/** The time of the last claim of those who serve these projects, for jobs of this kind. */
export async function lastClaimMs(ctx: QueryCtx, servedId: Project, kind: string): Promise<number> {
  return timeOf((await lastClaimsOf(ctx, servedId))?.times ?? [], kind);
}

async function lastClaimsOf(ctx: QueryCtx, servedId: Project): Promise<Doc<"lastClaims"> | null> {
  return await ctx.db
    .query("lastClaims")
    .withIndex("by_project", (q) => q.eq("projectId", servedId))
    .first();
}

/** Deletes a batch of the runners that were last seen long ago. Returns whether there may be more. */
export async function sweepRunners(ctx: MutationCtx): Promise<boolean> {
  const gone = await ctx.db
    .query("runners")
    .withIndex("by_time", (q) => q.lt("lastSeenAtMs", Date.now() - sweptAfterMs))
    .take(sweptPerBatch);
  for (const { _id } of gone) await ctx.db.delete("runners", _id);
  return gone.length === sweptPerBatch;
}
