import { internal } from "../_generated/api";
import { routeBuilders } from "../api/routeBuilders";
import type { Route } from "../api/routeBuilders";
import { operationBuilders } from "../callback/operationBuilders";
import type { Operation } from "../callback/operationBuilders";

const { endpoints, operations: runner } = internal.feedback;
const requests = () => import("./requests");
const { list, post } = routeBuilders(requests);
const { mutation, query } = operationBuilders(requests);

const scope = "runs:write";

export const routes: Route[] = [
  /** Lists what was said about a run, newest first: by checks, reviewers and people. */
  list("/runs/feedback", endpoints.list, { scope: "runs:read", query: "list" }),
  /** Says something about a run, which its next round is given. */
  post("/runs/feedback/add", endpoints.add, { scope, body: "add" }),
  /** Ends items of feedback that no round shall be given. */
  post("/runs/feedback/ignore", endpoints.ignore, { scope, body: "ignore" }),
  /** Opens items of feedback again. */
  post("/runs/feedback/reopen", endpoints.reopen, { scope, body: "reopen" }),
];

export const operations: Operation[] = [
  mutation("run.reportFeedback", "reportFeedback", runner.report),
  query("run.listOpenFeedback", "listOpenFeedback", runner.listOpen),
];
