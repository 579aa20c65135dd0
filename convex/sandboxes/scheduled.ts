import { v } from "convex/values";
import { ifExists, scheduledMutation } from "../lib/scheduledMutation";
import { killSandboxesOf } from "./ending";
import { sandboxPurpose } from "./schema";
import { endOverdueSandboxes, endSandboxIfOverdue } from "./overdue";
import { clearOldFiles as clearFilesBatch, clearSandbox } from "./clearing";

export const endOverdue = scheduledMutation({}, (ctx) => endOverdueSandboxes(ctx));

export const endIfOverdue = scheduledMutation({ sandboxId: v.id("sandboxes") }, (ctx, { sandboxId }) =>
  ifExists(ctx.db.get("sandboxes", sandboxId), (sandbox) => endSandboxIfOverdue(ctx, sandbox)),
);

export const clear = scheduledMutation({ sandboxId: v.id("sandboxes") }, (ctx, { sandboxId }) =>
  clearSandbox(ctx, sandboxId),
);

export const clearOldFiles = scheduledMutation(
  { sandboxId: v.id("sandboxes"), report: v.number() },
  (ctx, { sandboxId, report }) => clearFilesBatch(ctx, sandboxId, report),
);

export const killRest = scheduledMutation(
  { purpose: sandboxPurpose, madeUntil: v.number() },
  (ctx, { purpose, madeUntil }) => killSandboxesOf(ctx, purpose, madeUntil),
);
