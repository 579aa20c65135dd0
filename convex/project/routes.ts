import { internal } from "../_generated/api";
import { routeBuilders } from "../api/routeBuilders";
import type { Route } from "../api/routeBuilders";

const requests = () => import("./requests");
const { get, post } = routeBuilders(requests);

export const routes: Route[] = [
  /** Shows the key's project. */
  get("/project", internal.project.endpoints.get, { scope: "project:read" }),
  /** Changes the project. Only the fields that are given change. */
  post("/project/update", internal.project.endpoints.update, { scope: "project:write", body: "update" }),
  /** Deletes the project. Every key of it is refused from now on. */
  post("/project/delete", internal.project.endpoints.remove, { scope: "admin" }),
  /** Counts what the project has. */
  get("/project/counters", internal.project.endpoints.counters, { scope: "project:read" }),
];
