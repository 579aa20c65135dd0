import { internal } from "../_generated/api";
import { routeBuilders } from "../api/routeBuilders";
import type { Route } from "../api/routeBuilders";

const { endpoints } = internal.inbox;
const { get, list, post } = routeBuilders(() => import("./requests"));

export const routes: Route[] = [
  /** Lists what waits for a person, the oldest first. */
  list("/inbox", endpoints.list, { scope: "runs:read", query: "list" }),
  /** Counts what waits for a person. */
  get("/inbox/count", endpoints.count, { scope: "runs:read" }),
  /** Puts an item of the inbox away for all members, until something new happens to its subject. */
  post("/inbox/dismiss", endpoints.dismiss, { scope: "runs:write", body: "dismiss" }),
];
