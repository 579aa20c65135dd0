import { internal } from "../_generated/api";
import { list, post, postPrepared } from "../api/routes";
import type { Route } from "../api/routes";

const requests = () => import("./requests");

export const routes: Route[] = [
  list("/project/api-keys", internal.apiKeys.endpoints.list, {
    scope: "admin",
    query: async () => (await requests()).list(),
  }),
  postPrepared("/project/api-keys/generate", internal.apiKeys.endpoints.generate, {
    scope: "admin",
    body: async () => (await requests()).generate(),
    preparation: async () => (await import("./preparation")).keyPreparation,
  }),
  post("/project/api-keys/revoke", internal.apiKeys.endpoints.revoke, {
    scope: "admin",
    body: async () => (await requests()).revoke(),
  }),
];
