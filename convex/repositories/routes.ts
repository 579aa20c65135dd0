import { internal } from "../_generated/api";
import { routeBuilders } from "../api/routeBuilders";
import type { Route } from "../api/routeBuilders";
import { operationBuilders } from "../callback/operationBuilders";
import type { Operation } from "../callback/operationBuilders";

const { endpoints, operations: runner } = internal.repositories;
const requests = () => import("./requests");
const { get, list, post } = routeBuilders(requests);
const { query, mutation } = operationBuilders(requests);

export const routes: Route[] = [
  /** Asks a runner whether runs could use a repository. */
  post("/repositories/check", endpoints.check, { scope: "runs:write", body: "check", status: 201 }),
  /** Lists the checks of repositories of the last week, newest first. */
  list("/repositories/checks", endpoints.list, { scope: "runs:read", query: "list" }),
  /** Shows what became of a check of a repository. */
  get("/repositories/checks/:id", endpoints.get, { scope: "runs:read" }),
];

export const operations: Operation[] = [
  query("repositoryCheck.get", "get", runner.get),
  mutation("repositoryCheck.report", "report", runner.report),
];
