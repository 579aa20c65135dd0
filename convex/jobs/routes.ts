import { internal } from "../_generated/api";
import { routeBuilders } from "../api/routeBuilders";
import type { Route } from "../api/routeBuilders";
import { operationBuilders } from "../callback/operationBuilders";
import type { Operation } from "../callback/operationBuilders";

const { endpoints, operations: runner } = internal.jobs;
const requests = () => import("./requests");
const { list, post } = routeBuilders(requests);
const { action, mutation } = operationBuilders(requests);

export const routes: Route[] = [
  /** Lists jobs of the runner in one state, those that a runner held last first. */
  list("/jobs", endpoints.list, { scope: "runs:read", query: "list" }),
  /** Starts again what a job was for that has failed for good. */
  post("/jobs/redrive", endpoints.redrive, { scope: "runs:write", body: "redrive" }),
];

export const operations: Operation[] = [
  action("job.claim", "claim", async (...call) => (await import("./waitForClaim")).waitForClaim(...call)),
  mutation("job.heartbeat", "heartbeat", runner.heartbeat),
  mutation("job.complete", "complete", runner.complete),
  mutation("job.fail", "fail", runner.fail),
  mutation("job.defer", "defer", runner.defer),
  action("job.makeAgentToken", "makeAgentToken", async (ctx, call) =>
    (await import("./agentTokens")).makeAgentToken(ctx, call),
  ),
];
