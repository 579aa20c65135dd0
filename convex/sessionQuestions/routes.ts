import { internal } from "../_generated/api";
import { list, put } from "../api/routes";
import type { Route } from "../api/routes";

const { endpoints } = internal.sessionQuestions;
const requests = () => import("./requests");
const scope = "answering-sessions:write";

export const routes: Route[] = [
  list("/session-questions", endpoints.list, {
    scope: "answering-sessions:read",
    query: async () => (await requests()).list(),
  }),
  put("/session-questions/:id/review", endpoints.review, { scope, body: async () => (await requests()).review() }),
  put("/session-questions/:id/assumption", endpoints.assume, {
    scope,
    body: async () => (await requests()).assumption(),
  }),
];
