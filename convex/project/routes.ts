import { internal } from "../_generated/api";
import { get, list, post, postPrepared } from "../api/routes";
import type { Route } from "../api/routes";

const requests = () => import("./requests");
const keyRequests = () => import("../apiKeys/requests");

const page = async () => (await import("../api/parameters")).pageParameters();

export const routes: Route[] = [
  get("/project", internal.project.endpoints.get, { scope: "project:read" }),
  post("/project/update", internal.project.endpoints.update, {
    scope: "project:write",
    body: async () => (await requests()).update(),
  }),
  list("/project/api-keys", internal.apiKeys.endpoints.list, { scope: "admin", query: page }),
  postPrepared("/project/api-keys/generate", internal.apiKeys.endpoints.generate, {
    scope: "admin",
    body: async () => (await keyRequests()).generate(),
    preparation: async () => (await import("../apiKeys/preparation")).keyPreparation,
  }),
  post("/project/api-keys/revoke", internal.apiKeys.endpoints.revoke, {
    scope: "admin",
    body: async () => (await keyRequests()).revoke(),
  }),
];
