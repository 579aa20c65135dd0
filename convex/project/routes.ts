import { internal } from "../_generated/api";
import { routeBuilders } from "../api/routes";
import type { Route } from "../api/routes";

const requests = () => import("./requests");
const { get, post } = routeBuilders(requests);

export const routes: Route[] = [
  get("/project", internal.project.endpoints.get, { scope: "project:read" }),
  post("/project/update", internal.project.endpoints.update, { scope: "project:write", body: "update" }),
  post("/project/delete", internal.project.endpoints.remove, { scope: "admin" }),
  get("/project/counters", internal.project.endpoints.counters, { scope: "project:read" }),
];
