// An operation of the job runner as data: the shape of its arguments, loaded when asked for, the one function that does
// the work in one transaction, and what the edge makes of its result where it makes anything.
import type { FunctionReference } from "convex/server";
import type { ZodMiniType } from "zod/mini";
import type { ActionCtx } from "../_generated/server";
import type { OperationArgs } from "./builders";

type LazySchema<Input> = () => Promise<ZodMiniType<Input>>;
type Input = Record<string, unknown>;

interface Row {
  /** Such as `run.get`; its first word says in which domain's file it is. */
  name: string;
  args: LazySchema<Input>;
}

export interface AskOperation extends Row {
  kind: "query";
  work: FunctionReference<"query", "internal", OperationArgs<Input>>;
  finish?: (result: unknown) => Promise<unknown>;
}

export interface TellOperation extends Row {
  kind: "mutation";
  work: FunctionReference<"mutation", "internal", OperationArgs<Input>>;
}

/** More than one transaction: what one alone cannot do, such as waiting. */
interface ActOperation extends Row {
  kind: "action";
  work: (ctx: ActionCtx, call: OperationArgs<Input>) => Promise<unknown>;
}

export type Operation = AskOperation | TellOperation | ActOperation;

// That the function takes what the schema makes, and `finish` what the function gives, is checked by the types below.

/** `ask("run.get", async () => (await requests()).get(), internal.runs.callbacks.get)` */
export function ask<Args extends Input, Result>(
  name: string,
  args: LazySchema<Args>,
  work: FunctionReference<"query", "internal", OperationArgs<Args>, Result>,
): Operation {
  return { kind: "query", name, args, work };
}

/** As `ask`; `finish` runs at the edge, outside of the transaction. */
export function askAndFinish<Args extends Input, Result>(
  name: string,
  args: LazySchema<Args>,
  work: FunctionReference<"query", "internal", OperationArgs<Args>, Result>,
  finish: (result: Result) => Promise<unknown>,
): Operation {
  return { kind: "query", name, args, work, finish: (result) => finish(result as Result) };
}

export function tell<Args extends Input>(
  name: string,
  args: LazySchema<Args>,
  work: FunctionReference<"mutation", "internal", OperationArgs<Args>>,
): Operation {
  return { kind: "mutation", name, args, work };
}

export function act<Args extends Input>(
  name: string,
  args: LazySchema<Args>,
  work: (ctx: ActionCtx, call: OperationArgs<Args>) => Promise<unknown>,
): Operation {
  return { kind: "action", name, args, work: (ctx, { lease, input }) => work(ctx, { lease, input: input as Args }) };
}
