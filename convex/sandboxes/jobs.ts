import { v } from "convex/values";
import { ifThere, scheduled } from "../lib/scheduled";
import { killSandboxesOf } from "./ending";
import { sandboxPurpose } from "./schema";
import { endOverdueSandboxes, endSandboxIfOverdue } from "./sweeping";
import { clearOldFiles as clearFilesBatch, clearSandbox } from "./clearing";

export const endOverdue = scheduled({}, (ctx) => endOverdueSandboxes(ctx));

export const endIfOverdue = scheduled({ sandboxId: v.id("sandboxes") }, (ctx, { sandboxId }) =>
  ifThere(ctx.db.get("sandboxes", sandboxId), (sandbox) => endSandboxIfOverdue(ctx, sandbox)),
);

export const clear = scheduled({ sandboxId: v.id("sandboxes") }, (ctx, { sandboxId }) => clearSandbox(ctx, sandboxId));

export const clearOldFiles = scheduled(
  { sandboxId: v.id("sandboxes"), report: v.number() },
  (ctx, { sandboxId, report }) => clearFilesBatch(ctx, sandboxId, report),
);

export const killRest = scheduled({ purpose: sandboxPurpose, madeUntil: v.number() }, (ctx, { purpose, madeUntil }) =>
  killSandboxesOf(ctx, purpose, madeUntil),
);
