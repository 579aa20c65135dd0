import { internal } from "../_generated/api";
import { routeBuilders } from "../api/routeBuilders";
import type { Route } from "../api/routeBuilders";
import { operationBuilders } from "../callback/operationBuilders";
import type { Operation } from "../callback/operationBuilders";

const { endpoints, operations: runner } = internal.merging;
const requests = () => import("./requests");
const { list, post } = routeBuilders(requests);
const { query, mutation } = operationBuilders(requests);

export const routes: Route[] = [
  /** Lists merge runs, newest first. */
  list("/merging/list", endpoints.list, { scope: "merging:read", query: "list" }),
  /** Starts a merge run, which merges the pull requests of several runs. */
  post("/merging/start", endpoints.start, { scope: "merging:write", body: "start", status: 201 }),
];

export const operations: Operation[] = [
  query("mergeRun.get", "get", runner.get),
  mutation("mergeRun.updateStatus", "updateStatus", runner.updateStatus),
];
