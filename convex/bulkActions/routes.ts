import { internal } from "../_generated/api";
import { routeBuilders } from "../api/routeBuilders";
import type { Route } from "../api/routeBuilders";

const { endpoints } = internal.bulkActions;
const { get, post } = routeBuilders(() => import("./requests"));

export const routes: Route[] = [
  /**
   * Does the same to many runs, in the background: to those that match the filter now, or those that are named. A run
   * that does not allow the action is skipped.
   */
  post("/runs/bulk", endpoints.start, { scope: "runs:write", body: "start", status: 202 }),
  /** Shows how far a bulk action has come. */
  get("/runs/bulk/:id", endpoints.get, { scope: "runs:read" }),
  /** Ends a bulk action. What it has done stays done. */
  post("/runs/bulk/:id/stop", endpoints.stop, { scope: "runs:write" }),
];
