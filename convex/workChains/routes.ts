import { internal } from "../_generated/api";
import { routeBuilders } from "../api/routeBuilders";
import type { Route } from "../api/routeBuilders";
import { operationBuilders } from "../callback/operationBuilders";
import type { Operation } from "../callback/operationBuilders";

const { endpoints, operations: runner } = internal.workChains;
const requests = () => import("./requests");
const { get, list, post } = routeBuilders(requests);
const { query, mutation } = operationBuilders(requests);

export const routes: Route[] = [
  /** Lists work chains, newest first. */
  list("/work-chains/list", endpoints.list, { scope: "work-chains:read", query: "list" }),
  /** Shows a work chain. */
  get("/work-chains/get", endpoints.get, { scope: "work-chains:read", query: "one" }),
  /** Lists the issues of a work chain in their order. */
  list("/work-chains/issues", endpoints.listIssues, { scope: "work-chains:read", query: "issues" }),
  /** Makes a work chain of issues, which are worked on one after the other. */
  post("/work-chains/create", endpoints.create, { scope: "work-chains:write", body: "create" }),
  /** Deletes a work chain for good. Its issues stay. */
  post("/work-chains/delete", endpoints.remove, { scope: "work-chains:write", body: "named" }),
  /** Starts a work chain with its first issue. */
  post("/work-chains/start", endpoints.start, { scope: "work-chains:write", body: "named", status: 201 }),
];

export const operations: Operation[] = [
  query("workChain.get", "get", runner.get),
  mutation("workChain.updateStatus", "updateStatus", runner.updateStatus),
];
