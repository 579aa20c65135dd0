import { internal } from "../_generated/api";
import { routeBuilders } from "../api/routeBuilders";
import type { Route } from "../api/routeBuilders";
import { operationBuilders } from "../callback/operationBuilders";
import type { Operation } from "../callback/operationBuilders";

const { endpoints, reportEndpoints, operations: runner, reportOperations } = internal.sandboxes;
const requests = () => import("./requests");
const { get, list, post } = routeBuilders(requests);
const { query, mutation } = operationBuilders(requests);

export const routes: Route[] = [
  /** Lists sandboxes, newest first. */
  list("/sandboxes/list", endpoints.list, { scope: "sandboxes:read", query: "list" }),
  /** Shows a sandbox. */
  get("/sandboxes/get", endpoints.get, { scope: "sandboxes:read", query: "one" }),
  /** Lists what was said in a sandbox, the oldest first. */
  list("/sandboxes/messages", endpoints.messages, { scope: "sandboxes:read", query: "messages" }),
  /** Shows a message, also while it is being written. */
  get("/sandboxes/message", endpoints.message, { scope: "sandboxes:read", query: "one" }),
  /** Sends a message to the agent in a sandbox. */
  post("/sandboxes/send-message", endpoints.sendMessage, { scope: "sandboxes:write", body: "sendMessage" }),
  /** Lists the files that a sandbox has changed. */
  list("/sandboxes/files", reportEndpoints.files, { scope: "sandboxes:read", query: "files" }),
  /** Shows the text of a file of a sandbox. */
  get("/sandboxes/file", reportEndpoints.file, { scope: "sandboxes:read", query: "file" }),
  /** Shows the changes of a sandbox as a diff. */
  get("/sandboxes/diff", reportEndpoints.diff, { scope: "sandboxes:read", query: "one" }),
  /** Shows the state of a sandbox's development server. */
  get("/sandboxes/dev-server", reportEndpoints.devServer, { scope: "sandboxes:read", query: "one" }),
  /** Asks for the development server of a sandbox. */
  post("/sandboxes/dev-server/start", endpoints.startDevServer, { scope: "sandboxes:write", body: "one" }),
  /** Deletes a sandbox. */
  post("/sandboxes/delete", endpoints.remove, { scope: "sandboxes:write", body: "one" }),
];

export const operations: Operation[] = [
  query("sandbox.get", "oneByRunner", runner.get),
  mutation("sandbox.create", "create", runner.create),
  mutation("sandbox.updateStatus", "updateStatus", runner.updateStatus),
  mutation("sandbox.setTriggerRunId", "setTriggerRunId", runner.setTriggerRunId),
  mutation("sandbox.updateLearningStatus", "updateLearningStatus", runner.updateLearningStatus),
  mutation("sandbox.updatePr", "updatePr", runner.updatePr),
  query("sandbox.hasAssistantMessages", "oneByRunner", runner.hasAssistantMessages),
  mutation("sandbox.reportFiles", "reportFiles", reportOperations.files),
  mutation("sandbox.reportDiff", "reportDiff", reportOperations.diff),
  mutation("sandbox.reportDevServer", "reportDevServer", reportOperations.devServer),
];
