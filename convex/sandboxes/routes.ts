import { internal } from "../_generated/api";
import { routeBuilders } from "../api/routes";
import type { Route } from "../api/routes";
import { operationBuilders } from "../callback/rows";
import type { Operation } from "../callback/rows";

const { endpoints, reportEndpoints, callbacks, reportCallbacks } = internal.sandboxes;
const requests = () => import("./requests");
const { get, list, post } = routeBuilders(requests);
const { query, mutation } = operationBuilders(requests);

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
  query("sandbox.get", "oneByRunner", callbacks.get),
  mutation("sandbox.create", "create", callbacks.create),
  mutation("sandbox.updateStatus", "updateStatus", callbacks.updateStatus),
  mutation("sandbox.setTriggerRunId", "setTriggerRunId", callbacks.setTriggerRunId),
  mutation("sandbox.updateLearningStatus", "updateLearningStatus", callbacks.updateLearningStatus),
  mutation("sandbox.updatePr", "updatePr", callbacks.updatePr),
  query("sandbox.hasAssistantMessages", "oneByRunner", callbacks.hasAssistantMessages),
  mutation("sandbox.reportFiles", "reportFiles", reportCallbacks.files),
  mutation("sandbox.reportDiff", "reportDiff", reportCallbacks.diff),
  mutation("sandbox.reportDevServer", "reportDevServer", reportCallbacks.devServer),
];
