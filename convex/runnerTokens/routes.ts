import { internal } from "../_generated/api";
import { routeBuilders } from "../api/routes";
import type { Route } from "../api/routes";

const requests = () => import("./requests");
const { list, post, postPrepared } = routeBuilders(requests);

export const routes: Route[] = [
  list("/project/runner-tokens", internal.runnerTokens.endpoints.list, { scope: "admin", query: "list" }),
  postPrepared("/project/runner-tokens/generate", internal.runnerTokens.endpoints.generate, {
    scope: "admin",
    status: 201,
    body: "generate",
    preparation: async () => (await import("./preparation")).tokenPreparation,
  }),
  post("/project/runner-tokens/revoke", internal.runnerTokens.endpoints.revoke, { scope: "admin", body: "revoke" }),
];
