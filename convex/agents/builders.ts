// Builders of the functions behind what the agent of a run may do with its token. In the same transaction that does
// the work, the builder checks the token, and gives the function a database that has only the run's project in it.
import type { RegisteredMutation, RegisteredQuery } from "convex/server";
import { v } from "convex/values";
import { internalMutation, internalQuery } from "../_generated/server";
import type { MutationCtx, QueryCtx } from "../_generated/server";
import { projectReader, projectWriter } from "../callback/projectDatabase";
import { agentCredential, authenticateAgent } from "../callers/agentTokens";
import type { AgentCaller, AgentCredential } from "../callers/agentTokens";
import { audited } from "../callers/audited";

/** `input` may be any value here: the schema of the tool has checked it and gives its type. */
const args = { credential: agentCredential, input: v.any() };

export type AgentArgs<Input> = { credential: AgentCredential; input: Input };

type ReadHandler<Input, Result> = (ctx: QueryCtx & AgentCaller, input: Input) => Promise<Result>;

export function agentQuery<Input, Result>(
  handler: ReadHandler<Input, Result>,
): RegisteredQuery<"internal", AgentArgs<Input>, Promise<Result>> {
  return queryAt(() => Date.now(), handler);
}

/**
 * A query that is asked again and again for a waiting agent. It reads no clock, so that the platform keeps its result
 * until a row that it read changes.
 */
export function agentFollowQuery<Input, Result>(
  handler: ReadHandler<Input, Result>,
): RegisteredQuery<"internal", AgentArgs<Input>, Promise<Result>> {
  return queryAt(() => null, handler);
}

function queryAt<Input, Result>(
  now: () => number | null,
  handler: ReadHandler<Input, Result>,
): RegisteredQuery<"internal", AgentArgs<Input>, Promise<Result>> {
  return internalQuery({
    args,
    handler: async (ctx, { credential, input }: AgentArgs<Input>): Promise<Result> => {
      const caller = await authenticateAgent(ctx, credential, now());
      const db = projectReader(ctx.db, caller.project._id);
      return await handler({ ...ctx, db, runQuery: refuseNested, ...caller }, input);
    },
  });
}

type WriteHandler<Input, Result> = (ctx: MutationCtx & AgentCaller, input: Input) => Promise<Result>;

/** What it changes has an entry in the audit log, as what a key changes. */
export function agentMutation<Input, Result>(
  handler: WriteHandler<Input, Result>,
): RegisteredMutation<"internal", AgentArgs<Input>, Promise<Result>> {
  return mutationBy(async (ctx, { credential, input }: AgentArgs<Input>): Promise<Result> => {
    const told = { input, requestId: credential.requestId ?? null };
    return await audited(ctx, told, (watched) => handler(watched, input));
  });
}

/** The audit log says nothing about what belongs to the progress of the run. */
export function agentProgressMutation<Input, Result>(
  handler: WriteHandler<Input, Result>,
): RegisteredMutation<"internal", AgentArgs<Input>, Promise<Result>> {
  return mutationBy((ctx, { input }: AgentArgs<Input>) => handler(ctx, input));
}

function mutationBy<Input, Result>(
  work: (ctx: MutationCtx & AgentCaller, call: AgentArgs<Input>) => Promise<Result>,
): RegisteredMutation<"internal", AgentArgs<Input>, Promise<Result>> {
  return internalMutation({
    args,
    handler: async (ctx, call: AgentArgs<Input>): Promise<Result> => {
      const caller = await authenticateAgent(ctx, call.credential, Date.now());
      const db = projectWriter(ctx.db, caller.project._id);
      return await work({ ...ctx, db, runQuery: refuseNested, runMutation: refuseNested, ...caller }, call);
    },
  });
}

/** Another function would have the whole database again. */
const refuseNested = (): never => {
  throw new Error("What an agent does with its token may not call other functions.");
};
