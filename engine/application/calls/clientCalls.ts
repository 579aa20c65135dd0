// Answers the calls of clients: runs the function, and turns what it throws into an answer.
import { conflictCode } from "../../database/optimisticMutations";
import { FunctionError } from "../../value/functionError";
import type { Json } from "../../value/json";
import {
  RequestError,
  type Caller,
  type ClientMutation,
  type ClientRequest,
  type FailedCall,
  type FunctionCall,
  type FunctionResult,
  type HttpActionResult,
  type MutationResult,
} from "../contract";
import type { Deployment } from "../deployment/deployment";
import { routeRequest } from "../deployment/httpRoutes";
import { clientLine, type FunctionLog } from "../log/functionLog";
import type { CallContext } from "../syscalls/scope";
import { contextOf, invocationOf } from "./clientCall";
import type { FunctionRunner } from "./functionRunner";
import type { OpenCalls } from "./openCalls";

interface Parts {
  runner: FunctionRunner;
  openCalls: OpenCalls;
  log: FunctionLog;
  /** Null until code was pushed. */
  deployment: () => Deployment | null;
}

export class ClientCalls {
  constructor(private readonly parts: Parts) {}

  async call(call: FunctionCall): Promise<FunctionResult> {
    const { openCalls, runner } = this.parts;
    const deployment = this.deployment();
    const context = contextOf(deployment, call);
    return await openCalls.track(async () => {
      try {
        const value = await runner.run(invocationOf(deployment, call, call.kind), context);
        return { kind: "success", value: JSON.parse(value) as Json, logLines: context.lines.map(clientLine) };
      } catch (error) {
        return this.failure(call.path, context, error);
      }
    });
  }

  async mutate(call: ClientMutation): Promise<MutationResult> {
    const { openCalls, runner } = this.parts;
    const deployment = this.deployment();
    const context = contextOf(deployment, call);
    return await openCalls.track(async () => {
      try {
        const invocation = invocationOf(deployment, call, "mutation");
        return { kind: "success", ...(await runner.clientMutation(invocation, context, call)) };
      } catch (error) {
        return this.failure(call.path, context, error);
      }
    });
  }

  async httpAction(request: Request, caller: Caller, client: ClientRequest): Promise<HttpActionResult> {
    const { openCalls, runner } = this.parts;
    const deployment = this.parts.deployment();
    const route = deployment && routeRequest(deployment.app, request);
    if (deployment === null || route === null) return { kind: "noRouter" };
    const context = contextOf(deployment, { caller, request: client });
    const outcome = await openCalls.track(() => runner.httpAction(route, request, context));
    if (outcome.kind === "success") throw new Error("an HTTP action must answer with a response");
    return outcome;
  }

  private deployment(): Deployment {
    const deployment = this.parts.deployment();
    if (deployment !== null) return deployment;
    throw new RequestError(404, "NoCodeDeployed", "No code has been pushed to this deployment yet.");
  }

  private failure(where: string, context: CallContext, error: unknown): FailedCall {
    if (error instanceof FunctionError && error.code === conflictCode) {
      throw new RequestError(503, error.code, error.message);
    }
    if (error instanceof FunctionError) {
      const { message, data } = error;
      return { kind: "error", message, data, logLines: context.lines.map(clientLine) };
    }
    if (!(error instanceof RequestError)) this.parts.log.recordEngineFailure(where, error);
    throw error;
  }
}
