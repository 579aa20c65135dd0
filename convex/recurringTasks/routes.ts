import { internal } from "../_generated/api";
import { routeBuilders } from "../api/routes";
import type { Route } from "../api/routes";

const { endpoints } = internal.recurringTasks;
const requests = () => import("./requests");
const { get, list, post, put, remove } = routeBuilders(requests);

const read = { scope: "recurring-tasks:read" } as const;
const write = { scope: "recurring-tasks:write" } as const;

export const routes: Route[] = [
  list("/recurring-tasks", endpoints.list, { ...read, query: "list" }),
  get("/recurring-tasks/:id", endpoints.get, read),
  post("/recurring-tasks", endpoints.create, { ...write, body: "create", status: 201 }),
  put("/recurring-tasks/:id", endpoints.update, { ...write, body: "update" }),
  put("/recurring-tasks/:id/toggle", endpoints.toggle, { ...write, body: "toggle" }),
  remove("/recurring-tasks/:id", endpoints.remove, write),
];
