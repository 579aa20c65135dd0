// As REST does, except that owners are the affair of owners.
import { memberWrite } from "../dashboard/writes";
import * as handlers from "./handlers";
import type { Role } from "./model";
import * as requests from "./requests";
import { requirePermission } from "./roles";

export const invite = memberWrite("members:manage", requests.invite, async (ctx, request) => {
  requireForOwners(ctx.role, request.role);
  return await handlers.invite(ctx, request, { userId: ctx.userId });
});

export const updateRole = memberWrite("members:manage", requests.updateRole, async (ctx, request) => {
  const { row } = await handlers.named(ctx, request.targetUserId);
  requireForOwners(ctx.role, row.role, request.role);
  return await handlers.updateRole(ctx, request, { userId: ctx.userId });
});

export const remove = memberWrite("members:manage", requests.remove, async (ctx, request) => {
  const { row } = await handlers.named(ctx, request.targetUserId);
  requireForOwners(ctx.role, row.role);
  return await handlers.remove(ctx, request);
});

/** Throws FORBIDDEN. */
function requireForOwners(role: Role, ...concerned: Role[]): void {
  if (concerned.includes("owner")) requirePermission(role, "owners:manage");
}
