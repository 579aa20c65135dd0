import { internal } from "../_generated/api";
import { routeBuilders } from "../api/routeBuilders";
import type { Route } from "../api/routeBuilders";
import { operationBuilders } from "../callback/operationBuilders";
import type { Operation } from "../callback/operationBuilders";

const { endpoints, operations: runner } = internal.sessionQuestions;
const requests = () => import("./requests");
const { list, put } = routeBuilders(requests);
const { mutation } = operationBuilders(requests);

const scope = "answering-sessions:write";

export const routes: Route[] = [
  /** Lists the questions of an answering session. */
  list("/session-questions", endpoints.list, { scope: "answering-sessions:read", query: "list" }),
  /** Accepts or declines what an agent assumes about a question. */
  put("/session-questions/:id/review", endpoints.review, { scope, body: "review" }),
  /** Writes down what agents may assume about a question. */
  put("/session-questions/:id/assumption", endpoints.assume, { scope, body: "assumption" }),
];

export const operations: Operation[] = [
  mutation("sessionQuestions.updateAssumptions", "updateAssumptions", runner.updateAssumptions),
  mutation("sessionQuestions.updateAssumptionsByIssueSession", "updateByIssueSession", runner.updateByIssueSession),
];
