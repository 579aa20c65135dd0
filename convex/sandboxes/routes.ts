import { internal } from "../_generated/api";
import { get, list, post } from "../api/routes";
import type { Route } from "../api/routes";

const { endpoints, reportEndpoints } = internal.sandboxes;
const requests = () => import("./requests");
const one = async () => (await requests()).one();

export const routes: Route[] = [
  list("/sandboxes/list", endpoints.list, { scope: "sandboxes:read", query: async () => (await requests()).list() }),
  get("/sandboxes/get", endpoints.get, { scope: "sandboxes:read", query: one }),
  list("/sandboxes/messages", endpoints.messages, {
    scope: "sandboxes:read",
    query: async () => (await requests()).messages(),
  }),
  post("/sandboxes/send-message", endpoints.sendMessage, {
    scope: "sandboxes:write",
    body: async () => (await requests()).sendMessage(),
  }),
  list("/sandboxes/files", reportEndpoints.files, {
    scope: "sandboxes:read",
    query: async () => (await requests()).files(),
  }),
  get("/sandboxes/file", reportEndpoints.file, {
    scope: "sandboxes:read",
    query: async () => (await requests()).file(),
  }),
  get("/sandboxes/diff", reportEndpoints.diff, { scope: "sandboxes:read", query: one }),
  get("/sandboxes/dev-server", reportEndpoints.devServer, { scope: "sandboxes:read", query: one }),
  post("/sandboxes/dev-server/start", endpoints.startDevServer, { scope: "sandboxes:write", body: one }),
  post("/sandboxes/delete", endpoints.remove, { scope: "sandboxes:write", body: one }),
];
