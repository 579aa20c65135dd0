import { internal } from "../_generated/api";
import { routeBuilders } from "../api/routeBuilders";
import type { Route } from "../api/routeBuilders";
import { operationBuilders } from "../callback/operationBuilders";
import type { Operation } from "../callback/operationBuilders";

const { endpoints, operations: runner } = internal.answeringSessions;
const requests = () => import("./requests");
const { get, list, post, put, remove } = routeBuilders(requests);
const { query, mutation } = operationBuilders(requests);

const scope = "answering-sessions:write";

export const routes: Route[] = [
  /** Lists answering sessions, newest first. */
  list("/answering-sessions", endpoints.list, { scope: "answering-sessions:read", query: "list" }),
  /** Shows an answering session with its questions. */
  get("/answering-sessions/:id", endpoints.get, { scope: "answering-sessions:read" }),
  /** Makes an answering session for questions of an issue session. */
  post("/answering-sessions", endpoints.create, { scope, body: "create", status: 201 }),
  /** Gives an answering session another status. */
  put("/answering-sessions/:id/status", endpoints.setStatus, {
    scope,
    body: "setStatus",
  }),
  /** Archives an answering session: it is in the trash with its questions. */
  remove("/answering-sessions/:id", endpoints.remove, { scope }),
];

export const operations: Operation[] = [
  query("answeringSession.get", "get", runner.get),
  mutation("answeringSession.createSandbox", "createSandbox", runner.createSandbox),
  mutation("answeringSession.updateStatus", "updateStatus", runner.updateStatus),
];
