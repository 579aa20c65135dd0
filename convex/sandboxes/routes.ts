import { internal } from "../_generated/api";
import { rowsOf } from "../api/routes";
import type { Route } from "../api/routes";
import { operationsOf } from "../callback/rows";
import type { Operation } from "../callback/rows";

const { endpoints, reportEndpoints, callbacks, reportCallbacks } = internal.sandboxes;
const requests = () => import("./requests");
const { get, list, post } = rowsOf(requests);
const { ask, tell } = operationsOf(requests);

export const routes: Route[] = [
  list("/sandboxes/list", endpoints.list, { scope: "sandboxes:read", query: "list" }),
  get("/sandboxes/get", endpoints.get, { scope: "sandboxes:read", query: "one" }),
  list("/sandboxes/messages", endpoints.messages, { scope: "sandboxes:read", query: "messages" }),
  post("/sandboxes/send-message", endpoints.sendMessage, { scope: "sandboxes:write", body: "sendMessage" }),
  list("/sandboxes/files", reportEndpoints.files, { scope: "sandboxes:read", query: "files" }),
  get("/sandboxes/file", reportEndpoints.file, { scope: "sandboxes:read", query: "file" }),
  get("/sandboxes/diff", reportEndpoints.diff, { scope: "sandboxes:read", query: "one" }),
  get("/sandboxes/dev-server", reportEndpoints.devServer, { scope: "sandboxes:read", query: "one" }),
  post("/sandboxes/dev-server/start", endpoints.startDevServer, { scope: "sandboxes:write", body: "one" }),
  post("/sandboxes/delete", endpoints.remove, { scope: "sandboxes:write", body: "one" }),
];

export const operations: Operation[] = [
  ask("sandbox.get", "oneByRunner", callbacks.get),
  tell("sandbox.create", "create", callbacks.create),
  tell("sandbox.updateStatus", "updateStatus", callbacks.updateStatus),
  tell("sandbox.setTriggerRunId", "setTriggerRunId", callbacks.setTriggerRunId),
  tell("sandbox.updateLearningStatus", "updateLearningStatus", callbacks.updateLearningStatus),
  tell("sandbox.updatePr", "updatePr", callbacks.updatePr),
  ask("sandbox.hasAssistantMessages", "oneByRunner", callbacks.hasAssistantMessages),
  tell("sandbox.reportFiles", "reportFiles", reportCallbacks.files),
  tell("sandbox.reportDiff", "reportDiff", reportCallbacks.diff),
  tell("sandbox.reportDevServer", "reportDevServer", reportCallbacks.devServer),
];
