import { internal } from "../_generated/api";
import { rowsOf } from "../api/routes";
import type { Route } from "../api/routes";
import { operationsOf } from "../callback/rows";
import type { Operation } from "../callback/rows";

const { endpoints, callbacks } = internal.issueSessions;
const requests = () => import("./requests");
const { get, list, post } = rowsOf(requests);
const { ask, tell } = operationsOf(requests);

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
  ask("issueSession.get", "getByRunner", callbacks.get),
  tell("issueSession.createSandbox", "createSandbox", callbacks.createSandbox),
  tell("issueSession.updateStatus", "updateStatus", callbacks.updateStatus),
  tell("issueSession.createIssuesFromJson", "createIssuesFromJson", callbacks.createIssuesFromJson),
  tell(
    "issueSession.createSessionQuestionsFromJson",
    "createSessionQuestions",
    internal.sessionQuestions.callbacks.create,
  ),
  tell("issueSession.updateIteration", "updateIteration", callbacks.updateIteration),
  tell("issueSession.updateProgress", "updateProgress", callbacks.updateProgress),
  tell("issueSessionStep.create", "createStep", callbacks.createStep),
  tell("issueSessionStep.updateStatus", "updateStepStatus", callbacks.updateStepStatus),
];
