import { internal } from "../_generated/api";
import { routeBuilders } from "../api/routeBuilders";
import type { Route } from "../api/routeBuilders";

const { endpoints } = internal.recurringTasks;
const requests = () => import("./requests");
const { get, list, post, put, remove } = routeBuilders(requests);

const read = { scope: "recurring-tasks:read" } as const;
const write = { scope: "recurring-tasks:write" } as const;

export const routes: Route[] = [
  /** Lists recurring tasks, newest first. */
  list("/recurring-tasks", endpoints.list, { ...read, query: "list" }),
  /** Shows a recurring task with its next times. */
  get("/recurring-tasks/:id", endpoints.get, read),
  /** Makes a recurring task. */
  post("/recurring-tasks", endpoints.create, { ...write, body: "create", status: 201 }),
  /** Shows the next ten times of a schedule. It keeps nothing. */
  post("/recurring-tasks/preview", endpoints.preview, { ...read, body: "preview" }),
  /** Starts a run of a recurring task now, or answers 200 with the one for which it is skipped. Its schedule stays. */
  post("/recurring-tasks/:id/run", endpoints.run, { ...write, status: 201, mayExist: true }),
  /** Changes a recurring task. Only the fields that are given change. */
  put("/recurring-tasks/:id", endpoints.update, { ...write, body: "update" }),
  /** Switches a recurring task on or off. */
  put("/recurring-tasks/:id/toggle", endpoints.toggle, { ...write, body: "toggle" }),
  /** Deletes a recurring task for good. Its runs stay. */
  remove("/recurring-tasks/:id", endpoints.remove, write),
];
