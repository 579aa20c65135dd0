import { internal } from "../_generated/api";
import { get, list, post, put, remove } from "../api/routes";
import type { Route } from "../api/routes";

const { endpoints } = internal.answeringSessions;
const requests = () => import("./requests");
const scope = "answering-sessions:write";

export const routes: Route[] = [
  list("/answering-sessions", endpoints.list, {
    scope: "answering-sessions:read",
    query: async () => (await requests()).list(),
  }),
  get("/answering-sessions/:id", endpoints.get, { scope: "answering-sessions:read" }),
  post("/answering-sessions", endpoints.create, { scope, body: async () => (await requests()).create(), status: 201 }),
  put("/answering-sessions/:id/status", endpoints.setStatus, {
    scope,
    body: async () => (await requests()).setStatus(),
  }),
  remove("/answering-sessions/:id", endpoints.remove, { scope }),
];
