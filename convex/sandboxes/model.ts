import { internal } from "../_generated/api";
import type { Doc, Id } from "../_generated/dataModel";
import type { MutationCtx } from "../_generated/server";
import { invalid } from "../lib/errors";
import { changeCounter } from "../counters/model";
import { addCounts } from "../counters/shards";
import { cancelJobsOf } from "../jobs/cancellation";
import { omitNullish } from "../lib/omitNullish";
import { getOrThrow, getForRunner } from "../lib/getDocument";
import { publicId } from "../lib/publicIds";
import { appendEvent } from "../runEvents/model";
import { setSandbox } from "../runSteps/model";
import { purgeFromTrash, moveToTrash, restoreFromTrash } from "../lib/trash";
import { sandboxBounds } from "./bounds";
import type { SandboxPayload } from "./requests";
import type { SandboxPurpose } from "./schema";
import { changeSandboxStatus, isActiveSandbox } from "./status";

/** A repeated registration for the same purpose returns the sandbox that is active already. */
export async function registerSandbox(
  ctx: MutationCtx,
  projectId: Id<"projects">,
  purpose: SandboxPurpose,
  payload: SandboxPayload,
): Promise<Doc<"sandboxes">> {
  const registered = await findRegistered(ctx, projectId, purpose, payload.runtimeSandboxId);
  if (registered !== null) return registered;
  const { runtimeSandboxId, memoryMb, cpuCount, timeoutMs, branchName, folder } = payload;
  const status = payload.status ?? "provisioning";
  const step = payload.stepId == null ? null : await stepServed(ctx, purpose, payload.stepId);
  const id = await ctx.db.insert("sandboxes", {
    projectId,
    purpose,
    runtimeSandboxId,
    status,
    hasAssistantMessages: false,
    ...(purpose.kind === "run" ? { runId: purpose.runId } : {}),
    ...omitNullish({ memoryMb, cpuCount, timeoutMs, branchName, folder, stepId: step?._id }),
    ...(status === "running" ? { startedAtMs: Date.now() } : {}),
    ...(isActiveSandbox(status) ? { boundAtMs: Date.now() + sandboxBounds.lookMs } : { endedAtMs: Date.now() }),
  });
  if (step !== null) await setSandbox(ctx, step, id);
  await linkToOwner(ctx, purpose, id);
  const sandbox = await getOrThrow(ctx, "sandboxes", id);
  await recordCreation(ctx, sandbox);
  return sandbox;
}

async function findRegistered(
  ctx: MutationCtx,
  projectId: Id<"projects">,
  purpose: SandboxPurpose,
  runtimeSandboxId: string,
): Promise<Doc<"sandboxes"> | null> {
  const newest = await ctx.db
    .query("sandboxes")
    .withIndex("by_runtime_sandbox", (q) => q.eq("projectId", projectId).eq("runtimeSandboxId", runtimeSandboxId))
    .order("desc")
    .first();
  if (newest === null || newest.deletedAtMs !== undefined || !isActiveSandbox(newest.status)) return null;
  return servedId(newest.purpose) === servedId(purpose) ? newest : null;
}

/** A session stores the id of the sandbox that was last provisioned for it. */
async function linkToOwner(ctx: MutationCtx, purpose: SandboxPurpose, sandboxId: Id<"sandboxes">): Promise<void> {
  switch (purpose.kind) {
    case "issueSession":
      return await ctx.db.patch("issueSessions", purpose.issueSessionId, { sandboxId });
    case "answeringSession":
      return await ctx.db.patch("answeringSessions", purpose.answeringSessionId, { sandboxId });
    case "run":
    case "mergeRun":
      return;
  }
}

function servedId(purpose: SandboxPurpose): string {
  switch (purpose.kind) {
    case "run":
      return purpose.runId;
    case "issueSession":
      return purpose.issueSessionId;
    case "answeringSession":
      return purpose.answeringSessionId;
    case "mergeRun":
      return purpose.mergeRunId;
  }
}

/** Throws NOT_FOUND, and VALIDATION for a step of another run or session. */
async function stepServed(ctx: MutationCtx, purpose: SandboxPurpose, text: string): Promise<Doc<"runSteps">> {
  const step = await getForRunner(ctx, "runSteps", text);
  if (purpose.kind === "run" && step.runId === purpose.runId) return step;
  throw invalid("stepId", `stepId: ${text} is not a step of the run that the sandbox serves.`);
}

async function recordCreation(ctx: MutationCtx, { _id, projectId, runId, status }: Doc<"sandboxes">): Promise<void> {
  await addCounts(ctx, projectId, { counts: { totalSandboxes: 1, activeSandboxes: Number(isActiveSandbox(status)) } });
  if (runId === undefined) return;
  const run = await getOrThrow(ctx, "runs", runId);
  await appendEvent(ctx, run, { type: "sandbox.created", sandboxId: publicId("sandboxes", _id), status });
}

/** An active sandbox is killed first. */
export async function discardSandbox(ctx: MutationCtx, sandbox: Doc<"sandboxes">, by: Id<"users">): Promise<void> {
  await retireSandbox(ctx, sandbox);
  await moveToTrash(ctx, "sandbox", sandbox, { name: sandbox.runtimeSandboxId, by });
}

/** Kills the sandbox if it is active, and cancels the jobs that ask the runner for something in it. */
async function retireSandbox(ctx: MutationCtx, sandbox: Doc<"sandboxes">): Promise<void> {
  if (isActiveSandbox(sandbox.status)) await changeSandboxStatus(ctx, sandbox, "killed");
  await cancelJobsOf(ctx, sandbox._id);
  await changeCounter(ctx, sandbox.projectId, "totalSandboxes", -1);
}

export async function restoreSandbox(ctx: MutationCtx, sandbox: Doc<"sandboxes">): Promise<void> {
  await restoreFromTrash(ctx, "sandbox", sandbox);
  await changeCounter(ctx, sandbox.projectId, "totalSandboxes", 1);
}

/** Keeps the usage records, since they are money. Throws CONFLICT for a sandbox that is not in the trash. */
export async function purgeSandbox(ctx: MutationCtx, sandbox: Doc<"sandboxes">): Promise<void> {
  await purgeFromTrash(ctx, "sandbox", sandbox);
  await clearLater(ctx, sandbox);
}

/** Deletes a sandbox whose run or session was deleted for good, whether or not it is in the trash. */
export async function removeSandbox(ctx: MutationCtx, sandbox: Doc<"sandboxes">): Promise<void> {
  if (sandbox.deletedAtMs !== undefined) return await purgeSandbox(ctx, sandbox);
  await retireSandbox(ctx, sandbox);
  await ctx.db.delete("sandboxes", sandbox._id);
  await clearLater(ctx, sandbox);
}

async function clearLater(ctx: MutationCtx, { _id }: Doc<"sandboxes">): Promise<void> {
  await ctx.scheduler.runAfter(0, internal.sandboxes.scheduled.clear, { sandboxId: _id });
}
