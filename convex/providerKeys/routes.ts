import { internal } from "../_generated/api";
import { list, post, postPrepared } from "../api/routes";
import type { Route } from "../api/routes";

const requests = () => import("./requests");

const page = async () => (await import("../api/parameters")).onlyPage();

export const routes: Route[] = [
  list("/project/provider-keys", internal.providerKeys.endpoints.list, { scope: "admin", query: page }),
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
