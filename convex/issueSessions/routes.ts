import { internal } from "../_generated/api";
import { routeBuilders } from "../api/routeBuilders";
import type { Route } from "../api/routeBuilders";
import { operationBuilders } from "../callback/operationBuilders";
import type { Operation } from "../callback/operationBuilders";

const { endpoints, operations: runner } = internal.issueSessions;
const requests = () => import("./requests");
const { get, list, post } = routeBuilders(requests);
const { query, mutation } = operationBuilders(requests);

const read = { scope: "issue-sessions:read" } as const;
const write = { scope: "issue-sessions:write" } as const;

export const routes: Route[] = [
  /** Lists issue sessions, newest first. */
  list("/issue-sessions/list", endpoints.list, { ...read, query: "list" }),
  /** Shows an issue session. */
  get("/issue-sessions/get", endpoints.get, { ...read, query: "get" }),
  /** Starts an issue session, in which agents look for issues. */
  post("/issue-sessions/start", endpoints.start, { ...write, body: "start", status: 201 }),
  /** Gives an issue session another name. */
  post("/issue-sessions/rename", endpoints.rename, { ...write, body: "rename" }),
  /** Moves an issue session to the trash. */
  post("/issue-sessions/delete", endpoints.remove, { ...write, body: "one" }),
  /** Takes an issue session out of the trash. */
  post("/issue-sessions/restore", endpoints.restore, { ...write, body: "one" }),
  /** Deletes an issue session for good. */
  post("/issue-sessions/permanent-delete", endpoints.purge, { ...write, body: "one" }),
  /** Moves several issue sessions to the trash. */
  post("/issue-sessions/bulk-delete", endpoints.removeMany, { ...write, body: "many" }),
];

export const operations: Operation[] = [
  query("issueSession.get", "getByRunner", runner.get),
  mutation("issueSession.createSandbox", "createSandbox", runner.createSandbox),
  mutation("issueSession.updateStatus", "updateStatus", runner.updateStatus),
  mutation("issueSession.createIssuesFromJson", "createIssuesFromJson", runner.createIssuesFromJson),
  mutation(
    "issueSession.createSessionQuestionsFromJson",
    "createSessionQuestions",
    internal.sessionQuestions.operations.create,
  ),
  mutation("issueSession.updateIteration", "updateIteration", runner.updateIteration),
  mutation("issueSession.updateProgress", "updateProgress", runner.updateProgress),
  mutation("issueSessionStep.create", "createStep", runner.createStep),
  mutation("issueSessionStep.updateStatus", "updateStepStatus", runner.updateStepStatus),
];
