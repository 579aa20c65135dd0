import { internal } from "../_generated/api";
import { routeBuilders } from "../api/routeBuilders";
import type { Route } from "../api/routeBuilders";

const { endpoints } = internal.budgets;
const { get, list, post, put, remove } = routeBuilders(() => import("./requests"));

const read = { scope: "budgets:read" } as const;
const write = { scope: "budgets:write" } as const;

export const routes: Route[] = [
  /** Lists budgets, newest first, with what is spent. */
  list("/budgets", endpoints.list, { ...read, query: "list" }),
  /** Shows a budget with what is spent in its present period. */
  get("/budgets/:id", endpoints.get, read),
  /** Makes a budget. What was spent before does not count. */
  post("/budgets", endpoints.create, { ...write, body: "create", status: 201 }),
  /** Changes a budget. Only the fields that are given change. A raised limit resumes what the budget has paused. */
  put("/budgets/:id", endpoints.update, { ...write, body: "update" }),
  /** Deletes a budget. It resumes what the budget has paused. */
  remove("/budgets/:id", endpoints.remove, write),
];
