import { internal } from "../_generated/api";
import { routeBuilders } from "../api/routeBuilders";
import type { Route } from "../api/routeBuilders";
import { operationBuilders } from "../callback/operationBuilders";
import type { Operation } from "../callback/operationBuilders";

const requests = () => import("./requests");
const { list, post, postPrepared } = routeBuilders(requests);
const { queryAndFinish } = operationBuilders(requests);

export const routes: Route[] = [
  /** Lists for which providers the project has keys, with their last four characters. */
  list("/project/provider-keys", internal.providerKeys.endpoints.list, { scope: "admin", query: "list" }),
  /** Stores a provider's key, sealed. It replaces the previous one. */
  postPrepared("/project/provider-keys/set", internal.providerKeys.endpoints.set, {
    scope: "admin",
    body: "set",
    preparation: async () => (await import("./preparation")).providerKeyPreparation,
  }),
  /** Removes a provider's key. */
  post("/project/provider-keys/remove", internal.providerKeys.endpoints.remove, { scope: "admin", body: "remove" }),
];

const reveal = () => import("./reveal");

export const operations: Operation[] = [
  queryAndFinish("keys.get", "get", internal.providerKeys.operations.get, async (sealed) =>
    (await reveal()).revealKey(sealed),
  ),
  queryAndFinish("keys.getWithFallback", "get", internal.providerKeys.operations.get, async (sealed) =>
    (await reveal()).revealKeyWithFallback(sealed),
  ),
];
