import { internal } from "../_generated/api";
import { get, postPrepared } from "../api/routes";
import type { Route } from "../api/routes";

const requests = () => import("./requests");

export const routes: Route[] = [
  get("/project/settings", internal.settings.endpoints.get, { scope: "admin" }),
  postPrepared("/project/settings/update", internal.settings.endpoints.update, {
    scope: "admin",
    body: async () => (await requests()).update(),
    preparation: async () => (await import("./preparation")).settingsPreparation,
  }),
];
