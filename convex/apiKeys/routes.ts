import { internal } from "../_generated/api";
import { routeBuilders } from "../api/routes";
import type { Route } from "../api/routes";

const requests = () => import("./requests");
const { list, post, postPrepared } = routeBuilders(requests);

export const routes: Route[] = [
  list("/project/api-keys", internal.apiKeys.endpoints.list, { scope: "admin", query: "list" }),
  postPrepared("/project/api-keys/generate", internal.apiKeys.endpoints.generate, {
    scope: "admin",
    body: "generate",
    preparation: async () => (await import("./preparation")).keyPreparation,
  }),
  post("/project/api-keys/revoke", internal.apiKeys.endpoints.revoke, { scope: "admin", body: "revoke" }),
];
