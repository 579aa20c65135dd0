import { internal } from "../_generated/api";
import { routeBuilders } from "../api/routes";
import type { Route } from "../api/routes";
import { operationBuilders } from "../callback/rows";
import type { Operation } from "../callback/rows";

const { endpoints, callbacks } = internal.issueSessions;
const requests = () => import("./requests");
const { get, list, post } = routeBuilders(requests);
const { query, mutation } = operationBuilders(requests);

const read = { scope: "issue-sessions:read" } as const;
const write = { scope: "issue-sessions:write" } as const;

export const routes: Route[] = [
  list("/issue-sessions/list", endpoints.list, { ...read, query: "list" }),
  get("/issue-sessions/get", endpoints.get, { ...read, query: "get" }),
  post("/issue-sessions/start", endpoints.start, { ...write, body: "start", status: 201 }),
  post("/issue-sessions/rename", endpoints.rename, { ...write, body: "rename" }),
  post("/issue-sessions/delete", endpoints.remove, { ...write, body: "one" }),
  post("/issue-sessions/restore", endpoints.restore, { ...write, body: "one" }),
  post("/issue-sessions/permanent-delete", endpoints.purge, { ...write, body: "one" }),
  post("/issue-sessions/bulk-delete", endpoints.removeMany, { ...write, body: "many" }),
];

export const operations: Operation[] = [
  query("issueSession.get", "getByRunner", callbacks.get),
  mutation("issueSession.createSandbox", "createSandbox", callbacks.createSandbox),
  mutation("issueSession.updateStatus", "updateStatus", callbacks.updateStatus),
  mutation("issueSession.createIssuesFromJson", "createIssuesFromJson", callbacks.createIssuesFromJson),
  mutation(
    "issueSession.createSessionQuestionsFromJson",
    "createSessionQuestions",
    internal.sessionQuestions.callbacks.create,
  ),
  mutation("issueSession.updateIteration", "updateIteration", callbacks.updateIteration),
  mutation("issueSession.updateProgress", "updateProgress", callbacks.updateProgress),
  mutation("issueSessionStep.create", "createStep", callbacks.createStep),
  mutation("issueSessionStep.updateStatus", "updateStepStatus", callbacks.updateStepStatus),
];
