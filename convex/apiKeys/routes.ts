import { internal } from "../_generated/api";
import { routeBuilders } from "../api/routeBuilders";
import type { Route } from "../api/routeBuilders";

const requests = () => import("./requests");
const { list, post, postPrepared } = routeBuilders(requests);

export const routes: Route[] = [
  /** Lists the project's API keys, without the keys themselves. */
  list("/project/api-keys", internal.apiKeys.endpoints.list, { scope: "admin", query: "list" }),
  /** Makes an API key. The answer shows it once and never again. */
  postPrepared("/project/api-keys/generate", internal.apiKeys.endpoints.generate, {
    scope: "admin",
    body: "generate",
    preparation: async () => (await import("./preparation")).keyPreparation,
  }),
  /** Makes an API key that takes the place of another, and shows it once. The old one ends after the time of grace. */
  postPrepared("/project/api-keys/rotate", internal.apiKeys.endpoints.rotate, {
    scope: "admin",
    body: "rotate",
    preparation: async () => (await import("./preparation")).rotationPreparation,
  }),
  /** Revokes an API key at once and for good. */
  post("/project/api-keys/revoke", internal.apiKeys.endpoints.revoke, { scope: "admin", body: "revoke" }),
];
