import { internal } from "../_generated/api";
import { list, post, postPrepared } from "../api/routes";
import type { Route } from "../api/routes";

const requests = () => import("./requests");

export const routes: Route[] = [
  list("/project/provider-keys", internal.providerKeys.endpoints.list, {
    scope: "admin",
    query: async () => (await requests()).list(),
  }),
  postPrepared("/project/provider-keys/set", internal.providerKeys.endpoints.set, {
    scope: "admin",
    body: async () => (await requests()).set(),
    preparation: async () => (await import("./preparation")).providerKeyPreparation,
  }),
  post("/project/provider-keys/remove", internal.providerKeys.endpoints.remove, {
    scope: "admin",
    body: async () => (await requests()).remove(),
  }),
];
