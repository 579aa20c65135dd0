// An operation of the job runner is a row of data: the schema of its arguments, which is loaded on demand, the function
// that does the work in one transaction, and sometimes a step that the edge adds to the result.
import type { FunctionReference } from "convex/server";
import { lazySchema } from "../lib/schemas";
import type { Fitting, LazySchema, OutputOf, SchemaName } from "../lib/schemas";
import type { OperationArgs } from "./builders";
import type { CallerCtx, OperationCall } from "./caller";

type Input = Record<string, unknown>;

interface Row {
  /** A name such as `run.get`. Its first word says in which domain's file the row is. */
  name: string;
  args: LazySchema<Input>;
}

export interface ReadOperation extends Row {
  kind: "query";
  work: FunctionReference<"query", "internal", OperationArgs<Input>>;
  finish?: (result: unknown) => Promise<unknown>;
}

export interface WriteOperation extends Row {
  kind: "mutation";
  work: FunctionReference<"mutation", "internal", OperationArgs<Input>>;
}

/** An operation that needs more than one transaction, for instance because it waits. */
interface ActionOperation extends Row {
  kind: "action";
  work: (ctx: CallerCtx, call: OperationCall<Input>, gone: AbortSignal) => Promise<unknown>;
}

export type Operation = ReadOperation | WriteOperation | ActionOperation;

/**
 * Makes the functions with which a domain writes its operations. A row names the schema of its arguments, an export of
 * the domain's `requests.ts`. The compiler checks that the function accepts the output of the schema, and `finish` the
 * result of the function.
 *
 *     const { query, mutation } = operationBuilders(() => import("./requests"));
 *     query("run.get", "one", internal.runs.operations.get)
 */
export function operationBuilders<Schemas>(load: () => Promise<Schemas>) {
  type Name = SchemaName<Schemas>;
  const schema = <Chosen extends Name>(name: Chosen) => lazySchema(load, name);

  return {
    query: <Chosen extends Name, Taken extends Input>(
      name: string,
      args: Chosen,
      work: FunctionReference<"query", "internal", OperationArgs<Taken>> & Fitting<Taken, OutputOf<Schemas, Chosen>>,
    ): Operation => {
      return { kind: "query", name, args: schema(args), work };
    },

    /** Like `query`; `finish` runs at the edge, outside the transaction. */
    queryAndFinish: <Chosen extends Name, Taken extends Input, Result>(
      name: string,
      args: Chosen,
      work: FunctionReference<"query", "internal", OperationArgs<Taken>, Result> &
        Fitting<Taken, OutputOf<Schemas, Chosen>>,
      finish: (result: Result) => Promise<unknown>,
    ): Operation => {
      return { kind: "query", name, args: schema(args), work, finish: (result) => finish(result as Result) };
    },

    mutation: <Chosen extends Name, Taken extends Input>(
      name: string,
      args: Chosen,
      work: FunctionReference<"mutation", "internal", OperationArgs<Taken>> & Fitting<Taken, OutputOf<Schemas, Chosen>>,
    ): Operation => {
      return { kind: "mutation", name, args: schema(args), work };
    },

    /**
     * `work` may call only functions of the builders in builders.ts, and calls them with the runner's credential.
     * `gone` aborts when the runner has closed its connection.
     */
    action: <Chosen extends Name>(
      name: string,
      args: Chosen,
      work: (ctx: CallerCtx, call: OperationCall<OutputOf<Schemas, Chosen>>, gone: AbortSignal) => Promise<unknown>,
    ): Operation => {
      const worked = (ctx: CallerCtx, { lease, input }: OperationCall<Input>, gone: AbortSignal) =>
        work(ctx, { lease, input: input as OutputOf<Schemas, Chosen> }, gone);
      return { kind: "action", name, args: schema(args), work: worked };
    },
  };
}
