// Builders of the public functions that change something. They use the schema of the REST route that does the same, so
// both refuse the same input in the same words.
//
// A domain's live queries are in the same file as its writes, so a fresh context evaluates zod and the schemas for them
// too: half a millisecond beside the one to two milliseconds of their own. The writes cannot load the schemas later,
// because Convex does not let queries and mutations import anything while they run, and a nested call into another file
// would cost each write a context of its own.
import type { RegisteredMutation } from "convex/server";
import { v } from "convex/values";
import * as z from "zod/mini";
import { mutation } from "../_generated/server";
import type { MutationCtx } from "../_generated/server";
import { fromEach } from "../lib/fromEach";
import { checkShape, requirePlainJson } from "../lib/untrusted";
import { audited } from "../callers/audited";
import type { Permission } from "../callers/roles";
import { admit } from "./builders";
import type { Member } from "./builders";

type Handler<Request, Result> = (ctx: MutationCtx & Member, request: Request) => Promise<Result>;

type InProject<Request> = { projectId: string } & Request;

// The types of the functions are spelled out. Behind an alias, clients would not see the fields.

/** `memberWrite("work:write", requests.rename, async (ctx, { runId, name }) => ...)` */
export function memberWrite<Output, Input, Result>(
  permission: Permission,
  schema: () => z.ZodMiniType<Output, Input>,
  handler: Handler<Output, Result>,
): RegisteredMutation<"public", InProject<Input>, Promise<Result>> {
  return memberWriteAt<never, Output, Input, Result>(permission, [], schema, handler);
}

/** For a route with names in its path, such as `["id"]`: clients pass them beside the fields of the body. */
export function memberWriteAt<Name extends string, Output, Input, Result>(
  permission: Permission,
  names: readonly Name[],
  schema: () => z.ZodMiniType<Output, Input>,
  handler: Handler<Output & Record<Name, string>, Result>,
): RegisteredMutation<"public", InProject<Input & Record<Name, string>>, Promise<Result>> {
  return unauditedWriteAt(permission, names, schema, async (ctx, input) => await auditedCall(ctx, input, handler));
}

/** For what does not belong into the audit log of the project that admits the caller. The handler writes an entry. */
export function unauditedWrite<Output, Input, Result>(
  permission: Permission,
  schema: () => z.ZodMiniType<Output, Input>,
  handler: Handler<Output, Result>,
): RegisteredMutation<"public", InProject<Input>, Promise<Result>> {
  return unauditedWriteAt<never, Output, Input, Result>(permission, [], schema, handler);
}

function unauditedWriteAt<Name extends string, Output, Input, Result>(
  permission: Permission,
  names: readonly Name[],
  schema: () => z.ZodMiniType<Output, Input>,
  handler: Handler<Output & Record<Name, string>, Result>,
): RegisteredMutation<"public", InProject<Input & Record<Name, string>>, Promise<Result>> {
  return mutation({
    // The schema checks the input, with the same refusals as REST.
    args: v.any(),
    handler: async (ctx, args: unknown) => {
      const [{ projectId }, others] = separateTexts(args, ["projectId"]);
      const member = await admit(ctx, projectId, permission);
      requirePlainJson(others);
      const [inPath, body] = separateTexts(others, names);
      return await handler({ ...ctx, ...member }, { ...checkShape(schema(), body), ...inPath });
    },
  });
}

/** Functions of the dashboard have no request of ours, so their entries name that of the platform. */
export async function auditedCall<Input, Result>(
  ctx: MutationCtx & Member,
  input: Input,
  handler: Handler<Input, Result>,
): Promise<Result> {
  const { requestId } = await ctx.meta.getRequestMetadata();
  return await audited(ctx, { input, requestId }, (watched) => handler(watched, input));
}

type SchemaMaker = () => z.ZodMiniType;
type InputOf<Schema> = Schema extends () => z.ZodMiniType<infer _Output, infer Input> ? Input : never;
type OutputOf<Schema> = Schema extends () => z.ZodMiniType<infer Output, infer _Input> ? Output : never;
type ResultOf<Made> = Made extends (...given: never) => Promise<infer Result> ? Result : never;

/** The schema of the handler with this name. */
type SchemaFor<Schemas, Name> = Schemas extends SchemaMaker
  ? Schemas
  : Name extends keyof Schemas
    ? Schemas[Name]
    : typeof noBody;

type TextsOf<InPath extends string> = [InPath] extends [never] ? unknown : Record<InPath, string>;
type RequestOf<Schemas, Name, InPath extends string> = OutputOf<SchemaFor<Schemas, Name>> & TextsOf<InPath>;

/** Only the handlers that take what their schema lets through, together with the names in the path. */
type Writes<Handlers, Schemas, InPath extends string> = {
  [
    Name in keyof Handlers as Handlers[Name] extends Handler<RequestOf<Schemas, Name, InPath>, unknown> ? Name : never
  ]: RegisteredMutation<
    "public",
    InProject<InputOf<SchemaFor<Schemas, Name>> & TextsOf<InPath>>,
    Promise<ResultOf<Handlers[Name]>>
  >;
};

/**
 * Makes the functions from handlers of the same names. `schemas` is one schema for all of them, or a module with a
 * schema of the same name for each. A handler without a schema takes no fields.
 *
 *     export const { create, update } = memberWrites("work:write", requests, handlers);
 *     export const { remove, restore } = memberWrites("work:write", requests.one, handlers);
 */
export function memberWrites<Schemas extends SchemaMaker | object, Handlers extends object>(
  permission: Permission,
  schemas: Schemas,
  handlers: Handlers,
): Writes<Handlers, Schemas, never> {
  return memberWritesAt<never, Schemas, Handlers>(permission, [], schemas, handlers);
}

/** For routes with names in their paths, such as `["id"]`: clients pass them beside the fields of the body. */
export function memberWritesAt<InPath extends string, Schemas extends SchemaMaker | object, Handlers extends object>(
  permission: Permission,
  names: readonly InPath[],
  schemas: Schemas,
  handlers: Handlers,
): Writes<Handlers, Schemas, InPath> {
  const isHandler = (value: unknown): value is Handler<Record<InPath, string>, unknown> => typeof value === "function";
  const made = fromEach(handlers, isHandler, (handler, name) =>
    memberWriteAt(permission, names, schemaFor(schemas, name), handler),
  );
  // The type says what was made from each handler, and leaves out the functions that take something else.
  return made as Writes<Handlers, Schemas, InPath>;
}

function schemaFor(schemas: object, name: string): SchemaMaker {
  if (isSchemaMaker(schemas)) return schemas;
  const ofName: unknown = Reflect.get(schemas, name);
  return isSchemaMaker(ofName) ? ofName : noBody;
}

function isSchemaMaker(value: unknown): value is SchemaMaker {
  return typeof value === "function";
}

/** The schema of a route whose path already says everything. */
export const noBody = (): z.ZodMiniType<object, object> => z.strictObject({});

/** Separates the texts of these names from the other fields. Throws VALIDATION. */
export function separateTexts<Name extends string>(
  value: unknown,
  names: readonly Name[],
): [Record<Name, string>, Record<string, unknown>] {
  const others = { ...checkShape(z.record(z.string(), z.unknown()), value) };
  const texts = names.map((name) => [name, checkShape(z.string(), others[name], [name])] as const);
  for (const name of names) delete others[name];
  return [Object.fromEntries(texts) as Record<Name, string>, others];
}
