import { internal } from "../_generated/api";
import { routeBuilders } from "../api/routes";
import type { Route } from "../api/routes";

const { endpoints } = internal.inbox;
const { get, list, post } = routeBuilders(() => import("./requests"));

export const routes: Route[] = [
  list("/inbox", endpoints.list, { scope: "runs:read", query: "list" }),
  get("/inbox/count", endpoints.count, { scope: "runs:read" }),
  post("/inbox/dismiss", endpoints.dismiss, { scope: "runs:write", body: "dismiss" }),
];
