// One function for each kind of argument validator and of returns validator.
import { mutationGeneric as mutation, queryGeneric as query } from "convex/server";
import { v } from "convex/values";
import type { Validator } from "convex/values";

const accepting = <T>(validator: Validator<T, "required", string>) =>
  query({ args: { value: validator }, handler: () => "accepted" });

export const nullArgument = accepting(v.null());
export const numberArgument = accepting(v.number());
export const int64Argument = accepting(v.int64());
export const booleanArgument = accepting(v.boolean());
export const stringArgument = accepting(v.string());
export const bytesArgument = accepting(v.bytes());
export const anyArgument = accepting(v.any());
export const literalArgument = accepting(v.literal("yes"));
export const int64LiteralArgument = accepting(v.literal(7n));
export const idArgument = accepting(v.id("things"));
export const arrayArgument = accepting(v.array(v.number()));
export const objectArgument = accepting(v.object({ a: v.number(), b: v.optional(v.string()) }));
export const recordArgument = accepting(v.record(v.string(), v.number()));
export const unionArgument = accepting(v.union(v.string(), v.object({ kind: v.literal("none") })));
export const optionalArgument = query({
  args: { value: v.optional(v.number()) },
  handler: (_, args) => ("value" in args ? "given" : "left out"),
});
export const emptyArguments = query({ args: {}, handler: () => "accepted" });

const returning = <T>(validator: Validator<T, "required", string>) =>
  query({ args: { value: v.any() }, returns: validator, handler: (_, args) => args.value as never });

export const returnsNumber = returning(v.number());
export const returnsObject = returning(v.object({ a: v.number() }));
export const returnsArray = returning(v.array(v.string()));
export const returnsNull = returning(v.null());

/** The result does not fit its validator, so the write is undone. */
export const writesThenReturns = mutation({
  args: { label: v.string(), result: v.any() },
  returns: v.string(),
  handler: async (ctx, args) => {
    await ctx.db.insert("things", { label: args.label });
    return args.result;
  },
});
