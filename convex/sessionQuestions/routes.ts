import { internal } from "../_generated/api";
import { routeBuilders } from "../api/routes";
import type { Route } from "../api/routes";
import { operationBuilders } from "../callback/rows";
import type { Operation } from "../callback/rows";

const { endpoints, callbacks } = internal.sessionQuestions;
const requests = () => import("./requests");
const { list, put } = routeBuilders(requests);
const { mutation } = operationBuilders(requests);

const scope = "answering-sessions:write";

export const routes: Route[] = [
  list("/session-questions", endpoints.list, { scope: "answering-sessions:read", query: "list" }),
  put("/session-questions/:id/review", endpoints.review, { scope, body: "review" }),
  put("/session-questions/:id/assumption", endpoints.assume, { scope, body: "assumption" }),
];

export const operations: Operation[] = [
  mutation("sessionQuestions.updateAssumptions", "updateAssumptions", callbacks.updateAssumptions),
  mutation("sessionQuestions.updateAssumptionsByIssueSession", "updateByIssueSession", callbacks.updateByIssueSession),
];
