// Every change of a sandbox's status goes through this file. The job runner may set any state.
import type { Doc } from "../_generated/dataModel";
import type { MutationCtx } from "../_generated/server";
import { addCounts } from "../counters/shards";
import { cancelMessagesOf, cancelRequestsOf } from "../jobs/cancellation";
import { publicId } from "../lib/publicIds";
import { appendEvent } from "../runEvents/model";
import { sandboxBounds } from "./bounds";
import type { SandboxStatus } from "./schema";

/** Whether the counter `activeSandboxes` counts the sandbox. */
export function isActiveSandbox(status: SandboxStatus): boolean {
  return status === "provisioning" || status === "running";
}

/** A caller that has already read the run passes it as `run`, because a run is large and has many sandboxes. */
export async function changeSandboxStatus(
  ctx: MutationCtx,
  sandbox: Doc<"sandboxes">,
  status: SandboxStatus,
  run?: Doc<"runs">,
): Promise<void> {
  if (sandbox.status === status) return;
  await ctx.db.patch("sandboxes", sandbox._id, {
    status,
    ...(status === "running" ? { startedAtMs: sandbox.startedAtMs ?? Date.now() } : {}),
    endedAtMs: isActiveSandbox(status) ? undefined : (sandbox.endedAtMs ?? Date.now()),
    boundAtMs: isActiveSandbox(status) ? Date.now() + sandboxBounds.lookMs : undefined,
  });
  const difference = Number(isActiveSandbox(status)) - Number(isActiveSandbox(sandbox.status));
  if (difference !== 0) await addCounts(ctx, sandbox.projectId, { counts: { activeSandboxes: difference } });
  if (difference < 0) await (status === "stopped" ? cancelMessagesOf : cancelRequestsOf)(ctx, sandbox._id);
  const served = run ?? (sandbox.runId === undefined ? null : await ctx.db.get("runs", sandbox.runId));
  const sandboxId = publicId("sandboxes", sandbox._id);
  if (served !== null)
    await appendEvent(ctx, served, { type: "sandbox.status", sandboxId, status, from: sandbox.status });
}
