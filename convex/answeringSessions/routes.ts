import { internal } from "../_generated/api";
import { routeBuilders } from "../api/routes";
import type { Route } from "../api/routes";
import { operationBuilders } from "../callback/rows";
import type { Operation } from "../callback/rows";

const { endpoints, callbacks } = internal.answeringSessions;
const requests = () => import("./requests");
const { get, list, post, put, remove } = routeBuilders(requests);
const { query, mutation } = operationBuilders(requests);

const scope = "answering-sessions:write";

export const routes: Route[] = [
  list("/answering-sessions", endpoints.list, { scope: "answering-sessions:read", query: "list" }),
  get("/answering-sessions/:id", endpoints.get, { scope: "answering-sessions:read" }),
  post("/answering-sessions", endpoints.create, { scope, body: "create", status: 201 }),
  put("/answering-sessions/:id/status", endpoints.setStatus, {
    scope,
    body: "setStatus",
  }),
  remove("/answering-sessions/:id", endpoints.remove, { scope }),
];

export const operations: Operation[] = [
  query("answeringSession.get", "get", callbacks.get),
  mutation("answeringSession.createSandbox", "createSandbox", callbacks.createSandbox),
  mutation("answeringSession.updateStatus", "updateStatus", callbacks.updateStatus),
];
