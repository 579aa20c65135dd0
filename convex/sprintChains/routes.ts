import { internal } from "../_generated/api";
import { routeBuilders } from "../api/routeBuilders";
import type { Route } from "../api/routeBuilders";
import { operationBuilders } from "../callback/operationBuilders";
import type { Operation } from "../callback/operationBuilders";

const { endpoints, operations: runner } = internal.sprintChains;
const requests = () => import("./requests");
const { get, list, post, remove } = routeBuilders(requests);
const { query, mutation } = operationBuilders(requests);

export const routes: Route[] = [
  /** Lists sprint chains, newest first. */
  list("/sprint-chains", endpoints.list, { scope: "sprint-chains:read", query: "list" }),
  /** Shows a sprint chain. */
  get("/sprint-chains/:id", endpoints.get, { scope: "sprint-chains:read" }),
  /** Makes a sprint chain, which runs one sprint after the other. */
  post("/sprint-chains", endpoints.create, { scope: "sprint-chains:write", body: "create", status: 201 }),
  /** Cancels a sprint chain, or deletes one that is over for good. */
  remove("/sprint-chains/:id", endpoints.remove, { scope: "sprint-chains:write" }),
];

export const operations: Operation[] = [
  query("sprintChain.get", "get", runner.get),
  mutation("sprintChain.updateStatus", "updateStatus", runner.updateStatus),
  mutation("sprintChain.updatePr", "updatePr", runner.updatePr),
];
