// How public functions are made, which the dashboard calls with a person's token. The builder finds out who calls
// before anything else, in the transaction that does the work. Only users/dashboard.ts does without: it makes users.
//
// What strangers may learn: nothing. To who is no member, a project is one that does not exist.
import type { RegisteredQuery } from "convex/server";
import type { ObjectType, PropertyValidators } from "convex/values";
import { v } from "convex/values";
import type { Doc, Id } from "../_generated/dataModel";
import { query } from "../_generated/server";
import type { QueryCtx } from "../_generated/server";
import { idNamesNothing } from "../lib/publicIds";
import { findMember } from "../callers/membership";
import type { Role } from "../callers/membership";
import { requirePermission } from "../callers/roles";
import type { Permission } from "../callers/roles";
import { namedProject } from "../callers/projects";
import { currentUser } from "./identity";

type Caller = { user: Doc<"users">; userId: Id<"users"> };
export type Member = Caller & { project: Doc<"projects">; role: Role };

interface Declaration<Ctx, Args extends PropertyValidators, Input, Result> {
  args: Args;
  handler: (ctx: Ctx, input: Input) => Promise<Result>;
}

// The input of a handler has the type that its validators say: they have accepted it by then.

/** For what is a user's own, whichever projects they belong to. */
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

/** The id comes as a text, since one that is malformed is refused like one that names nothing. */
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

/** Throws AUTH_MISSING, AUTH_INVALID, NOT_FOUND and FORBIDDEN, in this order. Reads three documents. */
export async function admit(ctx: QueryCtx, projectId: string, permission: Permission): Promise<Member> {
  const user = await currentUser(ctx);
  const project = await namedProject(ctx, projectId);
  const membership = await findMember(ctx, project._id, user._id);
  if (membership === null) throw idNamesNothing("projects", projectId);
  requirePermission(membership.role, permission);
  return { user, userId: user._id, project, role: membership.role };
}
