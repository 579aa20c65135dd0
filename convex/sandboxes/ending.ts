// When a run or session ends, all of its active sandboxes end too, however many there are.
import { internal } from "../_generated/api";
import type { Doc } from "../_generated/dataModel";
import type { MutationCtx, QueryCtx } from "../_generated/server";
import { omitNullish } from "../lib/omitNullish";
import { workWithinBudget } from "../lib/transactionBudget";
import type { SandboxPurpose } from "./schema";
import { changeSandboxStatus } from "./status";

const activeStatuses = ["provisioning", "running"] as const;
type ActiveStatus = (typeof activeStatuses)[number];

/** Ends as many sandboxes as this transaction has room for, and schedules the rest. */
export async function killSandboxesOfRun(ctx: MutationCtx, run: Doc<"runs">): Promise<void> {
  await kill(ctx, { purpose: { kind: "run", runId: run._id }, run });
}

/** Spares sandboxes that were created after `madeUntil`: the run may have been restarted before a later step. */
export async function killSandboxesOf(ctx: MutationCtx, purpose: SandboxPurpose, madeUntil?: number): Promise<void> {
  const run = purpose.kind === "run" ? await ctx.db.get("runs", purpose.runId) : null;
  await kill(ctx, { purpose, run, ...omitNullish({ madeUntil }) });
}

interface Killing {
  purpose: SandboxPurpose;
  /** The run is large, so it is read only once. */
  run: Doc<"runs"> | null;
  madeUntil?: number;
}

async function kill(ctx: MutationCtx, { purpose, run, madeUntil }: Killing): Promise<void> {
  for (const status of activeStatuses) {
    const killOne = (sandbox: Doc<"sandboxes">) => changeSandboxStatus(ctx, sandbox, "killed", run ?? undefined);
    if ((await workWithinBudget(ctx, activeOf(ctx, purpose, status, madeUntil), killOne)) === "done") continue;
    const rest = { purpose, madeUntil: madeUntil ?? (await newestActiveMs(ctx, purpose)) };
    return void (await ctx.scheduler.runAfter(0, internal.sandboxes.scheduled.killRest, rest));
  }
}

async function newestActiveMs(ctx: QueryCtx, purpose: SandboxPurpose): Promise<number> {
  const found = await Promise.all(activeStatuses.map((status) => activeOf(ctx, purpose, status).order("desc").first()));
  return Math.max(...found.map((sandbox) => sandbox?._creationTime ?? 0));
}

function activeOf(ctx: QueryCtx, purpose: SandboxPurpose, status: ActiveStatus, madeUntil = Number.MAX_SAFE_INTEGER) {
  const sandboxes = ctx.db.query("sandboxes");
  if (purpose.kind === "run") {
    return sandboxes.withIndex("by_run_and_status", (q) =>
      q.eq("runId", purpose.runId).eq("deletedAtMs", undefined).eq("status", status).lte("_creationTime", madeUntil),
    );
  }
  return sandboxes.withIndex("by_session_and_status", (q) =>
    q
      .eq("purpose.issueSessionId", purpose.kind === "issueSession" ? purpose.issueSessionId : undefined)
      .eq("purpose.answeringSessionId", purpose.kind === "answeringSession" ? purpose.answeringSessionId : undefined)
      .eq("purpose.mergeRunId", purpose.kind === "mergeRun" ? purpose.mergeRunId : undefined)
      .eq("deletedAtMs", undefined)
      .eq("status", status)
      .lte("_creationTime", madeUntil),
  );
}
