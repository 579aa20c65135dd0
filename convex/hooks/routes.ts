import { internal } from "../_generated/api";
import { routeBuilders } from "../api/routeBuilders";
import type { Route } from "../api/routeBuilders";

const { endpoints } = internal.hooks;
const { list, postPrepared, remove } = routeBuilders(() => import("./requests"));

export const routes: Route[] = [
  /** Lists the addresses at which code hosts may say that there is news, without their secrets. */
  list("/project/hooks", endpoints.list, { scope: "admin", query: "list" }),
  /** Makes an address for a code host. The answer shows its secret once and never again. */
  postPrepared("/project/hooks", endpoints.create, {
    scope: "admin",
    status: 201,
    body: "create",
    preparation: async () => (await import("./preparation")).hookPreparation,
  }),
  /** Deletes such an address: the code host is refused from then on. */
  remove("/project/hooks/:id", endpoints.remove, { scope: "admin" }),
];
