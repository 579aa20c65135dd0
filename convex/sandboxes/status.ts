// The states of a sandbox and the calls that need it to be in one. The job runner may set any; every change goes through
// here.
import type { Doc } from "../_generated/dataModel";
import type { MutationCtx } from "../_generated/server";
import { changeCounter } from "../counters/model";
import { publicId } from "../lib/publicIds";
import type { Moves } from "../lib/states";
import { appendEvent } from "../runEvents/model";
import { sandboxBounds } from "./bounds";
import type { SandboxStatus } from "./schema";

export const sandboxMoves = {
  sendMessage: { from: ["running"] },
  startDevServer: { from: ["running"] },
} as const satisfies Moves<SandboxStatus>;

/** What the counter `activeSandboxes` counts. */
export function isActiveSandbox(status: SandboxStatus): boolean {
  return status === "provisioning" || status === "running";
}

export async function changeSandboxStatus(
  ctx: MutationCtx,
  sandbox: Doc<"sandboxes">,
  status: SandboxStatus,
): Promise<void> {
  if (sandbox.status === status) return;
  await ctx.db.patch("sandboxes", sandbox._id, {
    status,
    ...(status === "running" ? { startedAtMs: sandbox.startedAtMs ?? Date.now() } : {}),
    endedAtMs: isActiveSandbox(status) ? undefined : (sandbox.endedAtMs ?? Date.now()),
    boundAtMs: isActiveSandbox(status) ? Date.now() + sandboxBounds.lookMs : undefined,
  });
  const difference = Number(isActiveSandbox(status)) - Number(isActiveSandbox(sandbox.status));
  if (difference !== 0) await changeCounter(ctx, sandbox.projectId, "activeSandboxes", difference);
  const run = sandbox.runId === undefined ? null : await ctx.db.get("runs", sandbox.runId);
  const sandboxId = publicId("sandboxes", sandbox._id);
  if (run !== null) await appendEvent(ctx, run, { type: "sandbox.status", sandboxId, status, from: sandbox.status });
}
