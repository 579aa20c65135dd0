import { internal } from "../_generated/api";
import { rowsOf } from "../api/routes";
import type { Route } from "../api/routes";
import { operationsOf } from "../callback/rows";
import type { Operation } from "../callback/rows";

const requests = () => import("./requests");
const { get, postPrepared } = rowsOf(requests);
const { queryAndFinish } = operationsOf(requests);

export const routes: Route[] = [
  get("/project/settings", internal.settings.endpoints.get, { scope: "admin" }),
  postPrepared("/project/settings/update", internal.settings.endpoints.update, {
    scope: "admin",
    body: "update",
    preparation: async () => (await import("./preparation")).settingsPreparation,
  }),
];

export const operations: Operation[] = [
  queryAndFinish("settings.get", "get", internal.settings.callbacks.get, async (sealed) =>
    (await import("./reveal")).revealSettings(sealed),
  ),
];
