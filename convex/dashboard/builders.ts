// Builders of the public functions, which the dashboard calls with a person's token. A builder identifies the caller
// first, in the same transaction that does the work. Only users/dashboard.ts works without them, since it creates
// users.
//
// Strangers learn nothing: callers who are not members get NOT_FOUND, as for a project that does not exist.
import type { RegisteredQuery } from "convex/server";
import type { ObjectType, PropertyValidators } from "convex/values";
import { v } from "convex/values";
import type { Doc, Id } from "../_generated/dataModel";
import { query } from "../_generated/server";
import type { QueryCtx } from "../_generated/server";
import { notFound } from "../lib/publicIds";
import { userActor } from "../callers/actor";
import type { Actor } from "../callers/actor";
import { findMember } from "../callers/membership";
import { getAnyProject } from "../lib/getDocument";
import type { Role } from "../callers/membership";
import { requirePermission } from "../callers/roles";
import type { Permission } from "../callers/roles";
import { currentUser } from "./identity";

type Caller = { user: Doc<"users">; userId: Id<"users"> };
export type Member = Caller & { project: Doc<"projects">; role: Role; actor: Actor };

interface Declaration<Ctx, Args extends PropertyValidators, Input, Result> {
  args: Args;
  handler: (ctx: Ctx, input: Input) => Promise<Result>;
}

// The validators have accepted the input before the handler runs, so it has their type.

/** A query about the user, in whichever projects they are a member. */
export function userQuery<Args extends PropertyValidators, Result>(
  declaration: Declaration<QueryCtx & Caller, Args, ObjectType<Args>, Result>,
): RegisteredQuery<"public", ObjectType<Args>, Promise<Result>> {
  const { args, handler } = declaration;
  const fields: PropertyValidators = args;
  return query({
    args: fields,
    handler: async (ctx, input) => {
      const user = await currentUser(ctx);
      return await handler({ ...ctx, user, userId: user._id }, input as ObjectType<Args>);
    },
  });
}

/** The id is any text here: a malformed id is refused like an id of nothing. */
type InProject<Args extends PropertyValidators> = ObjectType<Args> & { projectId: string };

/** `memberQuery("project:read", { args: {}, handler: async (ctx) => presentProject(ctx.project) })` */
export function memberQuery<Args extends PropertyValidators, Result>(
  permission: Permission,
  { args, handler }: Declaration<QueryCtx & Member, Args, InProject<Args>, Result>,
): RegisteredQuery<"public", InProject<Args>, Promise<Result>> {
  const fields: PropertyValidators = args;
  return query({
    args: { ...fields, projectId: v.string() },
    handler: async (ctx, input) => {
      const member = await admit(ctx, input.projectId, permission);
      return await handler({ ...ctx, ...member }, input as InProject<Args>);
    },
  });
}

/** A query for one thing by its id: `memberGet("project:read", handlers.get)` */
export function memberGet<Result>(
  permission: Permission,
  handler: (ctx: QueryCtx & Member, input: { id: string }) => Promise<Result>,
): RegisteredQuery<"public", { id: string; projectId: string }, Promise<Result>> {
  return memberQuery(permission, { args: { id: v.string() }, handler });
}

/** Throws AUTH_MISSING, AUTH_INVALID, NOT_FOUND and FORBIDDEN, in this order. Reads three documents. */
export async function admit(ctx: QueryCtx, projectId: string, permission: Permission): Promise<Member> {
  const user = await currentUser(ctx);
  const project = await getAnyProject(ctx, projectId);
  const membership = await findMember(ctx, project._id, user._id);
  if (membership === null) throw notFound("projects", projectId);
  requirePermission(membership.role, permission);
  return { user, userId: user._id, project, role: membership.role, actor: userActor(user) };
}
