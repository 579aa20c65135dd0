import { internal } from "../_generated/api";
import { routeBuilders } from "../api/routeBuilders";
import type { Route } from "../api/routeBuilders";

const requests = () => import("./requests");
const { list, post, postPrepared } = routeBuilders(requests);

export const routes: Route[] = [
  /** Lists the project's runner tokens, without the tokens themselves. */
  list("/project/runner-tokens", internal.runnerTokens.endpoints.list, { scope: "admin", query: "list" }),
  /** Makes a runner token. The answer shows it once and never again. */
  postPrepared("/project/runner-tokens/generate", internal.runnerTokens.endpoints.generate, {
    scope: "admin",
    status: 201,
    body: "generate",
    preparation: async () => (await import("./preparation")).tokenPreparation,
  }),
  /** Revokes a runner token. Its runners lose their jobs at once. */
  post("/project/runner-tokens/revoke", internal.runnerTokens.endpoints.revoke, { scope: "admin", body: "revoke" }),
];
