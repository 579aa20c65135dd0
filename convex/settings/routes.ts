import { internal } from "../_generated/api";
import { routeBuilders } from "../api/routeBuilders";
import type { Route } from "../api/routeBuilders";
import { operationBuilders } from "../callback/operationBuilders";
import type { Operation } from "../callback/operationBuilders";

const requests = () => import("./requests");
const { get, postPrepared } = routeBuilders(requests);
const { queryAndFinish } = operationBuilders(requests);

export const routes: Route[] = [
  /** Shows the settings of the project. Secrets are hidden. */
  get("/project/settings", internal.settings.endpoints.get, { scope: "admin" }),
  /** Changes settings of the project. Only the fields that are given change. */
  postPrepared("/project/settings/update", internal.settings.endpoints.update, {
    scope: "admin",
    body: "update",
    preparation: async () => (await import("./preparation")).settingsPreparation,
  }),
];

export const operations: Operation[] = [
  queryAndFinish("settings.get", "get", internal.settings.operations.get, async (sealed) =>
    (await import("./reveal")).revealSettings(sealed),
  ),
];
