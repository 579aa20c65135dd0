// The context of an operation that needs several transactions. It passes the runner's credential to each of them, so
// the operation cannot leave it out, and its types accept only functions that check it.
import type { FunctionReference } from "convex/server";
import type { ActionCtx } from "../_generated/server";
import type { TokenHash } from "../callers/runnerTokens";
import type { OperationArgs } from "./builders";

/** What an operation gets, and what it passes to its functions. */
export type OperationCall<Input> = Omit<OperationArgs<Input>, "tokenHash">;

export interface CallerCtx {
  runQuery<Input, Result>(
    work: FunctionReference<"query", "internal", OperationArgs<Input>, Result>,
    call: OperationCall<Input>,
  ): Promise<Result>;
  runMutation<Input, Result>(
    work: FunctionReference<"mutation", "internal", OperationArgs<Input>, Result>,
    call: OperationCall<Input>,
  ): Promise<Result>;
}

export function callerCtx(ctx: ActionCtx, tokenHash: TokenHash): CallerCtx {
  return {
    runQuery: (work, { lease, input }) => ctx.runQuery(work, { lease, input, tokenHash }),
    runMutation: (work, { lease, input }) => ctx.runMutation(work, { lease, input, tokenHash }),
  };
}
