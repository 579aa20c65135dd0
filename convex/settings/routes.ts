import { internal } from "../_generated/api";
import { get, postPrepared } from "../api/routes";
import type { Route } from "../api/routes";

export const routes: Route[] = [
  get("/project/settings", internal.settings.endpoints.get, { scope: "admin" }),
  postPrepared("/project/settings/update", internal.settings.endpoints.update, {
    scope: "admin",
    body: async () => (await import("./requests")).update(),
    preparation: async () => (await import("./preparation")).settingsPreparation,
  }),
];
